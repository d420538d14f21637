"""What is announced: enough to find a table, nothing that a stranger must not know; and what is taken from others."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.shell.announcement import LONGEST, Announcement, Hint, read_hint
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.status import PlayerStanding, TableStanding

TABLE, RULES, PRINT = bytes(range(32)), bytes(32), b"\xff" * 32
ANN = PlayerStanding(PlayerNumber(0), "Ann", "", NodeNumber(0), bytes(32), None, ready=True)
LOBBY = TableStanding(
    table_id=TABLE.hex(),
    title="Friday",
    variant=None,
    phase="lobby",
    me=-1,
    host=NodeNumber(0),
    players=(ANN,),
    seats=2,
    move=0,
    next_deal=0,
    waiting_for=(),
    doing="",
    fault=None,
    closed="",
)


def announced(standing: TableStanding) -> Announcement:
    found = Announcement.of(standing, RULES, PRINT)
    assert found is not None
    return found


def sent(announcement: Announcement) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in announcement.fields().items()}


def test_the_fields_are_those_of_the_protocol() -> None:
    assert announced(LOBBY).fields() == {
        "v": "1",
        "id": TABLE.hex(),
        "t": "Friday",
        "p": "1/2",
        "s": "open",
        "r": RULES.hex(),
        "fp": PRINT.hex(),
    }


@pytest.mark.parametrize(
    ("phase", "players", "state"),
    [("lobby", 1, "open"), ("lobby", 2, "full"), ("seat_draw", 2, "playing"), ("playing", 2, "playing")],
)
def test_the_state_says_whether_one_can_still_come(phase: str, players: int, state: str) -> None:
    assert announced(replace(LOBBY, phase=phase, players=(ANN,) * players)).state == state


@pytest.mark.parametrize("phase", ["over", "closed"])
def test_nothing_is_said_of_a_table_that_is_over(phase: str) -> None:
    assert Announcement.of(replace(LOBBY, phase=phase), RULES, PRINT) is None


@pytest.mark.parametrize("title", ["Ann's table", "at ANN", "ann"])
def test_a_title_that_names_a_player_is_not_announced(title: str) -> None:
    assert announced(replace(LOBBY, title=title)).title == ""


@pytest.mark.parametrize("title", ["\u2660" * 100, "x" * 64, "\x1b[2J" * 20, ""])
def test_whatever_the_title_the_fields_fit_into_a_packet(title: str) -> None:
    fields = sent(announced(replace(LOBBY, title=title)))
    assert sum(len(key) + len(value or b"") + 2 for key, value in fields.items()) <= LONGEST
    assert read_hint(fields) == Hint(TABLE, PRINT)
    assert (fields[b"t"] or b"").decode().isprintable()


@pytest.mark.parametrize(
    "change",
    [
        {b"id": None},
        {b"id": b"00"},
        {b"id": TABLE.hex().upper().encode()},
        {b"id": b"zz" * 32},
        {b"id": b" " + TABLE.hex().encode()[1:]},
        {b"fp": b"\xff" * 32},
        {b"fp": PRINT.hex().encode() + b"00"},
        {b"more": b"x" * LONGEST},
    ],
)
def test_what_is_no_announcement_of_a_table_is_passed_over(change: dict[bytes, bytes | None]) -> None:
    assert read_hint(sent(announced(LOBBY)) | change) is None


@given(st.dictionaries(st.sampled_from([b"id", b"fp", b"v", b"\x00"]), st.none() | st.binary(max_size=80)))
def test_whatever_is_announced_is_read_or_passed_over(fields: dict[bytes, bytes | None]) -> None:
    assert read_hint(fields) is None or len(fields) >= 2
