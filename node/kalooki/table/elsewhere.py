"""A member answers from another table: one that goes on from ours, or one beside ours that goes on from the same."""

from collections.abc import Callable, Iterable

from kalooki.table.continued import Continuation
from kalooki.table.continuing import ContinuationError, check_continuation, without_signatures
from kalooki.table.desk import Desk
from kalooki.table.genesis import table_id
from kalooki.table.log import Message
from kalooki.table.payloads import Genesis, NodeNumber
from kalooki.table.pledges import DOUBLE_OPENING, OTHER_TABLE, founded, in_both
from kalooki.table.ports import PutEvidence, Report
from kalooki.table.state import FOUNDER, Lobby
from kalooki.table.status import BesideStanding
from kalooki.table.turn import Turn

MOST_BESIDE = 8
"""More tables beside ours are not remembered."""

Expected = Callable[[Genesis, Continuation], Genesis | None]
"""Drafts the same from our own log; None where that has not what it goes on from."""


class Elsewhere:
    """The tables at which members of ours are by now."""

    def __init__(self, desk: Desk, expected: Expected) -> None:
        self._desk = desk
        self._expected = expected
        self._next: Genesis | None = None
        """The table that goes on from ours and has our seat, as all who go on there have signed."""
        self._beside: dict[bytes, Genesis] = {}

    def take_back(self, others: Iterable[Message]) -> None:
        """Take up after a restart what was kept of other tables."""
        for message in others:
            found = founded(message)
            if found is not None:
                self._beside[table_id(message.payload_bytes)] = found[0]

    def shown(self) -> tuple[BesideStanding, ...]:
        """Return the tables beside ours, and who is at each."""
        return tuple(
            BesideStanding(table.hex(), tuple(heir.name for heir in genesis.continues.heirs if heir.goes_on))
            for table, genesis in self._beside.items()
            if genesis.continues is not None
        )

    def way(self) -> Genesis | None:
        """Return the table to which we may follow others: the next one, or one beside ours if nobody came to ours."""
        if self._next is not None:
            return self._next
        state = self._desk.replica.accepted
        ours = None if state is None else state.genesis.continues
        if ours is None or state is None or not isinstance(state.phase, Lobby):
            return None
        return next((one for one in self._beside.values() if self._has_seat(one) and _is_like(ours, one)), None)

    def _has_seat(self, genesis: Genesis) -> bool:
        old = genesis.continues
        return old is not None and any(party.identity == self._desk.identity for party in old.parties)

    def meet(self, peer: NodeNumber, message: Message, turn: Turn) -> None:
        """Take the first message of the log of another table, from a member of ours who is there."""
        desk, found = self._desk, founded(message)
        if found is None or desk.replica.accepted is None:
            return
        genesis, old = found
        try:
            check_continuation(genesis, desk.state.variant)
        except ContinuationError as wrong:
            desk.report(turn, Report(wrong.code, str(wrong), node=peer))
            return
        ours = desk.state.genesis.continues
        if old.table == desk.table:
            self._hear_next(peer, genesis, old, turn)
        elif ours is not None and old.table == ours.table:
            self._hear_beside(message, genesis, turn)

    def _hear_next(self, peer: NodeNumber, genesis: Genesis, old: Continuation, turn: Turn) -> None:
        """Others have gone on from here: hold what they say of this table to our own log, as far as that goes."""
        desk = self._desk
        if self._next is not None or not self._has_seat(genesis) or old.index > desk.replica.last_index:
            return
        if self._expected(genesis, old) == without_signatures(genesis):
            self._next = genesis
        else:
            desk.report(turn, Report("bad_continuation", "it is not what this node has", node=peer))

    def _hear_beside(self, message: Message, genesis: Genesis, turn: Turn) -> None:
        """Keep what proves that there is another table; who has signed both under one number, or opened both, lies."""
        desk, table = self._desk, table_id(message.payload_bytes)
        if table == desk.table or table in self._beside or len(self._beside) == MOST_BESIDE:
            return
        self._beside[table] = genesis
        turn.write(PutEvidence(OTHER_TABLE, message.wire))
        ours = desk.state.genesis
        if genesis.founder == ours.founder != desk.identity and FOUNDER not in desk.election.outlaws:
            desk.alarm(turn, Report(DOUBLE_OPENING, "two tables that go on from one", node=FOUNDER))
            desk.outlaw(FOUNDER, turn)
        for identity in in_both(ours, genesis):
            desk.accuse_drafter(identity, (ours, genesis), turn)


def _is_like(ours: Continuation, genesis: Genesis) -> bool:
    """Say whether another table goes on from the very entry from which ours does, with the same points."""
    other = genesis.continues
    assert other is not None, "it goes on from another table"
    return (ours.table, ours.index, ours.head, ours.standing) == (other.table, other.index, other.head, other.standing)
