"""Hands as numbers: a card is a type 0..52, a suit is one word with three bits a rank.

Which pack a card came from exists nowhere, so seven copies of a face fit in its three bits, and no hand of
four packs overflows them. Everything here is a plain int or a tuple of ints: the solver makes millions.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kalooki.cards import JOKER, Card, Joker, Natural, Rank, Suit

CardType = int
"""`suit * 13 + rank`, rank 0..12 for 2..A; 52 is the joker. Not a NewType: it is computed with in every inner loop."""

Position = int
"""A place in a run: 1..13 for 2..A, and 0 for an ace below the two."""

JOKER_TYPE: CardType = 52
SUITS = tuple(Suit)
RANKS = 13
ACE = 12
LOW = 0
HIGH = 13

ONE = tuple(1 << 3 * rank for rank in range(RANKS))
"""What one copy of a rank adds to its suit's word."""

_ONE_OF = (0, ONE[ACE], *ONE[:ACE])
"""The same by the number of the card's rank, 1 for an ace."""

_PART = tuple((kind // RANKS, ONE[kind % RANKS]) for kind in range(4 * RANKS + 1))
"""By type: which number of a hand it is in, and what one copy adds to it."""

LEAST = sum(ONE)
"""The lowest bit of every rank."""

_NATURALS = tuple(Natural(Rank((rank + 1) % RANKS + 1), suit) for suit in SUITS for rank in range(RANKS))

_SUIT_INDEX = {suit: index for index, suit in enumerate(SUITS)}


class Hand(NamedTuple):
    """A multiset of faces: one word for each suit in the order S H D C, and the number of jokers."""

    spades: int = 0
    hearts: int = 0
    diamonds: int = 0
    clubs: int = 0
    jokers: int = 0


EMPTY = Hand()

_made = tuple.__new__
"""Makes a hand of a list of its five numbers, without a look at their names."""


def type_of(card: Card) -> CardType:
    """The number of a face."""
    if isinstance(card, Joker):
        return JOKER_TYPE
    return _SUIT_INDEX[card.suit] * RANKS + (card.rank - 2) % RANKS


def card_of(kind: CardType) -> Card:
    """The face with this number."""
    if kind == JOKER_TYPE:
        return JOKER
    return natural_of(kind)


def natural_of(kind: CardType) -> Natural:
    """The face with this number, which is not the joker's."""
    return _NATURALS[kind]


def rank_at(position: Position) -> int:
    """The rank that stands at a position of a run."""
    return (position - 1) % RANKS


def presence(word: int) -> int:
    """The lowest bit of every rank that the word holds at least once."""
    return (word | word >> 1 | word >> 2) & LEAST


def holds(word: int, rank: int) -> bool:
    """Whether a suit's word has this rank."""
    return bool(word & 7 << 3 * rank)


def hand_of(kinds: Iterable[CardType]) -> Hand:
    """Gather types into a hand."""
    words = [0, 0, 0, 0, 0]
    for kind in kinds:
        suit, rank = divmod(kind, RANKS)
        words[suit] += ONE[rank]
    return Hand(*words)


def hand_of_cards(cards: Iterable[Card]) -> Hand:
    """Gather faces into a hand."""
    words = [0, 0, 0, 0, 0]
    for card in cards:
        if isinstance(card, Joker):
            words[4] += 1
        else:
            words[_SUIT_INDEX[card.suit]] += _ONE_OF[card.rank]
    return _made(Hand, words)


def add(hand: Hand, kind: CardType, copies: int = 1) -> Hand:
    """The hand with so many more of one type."""
    suit, one = _PART[kind]
    words = list(hand)
    words[suit] += one * copies
    return _made(Hand, words)


def remove(hand: Hand, kind: CardType) -> Hand:
    """The hand without one card of a type that it has."""
    suit, one = _PART[kind]
    words = list(hand)
    words[suit] -= one
    return _made(Hand, words)


def copies(hand: Hand, kind: CardType) -> int:
    """How many cards of a type the hand has."""
    suit, rank = divmod(kind, RANKS)
    return hand.jokers if kind == JOKER_TYPE else hand[suit] >> 3 * rank & 7


def distinct(hand: Hand) -> Iterator[CardType]:
    """Each type that the hand has, once, in rising order."""
    for suit in range(4):
        word = presence(hand[suit])
        while word:
            low = word & -word
            yield suit * RANKS + (low.bit_length() - 1) // 3
            word ^= low
    if hand.jokers:
        yield JOKER_TYPE
