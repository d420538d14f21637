"""The list of tables on screen: one is found or typed, its rules are shown, and one sits down or does not."""

import asyncio

import pytest

from kalooki.lookalike import skeleton
from kalooki.seat import TurnClock
from kalooki_cli.board.ink import text_of
from kalooki_cli.club import Card, Joining
from support.lobby_pilot import SIZES, Visitor, coming_in
from support.lobby_table import ADDRESS, CODE, FakeClub, full, house, listed, seated_at

# --- the tables of the network ---


@pytest.mark.parametrize("size", SIZES)
async def test_the_list_follows_the_network(size: tuple[int, int]) -> None:
    club = FakeClub()
    async with coming_in(club, size) as one:
        await one.press("s")
        assert "Looking for tables" in one.text
        club.tell()
        await one.settle()
        assert "No table was found on eth0" in one.text
        club.tell(listed("Garden"), listed("Kitchen", needs_code=False))
        await one.settle()
        await one.press("end")
        assert "no code needed" in one.text
        club.tell(listed("Attic"), listed("Garden"), listed("Kitchen", needs_code=False))
        await one.settle()
        assert "no code needed" in one.text, "the cursor stays at its table"
        club.tell(listed("Attic"))
        await one.settle()
        await one.press("end", "home")
        assert "Attic" in one.text
        assert "Garden" not in one.text
        await one.press("escape")
    assert club.listening == 0


def line_of(one: Visitor, words: str) -> int:
    """In which row of the screen something stands."""
    return next(at for at, row in enumerate(one.rows) if words in text_of(row))


@pytest.mark.parametrize("size", SIZES)
async def test_a_table_that_comes_moves_no_other(size: tuple[int, int]) -> None:
    club = FakeClub(listed("Kitchen"), listed("Lounge"))
    async with coming_in(club, size) as one:
        await one.press("s")
        before = [line_of(one, words) for words in ("Code or address", "Kitchen", "Lounge")]
        club.tell(listed("Attic"), listed("Kitchen"), listed("Lounge"))
        await one.settle()
        assert [line_of(one, words) for words in ("Code or address", "Kitchen", "Lounge", "Attic")] == [
            *before,
            before[-1] + 1,
        ]
        await one.press("2")
        assert "The code of Lounge?" in one.said, "its number is what it was"


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_that_comes_too_late_chooses_no_other_table(size: tuple[int, int]) -> None:
    club = FakeClub(listed("Garden"), listed("Kitchen"), listed("Lounge"))
    async with coming_in(club, size) as one:
        await one.press("s")
        places = {title: line_of(one, title) for title in ("Garden", "Kitchen", "Lounge")}
        club.tell(listed("Lounge"))
        await one.settle()
        await one.click_at(10, places["Garden"])
        assert one.said == "Garden does not answer any more."
        await one.click_at(10, places["Lounge"])
        assert "The code of Lounge?" in one.said
        await one.press("escape", "home", "end")
        assert line_of(one, "Lounge") == places["Garden"], "who presses keys sees what is there"
        assert "Kitchen" not in one.text


async def test_a_key_that_comes_too_late_chooses_no_other_table() -> None:
    club = FakeClub(listed("Garden"), listed("Kitchen"), listed("Lounge"), listed("Attic"))
    async with coming_in(club) as one:
        await one.press("s", "down")
        club.tell(listed("Lounge"), listed("Attic"))
        await one.settle()
        await one.press("enter")
        assert one.said == "Garden does not answer any more."
        await one.press("enter")
        assert one.said == "Garden does not answer any more.", "what is pointed at stays"
        assert "Kitchen" not in one.text
        await one.press("4")
        assert "The code of Attic?" in one.said
        await one.press("escape", "2")
        assert "The code of" not in one.said, "nobody else has its number"
        club.tell(listed("Garden"), listed("Lounge"), listed("Attic"))
        await one.settle()
        await one.press("escape", "5")
        assert "The code of Garden?" in one.said, "where it had been taken away it comes to the end"


