"""Whether an entry may stand in the log: what nobody acknowledges is malformed, what is only refused is void."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from kalooki.table.authors import is_authentic, node_key, signed_part
from kalooki.table.genesis import table_id
from kalooki.table.log import (
    MAX_MESSAGES,
    NO_DIGEST,
    TABLE,
    UNCOUNTED,
    Author,
    ByNode,
    Digest,
    Entry,
    ForkError,
    GapError,
    LogError,
    Message,
    StaleTermError,
    Stream,
    body_bytes,
    entry_signing_bytes,
)
from kalooki.table.machine import first_state
from kalooki.table.payloads import Genesis, NodeNumber, TermStart, TimeUp, Tip, Vote
from kalooki.table.signing import is_signed
from kalooki.table.state import FIRST_TERM, FOUNDER, TableState
from kalooki.table.votes import elect

MAX_BODY = 512 * 1024

HashAt = Callable[[int], Digest]
"""The hash of the entry at an index that is in the log; of index 0, `NO_DIGEST`."""


class UnsignedEntryError(LogError):
    """The host did not sign this: it says nothing about the host."""

    code = "unsigned_entry"


class MalformedEntryError(LogError):
    """The host signed what may not stand in the log: its signature is the proof."""

    code = "malformed_entry"


class NotElectedError(MalformedEntryError):
    """The term of an entry has another host, or none."""

    code = "not_elected"


class MismatchError(LogError):
    """The entry was made in a state that is not ours."""

    code = "mismatch"


def check_entry(
    state: TableState, entry: Entry, hash_at: HashAt, digest: Digest, signed: AbstractSet[bytes] = frozenset()
) -> None:
    """Say whether an entry may follow `state`, whose digest is `digest`; what is in `signed` was found authentic.

    Raises:
        UnsignedEntryError: The host's signature is missing.
        GapError: Entries before it are missing.
        ForkError: It continues another log.
        StaleTermError: Its term is over.
        MalformedEntryError: It may stand in no log.
        MismatchError: Its state digest is not ours, and all else is right.
    """
    if entry.wire not in signed and not is_by_host(state, entry):
        raise UnsignedEntryError("the host did not sign the entry")
    if entry.index > state.index + 1:
        raise GapError(f"entry {entry.index} comes before entry {state.index + 1}")
    if entry.index <= state.index or entry.previous != hash_at(entry.index - 1):
        raise ForkError(f"entry {entry.index} continues another log")
    if entry.term < state.term:
        raise StaleTermError(f"term {entry.term} is over")
    _check_body(entry)
    if len(entry.messages) > 1 and any(isinstance(message.payload, TimeUp) for message in entry.messages):
        raise MalformedEntryError("that a limit is over is said in an entry of its own")
    _check_term(state, entry, hash_at)
    _check_messages(state, entry, hash_at, signed)
    if entry.state_before != digest:
        raise MismatchError(f"entry {entry.index} was made in another state")


def check_first(table: Digest, entry: Entry) -> TableState:
    """Say whether an entry may begin the log of this table, and return the state before it.

    Raises:
        MalformedEntryError: It is no genesis of this table.
        GenesisError: It is, but this node cannot play at the table.
    """
    message = entry.messages[0]
    if not isinstance(message.payload, Genesis) or len(entry.messages) != 1 or entry.index != 1:
        raise MalformedEntryError("a log begins with a genesis alone")
    if table_id(message.payload_bytes) != table:
        raise MalformedEntryError("the genesis is another table's")
    state = first_state(message, message.payload)
    if (entry.previous, entry.state_before) != (NO_DIGEST, NO_DIGEST) or (message.author, message.stream) != (
        ByNode(FOUNDER),
        TABLE,
    ):
        raise MalformedEntryError("nothing comes before the genesis, and the founder says it")
    founder = message.payload.founder
    if not is_signed(founder, signed_part(table, message), message.signature):
        raise MalformedEntryError("the founder did not sign the genesis")
    if not is_by_host(state, entry):
        raise UnsignedEntryError("the founder did not sign the first entry")
    if entry.term != FIRST_TERM:
        raise MalformedEntryError("the founder hosts the first term")
    _check_body(entry)
    _check_counters(state, entry)
    return state


def is_by_host(state: TableState, entry: Entry) -> bool:
    """Say whether an entry is signed by who may sign it: the host, or who says that a new term begins with it."""
    return is_by(state, host_of(state, entry), entry)


def host_of(state: TableState, entry: Entry) -> NodeNumber:
    """Return whose signature an entry after this state must bear."""
    match entry.messages:
        case (Message(author=ByNode(node), payload=TermStart()), *_) if entry.term > state.term:
            return node
        case _:
            return state.host


def is_by(state: TableState, node: NodeNumber, entry: Entry) -> bool:
    """Say whether a node signed an entry."""
    key = node_key(state, node)
    return key is not None and is_signed(key, entry_signing_bytes(state.table, entry), entry.signature)


def check_message(state: TableState, message: Message, hash_at: HashAt, signed: AbstractSet[bytes]) -> None:
    """Say whether a message may stand in the next entry, its counter apart.

    Raises:
        MalformedEntryError: Its author is unknown or did not sign it, or it was made in another log.
    """
    if message.wire not in signed and not is_authentic(state, message):
        raise MalformedEntryError("a message is not signed by its author")
    if message.known_index > state.index or message.known_hash != hash_at(message.known_index):
        raise MalformedEntryError("a message was made in another log")
    if isinstance(message.payload, Genesis):
        raise MalformedEntryError("a genesis stands in the first entry only")


def _check_term(state: TableState, entry: Entry, hash_at: HashAt) -> None:
    """A term begins with the votes for its host, and nothing else does."""
    begins = entry.term > state.term
    starts = [isinstance(message.payload, TermStart) for message in entry.messages]
    if starts[0] != begins or any(starts[1:]):
        raise NotElectedError("a term begins with the votes for its host, and votes stand nowhere else")
    start, host = entry.messages[0].payload, host_of(state, entry)
    if not isinstance(start, TermStart):
        return
    tip = Tip(state.term, state.index, hash_at(state.index))
    wanted = Vote(host, entry.term, host, tip, trial=False, signature=b"")
    if start.term != entry.term or not elect(state.table, state.electors(), start.votes, wanted):
        raise NotElectedError("nobody was elected for this term")


def _check_body(entry: Entry) -> None:
    if not 1 <= len(entry.messages) <= MAX_MESSAGES or len(entry.body) > MAX_BODY:
        raise MalformedEntryError(f"an entry holds 1 to {MAX_MESSAGES} messages in {MAX_BODY} bytes")
    if entry.body != body_bytes(tuple(message.wire for message in entry.messages)):
        raise MalformedEntryError("the body is not its messages")


def _check_messages(state: TableState, entry: Entry, hash_at: HashAt, signed: AbstractSet[bytes]) -> None:
    for message in entry.messages:
        check_message(state, message, hash_at, signed)
    _check_counters(state, entry)


def _check_counters(state: TableState, entry: Entry) -> None:
    highest: dict[tuple[Author, Stream], int] = {}
    for message in entry.messages:
        key = (message.author, message.stream)
        if isinstance(message.payload, UNCOUNTED):
            if message.counter != 0:
                raise MalformedEntryError("shares and votes have no counter")
        elif message.counter <= highest.get(key, state.counters.get(key, 0)):
            raise MalformedEntryError("a counter does not rise")
        else:
            highest[key] = message.counter
