"""Hold the contract solver against an integer program (HiGHS, of scipy) on seeded hands up to 22 cards and ten jokers.

Needs scipy, which the dependency group `bench` brings along. Exit status 1 if an answer differs.
"""

import argparse
import importlib
import sys
from random import Random
from typing import Any

from kalooki.rules.registry import variant_named
from kalooki.solver.contract import contract_table
from kalooki.solver.contract_rules import Form, contract_rules, forms_of
from kalooki.solver.contract_turn import ContractSituation, plan_contract_turn
from kalooki.solver.words import HIGH, JOKER_TYPE, RANKS, hand_of, rank_at

VARIANT = variant_named("jamaican")
RULES = contract_rules(VARIANT)


def runs_of(hand: list[int], form: Form) -> list[tuple[int, list[int], int]]:
    """Every run: its suit, its naturals, its jokers."""
    found = []
    for suit in range(4):
        for start in range(HIGH + 1):
            ways: list[tuple[list[int], int, bool]] = [([], 0, False)]
            for position in range(start, min(start + RANKS, HIGH + 1)):
                kind = suit * RANKS + rank_at(position)
                ways = [
                    *[([*cards, kind], wild, False) for cards, wild, _ in ways if kind in hand],
                    *[(cards, wild + 1, True) for cards, wild, last in ways if not last and wild < hand.count(52)],
                ]
                if position - start + 1 >= form.shortest:
                    found += [(suit, cards, wild) for cards, wild, _ in ways]
    return found


def fewest_left(hand: list[int], form: Form) -> int | None:
    """The same question as an integer program: which runs, which sets, which discard."""
    scipy: Any = importlib.import_module("scipy.optimize")
    numpy: Any = importlib.import_module("numpy")
    kinds, jokers = sorted({kind for kind in hand if kind != JOKER_TYPE}), hand.count(JOKER_TYPE)
    runs = runs_of(hand, form)
    # Columns: runs; of each kind how many lie in a set; of each rank its set, and its jokers; of each kind the discard.
    sets_at, rank_at_, wild_at = len(runs), len(runs) + len(kinds), len(runs) + len(kinds) + RANKS
    thrown_at = wild_at + RANKS
    width = thrown_at + len(kinds)
    gain, rows, low, high = numpy.zeros(width), [], [], []

    def row(entries: dict[int, float], least: float, most: float) -> None:
        line = numpy.zeros(width)
        for column, value in entries.items():
            line[column] = value
        rows.append(line)
        low.append(least)
        high.append(most)

    for column, (_, cards, wild) in enumerate(runs):
        gain[column] = sum(RULES.penalties[kind] for kind in cards) + wild * RULES.penalties[JOKER_TYPE]
    for place, kind in enumerate(kinds):
        gain[sets_at + place] = gain[thrown_at + place] = RULES.penalties[kind]
        used = {column: 1.0 for column, (_, cards, _) in enumerate(runs) if kind in cards}
        row({**used, sets_at + place: 1, thrown_at + place: 1}, 0, hand.count(kind))
        row({sets_at + place: 1, rank_at_ + kind % RANKS: -hand.count(kind)}, -numpy.inf, 0)
    for rank in range(RANKS):
        gain[wild_at + rank] = RULES.penalties[JOKER_TYPE]
        held = {sets_at + place: 1.0 for place, kind in enumerate(kinds) if kind % RANKS == rank}
        row({**held, rank_at_ + rank: -2}, 0, numpy.inf)
        row({**held, wild_at + rank: 1, rank_at_ + rank: -3}, 0, numpy.inf)
        row({wild_at + rank: 1, rank_at_ + rank: -jokers}, -numpy.inf, 0)
    jokers_in = {column: float(count) for column, (_, _, count) in enumerate(runs)}
    row({**jokers_in, **{wild_at + rank: 1.0 for rank in range(RANKS)}}, 0, jokers)
    for suit in range(4):
        row({column: 1.0 for column, (other, _, _) in enumerate(runs) if other == suit}, 0, 1)
    row(dict.fromkeys(range(len(runs)), 1.0), form.runs, form.runs)
    row({rank_at_ + rank: 1.0 for rank in range(RANKS)}, form.sets, form.sets)
    row({thrown_at + place: 1.0 for place in range(len(kinds))}, 1, 1)
    most = numpy.full(width, 22.0)
    most[: len(runs)] = most[rank_at_:wild_at] = 1
    solved = scipy.milp(
        -gain,
        integrality=numpy.ones(width),
        bounds=scipy.Bounds(0, most),
        constraints=scipy.LinearConstraint(numpy.array(rows), low, high),
    )
    return None if solved.x is None else sum(RULES.penalties[kind] for kind in hand) - round(-solved.fun)


def main() -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description="Hold the contract solver against an integer program.")
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, differ, laid = Random(given.seed), 0, 0  # noqa: S311 - chance that can be repeated
    table = contract_table(RULES, ())
    for number in range(given.hands):
        form = forms_of(VARIANT, VARIANT.contracts[number % 9])[0]
        jokers = chance.choice((0, 1, 2, 3, 4, 6, 10))
        hand = [*chance.sample(list(range(52)) * 4, chance.randint(13, 22) - jokers), *[JOKER_TYPE] * jokers]
        plan = plan_contract_turn(RULES, ContractSituation(hand_of(hand), table, (form,), form))
        ours = None if plan is None or plan.lay is None else plan.points_left
        laid += ours is not None
        theirs = fewest_left(hand, form)
        if ours != theirs:
            differ += 1
            print(f"hand {number}: {ours} here, {theirs} there: {form} {sorted(hand)}")
    print(f"{given.hands} hands, {laid} laid, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
