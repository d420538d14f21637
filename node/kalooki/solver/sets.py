"""Every set that a rank can give, worked out once for each pattern of suits held."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from kalooki.solver.runs import JokerLimit
from kalooki.solver.weights import Weights
from kalooki.solver.words import LEAST, ONE, RANKS, Hand

SMALLEST = 3
LARGEST = 4
COPIES = 2
"""Of a face, where sets may repeat a suit: the games that allow it have two packs."""


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


def pattern_of_pairs(low: int, hand: tuple[int, ...]) -> int:
    """How many of the rank with this lowest bit each suit holds, none to two: two bits a suit."""
    at = low.bit_length() - 1
    return hand[0] >> at & 3 | (hand[1] >> at & 3) << 2 | (hand[2] >> at & 3) << 4 | (hand[3] >> at & 3) << 6


def in_three_suits(spades: int, hearts: int, diamonds: int, clubs: int) -> int:
    """The ranks (lowest bit each) that three suits or four hold."""
    a = (spades | spades >> 1 | spades >> 2) & LEAST
    b = (hearts | hearts >> 1 | hearts >> 2) & LEAST
    c = (diamonds | diamonds >> 1 | diamonds >> 2) & LEAST
    d = (clubs | clubs >> 1 | clubs >> 2) & LEAST
    return a & b & (c | d) | c & d & (a | b)


def three_times(spades: int, hearts: int, diamonds: int, clubs: int) -> int:
    """The ranks (lowest bit each) of which there are three cards or more, from two packs."""
    a, b = spades + hearts, diamonds + clubs
    one_a, two_a = (a | a >> 1 | a >> 2) & LEAST, (a >> 1 | a >> 2) & LEAST
    one_b, two_b = (b | b >> 1 | b >> 2) & LEAST, (b >> 1 | b >> 2) & LEAST
    three_a, three_b = (a >> 2 | a >> 1 & a) & LEAST, (b >> 2 | b >> 1 & b) & LEAST
    return one_a & two_b | two_a & one_b | three_a | three_b


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
    spades, hearts, diamonds, clubs = (ONE[rank] * suits.count(suit) for suit in range(4))
    return SetOption(value, jokers, spades, hearts, diamonds, clubs)


def _options(weights: Weights, limit: JokerLimit, rank: int, held: list[int]) -> tuple[SetOption, ...]:
    """All sets from naturals of these suits (one twice: two of it), those with the most naturals first."""
    return tuple(
        _option(weights, rank, suits, size - naturals)
        for naturals in range(LARGEST, 0, -1)
        for suits in dict.fromkeys(combinations(held, naturals))
        for size in range(max(SMALLEST, naturals), LARGEST + 1)
        if size - naturals <= limit.in_set(size)
    )


def _pairs() -> list[list[int]]:
    """By pattern of pairs: the suits held, twice where there are two; nothing where the pattern cannot be."""
    counts = [[bits >> 2 * suit & 3 for suit in range(4)] for bits in range(256)]
    return [[suit for suit in range(4) for _ in range(count[suit])] if max(count) <= COPIES else [] for count in counts]


class SetTables:
    """The options by rank and pattern."""

    def __init__(self, weights: Weights, limit: JokerLimit, *, suits_may_repeat: bool) -> None:
        self.flat = weights.flat
        """What a card earns does not depend on where it is used."""
        self.pattern = pattern_of_pairs if suits_may_repeat else pattern
        self.ranks = three_times if suits_may_repeat else in_three_suits
        """Which ranks have a set without a joker."""
        held = _pairs() if suits_may_repeat else [[s for s in range(4) if bits >> s & 1] for bits in range(16)]
        every = [[_options(weights, limit, rank, suits) for suits in held] for rank in range(RANKS)]
        self.natural = [[tuple(o for o in options if not o.jokers) for options in patterns] for patterns in every]
        """Sets without a joker."""
        self.wild = [[tuple(o for o in options if o.jokers) for options in patterns] for patterns in every]
        """Sets with one joker or more."""

    def options(self, rank: int, hand: Hand) -> Iterator[SetOption]:
        """Every set of a rank that the hand can make, those without jokers first."""
        held = self.pattern(ONE[rank], hand)
        yield from self.natural[rank][held]
        yield from (option for option in self.wild[rank][held] if option.jokers <= hand.jokers)
