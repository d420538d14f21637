"""Evidence: signed bytes that somebody kept because they prove a fault, believed only as far as they prove it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kalooki.codec import MalformedError, decode_entry, decode_message
from kalooki.codec.transcript import Evidence
from kalooki.table.authors import is_authentic
from kalooki.table.log import ByNode, ByPlayer, Digest, Entry, LogError, Message
from kalooki.table.machine import HOST
from kalooki.table.payloads import Shares
from kalooki.table.pool import said
from kalooki.table.replica import Replica
from kalooki.table.state import TableState
from kalooki.table.wellformed import MalformedEntryError, MismatchError, check_entry, is_by_host
from kalooki.verify.replay import Replay
from kalooki.verify.report import Check, Finding


@dataclass(frozen=True, slots=True)
class Weighed:
    """What evidence says: each thing once."""

    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    """Why evidence proves nothing. That is no fault of the log: anybody can put such bytes in."""


def weigh(evidence: Sequence[Evidence], replay: Replay) -> Weighed:
    """Say what evidence proves; what only repeats what the log has shown adds nothing."""
    replica, state = replay.replica, replay.state
    if replica is None or state is None:
        return Weighed(notes=(_nothing("there is no table that it could be about"),)) if evidence else Weighed()
    entries, messages, found = _sorted(evidence)
    found += _weigh_entries(entries, replica, state)
    found += _weigh_messages(messages, replay, replica, state)
    return Weighed(
        tuple(dict.fromkeys(one for one in found if isinstance(one, Finding))),
        tuple(dict.fromkeys(one for one in found if isinstance(one, str))),
    )


def _sorted(evidence: Iterable[Evidence]) -> tuple[list[Entry], list[tuple[str, Message]], list[Finding | str]]:
    entries: list[Entry] = []
    messages: list[tuple[str, Message]] = []
    strange: list[Finding | str] = []
    for one in evidence:
        try:
            entries.append(decode_entry(one.wire))
        except MalformedError:
            try:
                messages.append((one.kind, decode_message(one.wire)))
            except MalformedError:
                strange.append(_nothing("it is neither an entry nor a message"))
    return entries, messages, strange


# --- entries ----------------------------------------------------------------------------------------------------------


def _weigh_entries(entries: Sequence[Entry], replica: Replica, state: TableState) -> Iterator[Finding | str]:
    """Hold entries against each other first: two for one place prove a fork wherever the log ends."""
    signed: dict[tuple[int, int], dict[Digest, Entry]] = {}
    for entry in entries:
        if is_by_host(state, entry):
            signed.setdefault((entry.term, entry.index), {})[entry.hash(state.table)] = entry
        else:
            yield _nothing("the host did not sign it")
    for twins in signed.values():
        entry = next(iter(twins.values()))
        finding = _forked(entry) if len(twins) > 1 else _weigh_entry(entry, replica, state)
        if finding is not None:
            yield finding


def _weigh_entry(entry: Entry, replica: Replica, state: TableState) -> Finding | str | None:
    if entry.index > replica.last_index:
        return _weigh_next(entry, replica, state)
    if entry.hash(state.table) == replica.hash_at(entry.index):
        return None
    return _forked(entry)


def _weigh_next(entry: Entry, replica: Replica, state: TableState) -> Finding | str:
    """An entry after the last one, which nobody acknowledged."""
    try:
        check_entry(state, entry, replica.hash_at, replica.digest)
    except (MalformedEntryError, MismatchError) as wrong:
        return _against_host(entry, wrong.code, f"the host signed what may not stand in the log: {wrong}")
    except LogError:
        return _nothing("it is about a part of the log that is not here")
    return _nothing("the entry is one that may follow")


def _forked(entry: Entry) -> Finding:
    return _against_host(entry, "fork", "the host signed two entries for one place")


def _against_host(entry: Entry, code: str, text: str) -> Finding:
    return Finding(Check.EVIDENCE, code, text, entry.index, node=HOST)


# --- messages ---------------------------------------------------------------------------------------------------------


def _weigh_messages(
    messages: Sequence[tuple[str, Message]], replay: Replay, replica: Replica, state: TableState
) -> list[Finding | str]:
    signed = [message for _, message in messages if is_authentic(state, message)]
    logged = [message for entry in replica.entries for message in entry.messages] if signed else []
    faults = {finding.code for finding in replay.findings if finding.player is not None}
    found: list[Finding | str] = []
    for kind, message in messages:
        if message not in signed:
            found.append(_nothing("its author did not sign it"))
        elif any(_is_double(message, other) for other in (*signed, *logged)):
            found.append(_against_author(message))
        elif kind not in faults:
            found.append(_nothing("the log shows no such fault"))
    return found


def _is_double(one: Message, other: Message) -> bool:
    """Say whether an author has used one counter for two messages; Shares have none."""
    if isinstance(one.payload, Shares) or isinstance(other.payload, Shares):
        return False
    place = (one.author, one.stream, one.counter)
    return place == (other.author, other.stream, other.counter) and said(one) != said(other)


def _against_author(message: Message) -> Finding:
    text = f"two messages with counter {message.counter} in one stream"
    match message.author:
        case ByPlayer(player):
            return Finding(Check.EVIDENCE, "double_message", text, player=player)
        case ByNode(node):
            return Finding(Check.EVIDENCE, "double_message", text, node=node)


def _nothing(why: str) -> str:
    return f"evidence that proves nothing: {why}"
