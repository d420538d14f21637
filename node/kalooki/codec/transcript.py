"""The file that a game leaves behind: records that can be walked without a protobuf library, and sealed at the end.

    file     = magic, u16 version, record ..., closing record
    record   = u32 length, u8 type, `length` bytes
    closing  = u32 number of the records before it, hash32 of everything before it

Entries and acknowledgements are signed, but a file is more than they are: the closing record is what makes every other
changed, added or missing byte visible.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import DIGEST_BYTES, MAX_ACKS, MAX_BRANCH, MAX_EVIDENCE, MAX_INDEX, MAX_RECORD, MAX_RECORDS
from kalooki.codec.messages import ack_from_wire, ack_to_wire, decode_entry
from kalooki.codec.reading import at_most, digest, key, listed, number, parse, write
from kalooki.table.hashing import framed, u64
from kalooki.table.log import Certificate, Digest, Entry
from kalooki.wire.v1 import transcript_pb2 as pb

MAGIC = b"KALOOKI\n"
VERSION = 1

_VERSION = struct.Struct(">H")
_FRAME = struct.Struct(">IB")
_CLOSING = struct.Struct(f">I{DIGEST_BYTES}s")

_ENTRY = 1
_CERTIFICATE = 2
_EVIDENCE = 3
_BRANCH = 4
_CLOSED = 255


class UnknownVersionError(MalformedError):
    """A transcript of a version that this program does not know."""

    code = "unknown_version"


class TruncatedError(MalformedError):
    """A transcript that stops before its closing record."""

    code = "truncated"


class SealError(MalformedError):
    """A transcript that is not what it was when it was closed."""

    code = "seal"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What proves a fault: signed bytes and a word for the kind."""

    kind: str
    wire: bytes


@dataclass(frozen=True, slots=True)
class Branch:
    """The whole transcript of the table that this one goes on from."""

    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Closing:
    """The last record: all that stands before it is whole."""

    records: int


Content = Entry | Certificate | Evidence | Branch | Closing


@dataclass(frozen=True, slots=True)
class Record:
    """One record and the byte of the file at which it begins."""

    offset: int
    content: Content


def header() -> bytes:
    """Begin a transcript."""
    return MAGIC + _VERSION.pack(VERSION)


def entry_record(entry: Entry) -> bytes:
    """Write an entry as it came in."""
    return _record(_ENTRY, entry.wire)


def certificate_record(certificate: Certificate) -> bytes:
    """Write the acknowledgements that commit an entry."""
    return _record(_CERTIFICATE, encode_certificate(certificate))


def encode_certificate(certificate: Certificate) -> bytes:
    """Write the acknowledgements that commit an entry, without the frame of a record."""
    acks = [ack_to_wire(ack) for ack in certificate.acks]
    return write(pb.CertificateRecord(index=certificate.index, hash=certificate.hash, acks=acks))


def evidence_record(evidence: Evidence) -> bytes:
    """Write what proves a fault."""
    return _record(_EVIDENCE, write(pb.EvidenceRecord(kind=evidence.kind, wire=evidence.wire)))


def branch_record(branch: Branch) -> bytes:
    """Write the transcript of another table."""
    return _record(_BRANCH, branch.data)


def closing_record(records: int, before: bytes) -> bytes:
    """End a transcript of so many records; `before` is all of the file so far."""
    return _record(_CLOSED, _CLOSING.pack(records, _seal(before)))


def write_transcript(contents: Iterable[Entry | Certificate | Evidence | Branch]) -> bytes:
    """Write a whole transcript."""
    parts = [header()]
    for content in contents:
        match content:
            case Entry():
                parts.append(entry_record(content))
            case Certificate():
                parts.append(certificate_record(content))
            case Evidence():
                parts.append(evidence_record(content))
            case Branch():
                parts.append(branch_record(content))
    before = b"".join(parts)
    return before + closing_record(len(parts) - 1, before)


