"""Who has signed which draft of a table that goes on from this one: two of one number are proof against who did so."""

from collections.abc import Iterator

from kalooki.table.continued import Continuation
from kalooki.table.continuing import pledge_of, signers
from kalooki.table.payloads import Genesis

DOUBLE_DRAFT = "double_draft"
"""The word for that evidence."""

MOST_KEPT = 256
"""Signatures that are remembered; who drafts without end is not convicted of what is older."""


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
