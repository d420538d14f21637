"""What a card earns where it is put: one number that holds a first aim and a second one.

A weight is `first << SHIFT | second`. Weights are added, so both halves add up side by side, and comparing two
sums compares the first aim and then the second. "The most penalty points out of the hand, of these the laying worth
most" is one integer that way, and so is "at least 40 points laid" (a bound on the second half).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

SHIFT = 10
SECOND = (1 << SHIFT) - 1
"""The second half of a weight; 22 cards of 25 points stay below it."""


@dataclass(frozen=True, slots=True, eq=False)
class SuitWeights:
    """What the cards of one suit earn. Made by `suit_weights`: suits worth the same are one value, and share tables."""

    run_natural: tuple[int, ...]
    """By position 0..13 in a new run."""
    run_joker: tuple[int, ...]
    """The same for a joker that stands there."""
    off_natural: tuple[int, ...]
    """By position, laid off on the table."""
    off_joker: tuple[int, ...]
    set_natural: tuple[int, ...]
    """By rank 0..12 in a new set."""

    @property
    def flat(self) -> bool:
        """Whether there is no second aim."""
        every = (*self.run_natural, *self.run_joker, *self.off_natural, *self.off_joker, *self.set_natural)
        return not any(value & SECOND for value in every)


suit_weights = lru_cache(maxsize=4096)(SuitWeights)
"""The one value with these numbers, so that it is found again by what it is, and not by all its numbers."""

_NOTHING = (0,) * 14
WORTHLESS = suit_weights(_NOTHING, _NOTHING, _NOTHING, _NOTHING, set_natural=_NOTHING[1:])
"""For who asks what there is, not what it earns."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What every card earns in every place. Made by `weights_of`, for the same reason."""

    suits: tuple[SuitWeights, SuitWeights, SuitWeights, SuitWeights]
    set_joker: tuple[int, ...]
    """By rank, a joker in a new set."""

    @property
    def flat(self) -> bool:
        """Whether there is no second aim; the first is the same wherever a card is used."""
        return all(suit.flat for suit in self.suits) and not any(value & SECOND for value in self.set_joker)

    def first(self) -> "Weights":
        """The first aim alone."""
        return self._each(lambda value: value & ~SECOND)

    def second(self) -> "Weights":
        """The second aim alone."""
        return self._each(lambda value: value & SECOND)

    def _each(self, change: Callable[[int], int]) -> "Weights":
        def changed(values: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(map(change, values))

        spades, hearts, diamonds, clubs = (
            suit_weights(
                run_natural=changed(suit.run_natural),
                run_joker=changed(suit.run_joker),
                off_natural=changed(suit.off_natural),
                off_joker=changed(suit.off_joker),
                set_natural=changed(suit.set_natural),
            )
            for suit in self.suits
        )
        return weights_of((spades, hearts, diamonds, clubs), changed(self.set_joker))


weights_of = lru_cache(maxsize=4096)(Weights)
"""The one value with these."""


def frontier(values: Iterable[int]) -> tuple[int, ...]:
    """The weights that no other beats in both halves, the best first half in front."""
    kept: list[int] = []
    most = -1
    for value in sorted(values, reverse=True):
        if value & SECOND > most:
            kept.append(value)
            most = value & SECOND
    return tuple(kept)
