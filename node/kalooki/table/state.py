"""TableState: everything that the log says, immutable, the same on every node."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kalooki.cards import SeatNumber, Slot
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import Kind
from kalooki.fair.openings import Grant
from kalooki.rules.changing import replace
from kalooki.rules.game import Game
from kalooki.rules.variant import Variant
from kalooki.table.log import TABLE, Author, Digest, Stream
from kalooki.table.payloads import CeremonyNumber, Choice, Genesis, Motion, NodeNumber, PlayerNumber
from kalooki.table.status import Fault
from kalooki.table.votes import Electors

FOUNDER = NodeNumber(0)
"""Founds the table, and hosts the first term."""

FIRST_TERM = 1

MAX_TERM = (1 << 48) - 1
"""No term is later; the limit of the format."""

NOBODY = -1
"""In a deal's ceremonies, who has no seat any more."""


class NoSuchSlotError(Exception):
    """A slot of no deal in play."""

    code = "no_such_slot"


@dataclass(frozen=True, slots=True)
class Member:
    """A node that the host admitted."""

    number: NodeNumber
    identity: bytes
    tls_certificate: bytes
    vote: bool
    came_with_vote: bool = False
    """It votes again when somebody plays there again."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person or bot that took a seat."""

    number: PlayerNumber
    identity: bytes
    name: str
    bot: str
    node: NodeNumber
    nonce: bytes = b""
    """Given with Ready(0); empty until then."""
    ready: bool = False
    """For what comes next: the seat draw or the next deal."""
    seat: SeatNumber | None = None
    """None until the seats are drawn."""
    gone: bool = False
    """It has left, or is absent as all the others say."""
    stands_for: PlayerNumber | None = None
    """Whose seat a bot has taken over, and gives back when he returns."""


@dataclass(frozen=True, slots=True)
class Record:
    """A ceremony that is alive."""

    ceremony: Ceremony
    stream: Stream
    """In which its messages are counted."""
    shuffled_in: tuple[int, ...] = ()
    """For each shuffle, the entry that holds it."""
    opened_in: int = 0
    """The entry that opened it: a key is made for what stands up to there."""
    changed_in: int = 0
    """The entry with its newest key or shuffle: the next shuffle is made of the deck that is there then."""

    @property
    def number(self) -> CeremonyNumber:
        """The log's own count."""
        return CeremonyNumber(self.ceremony.plan.setting.number)

    @property
    def is_seat_draw(self) -> bool:
        """Whether its seats are players: before the draw nobody has a seat."""
        return self.ceremony.plan.setting.kind is Kind.SEATS


@dataclass(frozen=True, slots=True)
class Owed:
    """Shares that an entry owes: one grant of one ceremony."""

    index: int
    """The entry."""
    ceremony: CeremonyNumber
    grant: Grant


@dataclass(frozen=True, slots=True)
class SlotRange:
    """Slots first .. first + count - 1 are positions 0 .. count - 1 of a ceremony's deck."""

    first: int
    count: int
    ceremony: CeremonyNumber
    since: int = 0
    """The entry that began to deal from this deck: what a slot holds is settled by what stands up to there."""


@dataclass(frozen=True, slots=True)
class Waited:
    """Something that a player owes."""

    player: PlayerNumber
    what: str
    """Names the debt, so that another one is not taken for it."""
    since: int
    """The entry since which it is owed, or by which the others agreed to wait on."""


