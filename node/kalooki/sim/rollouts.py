"""Discards compared by playing on: in each world all of them, with the same hidden cards and the same reshuffles.

A discard is dropped as soon as it is clearly behind, and preferred only where it is clearly ahead: what chance alone
could have done changes nothing.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kalooki.sim import connections
from kalooki.sim.dealing import Shuffle
from kalooki.sim.lean import LeanDeal
from kalooki.sim.value import edge
from kalooki.sim.worlds import world
from kalooki.solver.words import CardType

ROUNDS = 2
"""So many more turns each player has before the rest is estimated."""
BATCH = 8
BEHIND = 1.5
"""So many standard errors behind, a discard is dropped."""
AHEAD = 1.0
"""So many standard errors ahead of the first one, another is preferred."""

Shuffles = Callable[[], Shuffle]
"""Gives a shuffle that can be had again: each call of the result of one call does the same."""


@dataclass(slots=True)
class Rival:
    """A discard, next to the first one."""

    card: CardType
    gains: list[float] = field(default_factory=list)
    """In each world: by how much it did better."""

    @property
    def mean(self) -> float:
        """On average."""
        return math.fsum(self.gains) / len(self.gains)

    @property
    def error(self) -> float:
        """The standard error of that."""
        mean = self.mean
        variance = math.fsum((gain - mean) ** 2 for gain in self.gains) / max(1, len(self.gains) - 1)
        return math.sqrt(variance / len(self.gains))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a comparison."""

    card: CardType
    gain: float
    """Over the first discard, on average; none if it is that one."""
    worlds: int


def compare(
    deal: LeanDeal, cards: Sequence[CardType], worlds: int, shuffle: Shuffle, again: Callable[[], Callable[[], Shuffle]]
) -> Verdict:
    """The best of these discards; the first of them unless another is clearly ahead.

    Args:
        deal: As the player in turn sees it, after his draw.
        cards: The discards, the most promising first.
        worlds: In how many of them.
        shuffle: Deals the hidden cards.
        again: Each call gives a maker of shuffles that all do the same.
    """
    first, rivals, played = cards[0], [Rival(card) for card in cards[1:]], 0
    while rivals and played < worlds:
        for _ in range(min(BATCH, worlds - played)):
            one, same = world(deal, shuffle), again()
            least = _played_on(one, first, same())
            for rival in rivals:
                rival.gains.append(_played_on(one, rival.card, same()) - least)
            played += 1
        rivals = [rival for rival in rivals if rival.mean >= -BEHIND * rival.error]
    ahead = [rival for rival in rivals if rival.mean > max(0.0, AHEAD * rival.error)]
    best = max(ahead, key=lambda rival: rival.mean, default=None)
    return Verdict(first, 0.0, played) if best is None else Verdict(best.card, best.mean, played)


def _played_on(one: LeanDeal, card: CardType, shuffle: Shuffle) -> float:
    """How a world ends, or looks after a few rounds."""
    deal = one.copy()
    deal.shuffle = shuffle
    player = deal.player
    deal.discard(card)
    last = deal.number - 1 + ROUNDS * len(deal.hands)
    while deal.ended is None and deal.number <= last:
        connections.play_turn(deal)
    return edge(deal, player)
