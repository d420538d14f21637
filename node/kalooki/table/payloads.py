"""What a message says: one frozen class per kind of payload (PROTOCOL 4; the bytes are `codec`'s)."""

from dataclasses import dataclass, field
from enum import Enum
from typing import NewType

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, Shown
from kalooki.rules.limits import Limit
from kalooki.table.continued import Continuation

PlayerNumber = NewType("PlayerNumber", int)
"""A player's place in joining order, from 0; never changes; names messages, keys and votes."""

NodeNumber = NewType("NodeNumber", int)
"""A node's place in joining order, from 0; 0 is the founder."""

CeremonyNumber = NewType("CeremonyNumber", int)
"""The log's own count of ceremonies, from 1; never comes twice."""

EVERYBODY = 255
"""As a share's audience: the card is opened to all."""


@dataclass(frozen=True, slots=True)
class Genesis:
    """The first message of a table. The table id is the hash of its bytes."""

    protocol: int
    variant: str
    rules_version: int
    rules_digest: bytes
    options: tuple[tuple[str, str], ...]
    """The house rules that differ from the preset, as text, sorted by key."""
    title: str
    founder: bytes
    """Ed25519 identity key of the founding node."""
    chance: bytes
    """32 random bytes."""
    bots_vote: bool
    seats: int
    """How many seats the table has."""
    answer_ms: int = 0
    """How long the player in turn has to answer a call, or to lay again what he laid falsely; 0: no limit."""
    buy_in_ms: int = 0
    """How long a seat has to buy back in; 0: no limit."""
    turn_ms: int = 0
    """How long a player in turn has for his turn, before he is overdue; 0: no limit."""
    grace_ms: int = 0
    """How long the others wait for somebody who is missed, before they choose; 0: as long as it takes."""
    bank_ms: int = 0
    """How much longer a player may think in each deal, all his turns together."""
    plays_on: bool = False
    """At the end of his time a player's own node draws and throws a card away; else he is missed from there on."""
    silence_ms: int = 0
    """How long, and at random up to twice as long, a silent host is waited for; 0: as long as each node likes."""
    begins_when_full: bool = False
    """Whoever hosts begins as soon as every seat is taken and all are ready."""
    continues: Continuation | None = None
    """The table that this one goes on from."""


@dataclass(frozen=True, slots=True)
class Admit:
    """The host takes a node into the table; the joiner's own signature proves that it asked."""

    identity: bytes
    tls_certificate: bytes
    """DER, pinned by every other node from here."""
    vote: bool
    signature: bytes
    """By `identity`, over `signing.admission_bytes`."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A node takes a seat for one player; the node's key certifies the player's key, and that key agrees."""

    identity: bytes
    """Ed25519 identity key of the player."""
    name: str
    bot: str
    """The key of the bot that plays, or empty for a person."""
    certificate: bytes
    """By the node's key, over `signing.seat_bytes`."""
    consent: bytes
    """By the player's key, over the same bytes."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A player is ready: for the seat draw (`deal` 0, with the nonce of the session), or for deal `deal`."""

    deal: int
    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class Begin:
    """The host closes the lobby: members and players are fixed, the session begins, seats are drawn."""


@dataclass(frozen=True, slots=True)
class KeyShare:
    """A player's key for one ceremony with its proof of possession (PROTOCOL 8.1)."""

    ceremony: CeremonyNumber
    public: bytes
    proof: bytes
    commitments: bytes = b""
    """F_0 to F_{t-1}, in a ceremony whose keys have backups."""
    sealing: bytes = b""
    """W, likewise."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A player's turn at the shuffle (PROTOCOL 8.2)."""

    ceremony: CeremonyNumber
    deck: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class KeyBackup:
    """The sealed shares of a player's key, one for each other seat of the ceremony in seat order (PROTOCOL 8.4)."""

    ceremony: CeremonyNumber
    boxes: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Complaint:
    """A player says that the share which it got of a seat's key is not what that seat announced."""

    ceremony: CeremonyNumber
    dealer: SeatNumber


@dataclass(frozen=True, slots=True)
class OpenedBackup:
    """A player opens the share of its key of whom complained of it: everybody can hold it to what was announced."""

    ceremony: CeremonyNumber
    helper: SeatNumber
    share: bytes


@dataclass(frozen=True, slots=True)
class SeatsReady:
    """The host says that the deck of the seat draw is complete: this entry owes its shares."""

    ceremony: CeremonyNumber
    deck_digest: bytes


@dataclass(frozen=True, slots=True)
class DealStart:
    """The host starts a deal with a complete deck: this entry owes the first shares."""

    deal: int
    attempt: int
    seats: tuple[SeatNumber, ...]
    ceremony: CeremonyNumber
    deck_digest: bytes


@dataclass(frozen=True, slots=True)
class StockReady:
    """The host puts the reshuffled discard pile under the table's hands as the new stock."""

    ceremony: CeremonyNumber
    deck_digest: bytes


@dataclass(frozen=True, slots=True)
class CutReady:
    """The host says that the deck of a cut is complete: this entry owes the shares of its top card."""

    ceremony: CeremonyNumber
    deck_digest: bytes


