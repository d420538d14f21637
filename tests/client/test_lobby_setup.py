"""A game against bots or a table for others is set up on screen, by keyboard and by mouse."""

import pytest

from kalooki_cli.club import Against, Hosting
from kalooki_cli.inbox import Habits
from support.lobby_pilot import SIZES, coming_in
from support.lobby_table import FakeClub, full, seated_at
from support.open_table import OpenTable

BELL = Habits(ready_at_once=True, plays_again=True)


# --- a new game ---


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_against_bots_is_set_up_by_keyboard(size: tuple[int, int]) -> None:
    club = seated_at(OpenTable(b"t45"))
    club.habits = BELL
    async with coming_in(club, size) as one:
        await one.press("n", "home", "down", "enter")
        assert "House rules of British Kalooki" in one.text
        await one.press("end", "left")
        assert "* Somebody stays away" in one.text
        await one.press("escape", "down", "left", "j", "l", "B")
        assert club.wishes == [Against("british", (("dropout", "key_backup"),), bots=2, bot="hard")]
        assert "Your turn: draw a card" in one.text
        await one.press("q", "y")
        assert club.closed == 1
        assert "The signed record of the game" in one.said


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_against_bots_is_set_up_by_mouse(size: tuple[int, int]) -> None:
    club = seated_at(OpenTable(b"t45"))
    club.habits = BELL
    async with coming_in(club, size) as one:
        await one.click("New game against bots")
        await one.click("◀ British")
        assert "Swedish Kalooki" in one.text
        await one.click("Kalooki ▶", last=True)
        await one.click("House rules ")
        await one.click("◀ 40 points ▶", last=True)
        await one.click(" Esc ")
        assert "1 changed" in one.text
        await one.click("◀ easy")
        await one.click(" begin ")
        assert club.wishes == [Against("british", (("initial_min", "42"),), bot="hard")]
        assert "Your turn: draw a card" in one.text


async def test_the_seats_and_bots_stay_within_what_the_game_allows() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("t", "home", *["right"] * 3)
        assert "Jamaican Baby" in one.text
        await one.press("down", "down", "down", *["left"])
        assert "Seats                ◀ 3 ▶" in one.text
        await one.press("left")
        assert "Seats                ◀ 8 ▶" in one.text
        await one.press("down", "left")
        assert "Bots                 ◀ 7 ▶" in one.text
        await one.press("home", "right", "right")
        assert "South African" in one.text
        assert "Seats                ◀ 5 ▶" in one.text
        assert "Bots                 ◀ 4 ▶" in one.text


async def test_what_was_wished_for_is_there_the_next_time() -> None:
    club = FakeClub()
    club.problems = ["Port 4040 is taken."]
    async with coming_in(club) as one:
        await one.press("n", "home", "right", "B")
        assert one.said.startswith("Port 4040 is taken.")
        await one.press("n")
        assert "European Kalooki" in one.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("abc", "A whole number from 0 to 65535 is needed, not abc."),
        ("99999", "A whole number from 0 to 65535 is needed, not 99999."),
        ("", "A whole number from 0 to 65535 is needed, not nothing."),
    ],
)
async def test_a_port_that_is_none_is_refused_in_one_line(typed: str, said: str) -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("t", "up", "enter")
        await one.write(typed)
        await one.press("enter")
        assert one.said == said
        assert "any free one" in one.text


@pytest.mark.parametrize(
    ("option", "typed", "said"),
    [
        ("stakes", "1-2-3", "four whole numbers"),
        ("initial_min", "101", "0 to 100"),
        ("low_ace_meld_value", "11", "Ace below a two: yes"),
    ],
)
async def test_a_house_rule_that_cannot_be_is_refused_in_one_line(option: str, typed: str, said: str) -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("n", "home", "down", "enter")
        one.app.screen.point(option)  # type: ignore[attr-defined]
        if option == "low_ace_meld_value":
            await one.press("right")
        else:
            await one.press("enter")
            await one.write(typed)
            await one.press("enter")
        assert said in one.said
        assert "*" not in one.text


async def test_a_house_rule_is_put_back_by_one_key() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("n", "home", "down", "enter", "right")
        assert "* Most players" in one.text
        await one.press("u")
        assert "* Most players" not in one.text


# --- hosting ---


@pytest.mark.parametrize("size", SIZES)
async def test_a_table_is_set_up_for_others_by_keyboard(size: tuple[int, int]) -> None:
    club = seated_at(full())
    async with coming_in(club, size) as one:
        await one.press("t", "home", "down", "down", "right", "right")
        assert "◀ key backup ▶" in one.text
        await one.press("down", "right", "down", "right", "down", "right", "down", "enter")
        await one.write("Kitchen")
        await one.press("enter", "down", "right", "down", "right", "down", "right", "down", "right", "down", "right")
        await one.press("down", "right", "down", "enter")
        await one.write("4040")
        await one.press("enter", "down", "enter")
        assert club.wishes == [
            Hosting(
                house=(("dropout", "key_backup"),),
                seats=5,
                bots=1,
                bot="hard",
                title="Kitchen",
                open=True,
                turn_time=15,
                bank=30,
                plays_on=False,
                grace=65,
                election=3,
                port=4040,
            )
        ]
        assert "3 of 3 seats are taken" in one.text


async def test_a_table_is_set_up_for_others_by_mouse() -> None:
    club = seated_at(full())
    async with coming_in(club) as one:
        await one.click("Host a table")
        await one.click("◀ 4 ▶", last=True)
        await one.click("◀ with the code ▶", last=True)
        await one.click("◀ as long as one likes ▶", last=True)
        await one.click(" open the table ")
        assert club.wishes == [Hosting(seats=5, open=True, turn_time=15)]


async def test_what_is_pasted_goes_into_the_line_that_is_typed() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("t")
        one.app.screen.point("title")  # type: ignore[attr-defined]
        await one.paste("Kitchen\x1b[2J\ntable")
        assert "Kitchen[2J table_" in one.text
        await one.press("backspace", "escape")
        assert "Ann's table" in one.text
