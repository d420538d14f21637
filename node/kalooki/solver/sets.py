"""Every set that a rank can give, worked out once for each pattern of suits held."""

from itertools import combinations
from typing import NamedTuple

from kalooki.solver.runs import JokerLimit
from kalooki.solver.weights import Weights
from kalooki.solver.words import ONE, RANKS

SMALLEST = 3
LARGEST = 4


class SetOption(NamedTuple):
    """A set of one rank: what it earns, its jokers, and what it takes out of each suit's word."""

    value: int
    jokers: int
    spades: int
    hearts: int
    diamonds: int
    clubs: int


def _option(weights: Weights, rank: int, suits: tuple[int, ...], jokers: int) -> SetOption:
    value = sum(weights.suits[suit].set_natural[rank] for suit in suits) + jokers * weights.set_joker[rank]
    spades, hearts, diamonds, clubs = (ONE[rank] if suit in suits else 0 for suit in range(4))
    return SetOption(value, jokers, spades, hearts, diamonds, clubs)


def _options(weights: Weights, limit: JokerLimit, rank: int, pattern: int) -> tuple[SetOption, ...]:
    """All sets from the suits of a four-bit pattern, those without jokers first."""
    held = [suit for suit in range(4) if pattern >> suit & 1]
    return tuple(
        _option(weights, rank, suits, size - naturals)
        for naturals in range(LARGEST, 0, -1)
        for suits in combinations(held, naturals)
        for size in range(max(SMALLEST, naturals), LARGEST + 1)
        if size - naturals <= limit.in_set(size)
    )


class SetTables:
    """The options by rank and pattern."""

    def __init__(self, weights: Weights, limit: JokerLimit) -> None:
        self.flat = weights.flat
        """What a card earns does not depend on where it is used."""
        every = [[_options(weights, limit, rank, pattern) for pattern in range(16)] for rank in range(RANKS)]
        self.natural = [[tuple(o for o in options if not o.jokers) for options in patterns] for patterns in every]
        """Sets without a joker."""
        self.wild = [[tuple(o for o in options if o.jokers) for options in patterns] for patterns in every]
        """Sets with one joker or more."""
