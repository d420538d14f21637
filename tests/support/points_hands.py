"""Seeded hands and tables of the points family, held against the integer program."""

from random import Random

from kalooki.rules.actions import MeldId
from kalooki.rules.registry import variant_named
from kalooki.solver.rules import solver_rules
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.turn import Situation, plan_turn, points
from kalooki.solver.words import JOKER_TYPE, RANKS, hand_of
from support.points_program import fewest_left

RULES = solver_rules(variant_named("british"))


def table(chance: Random) -> tuple[TableMeld, ...]:
    """Up to four melds, some with a joker."""
    return tuple(_meld(chance, MeldId(number + 1)) for number in range(chance.randint(0, 4)))


def _meld(chance: Random, number: MeldId) -> TableMeld:
    if chance.random() < 0.5:
        suits = chance.sample(range(4), chance.choice((2, 3, 3, 3, 4)))
        jokers = 1 if len(suits) == 2 or (len(suits) == 3 and chance.random() < 0.2) else 0
        return TableSet(number, False, chance.randrange(RANKS), tuple(suits), jokers)  # noqa: FBT003 - a tuple's field
    length = chance.choice((3, 3, 4, 5))
    low = chance.randint(1, RANKS + 1 - length)
    wild = (chance.randrange(low, low + length),) if chance.random() < 0.4 else ()
    return TableRun(number, False, chance.randrange(4), low, length, wild)  # noqa: FBT003 - likewise


def hand(chance: Random, size: int, *, dense: bool) -> list[int]:
    """So many cards with up to two jokers; dense ones nearly all go together."""
    jokers = min(size, chance.choice((0, 0, 1, 2)))
    faces = [*range(JOKER_TYPE)] * 2
    if dense:
        low, width = chance.randrange(9), chance.choice((4, 5, 6))
        suits = chance.sample(range(4), chance.choice((2, 3, 4)))
        faces = [suit * RANKS + rank for suit in suits for rank in range(low, min(RANKS, low + width))] * 2
    naturals = chance.sample(faces, min(size - jokers, len(faces)))
    return sorted([*naturals, *[JOKER_TYPE] * jokers])


def differences(number: int, seed: str) -> list[str]:
    """What the solver and HiGHS say differently of so many hands: thresholds, lay-offs, joker swaps, the discard."""
    chance, found = Random(seed), []
    for place in range(number):
        has_laid = chance.random() < 0.6
        held = hand(chance, chance.randint(2, 8) if has_laid else 14, dense=chance.random() < 0.5)
        melds = table(chance)
        plan = plan_turn(RULES, Situation(hand_of(held), melds, has_laid=has_laid, may_swap=has_laid))
        lays = plan is not None and (has_laid or bool(plan.pieces))
        ours = points(RULES, plan.left) if plan is not None and lays else None
        theirs = fewest_left(held, melds, has_laid=has_laid)
        if ours != theirs:
            found.append(f"{seed}, hand {place}: {ours} here, {theirs} there: {held} {melds}")
    return found
