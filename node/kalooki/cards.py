"""Cards, slots and packs: the values that every layer shares."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from typing import NewType

Slot = NewType("Slot", int)
"""The number of one ciphertext in a deal; nameable before anyone sees its face; never computed with outside `fair`."""

SeatNumber = NewType("SeatNumber", int)
"""A place at the table, clockwise; 0 is the ace's. Fixed by the seat draw for the whole game."""


class Suit(StrEnum):
    """A suit; the value is its letter in the notation."""

    __hash__ = str.__hash__

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds."""
        return self in {Suit.HEARTS, Suit.DIAMONDS}


class Rank(IntEnum):
    """A rank; an ace is 1 here, and high or low only where a rule says so."""

    __hash__ = int.__hash__

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One character of the notation."""
        return "A23456789TJQK"[self - 1]


@dataclass(frozen=True, slots=True)
class Natural:
    """A card that is not wild."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return "-A23456789TJQK"[self.rank] + self.suit


@dataclass(frozen=True, slots=True)
class Joker:
    """A wild card."""

    def __str__(self) -> str:
        return "JK"


Card = Natural | Joker
"""A face. Copies are indistinguishable: which pack a card came from exists nowhere."""

JOKER = Joker()


@cache
def deck(packs: int, jokers: int) -> tuple[Card, ...]:
    """The start deck: pack by pack, suits S H D C, ranks A 2 ... K; then the jokers (PROTOCOL 7)."""
    one = tuple(Natural(rank, suit) for suit in Suit for rank in Rank)
    return one * packs + (JOKER,) * jokers
