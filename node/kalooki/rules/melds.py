"""Sets and runs: what a list of cards is, what it is worth, what may extend it, and what a joker in it stands for."""

from dataclasses import dataclass

from kalooki.cards import Card, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.rules.actions import MeldId
from kalooki.rules.events import Face


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card that lies in a meld."""

    slot: Slot
    card: Card
    stands_for: Natural | None = None
    """What a joker is; None for a joker in a set whose suit stays open, and for naturals."""


@dataclass(frozen=True, slots=True)
class Set:
    """Cards of one rank."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive cards of one suit; `low` is the place of the first: 1 an ace below the two, 14 an ace above the king."""

    suit: Suit
    low: int


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or run on the table; its cards in table order, a run upwards."""

    id: MeldId
    owner: SeatNumber
    shape: Set | Run
    cards: tuple[TableCard, ...]

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards as anybody sees them."""
        return tuple(Face(one.card, one.stands_for) for one in self.cards)
