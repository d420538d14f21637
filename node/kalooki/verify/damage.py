"""Where a file is damaged. It is only located: a file that is not as it was closed says nothing about anybody."""

from collections.abc import Sequence

from kalooki.table.genesis import table_id
from kalooki.table.log import NO_DIGEST, ByNode, Entry, Message, entry_signing_bytes
from kalooki.table.payloads import Admit, Genesis, TermStart
from kalooki.table.signing import is_signed
from kalooki.verify.report import Check, Finding
from kalooki.worded import Worded


def locate(entries: Sequence[Entry]) -> list[Finding]:
    """Name the first entry that is not as the host signed it; none where the damage lies in no entry."""
    if not entries:
        return []
    first = entries[0].messages[0]
    if not isinstance(first.payload, Genesis):
        return [Finding(Check.CHAIN, "no_genesis", Worded("a log begins with a genesis"), entries[0].index)]
    table, previous = table_id(first.payload_bytes), NO_DIGEST
    term, host, nodes = entries[0].term, first.payload.founder, [first.payload.founder]
    for place, entry in enumerate(entries, 1):
        match entry.messages[0]:
            case Message(author=ByNode(node), payload=TermStart()) if entry.term > term and node < len(nodes):
                term, host = entry.term, nodes[node]
            case _:
                pass
        admitted = [each.payload.identity for each in entry.messages if isinstance(each.payload, Admit)]
        nodes += [identity for identity in admitted if identity not in nodes]
        if not is_signed(host, entry_signing_bytes(table, entry), entry.signature):
            text = Worded("entry {place} is not as the host signed it", place=place)
            return [Finding(Check.SIGNATURES, "unsigned_entry", text, place)]
        if (entry.index, entry.previous) != (place, previous):
            text = Worded("entry {place} does not follow the one before it", place=place)
            return [Finding(Check.CHAIN, "fork", text, place)]
        previous = entry.hash(table)
    return []
