"""The hand solver over an integer program (HiGHS, of scipy) on the same hands: how many times as fast, and how exact.

`random` are fourteen cards dealt from two packs with two jokers, `adversarial` as many out of two or three suits and a
few ranks, with up to two jokers: mean time of HiGHS over the mean time of the solver, once its tables are warm.
`mismatches` counts the hands of both sorts in which the two find melds of different worth. `p99` is the solver's 99th
percentile on random hands over the median time of a fixed loop of a thousand look-ups in a dictionary.

scipy is in the dependency group `test`; without it there is nothing to compare with, and the figures are null.
"""

import importlib.util
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from _figures import Figure, main
from kalooki.rules.registry import variant_named
from kalooki.solver.aims import fewest_points_left
from kalooki.solver.rules import solver_rules
from kalooki.solver.weights import SHIFT
from kalooki.solver.whole import HandSolver
from kalooki.solver.words import JOKER_TYPE, hand_of

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.meld_program import most_melded

ROUNDS = 5
HANDS = 600
"""In a round, of each sort."""
PROGRAMS = 60
"""So many of them HiGHS solves as well, which takes milliseconds."""
PASSES = 5
"""The solver goes through them so often, since it takes microseconds."""
WARM_UP = 20_000
CARDS = 14
LOOKUPS = 1000
AT_LEAST = {"random": 500.0, "adversarial": 60.0}

Hand = list[int]
RULES = solver_rules(variant_named("british"))
NATURALS = [*range(JOKER_TYPE)] * 2


def random_hand(chance: Random) -> Hand:
    """As dealt."""
    return sorted(chance.sample([*NATURALS, JOKER_TYPE, JOKER_TYPE], CARDS))


def adversarial_hand(chance: Random) -> Hand:
    """Cards that nearly all go together."""
    jokers = chance.randint(0, 2)
    low, width = chance.randint(0, 7), chance.randint(5, 6)
    suits = chance.sample(range(4), chance.randint(2, 3))
    near = [suit * 13 + rank for suit in suits for rank in range(low, low + width)] * 2
    return sorted([*chance.sample(near, CARDS - jokers), *[JOKER_TYPE] * jokers])


SORTS: dict[str, Callable[[Random], Hand]] = {"random": random_hand, "adversarial": adversarial_hand}


def measure() -> Sequence[Figure]:
    """Both sorts, and what they differ in."""
    solver = HandSolver(RULES, fewest_points_left(RULES))
    ratios: dict[str, list[float]] = {sort: [] for sort in SORTS}
    mismatches: list[float] = []
    slowest: list[float] = []
    for sort, deal in SORTS.items():
        chance = Random(f"warm/{sort}")  # noqa: S311 - repeatable
        for _ in range(WARM_UP):
            solver.best(hand_of(deal(chance)))
    most_melded([0, 1, 2])
    for number in range(ROUNDS):
        differ = 0
        for sort, deal in SORTS.items():
            chance = Random(f"{sort}/{number}")  # noqa: S311 - repeatable
            hands = [deal(chance) for _ in range(HANDS)]
            ours, theirs, wrong, times = compared(solver, hands)
            ratios[sort].append(theirs / ours)
            differ += wrong
            if sort == "random":
                slowest.append(times[len(times) * 99 // 100] / look_ups())
        mismatches.append(differ)
    return [
        *(Figure(sort, ratios[sort], at_least=AT_LEAST[sort]) for sort in SORTS),
        Figure("mismatches", mismatches, at_most=0),
        Figure("p99", slowest),
    ]


def compared(solver: HandSolver, hands: Sequence[Hand]) -> tuple[float, float, int, list[float]]:
    """Mean seconds of the solver and of HiGHS, how often they differ, and the solver's times, sorted."""
    words = [hand_of(hand) for hand in hands]
    began = time.process_time()
    for _ in range(PASSES):
        for hand in words:
            solver.best(hand)
    ours = (time.process_time() - began) / PASSES / len(hands)
    times = []
    for hand in words:
        began = time.process_time()
        solver.best(hand)
        times.append(time.process_time() - began)
    few = hands[:: len(hands) // PROGRAMS]
    began = time.process_time()
    found = [most_melded(hand) for hand in few]
    theirs = (time.process_time() - began) / len(few)
    wrong = sum(
        solver.best(hand) >> SHIFT != points
        for hand, points in zip(words[:: len(hands) // PROGRAMS], found, strict=True)
    )
    return ours, theirs, wrong, sorted(times)


def look_ups() -> float:
    """The median time of a loop of look-ups."""
    table = {key: key for key in range(LOOKUPS)}
    times = []
    for _ in range(50):
        began = time.process_time()
        for key in range(LOOKUPS):
            table[key]
        times.append(time.process_time() - began)
    return statistics.median(times)


def without() -> int:
    """Say that there is nothing to compare with."""
    print("scipy is not installed, so there is nothing to compare with.", file=sys.stderr)
    if "--json" in sys.argv[1:]:
        figures = dict.fromkeys((*SORTS, "mismatches", "p99"))
        print(json.dumps({"bench": "solver", "figures": figures, "ok": None}))
    return 0


if __name__ == "__main__":
    sys.exit(without() if importlib.util.find_spec("scipy") is None else main("solver", measure))
