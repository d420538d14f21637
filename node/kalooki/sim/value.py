"""How a deal that is cut short would end: points more that the others count, as a straight line in a few features.

The weights are least squares over 9,000 British deals of two players who keep connections (`scripts/fit_value.py`), so
they are at home there; with more players the mean over the opponents is taken. Each regime (who has laid) has its own.
"""

from collections.abc import Sequence

from kalooki.sim.connections import bonds, connections, live_cards, worth
from kalooki.sim.lean import LeanDeal

Features = tuple[float, ...]

ALONE: dict[tuple[bool, bool], Features] = {
    (False, False): (-0.094, 0.465, -0.093, 0.341, 3.305, 0.0, -1.221, -0.233),
    (False, True): (-48.058, 0.54, -0.229, 0.209, 1.549, -0.135, 5.014, 0.173),
    (True, False): (0.245, -4.224, -0.006, 13.601, -8.047, 0.0, 0.0, 3.184, -0.465),
    (True, True): (-2.718, -1.213, -0.262, 0.531, -3.488, 0.0, 3.035, 3.057, -0.028),
}
"""Whether oneself and whether an opponent has laid; then the weights of `features` and `context`."""

BOTH: dict[tuple[bool, bool], Features] = {
    (False, False): (-1.514, 0.486, -0.084, 0.328, 1.707, -0.401, 0.068, -0.332, -2.583, -0.047),
    (False, True): (-44.999, 0.536, -0.233, 0.195, 1.65, 4.379, 0.041, -13.002, 9.998, 0.0, 0.193),
    (True, False): (43.003, -4.132, -0.017, 12.777, -7.868, 0.0, -0.503, 0.172, -0.212, -0.617, -0.167),
    (True, True): (-1.061, -1.052, -0.28, 0.627, -3.55, 0.0, 1.316, 0.231, -0.243, 4.176, -2.924, -0.006),
}
"""The same where both hands are known: `features` of one's own, those of the other but the first, the turn."""

FEW = 2
"""So few cards of an opponent are a threat."""


def features(deal: LeanDeal, player: int) -> Features:
    """Of a hand after its discard."""
    hand = deal.hands[player]
    if deal.laid[player]:
        return laid_features(deal.sizes[player], deal.points_of(player), fits=fitting(deal, hand))
    live = live_cards(deal, player)
    return unlaid_features(worth(deal, hand), deal.points_of(player), sum(connections(hand, live).values()), hand[4])


def unlaid_features(melded: float, points: float, bound: float, jokers: int) -> Features:
    """Before the first lay: points in melds, points in all, connections, jokers."""
    return (1.0, melded, points, bound, jokers)


def laid_features(cards: int, points: float, *, fits: int) -> Features:
    """After it: cards, points, whether one or two are left, cards that fit onto the table."""
    return (1.0, cards, points, cards == 1, cards == FEW, fits)


def fitting(deal: LeanDeal, hand: Sequence[int]) -> int:
    """How many faces of a hand fit onto the table."""
    firsts = deal.firsts
    return sum(
        1
        for suit in range(4)
        if hand[suit] & firsts[suit]
        for rank, _ in bonds(hand[suit])
        if firsts[suit] >> 3 * rank & 7
    )


def context(deal: LeanDeal, player: int, turns: int) -> Features:
    """What besides one's own hand matters, so many turns from now."""
    least = min(size for other, size in enumerate(deal.sizes) if other != player)
    return (least <= FEW, least, deal.number + turns)


def edge(deal: LeanDeal, player: int) -> float:
    """The points more that the others will count on average, where all hands are known."""
    ended, others = deal.ended, len(deal.hands) - 1
    if ended is not None:
        return ended.edge(player)
    own, total = features(deal, player), 0.0
    for other in range(len(deal.hands)):
        if other != player:
            weights = BOTH[deal.laid[player], deal.laid[other]]
            total += weighed(weights, (*own, *features(deal, other)[1:], deal.number))
    return total / others


def weighed(weights: Features, values: Features) -> float:
    """The sum of the products."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
