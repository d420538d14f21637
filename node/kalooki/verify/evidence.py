"""Evidence: signed bytes that somebody kept because they prove a fault, believed only as far as they prove it."""

from collections.abc import Iterable, Sequence

from kalooki.codec import MalformedError, decode_entry, decode_message
from kalooki.codec.transcript import Evidence
from kalooki.table.authors import is_authentic
from kalooki.table.log import ByNode, ByPlayer, Entry, LogError, Message
from kalooki.table.machine import HOST
from kalooki.table.payloads import Shares
from kalooki.table.replica import Replica
from kalooki.table.state import TableState
from kalooki.table.wellformed import MalformedEntryError, MismatchError, check_entry, is_by_host
from kalooki.verify.replay import Replay
from kalooki.verify.report import Check, Finding


def weigh(evidence: Sequence[Evidence], replay: Replay) -> list[Finding]:
    """Say what evidence proves, each thing once; what only repeats what the log has shown adds nothing."""
    replica, state = replay.replica, replay.state
    if replica is None or state is None:
        return [_nothing("there is no table that it could be about")] if evidence else []
    entries, messages, found = _sorted(evidence)
    found += [finding for entry in entries if (finding := _weigh_entry(entry, replica, state)) is not None]
    found += _weigh_messages(messages, replay, replica, state)
    return list(dict.fromkeys(found))


def _sorted(evidence: Iterable[Evidence]) -> tuple[list[Entry], list[tuple[str, Message]], list[Finding]]:
    entries: list[Entry] = []
    messages: list[tuple[str, Message]] = []
    strange: list[Finding] = []
    for one in evidence:
        try:
            entries.append(decode_entry(one.wire))
        except MalformedError:
            try:
                messages.append((one.kind, decode_message(one.wire)))
            except MalformedError as malformed:
                strange.append(_nothing(f"it is neither an entry nor a message: {malformed.what}"))
    return entries, messages, strange


# --- entries ----------------------------------------------------------------------------------------------------------


def _weigh_entry(entry: Entry, replica: Replica, state: TableState) -> Finding | None:
    if not is_by_host(state, entry):
        return _nothing("the host did not sign it")
    if entry.index > replica.last_index:
        return _weigh_next(entry, replica, state)
    if entry.hash(state.table) == replica.hash_at(entry.index):
        return None
    return _against_host(entry, "fork", "the host signed two entries for one place")


def _weigh_next(entry: Entry, replica: Replica, state: TableState) -> Finding:
    """An entry after the last one, which nobody acknowledged."""
    try:
        check_entry(state, entry, replica.hash_at, replica.digest)
    except (MalformedEntryError, MismatchError) as wrong:
        return _against_host(entry, wrong.code, f"the host signed what may not stand in the log: {wrong}")
    except LogError:
        return _nothing("it is about a part of the log that is not here")
    return _nothing("the entry is one that may follow")


def _against_host(entry: Entry, code: str, text: str) -> Finding:
    return Finding(Check.EVIDENCE, code, text, entry.index, node=HOST)


# --- messages ---------------------------------------------------------------------------------------------------------


def _weigh_messages(
    messages: Sequence[tuple[str, Message]], replay: Replay, replica: Replica, state: TableState
) -> list[Finding]:
    signed = [message for _, message in messages if is_authentic(state, message)]
    logged = [message for entry in replica.entries for message in entry.messages] if signed else []
    faults = {finding.code for finding in replay.findings if finding.player is not None}
    found = []
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
    return place == (other.author, other.stream, other.counter) and _said(one) != _said(other)


def _said(message: Message) -> tuple[object, ...]:
    """All that an author signs besides the place of the message."""
    return message.move, message.known_index, message.known_hash, message.payload_bytes


def _against_author(message: Message) -> Finding:
    text = f"two messages with counter {message.counter} in one stream"
    match message.author:
        case ByPlayer(player):
            return Finding(Check.EVIDENCE, "double_message", text, player=player)
        case ByNode(node):
            return Finding(Check.EVIDENCE, "double_message", text, node=node)


def _nothing(why: str) -> Finding:
    return Finding(Check.EVIDENCE, "no_evidence", f"it proves nothing: {why}")