@dataclass(frozen=True, slots=True)
class Settled:
    """The host says that the entry by which somebody votes no more is committed: those who vote now decide alone."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A node, mostly the host, says that the limit which runs at this move is over: once, and once more to end it."""

    move: int
    limit: Limit


@dataclass(frozen=True, slots=True)
class ShareBatch:
    """One player's decryption shares of some positions for one audience, with one proof (PROTOCOL 8.3)."""

    ceremony: CeremonyNumber
    audience: int
    """A seat number (in the seat draw a player number), or EVERYBODY."""
    positions: tuple[int, ...]
    shares: bytes
    """32 bytes for each position."""
    proof: bytes
    absent: int | None = None
    """The seat for which the author stands in; None: they are shares by its own key."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares that entry `owed` owes from this author. It has no counter: its key is (author, owed)."""

    owed: int
    batches: tuple[ShareBatch, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """A player's action with the evidence for the cards it shows."""

    action: Action
    evidence: tuple[ShareBatch, ...] = ()
    """The actor's own shares of the slots that it shows, for everybody."""
    copies: tuple[bytes, ...] = ()
    """Signed `Shares` messages of others which the log may lack yet, as received."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """After somebody went out: a loser opens all that it holds."""

    shown: tuple[Shown, ...]
    evidence: tuple[ShareBatch, ...] = ()
    copies: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Accuse:
    """A node says that the shuffle in entry `index` does not prove what it claims. Applying it, everybody verifies."""

    index: int
    ceremony: CeremonyNumber


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed; it answers so from here on."""

    reason: str


@dataclass(frozen=True, slots=True)
class Tip:
    """The end of a log: term, index and hash of its last entry."""

    term: int
    index: int
    hash: bytes

    def is_behind(self, other: "Tip") -> bool:
        """Say whether another log goes further: by the term of its last entry, then by its length."""
        return (self.term, self.index) < (other.term, other.index)


@dataclass(frozen=True, slots=True)
class Vote:
    """A node's vote for one host in one term, given for the very log that this host has then."""

    node: NodeNumber
    term: int
    candidate: NodeNumber
    tip: Tip
    """The candidate's log: with this vote the term can begin after that entry and nowhere else."""
    trial: bool
    """Whether it only says that its author would vote so."""
    signature: bytes
    """By the node's key, over `votes.vote_signing_bytes`."""


@dataclass(frozen=True, slots=True)
class TermStart:
    """The first message of the first entry of a term: the votes by which its author is host."""

    term: int
    votes: tuple[Vote, ...]


class Choice(Enum):
    """What a node wants that misses players."""

    WAIT = "wait"
    """They get the same time once more."""
    VOID = "void"
    """The deal is dealt again without them."""
    BACKUP = "backup"
    """The others stand in for them with their shares of the key, and the deal goes on."""


@dataclass(frozen=True, slots=True)
class Absent:
    """A node says that players owe something since an entry, for too long by its own clock, and what it wants."""

    players: tuple[PlayerNumber, ...]
    """In rising order."""
    owed: int
    """The entry since which all of them owe."""
    choice: Choice
    again: bool = False
    """The time is over twice, and still not all agree."""


class Motion(Enum):
    """What those who play can decide together."""

    ADJOURN = "adjourn"
    """To stop for today: all go on another day where they stopped."""
    REMOVE = "remove"
    """To play on without somebody."""
    RETURN = "return"
    """To let a player come back whose seat is lost."""
    STAND_IN = "stand_in"
    """To let a bot play a lost seat."""
    CONTINUE = "continue"
    """To go on at a new table from the last finished deal, without those who are lost: it stands in no log."""


@dataclass(frozen=True, slots=True)
class Agree:
    """A node says that its people want something, too; it is done when all who play want it."""

    motion: Motion
    player: PlayerNumber | None = None
    """Who is to be removed, or whose seat is to be played again."""
    silent: tuple[NodeNumber, ...] = ()
    """In rising order, nodes of which the author hears nothing: they need not be asked whether to stop."""
    withdrawn: bool = False
    """It does not want it any more."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A node offers a bot for a lost seat; node and bot both sign it."""

    player: PlayerNumber
    """Whose seat it was."""
    identity: bytes
    """Ed25519 identity key of the bot."""
    name: str
    bot: str
    """The key of the bot that plays."""
    nonce: bytes
    """32 bytes, for the session."""
    certificate: bytes
    """By the node's key, over `signing.stand_in_bytes`."""
    consent: bytes
    """By the bot's key, over the same bytes."""


@dataclass(frozen=True, slots=True)
class LeftKey:
    """The secret key of one ceremony, given away."""

    ceremony: CeremonyNumber
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves, with its keys of the deal in play: the others take its part off the cards."""

    keys: tuple[LeftKey, ...] = ()
    """In rising order of the ceremonies."""


Payload = (
    Genesis
    | Admit
    | TakeSeat
    | Ready
    | Begin
    | KeyShare
    | Shuffle
    | KeyBackup
    | Complaint
    | OpenedBackup
    | SeatsReady
    | DealStart
    | StockReady
    | CutReady
    | Settled
    | TimeUp
    | Shares
    | Act
    | OpenHand
    | Accuse
    | Closed
    | TermStart
    | Absent
    | Leave
    | Agree
    | StandIn
)
