"""The lobby as text, one file for each size: a change shows as a few lines of a diff; `--rewrite` writes them anew."""

import asyncio
from pathlib import Path

import pytest

from kalooki.seat import Proposal, TurnClock
from kalooki_cli.board.glyphs import ASCII, UNICODE
from kalooki_cli.club import Card
from kalooki_cli.look import Look
from support.lobby_pilot import Visitor, coming_in
from support.lobby_table import ADDRESS, FakeClub, LobbySeat, house, listed, person, standing

SCREENS = Path(__file__).parent / "screens"
SIZES = [(80, 24), (100, 30), (120, 40)]


async def a_table_of_mine(one: Visitor, seat: LobbySeat) -> None:
    """Host, and let some come."""
    await one.press("t", "B")
    seat.change(
        players=(
            person(0, "Ann", ready=True),
            person(1, "Bea", connected=False),
            person(2, "Cid", bot="hard", computer="Bea", ready=True),
        ),
        proposals=(Proposal("remove", 1, (0,)),),
        clock=TurnClock(60_000, 120_000, plays_on=True),
        variant=house(limit=100, declare="always"),
    )
    await one.settle()
    await one.press("down")


async def screens(one: Visitor, club: FakeClub, seat: LobbySeat) -> dict[str, str]:
    """Every screen of the lobby, by name."""
    seen = {"start": one.text}

    async def go(name: str, *keys: str) -> None:
        await one.press(*keys)
        seen[name] = one.text

    await go("new", "n")
    await go("rules of the game", "R")
    await go("house rules", "escape", "home", "down", "enter", "down", "right")
    await go("host", "escape", "escape", "t")
    await go("wrong port", "up", "enter", "x", "enter")
    await go("looking", "escape", "s")
    club.tell()
    await one.settle()
    await go("no tables")
    club.tell(listed("Garden"), listed("Kitchen", needs_code=False), listed("Attic", state="full", players=4))
    await one.settle()
    await go("tables", "home")
    await go("code", "1", "k", "a")
    await go("card", "escape", "2")
    await go("all rules", "r")
    club.hold = asyncio.Event()
    await go("starting", "escape", "n", "B")
    club.hold = None
    await one.press("escape")
    await a_table_of_mine(one, seat)
    await go("room")
    await go("leaving", "q")
    return seen


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_is_as_it_was(size: tuple[int, int], rewrite: bool) -> None:
    parts = []
    for look, glyphs in ((Look(symbols=True), UNICODE), (Look(symbols=False), ASCII)):
        seat = LobbySeat(standing())
        club = FakeClub()
        club.seats = [seat]
        club.cards[ADDRESS] = Card("ab" * 32, "Kitchen", 4, house(limit=100), None)
        async with coming_in(club, size, look=look, glyphs=glyphs) as one:
            for name, text in (await screens(one, club, seat)).items():
                if glyphs is UNICODE or (size == SIZES[0] and name in {"start", "room"}):
                    parts.append(f"=== {name}{' ascii' if glyphs is ASCII else ''}\n{text}")
        if size != SIZES[0]:
            break
    text = "\n".join(parts) + "\n"
    path = SCREENS / f"lobby_{size[0]}x{size[1]}.txt"
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
