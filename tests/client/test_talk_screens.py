"""The talk on screen: an unread mark, the newest lines at the table, a page to read and write, and nothing acts."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.seat import Outcome, Update
from kalooki_cli.board.chat import AROUND, Talked, draw_chat
from kalooki_cli.board.glyphs import ASCII, UNICODE, Glyphs
from kalooki_cli.board.ink import row_width, text_of
from kalooki_cli.board.room import Room, draw_room
from kalooki_cli.messages import chat, settings
from kalooki_cli.moment import Ask
from kalooki_cli.tui.screens.chat import ChatScreen
from kalooki_cli.tui.spectating import Gallery
from kalooki_cli.tui.theme import knows
from support.open_table import OpenTable
from support.pilot import Person, lines_with, sitting_down

BEA, CID = 1, 2
SIZES = [(80, 24), (100, 30), (120, 40)]


async def say(person: Person, text: str) -> None:
    """Write a line on the page of the talk, and send it."""
    named = {" ": "space", "/": "slash"}
    await person.press_on(*(named.get(one, one) for one in text))
    await person.press("enter")


async def test_what_is_said_shows_at_the_table_until_it_is_read_and_is_answered() -> None:
    table = OpenTable(b"talk")
    async with sitting_down(table) as person:
        assert "m: " not in person.text
        table.hear(BEA, "good evening")
        table.hear(CID, "hello")
        await person.settle()
        assert lines_with(person.text.split("\n")[0], "m: 2 new")
        assert lines_with(person.text, "Bea says: good evening")
        assert lines_with(person.text.split("\n")[-1], "talk (2)")
        await person.press("m")
        assert [line.strip() for line in lines_with(person.page, "says:")] == [
            "Bea says: good evening",
            "Cid says: hello",
        ]
        await say(person, "hi Bea")
        assert lines_with(person.page, "You say: hi Bea")
        await person.press("escape")
        assert "m: " not in person.text.split("\n")[0]
        assert not lines_with(person.text, "says:")


async def test_the_page_of_the_talk_says_when_something_was_said() -> None:
    table = OpenTable(b"talk")
    async with sitting_down(table) as person:
        person.app.clock = lambda: "21:04"
        table.hear(BEA, "good evening")
        await person.settle()
        assert "21:04" not in person.text
        await person.press("m")
        assert lines_with(person.page, "21:04 Bea says: good evening")


async def test_a_line_that_is_half_written_waits_and_keys_of_the_table_are_letters_there() -> None:
    table = OpenTable(b"talk")
    async with sitting_down(table) as person:
        await person.press("quotation_mark")
        await person.press_on("d", "q", "x", "backspace", "question_mark")
        assert "Say: dq?_" in person.page
        assert "Esc goes back" in person.page
        await person.press("escape")
        assert person.app.sitting.moment.ask is Ask.DRAW
        await person.press("m")
        assert "Say: dq?_" in person.page
        assert table.played == []


async def test_a_move_that_comes_meanwhile_does_not_close_the_page_and_talk_does_not_stop_a_move() -> None:
    table = OpenTable(b"talk")
    async with sitting_down(table) as person:
        await person.press("m")
        table.hear(BEA, "your turn")
        await person.settle()
        assert isinstance(person.app.screen, ChatScreen)
        assert lines_with(person.page, "Bea says: your turn")
        await say(person, "wait")
        await person.press("escape", "d")
        assert table.played


async def test_who_is_muted_there_is_not_heard_any_more() -> None:
    table = OpenTable(b"talk")
    async with sitting_down(table) as person:
        table.hear(BEA, "buy my stocks")
        await person.press("m")
        await say(person, "/mute bea")
        assert chat.MUTED.format(name="Bea") in person.page
        assert not lines_with(person.page, "stocks")
        table.hear(BEA, "cheap stocks")
        await person.settle()
        assert not lines_with(person.page, "stocks")
        await say(person, "/mute eve")
        assert "Say whom you do not want to hear" in person.page
        assert "Say: /mute eve_" in person.page
        await person.press("escape")
        await person.write("unmute bea")
        assert chat.UNMUTED.format(name="Bea") in person.text
        table.hear(BEA, "sorry")
        await person.settle()
        assert lines_with(person.text, "Bea says: sorry")


class Strict(OpenTable):
    """A table that thinks one has said enough."""

    async def say(self, text: str) -> Outcome:
        del text
        return Outcome("chat_too_fast", "seconds=2")


async def test_what_is_not_said_is_told_with_its_reason() -> None:
    async with sitting_down(Strict(b"talk")) as person:
        await person.press("m")
        await say(person, "again")
        assert "the others hear you again in 2 s." in person.page
        await person.press("escape")
        await person.write("say")
        assert "Say something behind it" in person.text


async def test_who_watches_has_no_part_in_it() -> None:
    table = OpenTable(b"talk")

    async def watched() -> AsyncIterator[Update]:
        async for update in table.updates():
            yield replace(update, status=replace(update.status, me=-1))

    async with sitting_down(Gallery(watched)) as person:
        await person.press("m")
        assert person.app.screen is person.app.table
        assert chat.NOT_HERE in person.text
    assert await Gallery(watched).say("hello") == Outcome("not_seated", "")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "text",
    ["\x1b[2J\x1b]0;pwned\x07", "\u202ekcehc", "z" + "\u0301" * 300, "\u6587" * 133, "one\r\ntwo", "word " * 79],
    ids=range(6),
)
async def test_hostile_talk_neither_acts_nor_widens_a_row(size: tuple[int, int], text: str) -> None:
    table = OpenTable(b"talk")
    async with sitting_down(table, size) as person:
        for _ in range(9):
            table.hear(BEA, text)
        await person.settle()
        assert {row_width(row) for row in person.drawn.rows} == {size[0]}
        assert text_of(person.drawn.rows[0]).isprintable()
        await person.press("m")
        page = person.page.split("\n")
        assert len(page) == size[1]
        assert all(line.isprintable() for line in page)


words = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), max_size=200).filter(str.isprintable)


@given(
    st.lists(words, max_size=30),
    words,
    st.integers(0, 400),
    st.sampled_from(SIZES),
    st.sampled_from([UNICODE, ASCII]),
)
def test_the_page_is_whole_at_every_size_and_place(
    lines: Sequence[str], typed: str, up: int, size: tuple[int, int], glyphs: Glyphs
) -> None:
    columns, rows = size
    talked = Talked(tuple(lines), typed, ChatScreen.chips(), glyphs, "a notice", up)
    drawn = draw_chat(talked, columns, rows)
    assert len(drawn.rows) == rows
    assert {row_width(row) for row in drawn.rows} == {columns}
    assert all(knows(role) for row in drawn.rows for _text, role in row)
    assert 0 <= drawn.up <= up


def test_the_newest_is_at_the_bottom_and_the_first_can_be_reached() -> None:
    talked = Talked(tuple(f"line {number}" for number in range(50)), "", ChatScreen.chips(), UNICODE)
    newest = [text_of(row).strip() for row in draw_chat(talked, 80, 24).rows]
    assert newest[-4] == "line 49"
    first = draw_chat(Talked(talked.lines, "", talked.chips, UNICODE, up=1000), 80, 24)
    assert text_of(first.rows[1]).strip() == "line 0"
    assert first.up == 50 - (24 - AROUND)
    assert text_of(first.rows[0]).strip().endswith("30 more")


async def test_in_the_waiting_room_one_reads_and_speaks_too() -> None:
    table = OpenTable(b"talk", phase="lobby")
    async with sitting_down(table) as person:
        assert person.app.screen is person.app.stay.room
        table.hear(BEA, "anybody here?")
        await person.settle()
        assert lines_with(person.written, "Bea says: anybody here?")
        assert lines_with(person.written.split("\n")[-1], "talk (1)")
        await person.press("m")
        assert isinstance(person.app.screen, ChatScreen)
        await say(person, "soon")
        assert lines_with(person.written, "You say: soon")
        await person.press("escape")
        assert person.app.screen is person.app.stay.room
        assert not lines_with(person.written.split("\n")[-1], "talk (")
        await person.press("comma")
        assert person.written.startswith(f" {settings.TITLE}")


def test_what_the_page_is_for_is_said_whole_on_the_narrowest_screen() -> None:
    drawn = draw_chat(Talked((), "", (), UNICODE, chat.HINT), 80, 24)
    assert any(text_of(row).strip() == chat.HINT for row in drawn.rows)


def test_a_long_name_does_not_touch_what_is_said_of_it() -> None:
    status = OpenTable(phase="lobby", names=("Ann", "W" * 20, "Cid")).status()
    drawn = draw_room(Room(status), 80, 24)
    (line,) = lines_with(drawn.text, "WWW")
    assert ".. " in line


@pytest.mark.parametrize("size", SIZES)
def test_in_the_waiting_room_talk_has_its_own_place_under_what_happened(size: tuple[int, int]) -> None:
    log = tuple(f"Guest {number} joins." for number in range(20))
    said = tuple(f"Bea says: {number}" for number in range(20))
    room = Room(OpenTable(phase="lobby").status(), log=log, said=said)
    drawn = draw_room(room, *size)
    assert len(drawn.rows) == size[1]
    assert {row_width(row) for row in drawn.rows} == {size[0]}
    assert lines_with(drawn.text, "Guest 19 joins.")
    assert lines_with(drawn.text, "Bea says: 19")
    quiet = draw_room(Room(room.status, log=log), *size)
    assert not lines_with(quiet.text, chat.TITLE)
