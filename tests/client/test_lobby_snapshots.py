"""The lobby as text, one file for each size: a change shows as a few lines of a diff; `--rewrite` writes them anew."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from kalooki.seat import Proposal, TurnClock
from kalooki.shell.statistics import Figures, Opponent, Skipped, Statistics
from kalooki_cli.board.glyphs import ASCII, UNICODE
from kalooki_cli.club import Card, Recorded
from kalooki_cli.commands.stats import stats_lines
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


def counted() -> Statistics:
    """Games of two kinds against a person and two bots, one of them at South African money, and a file that is none."""
    british = Figures(12, 11, 4, 60, 19, 2415, 3, Counter(unit=-14))
    african = Figures(1, 1, 1, 9, 4, 131, 0, Counter(cent=1250))
    total = Figures()
    for one in (british, african):
        total.add(one)
    people = (
        Opponent("Bea of the long name that nobody types", "F7QX2M", "", british),
        Opponent("bot 1", "", "hard", total),
        Opponent("bot 2", "", "easy", african),
    )
    return Statistics(
        total,
        {"british": british, "south_african": african},
        {one.label or one.bot: one for one in people},
        [Skipped("2026-11-30.kalooki", "not_mine"), Skipped("odd.kalooki", "not_valid", "UNREADABLE: no transcript")],
    )


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
    await go("tables", "home", "down")
    club.tell(listed("Kitchen", needs_code=False), listed("Attic", state="full", players=4))
    await one.settle()
    await go("gone", "enter")
    club.tell(listed("Garden"), listed("Kitchen", needs_code=False), listed("Attic", state="full", players=4))
    await one.settle()
    await go("code", "1", "k", "a")
    await go("card", "escape", "2")
    await go("all rules", "r")
    await go("figures", "escape", "escape", "f")
    await go("records", "escape", "p")
    club.hold = asyncio.Event()
    await go("starting", "escape", "n", "B")
    club.hold = None
    await one.press("escape")
    await a_table_of_mine(one, seat)
    await go("room")
    await go("leaving", "q")
    return seen


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_is_as_it_was(size: tuple[int, int], rewrite: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(size[0]))
    parts = []
    for look, glyphs in ((Look(symbols=True), UNICODE), (Look(symbols=False), ASCII)):
        seat = LobbySeat(standing())
        club = FakeClub()
        club.seats = [seat]
        club.kept = [
            Recorded("5548a96e02a8cba2.kalooki", "2026-11-30 21:04"),
            Recorded("odd name.txt", "2026-11-29 23:59"),
        ]
        club.counted = tuple(stats_lines(counted(), "/srv/ann/transcripts"))
        club.cards[ADDRESS] = Card("ab" * 32, "Kitchen", 4, house(limit=100), None)
        async with coming_in(club, size, look=look, glyphs=glyphs) as one:
            for name, text in (await screens(one, club, seat)).items():
                if glyphs is UNICODE or (size == SIZES[0] and name in {"start", "room", "figures"}):
                    parts.append(f"=== {name}{' ascii' if glyphs is ASCII else ''}\n{text}")
        if size != SIZES[0]:
            break
    text = "\n".join(parts) + "\n"
    path = SCREENS / f"lobby_{size[0]}x{size[1]}.txt"
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
