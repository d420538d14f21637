"""Play many deals of every preset with the bots of each level: all moves must be legal, and every deal must end.

    .venv/bin/python scripts/play_bots.py [--levels easy,medium] [--variants british,...] [--deals 1000] [--out FILE]

A deal is played from each number of its game in turn. Prints a line for each level and preset; exit status 1 if a move
was illegal, or a deal did not end after a great many moves. With --out it goes on after those that the file tells of.
"""

import argparse
import itertools
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from kalooki.bot import Bot
from kalooki.bots import bot_named, levels, monte_carlo
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.game import new_game
from kalooki.rules.legal import check_view
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import Variant

MOST_MOVES = 20_000
WORLDS = 8
"""Of the bot that plays worlds on."""
AT_ONCE = 10
"""Deals between two lines of the file."""


def deal(variant: Variant, bot: Bot, number: int) -> str:
    """One deal: empty, or what is wrong."""
    seats = variant.min_players + number % (variant.max_players - variant.min_players + 1)
    last = variant.hands_per_game or 1
    table = OpenGame(replace(new_game(variant, seats), number=1 + number % last), f"bots/{number}".encode())
    rng = Random(number)  # noqa: S311 - repeatable
    for _ in range(MOST_MOVES):
        seat = table.to_move(next_deal=not table.game.history)
        if seat is None or (table.game.history and table.game.deciding == ()):
            return ""
        asked = table.asks(seat)
        seen = table.view(asked)
        action = bot.choose(seen, rng)
        try:
            check_view(seen, action)
            table.act(asked, action)
        except IllegalActionError as error:
            return f"deal {number}: {type(error).__name__}"
    return f"deal {number}: not at an end after {MOST_MOVES} moves"


def told(out: Path | None, level: str, key: str) -> tuple[int, list[str]]:
    """How many deals of a level and preset the file tells of, and what was wrong in them."""
    done, wrong = 0, list[str]()
    lines = out.read_text("utf-8").splitlines() if out is not None and out.exists() else []
    for line in map(json.loads, lines):
        if (line["level"], line["variant"]) == (level, key):
            done, wrong = line["deals"], wrong + line["wrong"]
    return done, wrong


def played(level: str, key: str, deals: int, out: Path | None) -> Sequence[str]:
    """What was wrong in so many deals of a level and preset."""
    bot = monte_carlo.with_worlds(WORLDS) if level == "monte_carlo" else bot_named(level)
    assert bot is not None, f"there is no bot {level}"
    done, wrong = told(out, level, key)
    while done < deals:
        more = range(done, min(done + AT_ONCE, deals))
        found = [text for number in more if (text := deal(variant_named(key), bot, number))]
        done, wrong = more.stop, wrong + found
        if out is not None:
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"level": level, "variant": key, "deals": done, "wrong": found}) + "\n")
    return wrong


def main() -> int:
    """Play, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", default=",".join(levels()), help="levels, or keys of bots")
    parser.add_argument("--variants", default=",".join(presets()))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--out", type=Path, help="lines of JSON, to go on from another time")
    given = parser.parse_args()
    wrong = 0
    for level, key in itertools.product(given.levels.split(","), given.variants.split(",")):
        found = played(level, key, given.deals, given.out)
        wrong += len(found)
        print(f"{level} {key}: {given.deals} deals, {len(found)} wrong {'; '.join(found[:3])}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
