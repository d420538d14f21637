"""The file of a game: it comes back as written, and no byte of it can change unseen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.codec import MalformedError
from kalooki.codec.transcript import (
    MAGIC,
    Closing,
    Content,
    Evidence,
    TruncatedError,
    UnknownVersionError,
    closing_record,
    header,
    read_transcript,
    write_transcript,
)
from kalooki.table.hashing import u32
from kalooki.table.log import Certificate, Entry
from support import wire_values as values

Written = Entry | Certificate | Evidence

certificates = st.builds(Certificate, values.numbers.filter(bool), values.digests, values.few(values.acks, least=1))
evidence = st.builds(Evidence, values.keys, st.binary(max_size=50))
contents = values.few(st.one_of(values.entries, certificates, evidence))


def all_of(data: bytes) -> list[Content]:
    return [record.content for record in read_transcript(data)]


@given(contents)
@settings(max_examples=15, deadline=None)
def test_a_transcript_comes_back_as_written(written: tuple[Written, ...]) -> None:
    data = write_transcript(written)
    assert all_of(data) == [*written, Closing(len(written))]


@given(contents, st.integers(0, 100_000), st.integers(1, 255))
@settings(max_examples=15, deadline=None)
def test_a_changed_byte_is_always_seen(written: tuple[Written, ...], at: int, flip: int) -> None:
    data = write_transcript(written)
    at %= len(data)
    with pytest.raises(MalformedError):
        all_of(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])


@given(contents, st.integers(0, 100_000), st.binary(min_size=1, max_size=3))
@settings(max_examples=15, deadline=None)
def test_added_bytes_are_always_seen(written: tuple[Written, ...], at: int, more: bytes) -> None:
    data = write_transcript(written)
    at %= len(data) + 1
    with pytest.raises(MalformedError):
        all_of(data[:at] + more + data[at:])


@given(contents, st.integers(0, 100_000))
@settings(max_examples=15, deadline=None)
def test_a_file_that_stops_early_is_truncated_wherever_it_stops(written: tuple[Written, ...], at: int) -> None:
    data = write_transcript(written)
    at %= len(data)
    with pytest.raises(TruncatedError if at else MalformedError):
        all_of(data[:at])


@given(st.binary(max_size=100))
@settings(max_examples=25, deadline=None)
def test_random_bytes_are_no_transcript(data: bytes) -> None:
    with pytest.raises(MalformedError):
        all_of(data)
    with pytest.raises(MalformedError):
        all_of(header() + data)


def test_another_version_is_refused_by_name() -> None:
    with pytest.raises(UnknownVersionError, match=r"byte 8: version 2; version 1 would be right"):
        all_of(MAGIC + b"\x00\x02")


def test_another_file_is_refused() -> None:
    with pytest.raises(MalformedError, match="byte 0: other bytes"):
        all_of(b"%PDF-1.7")


def test_a_record_of_no_known_type_is_refused() -> None:
    with pytest.raises(MalformedError, match="byte 10: a record of type 9"):
        all_of(header() + u32(0) + b"\x09")


def test_a_record_that_is_too_long_is_refused_before_it_is_read() -> None:
    with pytest.raises(MalformedError, match="length of the record"):
        all_of(header() + u32(2**31) + b"\x01")


def test_a_closing_record_counts_the_records_before_it() -> None:
    with pytest.raises(MalformedError, match="1 records named and 0 found"):
        all_of(header() + closing_record(1, header()))


def test_a_closing_record_has_one_length() -> None:
    with pytest.raises(MalformedError, match="exactly 36"):
        all_of(header() + u32(35) + b"\xff" + bytes(35))


def test_what_follows_the_closing_record_is_refused() -> None:
    with pytest.raises(MalformedError, match="1 bytes after the last record"):
        all_of(write_transcript([]) + b"\0")