def read_transcript(data: bytes) -> Iterator[Record]:
    """Walk a transcript; the last record is a `Closing`, or an error says why there is none.

    Raises:
        UnknownVersionError: Another version.
        TruncatedError: It ends too early.
        SealError: A byte of it was changed, added or taken away since it was closed.
        MalformedError: Not a transcript, or a record that is malformed; `where` names its first byte.
    """
    offset = _check_header(data)
    for count in range(MAX_RECORDS):
        if len(data) < offset + _FRAME.size:
            raise TruncatedError(
                "the end of the file", f"byte {offset}", "another record, the last being the closing one"
            )
        length, kind = _FRAME.unpack_from(data, offset)
        most = MAX_BRANCH if kind == _BRANCH else MAX_RECORD
        number(length, f"byte {offset}: length of the record", most)
        start, end = offset + _FRAME.size, offset + _FRAME.size + length
        if len(data) < end:
            raise TruncatedError(f"{len(data) - start} bytes of a record", f"byte {offset}", f"{length}")
        body = data[start:end]
        if kind == _CLOSED:
            yield Record(offset, _read_closing(data, offset, body, count))
            return
        yield Record(offset, _read(kind, body, offset))
        offset = end
    raise MalformedError("too many records", f"byte {offset}", f"at most {MAX_RECORDS}")  # pragma: no cover - 20 MB


def _check_header(data: bytes) -> int:
    if not data.startswith(MAGIC[: len(data)]) or not data:
        raise MalformedError(
            "other bytes", "byte 0", f"a transcript, which begins with the word {MAGIC.decode().strip()}"
        )
    size = len(MAGIC) + _VERSION.size
    if len(data) < size:
        raise TruncatedError("the end of the file", f"byte {len(data)}", "a version")
    (version,) = _VERSION.unpack_from(data, len(MAGIC))
    if version != VERSION:
        raise UnknownVersionError(f"version {version}", f"byte {len(MAGIC)}", f"version {VERSION}")
    return size


def _read(kind: int, body: bytes, offset: int) -> Content:
    where = f"byte {offset}"
    match kind:
        case 1:  # _ENTRY
            return decode_entry(body, f"{where}: entry")
        case 2:  # _CERTIFICATE
            return decode_certificate(body, f"{where}: certificate")
        case 3:  # _EVIDENCE
            return _read_evidence(body, f"{where}: evidence")
        case 4:  # _BRANCH
            return Branch(body)
        case _:
            raise MalformedError(
                f"a record of type {kind}", where, "1 entry, 2 certificate, 3 evidence, 4 earlier table, 255 closing"
            )


def decode_certificate(body: bytes, where: str = "certificate") -> Certificate:
    """Read the acknowledgements that commit an entry.

    Raises:
        MalformedError: They are none.
    """
    message = parse(pb.CertificateRecord, body, MAX_RECORD, where)
    return Certificate(
        number(message.index, f"{where}.index", MAX_INDEX, 1),
        Digest(digest(message.hash, f"{where}.hash")),
        tuple(ack_from_wire(ack, f"{where}.acks") for ack in listed(message.acks, f"{where}.acks", MAX_ACKS, 1)),
    )


def _read_evidence(body: bytes, where: str) -> Evidence:
    message = parse(pb.EvidenceRecord, body, MAX_RECORD, where)
    return Evidence(key(message.kind, f"{where}.kind"), at_most(message.wire, f"{where}.wire", MAX_EVIDENCE))


def _read_closing(data: bytes, offset: int, body: bytes, count: int) -> Closing:
    where = f"byte {offset}: closing record"
    if len(body) != _CLOSING.size:
        raise MalformedError(f"{len(body)} bytes", where, f"exactly {_CLOSING.size}")
    records, seal = _CLOSING.unpack(body)
    if records != count:
        raise SealError(f"{records} records named and {count} found", where, "the number of those before it")
    if seal != _seal(memoryview(data)[:offset]):
        raise SealError("the hash of another file", where, "the hash of all bytes before it")
    end = offset + _FRAME.size + len(body)
    if end != len(data):
        raise SealError(f"{len(data) - end} bytes after the last record", f"byte {end}", "none")
    return Closing(records)


def _record(kind: int, body: bytes) -> bytes:
    return _FRAME.pack(len(body), kind) + body


def _seal(before: bytes | memoryview) -> bytes:
    """Compute hash32(framed("/transcript/", before)), without another copy of the file."""
    sealed = hashlib.sha512(framed("/transcript/") + u64(len(before)))
    sealed.update(before)
    return sealed.digest()[:DIGEST_BYTES]
