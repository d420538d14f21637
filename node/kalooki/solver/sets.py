"""Every set that a rank can give, worked out once for each pattern of suits held."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from kalooki.solver.runs import JokerLimit
from kalooki.solver.weights import Weights
from kalooki.solver.words import ONE, RANKS, Hand

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


def pattern(low: int, hand: tuple[int, ...]) -> int:
    """Which suits hold the rank with this lowest bit."""
    mask = low * 7
    return (
        (1 if hand[0] & mask else 0)
        | (2 if hand[1] & mask else 0)
        | (4 if hand[2] & mask else 0)
        | (8 if hand[3] & mask else 0)
    )


def without(hand: Hand, option: SetOption) -> Hand:
    """The hand without the cards of a set."""
    _, used, spades, hearts, diamonds, clubs = option
    return Hand(
        hand.spades - spades,
        hand.hearts - hearts,
        hand.diamonds - diamonds,
        hand.clubs - clubs,
        hand.jokers - used,
    )


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

    def options(self, rank: int, hand: Hand) -> Iterator[SetOption]:
        """Every set of a rank that the hand can make, those without jokers first."""
        held = pattern(ONE[rank], hand)
        yield from self.natural[rank][held]
        yield from (option for option in self.wild[rank][held] if option.jokers <= hand.jokers)