@dataclass(frozen=True, slots=True)
class Absence:
    """What a node has said of players that it misses."""

    node: NodeNumber
    players: tuple[PlayerNumber, ...]
    owed: int
    choice: Choice
    again: bool


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a node's people want all to decide."""

    node: NodeNumber
    motion: Motion
    player: PlayerNumber | None
    silent: tuple[NodeNumber, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A bot that a node offers for a lost seat."""

    node: NodeNumber
    player: PlayerNumber
    """Whose seat it was."""
    identity: bytes
    name: str
    bot: str
    nonce: bytes


# --- phases -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lobby:
    """Nodes and players come in."""


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """The deck of the seat draw is made and opened."""

    ceremony: CeremonyNumber
    opening: bool = False
    """Whether the deck is complete, so that its shares are owed."""


@dataclass(frozen=True, slots=True)
class PickingSeat:
    """Who drew the ace picks a place, which is for display only."""

    ace: PlayerNumber


@dataclass(frozen=True, slots=True)
class Playing:
    """From the seat draw to the end of the game."""

    game: Game
    place: int
    """Where the ace's holder sits down, counted clockwise from 1."""


@dataclass(frozen=True, slots=True)
class Shut:
    """Nothing has an effect any more."""

    reason: str
    game: Game | None


Phase = Lobby | SeatDraw | PickingSeat | Playing | Shut


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as the log has made it so far."""

    table: Digest
    genesis: Genesis
    variant: Variant
    index: int = 0
    """The last entry that was applied."""
    members: tuple[Member, ...] = ()
    players: tuple[Player, ...] = ()
    phase: Phase = field(default_factory=Lobby)
    session: bytes = b""
    """Empty until the lobby is closed."""
    stream: Stream = TABLE
    """Whose `move` counts now: the table's until the first deal, then the deal's."""
    move: int = 0
    """Effective actions in the stream, without those that are but answers."""
    overdue: int = 0
    """The entry that says that the limit of this move is over; 0: none does."""
    banks: Mapping[PlayerNumber, int] = field(default_factory=dict)
    """Of players who have spent some of their bank of time in the deal in play: so many milliseconds."""
    bank_steps: int = 0
    """Steps of the bank that were spent in the turn at hand; 0: it is within its own limit."""
    next_ceremony: int = 1
    ceremonies: tuple[Record, ...] = ()
    """Those alive, by number."""
    prepared: CeremonyNumber | None = None
    """The one of the next deal."""
    restocking: CeremonyNumber | None = None
    """The reshuffle that the deal waits for."""
    cutting: CeremonyNumber | None = None
    """The deck from which is drawn by how much a cut misses."""
    slots: tuple[SlotRange, ...] = ()
    """Of the deal in play."""
    owed: tuple[Owed, ...] = ()
    """Shares that are not in the log yet."""
    counters: Mapping[tuple[Author, Stream], int] = field(default_factory=dict)
    """The highest counter of each author in each stream that is still used."""
    fault: Fault | None = None
    waiting: tuple[Waited, ...] = ()
    """For whom the table waits, by player."""
    absences: tuple[Absence, ...] = ()
    """What nodes have said of players who still owe it, by node; each once."""
    offers: tuple[Offer, ...] = ()
    """Bots for lost seats, in the order of their offers."""
    agreements: tuple[Agreement, ...] = ()
    """What people want all to decide, by node; each once of a kind."""
    adjourned: int = 0
    """The entry by which all agreed to stop for today; 0: they play."""
    term: int = FIRST_TERM
    """Of the last entry that was applied."""
    host: NodeNumber = FOUNDER
    """Who was elected for that term; the founder for the first."""
    former: frozenset[frozenset[NodeNumber]] = frozenset()
    """Who voted before the newest entry by which somebody votes no more, until one follows that begins no term.

    It follows from the entries, so that it is no part of the state text.
    """

    def record(self, number: int) -> Record | None:
        """Return a ceremony that is alive."""
        for record in self.ceremonies:
            if record.ceremony.plan.setting.number == number:
                return record
        return None

    def with_record(self, changed: Record) -> "TableState":
        """Put a ceremony in the place of its earlier self."""
        records = tuple(changed if record.number == changed.number else record for record in self.ceremonies)
        return replace(self, ceremonies=records)

    def with_player(self, changed: Player) -> "TableState":
        """Put a player in the place of its earlier self."""
        players = tuple(changed if player.number == changed.number else player for player in self.players)
        return replace(self, players=players)

    def is_live(self, stream: Stream) -> bool:
        """Say whether messages of a stream can have an effect: the table, the deal in play, the next one."""
        now = self.stream
        following = {Stream(now.deal, now.attempt + 1), Stream(now.deal + 1, 1)}
        return stream in {TABLE, now} or (stream.deal > 0 and stream in following)

    def is_over(self, stream: Stream) -> bool:
        """Say whether messages of a stream can never have an effect again."""
        return stream.deal != 0 and (stream.deal, stream.attempt) < (self.stream.deal, self.stream.attempt)

    @property
    def game(self) -> Game | None:
        """The game, from the seat draw on."""
        match self.phase:
            case Playing(game=game) | Shut(game=game):
                return game
            case Lobby() | SeatDraw() | PickingSeat():
                return None

    def seated(self, seat: int) -> Player:
        """Return who sits there."""
        return next(player for player in self.players if player.seat == seat)

    def prover(self, record: Record, player: Player) -> int:
        """Return a player's number in a ceremony: its seat, or before the seats are drawn its own number."""
        if record.is_seat_draw:
            return player.number
        return NOBODY if player.seat is None else player.seat

    def player_of(self, record: Record, prover: int) -> Player:
        """Return the player who has this number in a ceremony."""
        return self.players[prover] if record.is_seat_draw else self.seated(prover)

    def place_of(self, slot: Slot) -> tuple[Record, int]:
        """Return the ceremony and the position of a slot of the deal in play.

        Raises:
            NoSuchSlotError: No deal is in play, or it has no such slot.
        """
        block = self.block_of(slot)
        record = self.record(block.ceremony)
        assert record is not None, "a deal's ceremonies live as long as it does"
        return record, slot - block.first

    def block_of(self, slot: Slot) -> SlotRange:
        """Return the deck from which a slot of the deal in play is dealt.

        Raises:
            NoSuchSlotError: No deal is in play, or it has no such slot.
        """
        for block in self.slots:
            if block.first <= slot < block.first + block.count:
                return block
        raise NoSuchSlotError(f"the deal in play has no slot {slot}")

    def voters(self) -> frozenset[NodeNumber]:
        """Nodes whose acknowledgements make a quorum."""
        return frozenset(member.number for member in self.members if member.vote)

    def electors(self) -> Electors:
        """Return who elects a host after this entry, and commits it."""
        voters = self.voters()
        bodies = (voters, *sorted(self.former - {voters}, key=sorted))
        return Electors({node: self.members[node].identity for node in frozenset[NodeNumber]().union(*bodies)}, bodies)


def voting(state: TableState) -> tuple[Member, ...]:
    """Return the nodes; one all of whose players have gone votes no more, unless nobody would."""
    gone = {member.number for member in state.members} - {one.node for one in state.players if not one.gone}
    gone &= {player.node for player in state.players}
    members = tuple(replace(one, vote=one.vote and one.number not in gone) for one in state.members)
    return members if any(member.vote for member in members) else state.members


def nodes_of(state: TableState, record: Record) -> frozenset[NodeNumber]:
    """Return the nodes that have a seat in a ceremony, without those whose players have gone."""
    players = [state.player_of(record, member.seat) for member in record.ceremony.plan.setting.seats]
    return frozenset(player.node for player in players if not player.gone)
