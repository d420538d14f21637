"""Play many deals of every preset with the bots of each level: all moves must be legal, and every deal must end.

    .venv/bin/python scripts/play_bots.py [--levels easy,medium] [--variants british,...] [--deals 1000]

A deal is played from each number of its game in turn. Prints a line for each level and preset; exit status 1 if a move
was illegal, or a deal did not end after a great many moves.
"""

import argparse
import itertools
import sys
from dataclasses import replace
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


def main() -> int:
    """Play, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", default=",".join(levels()), help="levels, or keys of bots")
    parser.add_argument("--variants", default=",".join(presets()))
    parser.add_argument("--deals", type=int, default=1000)
    given = parser.parse_args()
    wrong = 0
    for level, key in itertools.product(given.levels.split(","), given.variants.split(",")):
        bot = monte_carlo.with_worlds(WORLDS) if level == "monte_carlo" else bot_named(level)
        assert bot is not None, f"there is no bot {level}"
        found = [text for number in range(given.deals) if (text := deal(variant_named(key), bot, number))]
        wrong += len(found)
        print(f"{level} {key}: {given.deals} deals, {len(found)} wrong {'; '.join(found[:3])}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
