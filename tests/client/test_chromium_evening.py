"""The start screen in a real browser: the settings by keys and mouse, a game from there, what its nodes report."""

import os
import signal
from pathlib import Path

import pytest

from kalooki_cli.messages import browser as say
from kalooki_cli.settings_file import CHOICES
from support.chromium import Page, browsing, needs_chromium
from support.processes import family, watching
from support.web_play import MENU, serving

SHORT = ("--pace", "none", "--bots", "1", "--house", "initial_min=0", "--house", "limit=50")
OVER = "m plays again at a new table"
NEXT = "The game goes on when everybody is ready"
SEAT = "choose your seat"
DRAW = "Your turn: draw"
TOO_SOON = "Draw first: d"
"""What is said to a key that was meant for the turn before."""
DISCARD = "x  discard"
BACKGROUND = "window.shownTerminal.buffer.active.getLine(2).getCell(2).getBgColor()"


def node_of(folder: Path, pid: int) -> int:
    """The process below this one that has something open in the folder."""
    for one in family(pid):
        held = Path(f"/proc/{one}/fd")
        if any(str(each.readlink()).startswith(f"{folder}/") for each in held.iterdir() if each.is_symlink()):
            children = family(one)[1:]
            if not children:
                return one
    raise AssertionError(f"no process holds {folder}")


async def change_settings(page: Page, home: Path) -> None:
    """Another theme by keys, other suits by a click; both are seen at once, and kept."""
    await page.until(lambda seen: "New game against bots" in seen, "the start screen")
    await page.press(",")
    seen = await page.until(lambda seen: "◀ dark ▶" in seen, "the settings")
    dark = await page.evaluate(BACKGROUND)
    await page.press(*"j" * list(CHOICES).index("theme"), "l")
    await page.until(lambda seen: "◀ light ▶" in seen, "the other theme")
    assert await page.evaluate(BACKGROUND) != dark
    (row,) = (at for at, line in enumerate(seen.split("\n")) if "◀ symbols ▶" in line)
    await page.click(seen.split("\n")[row].index("symbols ▶") + len("symbols "), row)
    await page.until(lambda seen: "◀ letters ▶" in seen, "the other suits")
    kept = (home / "settings.toml").read_text()
    assert 'theme = "light"' in kept
    assert 'suits = "letters"' in kept


@needs_chromium
@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_an_evening_begins_in_a_browser(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with serving(home, command=MENU) as (server, address), browsing(tmp_path / "browser") as browser:
        page = await browser.page()
        await page.open(address)
        await change_settings(page, home)
        await page.press("Escape")
        await page.until(lambda seen: "New game against bots" in seen, "the start screen")
        await page.press("n")
        await page.until(lambda seen: "House rules" in seen, "the form")
        await page.press("B")
        await page.until(lambda seen: "Loopback" in seen, "the table")
        os.kill(node_of(home / "bots" / "1", server.pid), signal.SIGKILL)
        await page.until(lambda seen: "is back at the table" in " ".join(seen.split()), "what the nodes report")
        with watching(family(server.pid)) as left:
            await page.press("q", "y")
            await page.until(lambda seen: "The signed record" in seen, "the start screen")
            await page.press("q")
            await page.until_said(say.PAGE["over"])
            assert not await left()
        assert page.complaints == []


async def lose(page: Page) -> None:
    """Draw and throw a card away until the game is over: who never lays keeps a hand of more than fifty points."""
    asked = (OVER, NEXT, SEAT, DRAW, TOO_SOON, DISCARD)
    while True:
        screen = await page.until(lambda seen: any(words in seen for words in asked), "a question")
        words = next(words for words in asked if words in screen)
        if words == OVER:
            return
        await page.press({NEXT: "Enter", SEAT: "1", DRAW: "d", TOO_SOON: "d", DISCARD: "x"}[words])
        await page.until(lambda seen, before=screen: seen != before, "what comes of it")  # type: ignore[misc]


@needs_chromium
@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_one_plays_again_in_a_browser_with_one_key(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with serving(home, *SHORT) as (server, address), browsing(tmp_path / "browser") as browser:
        page = await browser.page()
        await page.open(address)
        await lose(page)
        first = family(server.pid)
        await page.press("m")
        again = await page.until(lambda seen: DRAW in seen or SEAT in seen, "the next game")
        assert OVER not in again
        assert len(family(server.pid)) == len(first), "nothing of the first table is left"
        with watching(family(server.pid)) as left:
            await page.press("q", "y")
            await page.until_said(say.PAGE["over"])
            assert not await left()
        assert len(list((home / "transcripts").iterdir())) == 2, "each game has its record"
        assert page.complaints == []
