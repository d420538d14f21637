"""What came to lie on the table, and how a card lies there."""

from dataclasses import dataclass

from kalooki.cards import Card, Natural, SeatNumber
from kalooki.rules.actions import MeldId


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it lies on the table, without its slot."""

    card: Card
    stands_for: Natural | None = None
    """What a joker is. Always known in a run; None in a set, where the suit stays open."""

    def __str__(self) -> str:
        return str(self.card) if self.stands_for is None else f"{self.card}={self.stands_for}"


@dataclass(frozen=True, slots=True)
class MadeInitialMeld:
    """A seat laid for the first time in this deal."""

    seat: SeatNumber
    points: int


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A new meld lies on the table."""

    seat: SeatNumber
    meld: MeldId
    cards: tuple[Face, ...]
    points: int


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards were added to a meld; `meld_cards` is what lies there now."""

    seat: SeatNumber
    meld: MeldId
    cards: tuple[Face, ...]
    meld_cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class JokerExchanged:
    """Naturals took a joker's place and released it; `meld_cards` is what lies there now."""

    seat: SeatNumber
    meld: MeldId
    cards: tuple[Card, ...]
    meld_cards: tuple[Face, ...]
    to_hand: bool
    """The joker went into the hand; otherwise a later item of the same lay used it."""


@dataclass(frozen=True, slots=True)
class JokerMoved:
    """A natural took a joker's place, and the joker moved inside its run; `meld_cards` is what lies there now."""

    seat: SeatNumber
    meld: MeldId
    card: Card
    meld_cards: tuple[Face, ...]


LayingEvent = MadeInitialMeld | LaidDown | LaidOff | JokerExchanged | JokerMoved
