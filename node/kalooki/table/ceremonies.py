"""Making decks: ceremonies open, take keys and shuffles, and are judged when somebody accuses."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber
from kalooki.fair.backup import AnnouncedBackup
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import NO_BACKUP, Kind, SeatIdentity
from kalooki.fair.errors import CeremonyError, InvalidProofError
from kalooki.fair.plan import MIN_SEATS_WITH_BACKUP, Setting, make_plan
from kalooki.fair.shuffle_verify import verify_shuffle
from kalooki.rules.changing import replace
from kalooki.rules.remembered import by_identity
from kalooki.table.authors import author_player, require_known
from kalooki.table.checks import Checks
from kalooki.table.log import ByNode, Message, Stream
from kalooki.table.payloads import Accuse, CeremonyNumber, KeyShare, NodeNumber, Shuffle
from kalooki.table.results import FaultError, VoidError
from kalooki.table.state import Record, TableState


@dataclass(frozen=True, slots=True)
class NewDeck:
    """A deck that is to be made."""

    kind: Kind
    seats: tuple[SeatIdentity, ...]
    """Who makes it, in seat order."""
    faces: tuple[str, ...]
    stream: Stream
    """In which the messages about it are counted."""


def open_ceremony(state: TableState, checks: Checks, deck: NewDeck) -> TableState:
    """Begin to make a deck; it has the table's next number."""
    number = state.next_ceremony
    threshold = backup_threshold(state, deck.kind, [member.seat for member in deck.seats])
    setting = Setting(number, deck.kind, state.session, deck.seats, deck.faces, threshold)
    ceremony = Ceremony(make_plan(checks.group, setting))
    record = Record(ceremony, deck.stream, opened_in=state.index, changed_in=state.index)
    return replace(state, next_ceremony=number + 1, ceremonies=(*state.ceremonies, record))


def seat_identities(state: TableState, seats: Iterable[SeatNumber]) -> tuple[SeatIdentity, ...]:
    """Return seats with their identity keys, in seat order."""
    return tuple(SeatIdentity(seat, state.seated(seat).identity) for seat in sorted(seats))


def backup_threshold(state: TableState, kind: Kind, seats: Sequence[int]) -> int:
    """Return how many others keep each key of a deck; 0 where keys have no backup."""
    if state.variant.dropout != "key_backup" or kind not in {Kind.DEAL, Kind.RESHUFFLE}:
        return NO_BACKUP
    return threshold_for([state.seated(seat).node for seat in seats])


def threshold_for(nodes: Sequence[NodeNumber]) -> int:
    """Return how many others keep the key of a seat, if the seats are at these nodes; 0 where no key has a backup.

    There is none if a node holds as many other seats as are needed: it would look into a hand all by itself.
    """
    threshold = len(nodes) - 1
    if len(nodes) < MIN_SEATS_WITH_BACKUP or threshold in Counter(nodes).values():
        return NO_BACKUP
    return threshold


@by_identity(8)
def faces_of(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Write cards as a ceremony names them."""
    return tuple(map(str, cards))


def drop(state: TableState, numbers: Iterable[int]) -> TableState:
    """End ceremonies: what they owe is owed no more."""
    gone = set(numbers)
    return replace(
        state,
        ceremonies=tuple(record for record in state.ceremonies if record.number not in gone),
        owed=tuple(owed for owed in state.owed if owed.ceremony not in gone),
        prepared=None if state.prepared in gone else state.prepared,
        restocking=None if state.restocking in gone else state.restocking,
        cutting=None if state.cutting in gone else state.cutting,
    )


def accept_key(state: TableState, message: Message, given: KeyShare) -> TableState:
    """Take a player's key.

    Raises:
        VoidError: No such ceremony, or the player has no part in it, or gave its key before.
        FaultError: The key or its proof is false.
    """
    player, record = author_player(state, message), find_record(state, message, given.ceremony)
    require_known(message, record.opened_in)
    try:
        announced = AnnouncedBackup(given.commitments, given.sealing)
        ceremony = record.ceremony.accept_key(state.prover(record, player), given.public, given.proof, announced)
    except InvalidProofError as false:
        raise FaultError(player.number, false.code, false.reason) from false
    except CeremonyError as refused:
        raise VoidError(refused.code, str(refused)) from refused
    return state.with_record(replace(record, ceremony=ceremony, changed_in=state.index))


def accept_shuffle(state: TableState, message: Message, given: Shuffle) -> TableState:
    """Take a player's shuffle; whether its proof is true each node finds out before it acknowledges the deal.

    Raises:
        VoidError: No such ceremony, or it is not this player's turn.
        FaultError: The bytes are no deck with a proof.
    """
    player, record = author_player(state, message), find_record(state, message, given.ceremony)
    require_known(message, record.changed_in)
    try:
        ceremony = record.ceremony.accept_shuffle(state.prover(record, player), given.deck, given.proof)
    except InvalidProofError as false:
        raise FaultError(player.number, false.code, false.reason) from false
    except CeremonyError as refused:
        raise VoidError(refused.code, str(refused)) from refused
    shuffled_in = (*record.shuffled_in, state.index)
    return state.with_record(replace(record, ceremony=ceremony, shuffled_in=shuffled_in, changed_in=state.index))


def judge(state: TableState, message: Message, accusation: Accuse, checks: Checks) -> TableState:
    """Verify the shuffles that an accusation names: their author is at fault, or the accusation is void.

    Raises:
        VoidError: The accuser has no part in the ceremony, the entry holds no shuffle of it, or the shuffle is true.
        FaultError: The shuffle is false.
    """
    record = state.record(accusation.ceremony)
    if record is None or accusation.index not in record.shuffled_in:
        raise VoidError("no_such_shuffle", "the entry holds no shuffle of a ceremony that is alive")
    require_known(message, accusation.index)
    if not isinstance(message.author, ByNode):
        raise VoidError("wrong_author", "a node accuses")
    provers = [member.seat for member in record.ceremony.plan.setting.seats]
    accusers = [number for number in provers if state.player_of(record, number).node == message.author.node]
    if not accusers:
        raise VoidError("not_in_ceremony", "the accuser has no part in the ceremony")
    for step, index in zip(record.ceremony.steps, record.shuffled_in, strict=True):
        if index != accusation.index:
            continue
        try:
            verify_shuffle(checks.group, step, checks.seed)
        except InvalidProofError as false:
            culprit = state.player_of(record, step.statement.context.seat)
            raise FaultError(culprit.number, false.code, false.reason, index) from false
    raise VoidError("false_accusation", "the shuffle is true")  # a player is at fault only for what he signed himself


def require_deck(record: Record, digest: bytes) -> None:
    """Hold the host to the deck that the log has made.

    Raises:
        VoidError: A shuffle is missing, another deck is meant, or a key is not kept by the others as it should be.
    """
    if not record.ceremony.complete:
        raise VoidError("shuffles_incomplete", "a shuffle is missing")
    if digest != record.ceremony.chain:
        raise VoidError("other_deck", "the log has made another deck")
    if not record.ceremony.secured:
        raise VoidError("backup_incomplete", "a key is not kept by the others")


def find_record(state: TableState, message: Message, number: CeremonyNumber) -> Record:
    """Return the ceremony that a message is about.

    Raises:
        VoidError: It is not alive, or the message counts in another stream than it does.
    """
    record = state.record(number)
    if record is None:
        raise VoidError("no_ceremony", f"no ceremony {number} is alive")
    if message.stream != record.stream:
        raise VoidError("wrong_stream", "the message belongs to another deal")
    return record
