"""The table's status as clients see it: what the node knows, with what only the shell knows."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Protocol

from kalooki.seat import (
    Alarm,
    Beside,
    Checked,
    CheckedDeck,
    Fault,
    Mark,
    Missed,
    PlayerStatus,
    Proposal,
    TableStatus,
    TurnClock,
)
from kalooki.shell.identity import LONGEST_OWNER, fingerprint_label, owner_of
from kalooki.shell.names import shorten
from kalooki.shell.runtime import monotonic_ms
from kalooki.table.log import Digest
from kalooki.table.moment import Moment
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.spoken import spoken
from kalooki.table.state import FOUNDER, Member
from kalooki.table.status import CONTINUED, CheckedStanding, ClockStanding, Outlook, PlayerStanding, TableStanding


class Known(Protocol):
    """Who knows a table: a node, or somebody who watches."""

    @property
    def table_id(self) -> Digest:
        """The table's name."""

    @property
    def number(self) -> NodeNumber | None:
        """Its own number, if it is one of the nodes."""

    @property
    def members(self) -> tuple[Member, ...]:
        """All nodes that are in."""


class StatusMaker:
    """Makes statuses; remembers what certificates say, since reading one takes time."""

    def __init__(self, node: Known, transcript: str) -> None:
        self.join_code = ""
        self.open = False
        self._node = node
        self._transcript = transcript
        self._owners: dict[bytes, str] = {}
        self.words: Callable[[Digest, int, Digest], tuple[str, ...] | None] = spoken
        """Finds out the words of an entry; gives None where that takes a while."""

    def status(self, moment: Moment, player: PlayerNumber | None, is_here: Callable[[NodeNumber], bool]) -> TableStatus:
        """Describe the table for one of our players, or for somebody without a seat."""
        standing = moment.standing(player) or self._nothing_yet(moment.outlook)
        names = {
            fingerprint_label(each.node_identity): each.name for each in reversed(standing.players) if not each.bot
        }
        fault, missed, clock = standing.fault, standing.missed, standing.clock
        return TableStatus(
            table_id=standing.table_id,
            title=standing.title,
            variant=standing.variant,
            phase=standing.phase,
            me=standing.me,
            host=standing.host,
            players=tuple(
                PlayerStatus(
                    player=each.player,
                    name=each.name,
                    bot=each.bot,
                    node=each.node,
                    computer=self._computer(each, names),
                    seat=each.seat,
                    connected=each.node == self._node.number or is_here(each.node),
                    ready=each.ready,
                    label=fingerprint_label(each.node_identity),
                    gone=each.gone,
                    bank_ms=each.bank_ms,
                )
                for each in standing.players
            ),
            seats=standing.seats,
            join_code=self.join_code if self._node.number in {FOUNDER, standing.host} else "",
            open=self.open,
            move=standing.move,
            next_deal=standing.next_deal,
            waiting_for=tuple(standing.waiting_for),
            doing=standing.doing,
            fault=None if fault is None else Fault(fault.player, fault.code, fault.index),
            closed=standing.closed,
            transcript=self._transcript,
            limit=standing.limit,
            limit_ms=standing.limit_ms,
            overdue=standing.overdue,
            left_ms=self._left(standing.left_ms, moment, clock),
            clock=None if clock is None else TurnClock(**asdict(clock)),
            missed=None
            if missed is None
            else Missed(missed.players, missed.seconds, missed.wishes, missed.ends, missed.backup),
            proposals=tuple(
                Proposal(
                    one.motion,
                    -1 if one.player is None else one.player,
                    one.nodes,
                    -1 if one.runs_on is None else one.runs_on,
                    one.players,
                    one.deal,
                    one.patience,
                )
                for one in standing.proposals
            ),
            adjourned=standing.adjourned,
            stuck=standing.stuck,
            two_games=tuple(standing.two_games),
            went_on=standing.went_on,
            beside=tuple(Beside(one.table, one.names) for one in standing.beside),
            checked=None if moment.checked is None else self._checked(moment.checked),
        )

    def _checked(self, checked: CheckedStanding) -> Checked:
        """Tell what the node has checked, and give words for what people compare."""
        return Checked(
            entries=checked.entries,
            messages=checked.messages,
            deals=checked.deals,
            deal=checked.deal,
            decks=tuple(CheckedDeck(one.kind, one.index, one.players, one.verified) for one in checked.decks),
            keys=checked.keys,
            shares=checked.shares,
            moves=checked.moves,
            void=checked.void,
            certified=checked.certified,
            signers=checked.signers,
            voters=checked.voters,
            nodes=checked.nodes,
            marks=tuple(self._marks(checked)),
            alarms=tuple(
                Alarm(
                    one.code,
                    -1 if one.player is None else one.player,
                    -1 if one.node is None else one.node,
                    one.index,
                )
                for one in checked.alarms
            ),
            halted=checked.halted,
            behind=checked.behind,
            recovering=checked.recovering,
            signed=checked.signed,
            after=checked.after,
        )

    def _marks(self, checked: CheckedStanding) -> Iterator[Mark]:
        """Give the entries whose words people compare, those whose words are known."""
        for one in checked.marks:
            words = self.words(self._node.table_id, one.index, Digest(one.hash))
            if words is not None:
                yield Mark(one.index, one.kind, one.deal, words)

    @staticmethod
    def _left(left_ms: int, moment: Moment, clock: ClockStanding | None) -> int:
        """What is left of a limit now, and not when the moment was made."""
        if clock is not None and clock.stands_still:
            return left_ms
        return max(left_ms - max(monotonic_ms() - moment.now, 0), 0)

    def _nothing_yet(self, outlook: Outlook) -> TableStanding:
        """What is shown until the first entry is committed: where all the others have gone elsewhere it never is."""
        return TableStanding(
            table_id=self._node.table_id.hex(),
            title="",
            variant=None,
            phase="closed" if outlook.opened else "lobby",
            me=-1,
            host=NodeNumber(0),
            players=(),
            seats=0,
            move=0,
            next_deal=0,
            waiting_for=(),
            doing="",
            fault=None,
            closed=CONTINUED if outlook.opened else "",
            went_on=outlook.went_on,
            beside=outlook.beside,
        )

    def _computer(self, player: PlayerStanding, names: dict[str, str]) -> str:
        """Whose computer it is: a person's by name, else by the label of the node that answers for it."""
        label = self._owner(player.node) or fingerprint_label(player.node_identity)
        return names.get(label, label)

    def _owner(self, number: NodeNumber) -> str:
        certificate = next((each.tls_certificate for each in self._node.members if each.number == number), b"")
        if certificate not in self._owners:
            self._owners[certificate] = shorten(owner_of(certificate), LONGEST_OWNER)
        return self._owners[certificate]
