"""Whom this node misses, by its own clock: who owes something for too long, and is silent or could have given it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from kalooki.table.acks import Acks
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.state import TableState, Waited, nodes_of
from kalooki.table.timing import can_end

OWN_TIME = frozenset({"action", "ready", "pick_seat"})
"""What a person decides: as long as his node is there he is not missed, unless his time is over."""


SILENT_MS = 5000
"""A node of which nothing was heard for so long is not there; each says something every second."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Players that this node misses, and the entry since which all of them owe something."""

    players: tuple[PlayerNumber, ...]
    owed: int
    since: int
    """When they began to be waited for, by this node's clock."""
    twice: bool
    """The time is over for the second time."""


@dataclass(slots=True)
class Watch:
    """When each debt was seen first, and each node heard last."""

    now: int | None = None
    heard: dict[NodeNumber, int] = field(default_factory=dict)
    seen: dict[Waited, int] = field(default_factory=dict)
    late: dict[int, int] = field(default_factory=dict)
    """When the word was seen first that the time at a move is over."""

    def hear(self, node: NodeNumber) -> None:
        """A packet came."""
        if self.now is not None:
            self.heard[node] = self.now

    def tick(self, now: int, state: TableState) -> None:
        """Time passes."""
        self.now = now
        for member in state.members:
            self.heard.setdefault(member.number, now)
        self.seen = {one: self.seen.get(one, now) for one in state.waiting}
        self.late = {state.overdue: self.late.get(state.overdue, now)} if state.overdue else {}

    def stand_still(self) -> None:
        """Too few are here to decide anything: the time runs against nobody.

        Else who comes back to such a table would be played without before he can say a word.
        """
        assert self.now is not None, "asked for only after a tick"
        self.seen = dict.fromkeys(self.seen, self.now)
        self.late = dict.fromkeys(self.late, self.now)

    def missed(self, state: TableState, acks: Acks, own: Iterable[NodeNumber | None]) -> Missed | None:
        """Return whom this node misses; None as long as it has patience with all."""
        grace = state.genesis.grace_ms
        if self.now is None or not grace:
            return None
        gone = [
            one
            for one in state.waiting
            if state.players[one.player].node not in own and self._is_missed(state, one, acks, grace)
        ]
        if not gone:
            return None
        gone = self._first(state, gone, grace)
        since = max(self._begun(state, one) for one in gone)
        players = tuple(one.player for one in gone)
        return Missed(players, max(one.since for one in gone), since, twice=self.now - since >= 2 * grace)

    def _first(self, state: TableState, gone: list[Waited], grace: int) -> list[Waited]:
        """Leave out who may be late because of another: so that all nodes miss the same players, and no honest one.

        One node may have the last acknowledgement of somebody who vanished, and another may wait for it with its
        shares; and nobody can show a hand that he cannot see.
        """
        silent = [one for one in gone if self._is_silent(state, one, grace)]
        keeping = [one for one in gone if one.what.startswith("shares.")]
        return silent or keeping or gone

    def silent(self, nodes: Iterable[NodeNumber]) -> tuple[NodeNumber, ...]:
        """Return those of these nodes of which nothing was heard lately."""
        now = self.now
        return () if now is None else tuple(one for one in sorted(nodes) if now - self.heard.get(one, now) >= SILENT_MS)

    def _is_missed(self, state: TableState, one: Waited, acks: Acks, grace: int) -> bool:
        if one not in self.seen or self._elapsed(self._begun(state, one)) < grace:
            return False
        return self._is_silent(state, one, grace) or self._could(state, one, acks)

    def _is_silent(self, state: TableState, one: Waited, grace: int) -> bool:
        return self._elapsed(self.heard[state.players[one.player].node]) >= grace

    def _begun(self, state: TableState, one: Waited) -> int:
        """When the time of a debt began to run: of a turn with a limit when that was over."""
        if not one.what.startswith("action.") or not state.overdue:
            return self.seen[one]
        assert self.now is not None, "asked for only after a tick"
        return max(self.seen[one], self.late.get(state.overdue, self.now))

    def _elapsed(self, since: int) -> int:
        assert self.now is not None, "asked for only after a tick"
        return self.now - since

    def _could(self, state: TableState, one: Waited, acks: Acks) -> bool:
        """Say whether a player whose node talks is late all the same: it had what it needs."""
        kind = one.what.partition(".")[0]
        if kind in OWN_TIME:
            return kind == "action" and state.overdue > 0 and not can_end(state)
        nodes = {state.players[one.player].node}
        if kind == "shares":
            for owed in state.owed:
                record = state.record(owed.ceremony)
                assert record is not None, "what is owed ends with its ceremony"
                nodes |= nodes_of(state, record)
        return acks.all_have(frozenset(nodes), one.since)
