"""A real browser: deals by keyboard and mouse, a page that is loaded again, a stranger, and what is left at the end."""

import asyncio
import os
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from kalooki_cli.messages import browser as say
from support.chromium import Page, browsing, needs_chromium
from support.processes import family, watching
from support.web_play import QUICK, serving

MOST_TURNS = 400
"""Who throws away the leftmost card never goes out: a deal may go once through the stock and again through the pile."""
OVER = "The game goes on when everybody is ready"
DRAW = "Your turn: draw"
DISCARD = "x  discard"
SEAT = "choose your seat"
HINT_SECONDS = 2.0
HELD = re.compile(r"\d+ cards?, \d+ points?")
HINT = re.compile(r"Hint: (.*)")


def asks(screen: str) -> bool:
    return any(words in screen for words in (OVER, DRAW, DISCARD, SEAT))


def hand(screen: str) -> list[str]:
    """The cards that lie at the bottom of the screen, whatever their order."""
    ranks, suits = screen.split("\n")[-7:-5]
    return sorted(rank.strip() + suit.strip() for rank, suit in zip(ranks.split("│"), suits.split("│"), strict=True))


def held(screen: str) -> str:
    found = HELD.search(screen)
    return "" if found is None else found[0]


async def advised(page: Page) -> str:
    """Ask for a hint, and once more where something happened meanwhile, which takes it away."""
    screen = ""
    while HINT.search(screen) is None:
        await page.press("i")
        with suppress(TimeoutError):
            async with asyncio.timeout(HINT_SECONDS):
                screen = await page.until(lambda seen: HINT.search(seen) is not None, "a hint")
    return " ".join(" ".join(screen.split("\n")[-3:-1]).split("Hint: ")[1].split())


async def play_by_keys(page: Page) -> None:
    """Draw, and type what the hint says, until the deal is over."""
    for _ in range(MOST_TURNS):
        screen = await page.until(asks, "a question")
        if OVER in screen:
            return
        if SEAT in screen:
            await page.press("1")
            await page.until(lambda seen: SEAT not in seen, "the seat")
        elif DRAW in screen:
            await page.press("d")
            await page.until(lambda seen: DRAW not in seen, "the card")
        else:
            before = held(screen)
            await page.press(":", *await advised(page), "Enter")
            await page.until(lambda seen, before=before: held(seen) != before, "the move")  # type: ignore[misc]
    raise AssertionError("the deal has no end")


async def play_by_mouse(page: Page) -> None:
    """Click on the stock, on a card, and on what throws it away."""
    for _ in range(MOST_TURNS):
        screen = await page.until(asks, "a question")
        if OVER in screen:
            return
        if DRAW in screen:
            await page.click_on("░░░")
            await page.until(lambda seen: DRAW not in seen, "the card")
        else:
            row = len(screen.split("\n")) - 6
            await page.click(screen.split("\n")[row].index("│") + 2, row)
            await page.until(lambda seen: "Picked:" in seen, "a picked card")
            await page.click_on("discard")
            await page.until(lambda seen: DISCARD not in seen, "the next player")
    raise AssertionError("the deal has no end")


@needs_chromium
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_deals_are_played_in_a_browser_by_keyboard_and_by_mouse(tmp_path: Path) -> None:
    async with serving(tmp_path / "home", *QUICK) as (server, address), browsing(tmp_path / "browser") as browser:
        page = await browser.page()
        await page.open(address)
        await page.until(asks, "a question")

        stranger = await browser.page()
        await stranger.open(address)
        await stranger.until_said(say.USED)

        await play_by_keys(page)
        await page.press("Enter")
        before = hand(await page.until(lambda seen: DRAW in seen, "the next deal"))
        processes = family(server.pid)
        await page.tell("Page.reload")
        await page.until_said(say.PAGE["wait"])
        assert hand(await page.until(lambda seen: DRAW in seen, "the same deal")) == before
        assert len(family(server.pid)) == len(processes)
        await play_by_mouse(page)

        other = await browser.page(beside=page)
        await other.open(str(await page.evaluate("location.href")))
        await other.until(lambda seen: OVER in seen, "the same table")
        await page.until_said(say.PAGE["taken"])

        with watching(family(server.pid)) as left:
            os.kill(server.pid, signal.SIGKILL)
            await other.until_said(say.PAGE["lost"])
            assert not await left()

        origin = address.split("/?")[0]
        for one in (page, other, stranger):
            assert one.requests
            assert all(asked.replace("ws:", "http:").startswith(origin + "/") for asked in one.requests), one.requests
        assert [one.complaints for one in (page, other)] == [[], []]
