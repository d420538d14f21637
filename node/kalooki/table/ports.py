"""What reaches a node and what it asks of the shell: the ports of `Node.step` (architecture, "Words")."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kalooki.rules.actions import Action
from kalooki.table.continued import Pledge
from kalooki.table.log import Ack, Author, Digest, Entry, Message, Stream
from kalooki.table.payloads import Admit, Choice, Genesis, Motion, NodeNumber, Payload, PlayerNumber, Tip, Vote

# --- packets: what nodes send each other -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MessagePacket:
    """A signed message, new or resent, its own or relayed."""

    message: Message


@dataclass(frozen=True, slots=True)
class EntryPacket:
    """An entry from the host, or relayed; `committed`: the newest that the sender knows to be committed (a hint)."""

    entry: Entry
    committed: int


@dataclass(frozen=True, slots=True)
class AckPacket:
    """An acknowledgement."""

    ack: Ack


@dataclass(frozen=True, slots=True)
class Want:
    """Asks for the entries from `from_index` on; answered in pages of EntryPackets."""

    from_index: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """My state before entry `index` has another digest: play pauses."""

    index: int
    digest: Digest


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The host is there: its term, its last index, so that a gap is noticed, and the votes that made it host."""

    term: int
    last_index: int
    votes: tuple[Vote, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """The sender stands for host of a term with this log; without `trials` it only asks who would vote for it."""

    term: int
    tip: Tip
    trials: tuple[Vote, ...] = ()
    """The trial votes of a quorum: without them nobody enters the term."""


@dataclass(frozen=True, slots=True)
class VotePacket:
    """A vote, or a trial vote."""

    vote: Vote


@dataclass(frozen=True, slots=True)
class Heard:
    """The sender is in this term: its answer to a heartbeat of it, or to who stands for or hosts one that is over."""

    term: int
    proof: tuple[Vote, ...] = ()
    """The votes, or trial votes, of a quorum for it."""


@dataclass(frozen=True, slots=True)
class Recovering:
    """The sender has lost the end of its log, and asks how far the others' go."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """How far the sender's log goes, and in which term it is: for whoever asked with this nonce."""

    nonce: bytes
    term: int
    tip: Tip


@dataclass(frozen=True, slots=True)
class GoOn:
    """The genesis of a table that is to go on from this one, with the signatures that the sender knows."""

    genesis: Genesis
    is_open: bool = False
    """The sender founds it, and has opened it."""
    attempt: int = 0
    """The newest attempt that the sender has signed."""
    wants: bool = False
    """The sender's people want to go on, or have no say in it."""


Packet = (
    MessagePacket
    | EntryPacket
    | AckPacket
    | Want
    | Mismatch
    | Heartbeat
    | Stand
    | VotePacket
    | Heard
    | Recovering
    | Head
    | GoOn
)

# --- inputs -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Received:
    """A packet came from an authenticated peer."""

    peer: NodeNumber
    packet: Packet


@dataclass(frozen=True, slots=True)
class PeerUp:
    """A peer's link stands: ask for what is missing, resend what is not committed."""

    peer: NodeNumber


@dataclass(frozen=True, slots=True)
class PeerDown:
    """A peer's link fell."""

    peer: NodeNumber


@dataclass(frozen=True, slots=True)
class Met:
    """A member answers from another table."""

    peer: NodeNumber
    message: Message
    """The first one of that table's log, with its genesis."""


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passed; monotonic milliseconds."""

    now: int


@dataclass(frozen=True, slots=True)
class ProofReady:
    """A long proof or verification that `Prove` asked for is done; `result` is what the job's `run` returned."""

    job: int
    result: object


@dataclass(frozen=True, slots=True)
class Admitted:
    """The shell let a node in (host only): order its `Admit`."""

    admit: Admit


@dataclass(frozen=True, slots=True)
class PlayAction:
    """A player's action, chosen for `move`."""

    move: int
    action: Action


@dataclass(frozen=True, slots=True)
class GetReady:
    """The player is ready: for the seat draw (0) or for this deal."""

    deal: int


@dataclass(frozen=True, slots=True)
class BeginGame:
    """The founder closes the lobby."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The host closes the table."""

    reason: str


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """The player leaves for good."""


@dataclass(frozen=True, slots=True)
class ChooseAbsent:
    """What is to become of those who are missed."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Propose:
    """The player wants all to decide something, or wants it no more."""

    motion: Motion
    player: PlayerNumber | None = None
    """Whom it is about."""
    withdrawn: bool = False
    bot: str = ""
    """Which bot would play a lost seat, if this node is the first to offer one."""


Command = PlayAction | GetReady | BeginGame | CloseTable | LeaveTable | ChooseAbsent | Propose


@dataclass(frozen=True, slots=True)
class Submitted:
    """A command of one of this node's own players. The same id gets the same answer, also after a restart."""

    player: PlayerNumber
    command_id: str
    command: Command


Input = Received | PeerUp | PeerDown | Met | Ticked | ProofReady | Admitted | Submitted

# --- outputs ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PutEntry:
    """Keep an accepted entry; `hash` is its hash."""

    entry: Entry
    hash: Digest


@dataclass(frozen=True, slots=True)
class PutAck:
    """Keep an acknowledgement (own ones always; others' when they make a certificate)."""

    ack: Ack


@dataclass(frozen=True, slots=True)
class PutOwn:
    """Keep a message that this node signed, to be resent as the same bytes. The counters follow from these."""

    key: str
    wire: bytes


@dataclass(frozen=True, slots=True)
class PutSecret:
    """Keep a secret of the running deal under its key (0600, overwritten when dropped)."""

    key: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class DropSecret:
    """Overwrite and forget a secret."""

    key: str


@dataclass(frozen=True, slots=True)
class PutOutcome:
    """Keep the outcome of a command: `code` is empty where it took effect."""

    player: PlayerNumber
    command_id: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class PutEvidence:
    """Keep what proves a fault: signed bytes and a word for the kind."""

    kind: str
    wire: bytes


@dataclass(frozen=True, slots=True)
class PutBallot:
    """Keep the term that we are in, our vote in it, and what proves the term; only the newest counts."""

    term: int
    vote: Vote | None
    proof: tuple[Vote, ...]


@dataclass(frozen=True, slots=True)
class PutRecovered:
    """Keep that nothing is missing any more of what was lost; in no term up to this do we vote or host anew."""

    term: int


@dataclass(frozen=True, slots=True)
class PutOffice:
    """Keep that we host a term, and that others may have entries of ours which the end of this computer would lose.

    After such an end we do not host that term any more; after any other, all that we sent is here.
    """

    term: int


@dataclass(frozen=True, slots=True)
class PutPledge:
    """Keep which draft of a table that goes on from this one we have signed; only the newest counts."""

    pledge: Pledge


@dataclass(frozen=True, slots=True)
class PutOpened:
    """Keep with which genesis we have left this table for the one that goes on from it: we open, and sign, no other."""

    genesis: Genesis


@dataclass(frozen=True, slots=True)
class PutOutlaws:
    """Keep of which nodes there is proof that they lie; only the newest counts."""

    nodes: tuple[NodeNumber, ...]
    twin: int
    """The first entry of ours of which a host has signed another one; 0: there is none."""


Record = (
    PutEntry
    | PutAck
    | PutOwn
    | PutSecret
    | DropSecret
    | PutOutcome
    | PutEvidence
    | PutBallot
    | PutRecovered
    | PutOffice
    | PutPledge
    | PutOpened
    | PutOutlaws
)


@dataclass(frozen=True, slots=True)
class Persist:
    """Write these in one transaction, and only then carry out the outputs that follow."""

    records: tuple[Record, ...]
    to_disk: bool = True
    """Whether they must be on the disk itself; else it is enough that the end of this process does not lose them."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send a packet to one node, or (to None) to all other members."""

    to: NodeNumber | None
    packet: Packet


@dataclass(frozen=True, slots=True)
class Prove:
    """Run `work` in a worker thread and hand its result back as ProofReady(job, result)."""

    job: int
    work: Callable[[], object]
    """Pure and closed over its own 64 fresh bytes; must not touch the node."""
    is_urgent: bool = True
    """Whether the table stands still until it is done; what is made ahead gives way to everything else."""


@dataclass(frozen=True, slots=True)
class Publish:
    """Committed things changed: `events` for people, in order; views and status are read from the node."""

    events: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command of one of our own players."""

    player: PlayerNumber
    command_id: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Report:
    """Something that people should know: a peer's fault, a pause, a dropped tail."""

    code: str
    detail: str
    player: PlayerNumber | None = None
    node: NodeNumber | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """All who go on have signed: this table is at its end, and the shell makes ready for the one of this genesis."""

    genesis: Genesis


Output = Opened | Persist | Send | Prove | Publish | Answer | Report

# --- functions that the shell hands in ------------------------------------------------------------------------------

Encode = Callable[[Payload], bytes]
"""A payload's bytes, made once (codec)."""

Seal = Callable[[Author, Stream, int, int, int, Digest, bytes, bytes], bytes]
"""A message's wire bytes from its fields, payload bytes and signature (codec)."""

Unseal = Callable[[bytes], Message | None]
"""A message from its wire bytes, None where they are malformed (codec): for copies and one's own stored messages."""

SealEntry = Callable[[Entry], bytes]
"""An entry's wire bytes from its fields; its `wire` is still empty then (codec)."""

SealVote = Callable[[Vote], bytes]
"""A vote's wire bytes (codec): what is kept as evidence."""
