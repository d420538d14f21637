"""Fit the weights of `kalooki.sim.value` anew: least squares over deals of two players who keep connections.

    .venv/bin/python scripts/fit_value.py [--deals 9000] [--seed a]

Half of all hands after a discard are written down with the points more that the other counted in the end. Needs numpy,
which scipy brings along.
"""

import argparse
import importlib
from random import Random
from typing import Any, NamedTuple

from kalooki.rules.registry import variant_named
from kalooki.sim import connections
from kalooki.sim.lean import LeanDeal, lean_rules, new_deal
from kalooki.sim.value import context, features
from kalooki.solver.words import type_of

RULES = lean_rules(variant_named("british"))


class Sample(NamedTuple):
    """One hand after its discard."""

    regime: tuple[bool, bool]
    """Who has laid."""
    alone: tuple[float, ...]
    """The features of one's own hand, with the context."""
    both: tuple[float, ...]
    """Those of both hands, with the turn."""
    player: int


def over(deal: LeanDeal) -> bool:
    """Whether it has ended."""
    return deal.ended is not None


def samples(seed: str) -> list[tuple[Sample, float]]:
    """Those of one deal, with how it ended; none where it did not count."""
    rng = Random(seed)  # noqa: S311 - repeatable
    deck = [type_of(card) for card in RULES.variant.start_deck(2)]
    rng.shuffle(deck)
    deal, found = new_deal(RULES, 2, deck, rng.shuffle), list[Sample]()
    while not over(deal):
        player = deal.player
        connections.play_turn(deal)
        if not over(deal) and rng.random() < 0.5:  # noqa: PLR2004 - every other one
            own, other = features(deal, player), features(deal, 1 - player)
            regime = (deal.laid[player], deal.laid[1 - player])
            alone = (*own, *context(deal, player, 0))
            found.append(Sample(regime, alone, (*own, *other[1:], deal.number), player))
    if deal.ended is None or deal.ended.winner is None:
        return []
    points = deal.ended.points
    return [(one, float(points[1 - one.player] - points[one.player])) for one in found]


def main() -> None:
    """Print the weights as they stand in the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=9000)
    parser.add_argument("--seed", default="a")
    given = parser.parse_args()
    numpy: Any = importlib.import_module("numpy")
    every = [one for number in range(given.deals) for one in samples(f"{given.seed}/{number}")]
    for name in ("ALONE", "BOTH"):
        for regime in ((False, False), (False, True), (True, False), (True, True)):
            here = [(getattr(one, name.lower()), gain) for one, gain in every if one.regime == regime]
            values = numpy.array([[float(value) for value in row] for row, _ in here])
            weights = numpy.linalg.lstsq(values, numpy.array([gain for _, gain in here]), rcond=None)[0]
            print(name, regime, len(here), tuple(round(float(weight), 3) for weight in weights))


if __name__ == "__main__":
    main()
