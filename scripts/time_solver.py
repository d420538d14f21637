"""Time the hand solver on seeded random hands: median and 99th percentile, cold and warm, in microseconds of CPU."""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

from kalooki.rules.registry import variant_named
from kalooki.solver.aims import fewest_points_left, points_laid
from kalooki.solver.rules import SolverRules, solver_rules
from kalooki.solver.turn import Situation, TurnPlan, plan_turn
from kalooki.solver.whole import HandSolver
from kalooki.solver.words import JOKER_TYPE, Hand, hand_of

NATURALS = list(range(JOKER_TYPE)) * 2


def times(solve: Callable[[Hand], object], hands: list[Hand]) -> str:
    """Solve each hand once."""
    taken = []
    for hand in hands:
        begin = time.process_time()
        solve(hand)
        taken.append((time.process_time() - begin) * 1e6)
    taken.sort()
    return f"median {taken[len(taken) // 2]:8.1f}   p99 {taken[len(taken) * 99 // 100]:8.1f}   worst {taken[-1]:8.1f}"


def hands_with(chance: Random, number: int, jokers: int | None) -> list[Hand]:
    """Fourteen cards each, with so many jokers, or as dealt from two packs with two jokers."""
    if jokers is None:
        return [hand_of(chance.sample([*NATURALS, JOKER_TYPE, JOKER_TYPE], 14)) for _ in range(number)]
    return [hand_of([*chance.sample(NATURALS, 14 - jokers), *[JOKER_TYPE] * jokers]) for _ in range(number)]


def main() -> None:
    """Print one line for each question and kind of hand."""
    parser = argparse.ArgumentParser(description="Time the hand solver.")
    parser.add_argument("--hands", type=int, default=3000)
    given = parser.parse_args()
    variant = variant_named("british")
    for jokers in (None, 0, 1, 2):
        hands = hands_with(Random(jokers), given.hands, jokers)  # noqa: S311 - chance that can be repeated
        rules = replace(solver_rules(variant))  # with empty tables
        best = HandSolver(rules, fewest_points_left(rules)).best
        opening = partial(HandSolver(rules, points_laid(rules)).best_with, need=rules.initial_min)
        name = "as dealt" if jokers is None else f"{jokers} jokers"
        print(f"{name:9} best, cold        {times(best, hands)}")
        for question, solve in (("best", best), ("opens", opening), ("whole turn", partial(turn, rules))):
            times(solve, hands)
            print(f"{name:9} {question + ', warm':17} {times(solve, hands)}")


def turn(rules: SolverRules, hand: Hand) -> TurnPlan | None:
    """The plan of a player who has not laid yet."""
    return plan_turn(rules, Situation(hand))


if __name__ == "__main__":
    main()
