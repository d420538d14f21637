"""How many deals the lean core plays in a second with the greedy bot's turns, next to OpenSpiel's gin rummy.

Both play in this process, in turn; gin rummy is played by its simple bot. `ratio` is British deals of two players per
game of gin rummy, `british_4` the same with four. OpenSpiel is in the dependency group `bench`; without it there is
nothing to compare with, and the figures are null.
"""

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from types import ModuleType

from _figures import Figure, main
from kalooki.rules.registry import variant_named
from kalooki.sim import greedy
from kalooki.sim.lean import lean_rules, new_deal
from kalooki.solver.words import type_of
from rules import gin_rummy, open_spiel, seconds

ROUNDS = 7
WARM_UP = 300
"""So many deals come first, while the solver fills its tables."""
PARTS = 4
"""Of a sample, each with both sides: what slows the machine down for a while slows both."""
GAMES = 20
"""Of gin rummy in each part."""
AT_LEAST = 2.0
RULES = lean_rules(variant_named("british"))


@dataclass(frozen=True, slots=True)
class Bench:
    """One sort of deal."""

    name: str
    players: int
    deals: int
    """In a part of a sample."""
    at_least: float = -math.inf


BENCHES = (Bench("ratio", 2, 40, AT_LEAST), Bench("british_4", 4, 20))


def deal(players: int, number: int) -> None:
    """One deal, whatever comes of it."""
    rng = Random(number)  # noqa: S311 - repeatable
    deck = [type_of(card) for card in RULES.variant.start_deck(players)]
    rng.shuffle(deck)
    played = new_deal(RULES, players, deck, rng.shuffle)
    while played.ended is None:
        greedy.play_turn(played)


def measure() -> Sequence[Figure]:
    """Each sort of deal."""
    pyspiel = open_spiel()
    assert pyspiel is not None, "main has seen to it"
    return [Figure(bench.name, samples_of(bench, pyspiel), at_least=bench.at_least) for bench in BENCHES]


def samples_of(bench: Bench, pyspiel: ModuleType) -> list[float]:
    """Ratios of the two speeds, each pair measured side by side; no deal comes twice."""
    play = partial(deal, bench.players)
    seconds(play, range(WARM_UP))
    samples, begin = [], WARM_UP
    for _ in range(ROUNDS):
        ours = theirs = 0.0
        for _ in range(PARTS):
            ours += seconds(play, range(begin, begin + bench.deals))
            theirs += seconds(lambda number: gin_rummy(pyspiel, Random(number)), range(GAMES))  # noqa: S311 - repeatable
            begin += bench.deals
        samples.append(theirs / GAMES * bench.deals / ours)
    return samples


def without() -> int:
    """Say that there is nothing to compare with."""
    print("OpenSpiel is not installed, so there is nothing to compare with.", file=sys.stderr)
    if "--json" in sys.argv[1:]:
        print(json.dumps({"bench": "simulate", "figures": {bench.name: None for bench in BENCHES}, "ok": None}))
    return 0


if __name__ == "__main__":
    sys.exit(without() if open_spiel() is None else main("simulate", measure))
