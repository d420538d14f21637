"""The signed, hash-chained log: messages, entries, acknowledgements, and the bytes that are hashed and signed."""

from dataclasses import dataclass
from typing import ClassVar, NewType

from kalooki.table.hashing import framed, hash32, u8, u32, u64
from kalooki.table.payloads import NodeNumber, Payload, PlayerNumber, Shares, TermStart

Digest = NewType("Digest", bytes)
"""32 bytes: hash32 of something framed."""

NO_DIGEST = Digest(bytes(32))
"""Stands before the first entry."""

UNCOUNTED = Shares | TermStart
"""What has no counter: its name is the entry that owes it, or the term that it begins."""

MAX_MESSAGES = 32
"""How many messages one entry may hold; at least one."""


class LogError(Exception):
    """Something does not follow the log."""

    code: ClassVar[str] = "log"


class GapError(LogError):
    """An entry comes too early: those before it are missing."""

    code: ClassVar[str] = "gap"


class ForkError(LogError):
    """An entry contradicts one that stands at its index."""

    code: ClassVar[str] = "fork"


class StaleTermError(LogError):
    """An entry of a term that is over."""

    code: ClassVar[str] = "stale_term"


@dataclass(frozen=True, slots=True)
class Stream:
    """What a counter counts in: the table (0, 0), or one attempt at one deal."""

    deal: int
    attempt: int


TABLE = Stream(0, 0)


@dataclass(frozen=True, slots=True)
class ByNode:
    """A node is the author."""

    node: NodeNumber


@dataclass(frozen=True, slots=True)
class ByPlayer:
    """A player is the author."""

    player: PlayerNumber


Author = ByNode | ByPlayer


def author_bytes(author: Author) -> bytes:
    """u8 kind (0 node, 1 player), u8 number."""
    match author:
        case ByNode(node):
            return u8(0) + u8(node)
        case ByPlayer(player):
            return u8(1) + u8(player)


@dataclass(frozen=True, slots=True)
class Message:
    """One signed message: its fields, its payload as bytes and as a value, and the whole as received.

    Only `codec` makes one from bytes; `node` makes its own with the `encode` that it was given.
    """

    author: Author
    stream: Stream
    move: int
    """For an action: the `move` it was chosen for. Else 0."""
    counter: int
    """Per author and stream, strictly increasing, gaps allowed; 0 for what has none."""
    known_index: int
    """The newest entry that the author had: what it says is about the log up to there."""
    known_hash: Digest
    payload: Payload
    payload_bytes: bytes
    signature: bytes
    wire: bytes
    """The message as received: what an entry carries and what is resent."""


def message_signing_bytes(  # noqa: PLR0913, PLR0917 - these are the fields of the format
    table: Digest,
    author: Author,
    stream: Stream,
    move: int,
    counter: int,
    known_index: int,
    known_hash: Digest,
    payload: bytes,
) -> bytes:
    """What the author of a message signs."""
    return framed(
        "/message/",
        table,
        author_bytes(author),
        u32(stream.deal) + u32(stream.attempt),
        u64(move),
        u64(counter),
        u64(known_index),
        known_hash,
        payload,
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing with a place in the log: 1-32 messages, ordered and signed by the host of its term."""

    term: int
    index: int
    previous: Digest
    state_before: Digest
    """Digest of the state text before this entry."""
    body: bytes
    """The messages as the host framed them; never serialised again."""
    messages: tuple[Message, ...]
    signature: bytes
    """By the host's node key, over `entry_signing_bytes`."""
    wire: bytes

    def hash(self, table: Digest) -> Digest:
        """The hash that chains, and that acknowledgements name."""
        return Digest(hash32(entry_signing_bytes(table, self)))


def body_bytes(messages: tuple[bytes, ...]) -> bytes:
    """An entry's body: u32 count, then each message as u32 length and bytes."""
    return u32(len(messages)) + b"".join(u32(len(wire)) + wire for wire in messages)


def entry_signing_bytes(table: Digest, entry: Entry) -> bytes:
    """What the host signs."""
    return framed("/entry/", table, u64(entry.term), u64(entry.index), entry.previous, entry.state_before, entry.body)


@dataclass(frozen=True, slots=True)
class Ack:
    """A node has this entry, and all before it, on disk. Covers the whole prefix."""

    node: NodeNumber
    term: int
    """The term that the node is in."""
    index: int
    hash: Digest
    signature: bytes


def ack_signing_bytes(table: Digest, term: int, index: int, digest: Digest) -> bytes:
    """What a node signs to acknowledge."""
    return framed("/ack/", table, u64(term), u64(index), digest)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A quorum's acknowledgements of one entry, all of one term that is also the entry's own."""

    index: int
    hash: Digest
    acks: tuple[Ack, ...]
