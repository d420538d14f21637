"""Discards by what they were worth in deals that were played out: a line in `prospects`, fitted to such deals.

At each of 47,000 discards of 3,500 deals the four likeliest were played to the end of that very deal, side by side
(`scripts/fit_discards.py` fits it anew). The weights explain by how much the outcomes differed, in points more that the
other counts; so a worth means something only next to others of the same turn. The deals were British ones of two
players; with more of them the opponent is whoever has laid and is nearest to going out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kalooki.rules.variant import Variant
from kalooki.sim import greedy
from kalooki.sim.connections import ranked
from kalooki.sim.lean import LeanDeal, is_lean
from kalooki.sim.prospects import Features, laid_prospects, unseen, waiting_prospects
from kalooki.solver.words import JOKER_TYPE, ONE, RANKS, CardType

TRIED = 5
"""So many discards are judged, those of the fewest connections."""

Regime = tuple[bool, bool]
"""Whether oneself has laid, and whether an opponent has."""

WEIGHTS: dict[Regime, tuple[Features, ...]] = {
    (False, False): ((-1.489,), (-0.044,), (24.865,), (-0.4,), (1.53,), (0.197,), (-0.023,), (-0.056,), (0.561,)),
    (False, True): ((0.004,), (-0.156,), (27.121,), (-0.013,), (0.946,), (0.189,), (-0.055,), (-0.008,), (1.176,)),
    (True, False): (
        (0.09, 0.105, 0.313, -0.061, 0.269),
        (54.861, -63.612, 0.0, -55.627, 63.4),
        (24.482, -3.833, -52.824, 155.788, -26.867),
        (0.446, -0.169, 0.0, -0.258, -0.077),
        (1.282, -0.361, 0.0, -1.335, 1.158),
        (-0.096, -0.014, -0.081, 0.052, -0.155),
        (-0.032, -0.111, -0.176, -0.097, 0.131),
        (1.459, -2.484, -0.294, -0.702, -1.879),
    ),
    (True, True): (
        (-0.191, -0.182, 0.05, -0.1, -0.046, 0.227, -0.203, 0.055, -0.214),
        (11.87, -2.846, 0.0, -12.435, 8.346, 6.229, -6.417, 11.506, 8.015),
        (-17.206, 19.003, 7.532, 28.458, 8.363, 34.0, -1.254, -3.075, -9.115),
        (0.146, 0.132, 0.0, -0.332, 0.119, 0.227, -0.041, -0.072, -0.135),
        (0.406, -1.107, 0.0, -0.214, 0.371, 0.057, -0.26, -0.277, -0.31),
        (-0.079, 0.04, 0.07, 0.029, 0.016, 0.072, 0.032, 0.021, -0.129),
        (-0.056, -0.062, 0.011, 0.039, 0.045, 0.185, 0.055, 0.052, -0.054),
        (0.148, 0.977, 0.087, -0.007, -0.24, -0.282, -0.088, -0.495, 0.274),
    ),
}
"""A line for each prospect, in their order: what a unit of it is worth in each circumstance."""


def is_at_home(variant: Variant) -> bool:
    """Whether it is such a game as it has learned from: points are bad, and the core plays it."""
    return is_lean(variant) and variant.na_scoring is None


class Judged(NamedTuple):
    """A discard, and what it is worth next to others of the same turn."""

    worth: float
    card: CardType


def judged(deal: LeanDeal) -> list[Judged]:
    """The discards that are worth a look, the best first."""
    few = [kind for _, kind in ranked(deal)[:TRIED]]
    if len(few) < 2:  # noqa: PLR2004 - there is a choice
        return [Judged(0.0, few[0] if few else greedy.dearest(deal))]
    regime, around = circumstances(deal)
    weights = [sum(map(float.__mul__, line, around)) for line in WEIGHTS[regime]]
    found = [
        Judged(sum(weight * value for weight, value in zip(weights, row, strict=True)), kind)
        for row, kind in zip(prospects(deal, few), few, strict=True)
    ]
    return sorted(found, key=lambda one: (-one.worth, deal.rules.solver.thrown[one.card]))


def prospects(deal: LeanDeal, cards: Sequence[CardType]) -> list[Features]:
    """What the hand has to hope for after each of these discards."""
    hidden, hand = unseen(deal), deal.hands[deal.player].copy()
    count = laid_prospects if deal.laid[deal.player] else waiting_prospects
    found: list[Features] = []
    for card in cards:
        place, one = (4, 1) if card == JOKER_TYPE else (card // RANKS, ONE[card % RANKS])
        hand[place] -= one
        found.append(count(deal, hand, card, hidden))
        hand[place] += one
    return found


def circumstances(deal: LeanDeal) -> tuple[Regime, Features]:
    """What the worth of a prospect depends on: once the player has laid, the cards left to him and to others."""
    player = deal.player
    nearest = min((size for other, size in enumerate(deal.sizes) if other != player and deal.laid[other]), default=0)
    found: Features = (1.0,)
    if deal.laid[player]:
        found = (*found, *_size(deal.sizes[player] - 1), *(_size(nearest) if nearest else ()))
    return (deal.laid[player], nearest > 0), found


def _size(cards: int) -> Features:
    """Many cards are all alike; the last three are not."""
    return (cards / 10, *(float(cards == few) for few in (1, 2, 3)))


def play_turn(deal: LeanDeal) -> None:
    """Draw or take, lay what there is to lay, throw away what is worth the most thrown away."""
    greedy.begin(deal)
    if deal.ended is None and greedy.lay_all(deal):
        deal.discard(judged(deal)[0].card)
