"""How a seat weighs its cards where the contract is small, and all else may be laid soon after it, or at once with it.

A card is worth what goes together with it, as in games for points, and the chance of the contract that goes with it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kalooki.sim.connections import CONNECTION, MELDED, connections
from kalooki.solver.rules import SolverRules
from kalooki.solver.turn import melded_points
from kalooki.solver.words import CardType, Hand, add, remove

CHANCE = 60.0
"""What the chance to lay the contract in time is worth, next to a point of penalty."""
EARLY, LATE = 0.5, 1.0
"""What a point of penalty weighs while nobody has laid, and afterwards: all but one count their cards in the end."""

BOUGHT = 20
"""A card is worth its price in cards where it makes melds of so many points more."""


@dataclass(frozen=True, slots=True)
class Held:
    """A hand after the draw, and all that the choice of a discard hangs on."""

    rules: SolverRules
    hand: Hand
    live: Sequence[int]
    """By face, how many cards are still to come."""
    kept: CardType | None
    """What was just taken: it is not thrown away."""
    late: bool
    """Somebody has laid."""
    chance: Callable[[Hand], float] | None
    """Of a hand, to lay the contract in time; None where none is due."""


def least_useful(held: Held) -> CardType | None:
    """What to throw away; None where only jokers may be, or nothing."""
    rules, weight = held.rules, LATE if held.late else EARLY
    whole = melded_points(rules, held.hand)
    best: tuple[float, int] | None = None
    found: CardType | None = None
    for kind, bound in connections(list(held.hand), list(held.live)).items():
        if kind == held.kept:
            continue
        rest = remove(held.hand, kind)
        cost = CONNECTION * bound - weight * rules.penalties[kind] + MELDED * (whole - melded_points(rules, rest))
        cost -= 0.0 if held.chance is None else CHANCE * held.chance(rest)
        if best is None or (cost, rules.thrown[kind]) < best:
            best, found = (cost, rules.thrown[kind]), kind
    return found


def gain(rules: SolverRules, hand: Hand, card: CardType) -> int:
    """How many points more a hand has in melds with a card."""
    return melded_points(rules, add(hand, card)) - melded_points(rules, hand)
