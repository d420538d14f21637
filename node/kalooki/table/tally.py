"""What this node has found true by itself: counts for people, of what is committed and never taken back."""

from collections.abc import Collection
from dataclasses import dataclass

from kalooki.fair.contexts import Kind
from kalooki.rules.events import DealScored
from kalooki.table.continued import Continuation
from kalooki.table.log import ByPlayer, Certificate, Digest, Message
from kalooki.table.marks import Marks
from kalooki.table.payloads import Act, DealStart, Genesis, NodeNumber, OpenHand, PlayerNumber, Shares
from kalooki.table.replica import Applied, started_ceremonies
from kalooki.table.results import Effective, Result, Void
from kalooki.table.status import Alarm, CheckedStanding, DeckStanding

KINDS = {Kind.DEAL: "deal", Kind.RESHUFFLE: "reshuffle", Kind.SEATS: "seats", Kind.CUT: "cut"}


@dataclass(frozen=True, slots=True)
class Sight:
    """What a node knows besides, at the moment at which it is asked."""

    verified_to: int
    """The decks that are dealt from up to this entry were found true here: the node has signed so."""
    certificate: Certificate | None
    voters: int
    nodes: tuple[tuple[NodeNumber, int], ...] = ()
    """How far each node has signed that it has this very log."""
    alarms: tuple[Alarm, ...] = ()
    halted: str = ""
    behind: int = 0
    """How many entries are known of and not here yet."""
    recovering: bool = False


class Tally:
    """Counts entry by entry what was looked at; what one's own players said is not counted where nobody checks it."""

    def __init__(self) -> None:
        self._signed = 0
        self._after = 0
        self._entries = 0
        self._messages = 0
        self._deals = 0
        self._deal = 0
        self._decks: tuple[DeckStanding, ...] = ()
        self._keys = 0
        self._shares = 0
        self._moves = 0
        self._void = 0
        self._marks = Marks()

    def take(self, applied: Applied, digest: Digest, own: Collection[PlayerNumber]) -> None:
        """An entry is committed; `own`: players whose shares this node has made itself."""
        entry = applied.entry
        self._entries = entry.index
        self._messages += len(entry.messages)
        for message, result in zip(entry.messages, applied.results, strict=True):
            self._note(message, result, own)
        for record in started_ceremonies(applied):
            ceremony = record.ceremony
            players = tuple(applied.before.player_of(record, one.seat).number for one in ceremony.plan.setting.seats)
            self._decks = (*self._decks, DeckStanding(KINDS[ceremony.plan.setting.kind], entry.index, players))
            self._keys += len(ceremony.keys)
        self._marks.take(applied, digest)

    def standing(self, sight: Sight) -> CheckedStanding:
        """Give the counts, and what is known besides."""
        certificate = sight.certificate
        return CheckedStanding(
            entries=self._entries,
            messages=self._messages,
            deals=self._deals,
            deal=self._deal,
            decks=tuple(deck.seen(sight.verified_to) for deck in self._decks),
            keys=self._keys,
            shares=self._shares,
            moves=self._moves,
            void=self._void,
            certified=0 if certificate is None else certificate.index,
            signers=0 if certificate is None else len(certificate.acks),
            voters=sight.voters,
            nodes=sight.nodes,
            marks=self._marks.newest,
            alarms=sight.alarms,
            halted=sight.halted,
            behind=sight.behind,
            recovering=sight.recovering,
            signed=self._signed,
            after=self._after,
        )

    def _note(self, message: Message, result: Result, own: Collection[PlayerNumber]) -> None:
        match result, message.payload:
            case Effective(), Genesis(continues=Continuation() as old):
                self._signed, self._after = len(old.going), old.standing.number - 1
            case Void(), _:
                self._void += 1
            case Effective(events), payload:
                if isinstance(payload, DealStart):
                    self._begin(payload.deal)
                self._moves += isinstance(payload, Act)
                self._shares += _shares(message, own)
                self._deals += sum(isinstance(event, DealScored) for event in events)
            case _:
                pass

    def _begin(self, deal: int) -> None:
        """A deal begins: what is told is about it from now on."""
        self._deal, self._decks, self._keys, self._shares, self._moves, self._void = deal, (), 0, 0, 0, 0


def _shares(message: Message, own: Collection[PlayerNumber]) -> int:
    """Count the parts of cards' keys whose proof was looked at."""
    match message.payload:
        case Shares() if isinstance(message.author, ByPlayer) and message.author.player in own:
            return 0
        case Shares(batches=batches) | Act(evidence=batches) | OpenHand(evidence=batches):
            return sum(len(batch.positions) for batch in batches)
        case _:
            return 0
