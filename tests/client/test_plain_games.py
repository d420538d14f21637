"""Whole games through the plain client, typed by what the screen offers and by nothing else."""

import os
import random

import pytest

from kalooki.rules.actions import BuyIn, Lay
from kalooki_cli.inbox import Ending
from kalooki_cli.language import gettext
from kalooki_cli.look import Look
from kalooki_cli.plain import PlainClient
from kalooki_cli.text import width
from support.open_table import OpenTable, simple
from support.scripted_console import ScriptedConsole, Typist

HINT = gettext("Hint: {move}").removesuffix("{move}")


def follows_hints(*, patience: int = 4000) -> Typist:
    """Ask for a hint, type what it says; Enter where nothing else is asked."""
    left = patience

    def answer(prompt: str, fresh: list[str]) -> str | None:
        nonlocal left
        left -= 1
        if left < 0:
            return None
        if prompt.startswith("seat"):
            return "seat 2"
        if prompt.startswith("Enter"):
            return ""
        hint = next((line.removeprefix(HINT) for line in fresh if line.startswith(HINT)), None)
        return hint or "hint"

    return answer


async def play(table: OpenTable, typist: Typist, look: Look | None = None) -> tuple[Ending, list[str]]:
    console = ScriptedConsole(typist, look)
    ending = await PlainClient(table, console, simple).run()
    return ending, console.shown


async def test_a_person_plays_from_the_lobby_to_the_end_of_the_game_by_following_the_screen() -> None:
    table = OpenTable(b"first", phase="lobby", house={"limit": 50})
    ending, shown = await play(table, follows_hints())
    text = "\n".join(shown)
    assert ending is Ending.OVER
    assert table.game.winners
    assert "You drew the ace" in text
    assert "The game is over" in text
    assert "wins the pool" in text
    assert "To square it:" in text
    assert any(isinstance(action, Lay) for action in table.played)
    assert "still on its way" not in text
    assert all(width(line) <= 80 for line in shown)


@pytest.mark.parametrize("columns", [20, 40, 300])
async def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    _ending, shown = await play(OpenTable(b"narrow"), follows_hints(patience=100), Look(columns))
    assert len(shown) > 50
    assert max(map(width, shown)) <= columns


async def test_a_deal_is_played_in_the_language_of_the_reader() -> None:
    _ending, shown = await play(OpenTable(b"narrow"), follows_hints(patience=400), Look(80))
    text = "\n".join(shown)
    german = os.environ["KALOOKI_LANG"] == "de"
    assert ("Du wirfst" in text, "wird gezählt:" in text) == (german, german)
    assert ("You discard" in text, "is counted:" in text) == (not german, not german)


async def test_who_is_over_the_limit_is_told_the_price_and_may_buy_in_until_declining_ends_it() -> None:
    answers = iter("bbn")
    asked: list[str] = []

    def loses(prompt: str, fresh: list[str]) -> str | None:
        if prompt.startswith("Buy in"):
            asked.extend(fresh)
            return next(answers)
        return {"Draw > ": "d", "Lay or discard > ": "x 1"}.get(prompt, "")

    table = OpenTable(b"buyer", house={"limit": 100})
    ending, shown = await play(table, loses)
    assert ending is Ending.OVER
    assert "it costs 5 units to the pool, and you go on with" in " ".join(" ".join(asked).split())
    assert any(isinstance(action, BuyIn) for action in table.played)
    assert "You are out of the game" in "\n".join(shown)


GARBAGE = (
    "draw draw",
    "lay",
    "lay ;",
    "lay 99",
    "x",
    "x 0",
    "discard ZZ",
    "undo",
    "send",
    "stage",
    "stage 1",
    "stage 1 2 3",
    "1 on m9",
    "1 for JK in 1",
    "seat 2",
    "seat x",
    "begin",
    "sort",
    "sort colour",
    "auto",
    "auto off",
    "auto on",
    "log",
    "legal",
    "rules",
    "status",
    "score",
    "help",
    "v",
    "w",
    "ready",
    "call",
    "pass",
    "allow p9",
    "cut 5",
    "challenge p2 lay",
    "end JK",
    "\x1b[2J\x9b",
    "\u202e\ud83d",
    "lay " + "7S " * 200,
    "p3 draw",
    "quit",
    "no",
    "-1",
    "٣",
    "b",
    "n",
    "t",
    "r",
)


@pytest.mark.parametrize("seed", range(2))
async def test_garbage_between_the_moves_never_breaks_the_client_and_never_plays_something_illegal(seed: int) -> None:
    rng = random.Random(seed)
    hints = follows_hints(patience=250)

    def clumsy(prompt: str, fresh: list[str]) -> str | None:
        if rng.random() < 0.5 and not prompt.startswith("Leave"):
            line = rng.choice(GARBAGE)
            return line if rng.random() < 0.7 else line + rng.choice(GARBAGE)
        return hints(prompt, fresh)

    ending, shown = await play(OpenTable(b"%d" % seed, house={"limit": 50}), clumsy)
    assert ending in {Ending.OVER, Ending.LEFT}
    assert not any("\x1b" in line or "\x9b" in line for line in shown)
    assert not any("That was refused:" in line for line in shown)
