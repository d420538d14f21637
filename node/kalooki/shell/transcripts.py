"""Keeps the table's transcript as a file, rewritten when a deal ends, the table closes or the node stops."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

from kalooki.codec import MalformedError, decode_ack, encode_ack
from kalooki.codec.limits import MAX_BRANCH
from kalooki.codec.transcript import Branch, Evidence, write_transcript
from kalooki.rules.events import DealScored, DealVoided
from kalooki.shell.datadir import write_private
from kalooki.shell.errors import ShellError
from kalooki.shell.store import Store
from kalooki.table.log import Ack, Certificate, Digest
from kalooki.table.node import Node

ENDS = (DealScored, DealVoided)
"""Events after which a certificate is kept for good."""

CERTIFICATES = "certificates"
MOST_ENTRIES = 1 << 30


class Transcript:
    """The file, and the certificates that belong into it."""

    def __init__(self, path: Path, node: Node, store: Store, earlier: bytes = b"") -> None:
        """Take up what was kept before; `earlier` is the record of the table that this one goes on from.

        Raises:
            ShellError: `damaged`.
        """
        self.path = path
        self._node = node
        self._store = store
        try:
            kept = [(index, _certificate(hash_, acks)) for index, hash_, acks in store.about(CERTIFICATES, [])]
            self._certificates: dict[int, Certificate] = dict(kept)
        except (ValueError, TypeError, AttributeError, IndexError, MalformedError):
            raise store.damaged(CERTIFICATES) from None
        self._evidence = [Evidence(kind, wire) for kind, wire in store.evidence()]
        self.earlier = earlier
        self._earlier = (Branch(earlier),) if 0 < len(earlier) <= MAX_BRANCH else ()
        self._writing = asyncio.Lock()

    def add_evidence(self, evidence: Evidence) -> None:
        """Something proves a fault."""
        self._evidence.append(evidence)

    def is_due(self, events: Iterable[object]) -> bool:
        """Whether these events end a deal; if so, what proves it is kept."""
        if not any(isinstance(event, ENDS) for event in events):
            return False
        certificate = self._node.certificate()
        if certificate is not None:
            self._certificates[certificate.index] = certificate
            kept = [
                [index, each.hash.hex(), [encode_ack(ack).hex() for ack in each.acks]]
                for index, each in self._certificates.items()
            ]
            self._store.remember(CERTIFICATES, kept)
        return True

    async def write(self) -> None:
        """Write the committed log with its certificates and evidence.

        Raises:
            ShellError: `unwritable`; the transcript of before is still there.
        """
        async with self._writing:
            sure = self._node.sure_index
            entries = self._node.entries(1, sure) if sure else ()
            certificate = self._node.certificate()
            newest = () if certificate is None else (certificate,)
            certificates = self._certificates | {each.index: each for each in (*self._node.certificates(), *newest)}
            content = write_transcript(
                (
                    *self._earlier,
                    *entries,
                    *(certificates[index] for index in sorted(certificates)),
                    *self._evidence,
                )
            )
            await asyncio.to_thread(_put, self.path, content)


def _put(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ShellError("unwritable", path=str(path.parent), reason=error.strerror or str(error)) from None
    write_private(path, content)


def _certificate(digest: str, acks: list[str]) -> Certificate:
    made: tuple[Ack, ...] = tuple(decode_ack(bytes.fromhex(ack)) for ack in acks)
    return Certificate(made[0].index, Digest(bytes.fromhex(digest)), made)
