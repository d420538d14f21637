"""Replaying a saved log: the same machine as a node's, fed from a file, with a hook for the long proofs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kalooki.fair.ceremony import Ceremony
from kalooki.table.acks import is_signed_ack
from kalooki.table.checks import Checks
from kalooki.table.log import Certificate, Digest, Entry, LogError
from kalooki.table.replica import Replica, started_decks
from kalooki.table.results import Result
from kalooki.table.state import TableState


@dataclass(frozen=True, slots=True)
class Replayed:
    """An entry, what it made of the table, and the decks that are dealt from because of it."""

    entry: Entry
    hash: Digest
    before: TableState
    after: TableState
    results: tuple[Result, ...]
    decks: tuple[Ceremony, ...]
    """Complete, and not verified: `deck.verification_job().run(seed)` says whether all shuffles are true."""


class BadCertificateError(LogError):
    """Acknowledgements that do not commit what they are said to commit."""

    code = "bad_certificate"


def replay(table: Digest, entries: Iterable[Entry], checks: Checks) -> Iterator[Replayed]:
    """Check and apply entries one by one; shares, keys, evidence and rules are judged on the way.

    Raises:
        LogError: The next entry may not stand in this log. What was yielded before stands.
    """
    replica = Replica(table, checks)
    for entry in entries:
        applied = replica.accept(entry)
        replica.commit()
        yield Replayed(
            entry, replica.hash_at(entry.index), applied.before, applied.after, applied.results, started_decks(applied)
        )


def check_certificate(state: TableState, certificate: Certificate, digest: Digest) -> None:
    """Say whether a certificate commits the entry after which `state` is the state, and whose hash is `digest`.

    Where by the entry somebody votes no more, those who voted before it must have their quorum, too.

    Raises:
        BadCertificateError: It names another entry, a signature is false or comes twice, or there is no quorum.
    """
    if (certificate.index, certificate.hash) != (state.index, digest):
        raise BadCertificateError("the certificate is for another entry")
    nodes = [ack.node for ack in certificate.acks]
    if len(set(nodes)) != len(nodes):
        raise BadCertificateError("a node acknowledges once")
    for ack in certificate.acks:
        if (ack.term, ack.index, ack.hash) != (state.term, state.index, digest) or not is_signed_ack(state, ack):
            raise BadCertificateError(f"the acknowledgement of node {ack.node} is not for this entry")
    if not state.electors().are_enough(nodes):
        raise BadCertificateError("the acknowledgements are no quorum")
