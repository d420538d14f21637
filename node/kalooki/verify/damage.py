"""Where a file is damaged. It is only located: a file that is not as it was closed says nothing about anybody."""

from collections.abc import Sequence

from kalooki.table.genesis import table_id
from kalooki.table.log import NO_DIGEST, Entry, entry_signing_bytes
from kalooki.table.payloads import Genesis
from kalooki.table.signing import is_signed
from kalooki.verify.report import Check, Finding


def locate(entries: Sequence[Entry]) -> list[Finding]:
    """Name the first entry that is not as the host signed it; none where the damage lies in no entry."""
    if not entries:
        return []
    first = entries[0].messages[0]
    if not isinstance(first.payload, Genesis):
        return [Finding(Check.CHAIN, "no_genesis", "a log begins with a genesis", entries[0].index)]
    table, previous = table_id(first.payload_bytes), NO_DIGEST
    for place, entry in enumerate(entries, 1):
        if not is_signed(first.payload.founder, entry_signing_bytes(table, entry), entry.signature):
            text = f"entry {place} is not as the host signed it"
            return [Finding(Check.SIGNATURES, "unsigned_entry", text, place)]
        if (entry.index, entry.previous) != (place, previous):
            return [Finding(Check.CHAIN, "fork", f"entry {place} does not follow the one before it", place)]
        previous = entry.hash(table)
    return []
