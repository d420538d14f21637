"""Fit the weights of `kalooki.sim.learned` anew: discards are played out, side by side.

    .venv/bin/python scripts/fit_discards.py [--deals 3500] [--seed a] [--variant british] [--players 2]

A deal is played by the connections bot, which now and then throws one of its four first choices away by chance. At most
of its discards each of the four is played to the end of that very deal, so that they differ by the discard and what
comes of it; a ridge regression explains the differences by the prospects. What a fit to the first four fifths gains in
the last one, for each discard and over the first choice, is printed as well. Needs numpy, which scipy brings along, and
about four minutes; Ctrl-C fits what was played so far.
"""

import argparse
import contextlib
import importlib
import sys
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kalooki.rules.registry import variant_named
from kalooki.sim import connections, greedy
from kalooki.sim.lean import LeanDeal, LeanRules, lean_rules, new_deal
from kalooki.sim.learned import WEIGHTS, Regime, circumstances, prospects
from kalooki.solver.words import CardType, type_of

CHOICES = 4
KEPT, STRAYS = 0.6, 0.2
"""How often a discard is looked into, and how often it is made by chance."""
RIDGE = 2000.0


@dataclass(slots=True)
class Group:
    """One discard: a row of inputs and an outcome for each choice."""

    rows: list[tuple[float, ...]] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)


def over(deal: LeanDeal) -> bool:
    """Whether it has ended."""
    return deal.ended is not None


def played_out(deal: LeanDeal, card: CardType) -> float:
    """By how many points the player does better than the others in the end."""
    one, player = deal.copy(), deal.player
    one.discard(card)
    while one.ended is None:
        connections.play_turn(one)
    return one.ended.edge(player)


def groups(rules: LeanRules, players: int, seed: str, found: dict[Regime, list[Group]]) -> None:
    """Add those of one deal."""
    rng = Random(seed)  # noqa: S311 - repeatable
    deck = [type_of(card) for card in rules.variant.start_deck(players)]
    rng.shuffle(deck)
    deal = new_deal(rules, players, deck, Random(f"{seed}/again").shuffle)  # noqa: S311 - likewise
    while not over(deal):
        greedy.begin(deal)
        if over(deal) or not greedy.lay_all(deal):
            continue
        few = [kind for _, kind in connections.ranked(deal)[:CHOICES]]
        if len(few) > 1 and rng.random() < KEPT:
            regime, around = circumstances(deal)
            rows = [tuple(value * here for value in row for here in around) for row in prospects(deal, few)]
            found.setdefault(regime, []).append(Group(rows, [played_out(deal, kind) for kind in few]))
        deal.discard(rng.choice(few) if few and rng.random() < STRAYS else connections.least_useful(deal))


def fitted(numpy: Any, some: list[Group]) -> Any:  # noqa: ANN401 - numpy has no types here
    """The weights that explain differences within the groups."""
    rows, gains = centred(numpy, some)
    scale = rows.std(0)
    scale[scale < 1e-9] = numpy.inf  # noqa: PLR2004 - a column that never differs says nothing
    rows /= scale
    square = rows.T @ rows + RIDGE * numpy.eye(rows.shape[1])
    return numpy.linalg.solve(square, rows.T @ gains) / scale


def centred(numpy: Any, some: list[Group]) -> tuple[Any, Any]:  # noqa: ANN401 - likewise
    """All rows and outcomes, each less the mean of its group."""
    rows = [numpy.array(one.rows, dtype=float) for one in some]
    gains = [numpy.array(one.gains) for one in some]
    return (
        numpy.concatenate([each - each.mean(0) for each in rows]),
        numpy.concatenate([each - each.mean() for each in gains]),
    )


def judged(numpy: Any, weights: Any, some: list[Group]) -> tuple[float, float]:  # noqa: ANN401 - likewise
    """The gain a discard over the first choice, and half the width of its interval."""
    gains = numpy.array([one.gains[int((numpy.array(one.rows) @ weights).argmax())] - one.gains[0] for one in some])
    return float(gains.mean()), float(1.96 * gains.std() / len(gains) ** 0.5)


def main() -> None:
    """Print the weights as they stand in the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=3500)
    parser.add_argument("--seed", default="a")
    parser.add_argument("--variant", default="british")
    parser.add_argument("--players", type=int, default=2)
    given = parser.parse_args()
    numpy: Any = importlib.import_module("numpy")
    rules, found = lean_rules(variant_named(given.variant)), dict[Regime, list[Group]]()
    with contextlib.suppress(KeyboardInterrupt):
        for number in range(given.deals):
            groups(rules, given.players, f"{given.seed}/{number}", found)
            print(f"{number + 1} deals", end="\r", file=sys.stderr, flush=True)
    for regime, some in sorted(found.items()):
        cut = len(some) * 4 // 5
        gain, half = judged(numpy, fitted(numpy, some[:cut]), some[cut:])
        print(f"# {regime}: {len(some)} discards, {gain:+.2f} ± {half:.2f} points each over the first choice")
        weights = fitted(numpy, some).reshape(len(WEIGHTS[regime]), -1)
        print(f"{regime}: {tuple(tuple(round(float(weight), 3) for weight in line) for line in weights)},")


if __name__ == "__main__":
    main()
