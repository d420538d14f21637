"""What a node is built from: its keys, its players, and the functions that the shell hands in."""

from dataclasses import dataclass, field

from kalooki.fair.group import Group
from kalooki.table.continued import NO_PLEDGE, Pledge
from kalooki.table.election import Ballot, Timing
from kalooki.table.log import Ack, Entry, Message
from kalooki.table.payloads import Genesis, NodeNumber, PlayerNumber
from kalooki.table.ports import Encode, Seal, SealEntry, SealVote, Unseal
from kalooki.table.proving import HONEST, Prover


@dataclass(frozen=True, slots=True)
class PlayerConfig:
    """One player of this node."""

    key: bytes = field(repr=False)
    """Ed25519 identity key, the 32 secret bytes."""
    name: str
    bot: str = ""
    """The key of the bot that plays, or empty for a person."""


@dataclass(frozen=True, slots=True)
class NodeConfig:
    """Who this node is, and for whom it plays."""

    key: bytes = field(repr=False)
    """Ed25519 identity key of the node, the 32 secret bytes."""
    tls_certificate: bytes
    """DER."""
    players: tuple[PlayerConfig, ...]
    vote: bool = True
    timing: Timing = field(default_factory=Timing)


@dataclass(frozen=True, slots=True)
class Founding:
    """What the founder decides; the node adds protocol, versions, digest and chance."""

    variant: str
    options: tuple[tuple[str, str], ...] = ()
    title: str = ""
    bots_vote: bool = False
    seats: int = 4
    answer_ms: int = 15_000
    buy_in_ms: int = 120_000
    turn_ms: int = 0
    grace_ms: int = 60_000
    bank_ms: int = 0
    plays_on: bool = True
    silence_ms: int = 0
    begins_when_full: bool = False


@dataclass(frozen=True, slots=True)
class Tools:
    """Functions from above that a node needs, and its group."""

    encode: Encode
    seal: Seal
    unseal: Unseal
    seal_entry: SealEntry
    seal_vote: SealVote
    group: Group
    prover: Prover = HONEST


@dataclass(frozen=True, slots=True)
class Restored:
    """Everything that `Persist` ever wrote and that was not dropped, in the order of writing."""

    entries: tuple[Entry, ...]
    acks: tuple[Ack, ...] = ()
    own: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    """(key, wire) of `PutOwn`; the last one of a key counts."""
    secrets: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    outcomes: tuple[tuple[PlayerNumber, str, str, str], ...] = ()
    """(player, command id, code, detail)."""
    ballot: Ballot = field(default_factory=Ballot)
    is_torn: bool = False
    """The end was lost, and not all of it is known to be here again."""
    losses: int = 0
    """How often this node started so: its counters go on beyond all that it may have used."""
    sworn: int = 0
    """In no term up to this does it vote or host anew: it may have done so, and lost it; 0: nothing was lost."""
    evidence: tuple[str, ...] = ()
    """The words for what proved faults."""
    pledge: Pledge = NO_PLEDGE
    """The newest draft of a table that goes on from this one which this node has signed."""
    opened: Genesis | None = None
    """With what it has left for that table."""
    outlaws: tuple[NodeNumber, ...] = ()
    """Who is proven to lie."""
    twin: int = 0
    """The first entry of its log of which a host has signed another one; 0: there is none."""
    others: tuple[Message, ...] = ()
    """The first messages of other tables that go on from the same one as this."""
