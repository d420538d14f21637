"""A changed byte is always seen, and accuses nobody; also by somebody who knows how to close the file again."""

from random import Random

import pytest

from kalooki.codec.transcript import closing_record, header, read_transcript
from kalooki.verify import Report, Verdict, verify_transcript
from support.forger import SEED, log_of, played, transcript_of
from support.table_world import World

FRAME = 5
"""u32 length and u8 type of a record."""


@pytest.fixture(scope="module")
def draw() -> World:
    return played(0)


def flipped(data: bytes, at: int, flip: int) -> bytes:
    return data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :]


def closed_again(data: bytes) -> bytes:
    """Write a new closing record for what stands before the old one."""
    before = data[: -(FRAME + 36)]
    return before + closing_record(len(list(read_transcript(data))) - 1, before)


def accuses(report: Report) -> bool:
    return any(finding.player is not None or finding.node is not None for finding in report.findings)


@pytest.mark.parametrize(("deals", "positions"), [(0, 300), (1, 30)])
def test_a_changed_byte_at_seeded_positions(deals: int, positions: int) -> None:
    world = played(deals)
    data, rng = transcript_of(world), Random(positions)
    for _ in range(positions):
        at, flip = rng.randrange(len(data)), rng.randrange(1, 256)
        report = verify_transcript(flipped(data, at, flip), world.group, SEED)
        assert report.verdict.exit_code != 0, (at, flip)
        assert not accuses(report), (at, flip)


def fields(data: bytes) -> list[int]:
    """The first byte of every field of the file: header, frames, and each protobuf field with its value."""
    places = [0, 8]
    for record in read_transcript(data):
        places += [record.offset, record.offset + 4]
        end = record.offset + FRAME + int.from_bytes(data[record.offset : record.offset + 4], "big")
        places += _inside(data, record.offset + FRAME, end)
    return sorted(set(places))


def _inside(data: bytes, at: int, end: int) -> list[int]:
    """Walk keys and values; a value that can be walked itself is."""
    places: list[int] = []
    while at < end:
        places.append(at)
        wire_type = data[at] & 7
        start = at + 1
        value, after = _varint(data, start, end)
        places.append(start)
        if wire_type == 2 and after + value <= end:
            places.append(min(after, end - 1))
            after += value
        elif wire_type != 0:
            break
        at = after
    return places


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    value = shift = 0
    while at < end:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            break
    return value, at


def test_the_first_byte_of_each_field_of_a_short_transcript(draw: World) -> None:
    data = transcript_of(draw)
    places = fields(data)
    assert len(places) > 200
    for at in places:
        report = verify_transcript(flipped(data, at, 1), draw.group, SEED)
        assert report.verdict.exit_code != 0, at
        assert not accuses(report), at


def test_the_entry_that_was_changed_is_named(draw: World) -> None:
    data = transcript_of(draw)
    offsets = [record.offset for record in read_transcript(data)]
    for entry in log_of(draw):
        signature = offsets[entry.index] - 1
        report = verify_transcript(flipped(data, signature, 1), draw.group, SEED)
        assert report.verdict is Verdict.INVALID
        assert {finding.entry for finding in report.findings} == {None, entry.index}


def test_whoever_closes_the_file_again_is_found_as_well(draw: World) -> None:
    data, rng = transcript_of(draw), Random(7)
    last = len(data) - FRAME - 36
    found = 0
    for _ in range(80):
        at, flip = rng.randrange(len(header()), last), rng.randrange(1, 256)
        before = flipped(data, at, flip)[:last]
        report = verify_transcript(before + closing_record(len(log_of(draw)) + 1, before), draw.group, SEED)
        assert report.verdict.exit_code != 0, (at, flip)
        assert not accuses(report), (at, flip)
        found += report.verdict is Verdict.INVALID
    assert found > 0


def test_closing_an_unchanged_file_again_changes_nothing(draw: World) -> None:
    data = transcript_of(draw)
    assert closed_again(data) == data


def test_an_entry_that_was_taken_out_is_missed(draw: World) -> None:
    data = transcript_of(draw)
    offsets = [record.offset for record in read_transcript(data)]
    for place in range(len(log_of(draw))):
        cut = data[: offsets[place]] + data[offsets[place + 1] : offsets[-1]]
        report = verify_transcript(cut + closing_record(len(offsets) - 2, cut), draw.group, SEED)
        assert report.verdict is Verdict.INVALID
        assert not accuses(report)


def test_two_entries_that_changed_places_are_found(draw: World) -> None:
    data = transcript_of(draw)
    offsets = [record.offset for record in read_transcript(data)]
    first, second, third = offsets[3:6]
    swapped = data[:first] + data[second:third] + data[first:second] + data[third : offsets[-1]]
    report = verify_transcript(swapped + closing_record(len(offsets) - 1, swapped), draw.group, SEED)
    assert report.verdict is Verdict.INVALID
    damaged = verify_transcript(swapped + data[offsets[-1] :], draw.group, SEED)
    assert damaged.verdict is Verdict.INVALID
    assert [finding.entry for finding in damaged.findings] == [None, 4]
    assert not accuses(report)


def test_a_damaged_file_without_entries_or_without_a_genesis_is_only_damaged(draw: World) -> None:
    data = transcript_of(draw)
    offsets = [record.offset for record in read_transcript(data)]
    for kept in (data[offsets[1] : offsets[-1]], b""):
        before = header() + kept
        report = verify_transcript(before + closing_record(77, before), draw.group, SEED)
        assert report.verdict is Verdict.INVALID
        assert report.summary.entries == 0
        assert not accuses(report)
