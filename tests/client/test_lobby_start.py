"""The start screen, and what of the games that were played opens from there, by keyboard and by mouse."""

import pytest

from kalooki.shell.group_loader import load_verifier_group
from kalooki.shell.records import updates
from kalooki.verify import retell
from kalooki_cli.club import Recorded, Resuming
from kalooki_cli.retelling import Scenes
from support.lobby_pilot import SIZES, coming_in
from support.lobby_table import FakeClub, full, seated_at
from support.vector_files import TRANSCRIPTS

# --- the start screen ---


@pytest.mark.parametrize("size", SIZES)
async def test_every_line_of_the_start_screen_opens_by_keyboard_and_by_mouse(size: tuple[int, int]) -> None:
    opened = {
        "New game against bots": "A new game against bots",
        "Host a table": "Somebody stays away",
        "Tables on this network": "Looking for tables on eth0",
        "Join by code or address": "Code or address",
    }
    async with coming_in(FakeClub(), size) as one:
        for at, (line, words) in enumerate(opened.items()):
            await one.press("home", *["down"] * at, "enter")
            assert words in one.text
            await one.press("escape", "escape")
            assert line in one.text
            await one.click(line)
            assert words in one.text
            await one.press("escape", "escape")
        for key, words in zip("ntsc", opened.values(), strict=True):
            await one.press(key)
            assert words in one.text
            await one.press("escape", "escape")


async def test_escape_leads_nowhere_from_the_start_screen_and_q_leaves() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("escape")
        assert one.app.is_running
        await one.press("q")
        assert one.has_left


async def test_a_table_that_was_left_is_offered_only_where_there_is_one() -> None:
    async with coming_in(FakeClub()) as one:
        assert "Go on at the last table" not in one.text
    club = seated_at(full(), club=FakeClub(may=True))
    async with coming_in(club) as one:
        await one.click("Go on at the last table")
        assert club.wishes == [Resuming()]


# --- what was played ---


@pytest.mark.parametrize("size", SIZES)
async def test_figures_are_read_and_put_away(size: tuple[int, int]) -> None:
    club = FakeClub()
    async with coming_in(club, size) as one:
        await one.press("f")
        assert "Kalookis  7" in one.text
        await one.press("escape")
        await one.click("Your games in figures")
        assert "Kalookis  7" in one.text
        await one.press("escape")
        club.problems.append("The disk is away.")
        await one.press("f")
        assert one.said.startswith("The disk is away.")


async def test_where_no_game_is_kept_that_is_said() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("p")
        assert one.said.startswith("No game is kept here yet")


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_that_is_kept_is_looked_at_again(size: tuple[int, int]) -> None:
    club = FakeClub()
    club.kept = [Recorded("new.kalooki", "2026-11-30 20:15"), Recorded("b\x1b[2Jad.kalooki", "2026-11-29 19:00")]
    told = retell((TRANSCRIPTS / "game_british.kalooki").read_bytes(), load_verifier_group(), bytes(32)).told
    club.scenes = Scenes(told, tuple(updates(told)))
    async with coming_in(club, size) as one:
        await one.press("p")
        assert "2026-11-29 19:00" in one.text
        assert "\x1b" not in one.text
        await one.press("down", "enter")
        assert club.retold == ["b\x1b[2Jad.kalooki"]
        assert f"1 of {club.scenes.last}" in one.text
        await one.press("q")
        await one.click("Games that are kept")
        await one.click("2026-11-30 20:15")
        assert club.retold[-1] == "new.kalooki"
        await one.press("q")
        await one.press("p", "escape")
        assert "New game against bots" in one.text
