"""Discards by what they were worth in deals that were played out: a line in `prospects`, fitted to such deals.

At each of 44,000 discards of 3,500 deals the four likeliest were played to the end of that very deal, side by side
(`scripts/fit_discards.py` fits it anew). The weights explain by how much the outcomes differed, in points more that the
other counts; so a worth means something only next to others of the same turn. The deals were British ones of two
players; with more of them the opponent is whoever has laid and is nearest to going out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kalooki.sim import greedy
from kalooki.sim.connections import ranked
from kalooki.sim.lean import LeanDeal
from kalooki.sim.prospects import Features, laid_prospects, unseen, waiting_prospects
from kalooki.solver.words import JOKER_TYPE, ONE, RANKS, CardType

TRIED = 5
"""So many discards are judged, those of the fewest connections."""

Regime = tuple[bool, bool]
"""Whether oneself has laid, and whether an opponent has."""

WEIGHTS: dict[Regime, tuple[Features, ...]] = {
    (False, False): (
        (-0.719,),
        (0.002,),
        (19.198,),
        (-0.31,),
        (1.517,),
        (0.15,),
        (-0.039,),
        (0.002,),
        (-0.899,),
    ),
    (False, True): (
        (0.663,),
        (-0.268,),
        (25.28,),
        (-0.027,),
        (0.756,),
        (0.101,),
        (0.04,),
        (-0.019,),
        (1.666,),
    ),
    (True, False): (
        (0.154, -0.006, 0.365, -0.243, 0.274),
        (27.148, -54.582, 0.0, 28.689, -32.414),
        (-2.162, 83.909, 23.338, 18.079, 7.727),
        (0.474, 0.158, 0.0, -0.366, 0.71),
        (0.717, -0.669, 0.0, -1.501, 1.27),
        (-0.039, -0.132, -0.174, -0.119, 0.085),
        (0.046, -0.096, 0.088, -0.082, 0.074),
        (0.645, 0.47, 2.313, 0.181, 0.183),
    ),
    (True, True): (
        (-0.2, -0.059, 0.124, -0.025, -0.078, 0.188, -0.257, -0.018, -0.171),
        (21.485, 4.704, 0.0, -31.023, 1.284, 13.172, 4.484, 4.364, 18.981),
        (-18.306, 6.289, -5.856, 16.806, 13.096, 43.274, 5.934, 9.895, 7.587),
        (0.144, -0.185, 0.0, -0.173, -0.009, 0.508, -0.169, -0.035, -0.2),
        (0.144, -1.527, 0.0, -0.348, 0.362, -0.01, 0.321, 0.036, 0.145),
        (-0.016, 0.035, -0.019, 0.019, -0.01, -0.053, -0.004, 0.005, -0.101),
        (0.027, 0.162, 0.055, 0.153, -0.003, -0.229, -0.055, -0.04, -0.048),
        (0.314, -0.389, -0.242, -0.326, -0.165, 0.135, 0.033, -0.182, 0.975),
    ),
}
"""A line for each prospect, in their order: what a unit of it is worth in each circumstance."""


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
