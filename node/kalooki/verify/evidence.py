"""Evidence: signed bytes that somebody kept because they prove a fault, believed only as far as they prove it."""

from kalooki.codec import MalformedError, decode_entry, decode_message
from kalooki.codec.transcript import Evidence
from kalooki.table.authors import is_authentic
from kalooki.table.log import Entry, LogError
from kalooki.table.machine import HOST
from kalooki.table.replica import Replica
from kalooki.table.state import TableState
from kalooki.table.wellformed import MalformedEntryError, MismatchError, check_entry, is_by_host
from kalooki.verify.replay import Replay
from kalooki.verify.report import Check, Finding


def weigh(evidence: Evidence, replay: Replay) -> Finding | None:
    """Say what evidence proves; None where it only repeats what the log itself has shown."""
    replica, state = replay.replica, replay.state
    if replica is None or state is None:
        return _nothing("there is no table that it could be about")
    try:
        entry = decode_entry(evidence.wire)
    except MalformedError:
        return _weigh_message(evidence, replay, state)
    if not is_by_host(state, entry):
        return _nothing("the host did not sign it")
    if entry.index <= replica.last_index:
        if entry.hash(state.table) == replica.hash_at(entry.index):
            return None
        return _against_host(entry, "fork", "the host signed two entries for one place")
    return _weigh_next(entry, replica, state)


def _weigh_next(entry: Entry, replica: Replica, state: TableState) -> Finding:
    """An entry after the last one, which nobody acknowledged."""
    try:
        check_entry(state, entry, replica.hash_at, replica.digest, set())
    except (MalformedEntryError, MismatchError) as wrong:
        return _against_host(entry, wrong.code, f"the host signed what may not stand in the log: {wrong}")
    except LogError:
        return _nothing("it is about a part of the log that is not here")
    return _nothing("the entry is one that may follow")


def _weigh_message(evidence: Evidence, replay: Replay, state: TableState) -> Finding | None:
    try:
        message = decode_message(evidence.wire)
    except MalformedError as malformed:
        return _nothing(f"it is neither an entry nor a message: {malformed.what}")
    if not is_authentic(state, message):
        return _nothing("its author did not sign it")
    if any(finding.code == evidence.kind and finding.player is not None for finding in replay.findings):
        return None
    return _nothing("the log shows no such fault")


def _nothing(why: str) -> Finding:
    return Finding(Check.EVIDENCE, "no_evidence", f"it proves nothing: {why}")


def _against_host(entry: Entry, code: str, text: str) -> Finding:
    return Finding(Check.EVIDENCE, code, text, entry.index, node=HOST)
