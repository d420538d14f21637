"""Let two bots of the lean core meet: paired deals, so many points a deal, with the interval; and the time of a turn.

    .venv/bin/python scripts/duel.py expert hard [--deals 2400] [--seed confirm] [--players 2] [--variant british]

Each deal is played with the first bot in each seat in turn and the other one in all other seats; the figure is by how
many points fewer it counts than the mean of the others, over all its seats. The rules play the same deals
(`kalooki arena`), but at a tenth of the speed.
"""

import argparse
import math
import time
from collections.abc import Callable
from random import Random
from statistics import fmean, stdev

from kalooki.rules.registry import variant_named
from kalooki.sim import connections, greedy, learned, lookahead
from kalooki.sim.lean import LeanDeal, lean_rules, new_deal
from kalooki.solver.words import type_of

TURNS = {
    "easy": greedy.play_turn,
    "medium": connections.play_turn,
    "hard": lookahead.play_turn,
    "expert": learned.play_turn,
}


def timed(turn: Callable[[LeanDeal], None], took: list[float]) -> Callable[[LeanDeal], None]:
    """The same turn, with the processor's time that it takes written down."""

    def play(deal: LeanDeal) -> None:
        begun = time.process_time()
        turn(deal)
        took.append(time.process_time() - begun)

    return play


def unit(turns: list[Callable[[LeanDeal], None]], deck: list[int], variant: str, players: int, seed: str) -> float:
    """One deal in every seating."""
    gains: list[float] = []
    for seat in range(players):
        deal = new_deal(lean_rules(variant_named(variant)), players, deck, Random(f"{seed}/again").shuffle)  # noqa: S311
        while deal.ended is None:
            turns[deal.player != seat](deal)
        points = deal.ended.points
        gains.append((sum(points) - points[seat]) / (players - 1) - points[seat])
    return fmean(gains)


def report(names: list[str], gains: list[float], took: list[list[float]]) -> None:
    """Print where it stands."""
    half = 1.96 * stdev(gains) / math.sqrt(len(gains))
    print(
        f"{names[0]} over {names[1]}: {fmean(gains):+.2f} ± {half:.2f} points a deal, {len(gains)} deals; a turn took"
    )
    for name, times in zip(names, took, strict=True):
        ordered = sorted(times)
        print(f"  {name}: mean {1000 * fmean(times):.2f} ms, p99 {1000 * ordered[len(times) * 99 // 100]:.2f} ms")


def main() -> None:
    """Play, and say who is better."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs=2, choices=TURNS)
    parser.add_argument("--deals", type=int, default=2400)
    parser.add_argument("--seed", default="confirm")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--variant", default="british")
    given = parser.parse_args()
    took: list[list[float]] = [[], []]
    turns = [timed(TURNS[name], times) for name, times in zip(given.bots, took, strict=True)]
    faces = [type_of(card) for card in variant_named(given.variant).start_deck(given.players)]
    gains: list[float] = []
    for number in range(given.deals):
        seed, deck = f"{given.seed}/{number}", faces.copy()
        Random(seed).shuffle(deck)  # noqa: S311 - repeatable
        gains.append(unit(turns, deck, given.variant, given.players, seed))
        if number % 300 == 299 or number == given.deals - 1:  # noqa: PLR2004 - now and then
            report(given.bots, gains, took)


if __name__ == "__main__":
    main()
