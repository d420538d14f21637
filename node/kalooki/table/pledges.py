"""Who has signed which draft of a table that goes on from this one: two of one number are proof against who did so."""

from collections.abc import Iterator

from kalooki.table.authors import signed_part
from kalooki.table.continued import Continuation
from kalooki.table.continuing import pledge_of, signers
from kalooki.table.genesis import table_id
from kalooki.table.log import ByNode, Message
from kalooki.table.payloads import Genesis
from kalooki.table.signing import is_signed
from kalooki.table.state import FOUNDER

DOUBLE_DRAFT = "double_draft"
"""The word for that evidence."""

DOUBLE_OPENING = "double_opening"
"""The word for who has opened two tables that go on from one: nobody who opens one drafts another."""

OTHER_TABLE = "other_table"
"""The word for the first message of another table that goes on from the same one: alone it proves no fault."""

MOST_KEPT = 256
"""Signatures that are remembered; who drafts without end is not convicted of what is older."""


def founded(message: Message) -> tuple[Genesis, Continuation] | None:
    """Return with what somebody has opened a table that goes on from another, if he has signed it."""
    genesis = message.payload
    if not isinstance(genesis, Genesis) or genesis.continues is None or message.author != ByNode(FOUNDER):
        return None
    said = signed_part(table_id(message.payload_bytes), message)
    return (genesis, genesis.continues) if is_signed(genesis.founder, said, message.signature) else None


def in_both(ours: Genesis, other: Genesis) -> tuple[bytes, ...]:
    """Return who has signed two tables that go on from one under one number, which nobody honest does."""
    mine, theirs = ours.continues, other.continues
    assert mine is not None and theirs is not None, "both go on from another table"  # noqa: PT018
    if mine.attempt != theirs.attempt or pledge_of(ours, mine) == pledge_of(other, theirs):
        return ()
    also = signers(other, theirs)
    return tuple(identity for identity in signers(ours, mine) if identity in also)


class Drafters:
    """What each node has signed, as far as it was heard."""

    def __init__(self) -> None:
        self._signed: dict[tuple[bytes, int], tuple[bytes, Genesis]] = {}
        """By who and which number: what, and a draft that shows it."""

    def note(self, draft: Genesis, old: Continuation) -> Iterator[tuple[bytes, Genesis]]:
        """Remember the signatures of a draft; return who has signed another one of that number, and that one."""
        digest = pledge_of(draft, old).digest
        for identity in signers(draft, old):
            before = self._signed.setdefault((identity, old.attempt), (digest, draft))
            if before[0] != digest:
                yield identity, before[1]
        while len(self._signed) > MOST_KEPT:
            del self._signed[next(iter(self._signed))]