async def test_a_table_that_comes_back_at_once_stands_where_it_stood() -> None:
    club = FakeClub(listed("Garden"), listed("Kitchen"))
    async with coming_in(club) as one:
        await one.press("s")
        stood = line_of(one, "Garden")
        club.tell(listed("Kitchen"))
        await one.settle()
        assert "(gone)" in text_of(one.rows[stood])
        club.tell(listed("Garden", players=3), listed("Kitchen"))
        await one.settle()
        assert "3/4" in text_of(one.rows[stood])
        await one.press("1")
        assert "The code of Garden?" in one.said


@pytest.mark.parametrize("mouse", [False, True])
async def test_one_sits_down_at_an_open_table_once_one_agrees_to_its_rules(mouse: bool) -> None:
    club = seated_at(full(), club=FakeClub(listed("Garden", needs_code=False)))
    club.cards[ADDRESS] = Card("cd" * 32, "Garden", 4, house(limit=100), TurnClock(60_000, 0, plays_on=True))
    async with coming_in(club) as one:
        await one.press("s")
        await (one.click("Garden") if mouse else one.press("1"))
        assert "Limit: 100 points" in one.text
        assert club.wishes == []
        await one.press("end")
        assert "Turn clock: 60 seconds" in one.text
        await (one.click(" all rules ") if mouse else one.press("r"))
        assert "more" in one.text
        await one.press("r")
        await (one.click(" agree and sit down ") if mouse else one.press("enter"))
        assert club.wishes == [Joining("", ADDRESS, "cd" * 32)]


@pytest.mark.parametrize("mouse", [False, True])
async def test_who_does_not_agree_takes_no_seat(mouse: bool) -> None:
    club = FakeClub(listed("Garden", needs_code=False))
    async with coming_in(club) as one:
        await one.press("s", "1")
        await (one.click(" back ") if mouse else one.press("n"))
        assert "Tables on this network" in one.text, "one may look for another one"
        assert club.listening == 1
        await one.press("escape")
        assert club.wishes == []
        assert "New game against bots" in one.text


async def test_a_table_with_a_code_asks_for_it() -> None:
    club = seated_at(full(), club=FakeClub(listed("Garden")))
    async with coming_in(club) as one:
        await one.press("s", "1")
        assert "The code of Garden?" in one.said
        await one.write(CODE.lower())
        await one.press("enter", "enter")
        assert club.located == [(CODE.lower(), ADDRESS)]
        assert club.wishes == [Joining(CODE.lower(), ADDRESS, "ab" * 32)]


async def test_an_address_whose_table_needs_a_code_asks_for_it() -> None:
    club = seated_at(full())
    club.cards["10.0.0.9:4040"] = Card("ab" * 32, "Attic", 4, house(), None, needs_code=True)
    async with coming_in(club) as one:
        await one.press("c")
        await one.write("10.0.0.9:4040")
        await one.press("enter")
        assert "The code of Attic?" in one.said
        await one.paste(CODE)
        await one.press("enter", "y")
        assert club.wishes == [Joining(CODE, "10.0.0.9:4040", "ab" * 32)]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (listed("Garden", state="full"), "That table is full."),
        (listed("Garden", state="playing"), "The game has begun there."),
        (listed("Garden", same_protocol=False, protocol=9), "protocol version 9"),
    ],
)
async def test_a_table_at_which_one_cannot_sit_down_says_why(row: object, said: str) -> None:
    async with coming_in(FakeClub(row)) as one:  # type: ignore[arg-type]
        await one.press("s", "1")
        assert said in one.said
        assert "Tables on this network" in one.text


NOBODY = "No table on eth0 knows this code. Ask for the address of the table, and type that."


@pytest.mark.parametrize("problem", [NOBODY, "Nobody answers at 10.0.0.9:1."])
async def test_what_leads_nowhere_stays_to_be_mended_and_says_why(problem: str) -> None:
    club = seated_at(full())
    club.problems = [problem]
    async with coming_in(club) as one:
        await one.press("c")
        await one.write("K-123")
        await one.press("enter")
        assert one.said == problem
        assert "K-123_" in one.text
        assert club.wishes == []
        await one.write("4")
        await one.press("enter", "enter")
        assert club.located == [("K-123", ""), ("K-1234", "")]
        assert club.wishes == [Joining("K-1234", ADDRESS, "ab" * 32)]
        assert club.listening == 0, "who sits looks for no table"


async def test_a_wrong_code_of_a_table_is_asked_for_again() -> None:
    club = seated_at(full(), club=FakeClub(listed("Garden", address="10.0.0.9:4040"), listed("Kitchen")))
    async with coming_in(club) as one:
        await one.press("s", "1")
        await one.write("K-123")
        await one.press("enter")
        club.problems = ["That is not the code of this table; compare it once more."]
        await one.press("enter")
        assert one.said == "That is not the code of this table; compare it once more."
        assert "K-123_" in one.text
        await one.write("4")
        await one.click("K-1234_")
        await one.press("enter")
        assert club.located[-1] == ("K-1234", "10.0.0.9:4040"), "it is still that table's"
        await one.press("escape", "escape", "enter")
        await one.write("K-99")
        await one.press("enter")
        assert club.located[-1] == ("K-99", ""), "it may be anybody's"


async def test_a_table_of_the_list_that_does_not_answer_says_so_in_the_list() -> None:
    club = FakeClub(listed("Garden", needs_code=False))
    club.problems = ["Nobody answers at 192.168.1.20:4040."]
    async with coming_in(club) as one:
        await one.press("s", "1")
        assert one.said == "Nobody answers at 192.168.1.20:4040."
        assert "Garden" in one.text


async def test_looking_for_a_code_can_be_stopped_and_the_code_is_kept() -> None:
    club = FakeClub()
    async with coming_in(club) as one:
        await one.press("c")
        await one.write("K-123")
        club.hold = asyncio.Event()
        await one.press("enter")
        assert "is looked for" in one.text
        await one.press("escape")
        assert club.stopped == 1
        assert "K-123_" in one.text


async def test_a_mistyped_code_stays_to_be_mended_and_is_marked_where_it_is_wrong() -> None:
    club = FakeClub()
    async with coming_in(club) as one:
        await one.press("c")
        await one.write("K-1$3")
        await one.press("enter")
        assert one.said == "No code has that. It is this one: K-1[$]3"
        assert "K-1$3_" in one.text
        assert club.located == []
        await one.press("backspace", "backspace")
        await one.write("23")
        await one.press("enter")
        assert club.located == [("K-123", "")]


async def test_the_names_of_tables_are_inert_and_those_that_look_alike_are_told_apart() -> None:
    rows = (
        listed("Garden\x1b[2J"),
        listed("G\u0430rden", address="10.0.0.7:1"),
        listed("Garden", address="10.0.0.8:1"),
    )
    assert skeleton(rows[1].title) == skeleton(rows[2].title)
    async with coming_in(FakeClub(*rows)) as one:
        await one.press("s")
        assert "\x1b" not in one.text
        assert "10.0.0.7:1" in one.text
        assert "10.0.0.8:1" in one.text


# --- what takes a moment ---


@pytest.mark.parametrize("mouse", [False, True])
async def test_what_takes_a_moment_can_be_stopped(mouse: bool) -> None:
    club = FakeClub()
    club.hold = asyncio.Event()
    async with coming_in(club) as one:
        await one.press("n", "B")
        assert "The computers of the bots start" in one.text
        await (one.click(" stop ") if mouse else one.press("x", "escape"))
        assert club.stopped == 1
        assert "New game against bots" in one.text


async def test_leaving_the_program_stops_what_takes_a_moment() -> None:
    club = FakeClub()
    club.hold = asyncio.Event()
    async with coming_in(club) as one:
        await one.press("n", "B", "ctrl+c")
        assert one.app.interrupted
    assert club.stopped == 1
