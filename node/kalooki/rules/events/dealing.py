"""The deal, the cut and the stock."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal has begun; the upcard is not open yet."""

    number: int
    attempt: int
    dealer: SeatNumber
    seats: tuple[SeatNumber, ...]
    """Clockwise from the dealer's left."""
    hand_size: int
    stock: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The first card of the discard pile is open, and the seat begins."""

    card: Card
    first: SeatNumber


@dataclass(frozen=True, slots=True)
class PackCut:
    """The seat left of the dealer cuts: the bottom card of the stock is about to be turned."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class CutMade:
    """The dealer tried to lift as many cards as are dealt: `depth` was meant, `lift` came of it, `wanted` is right."""

    seat: SeatNumber
    depth: int
    lift: int
    wanted: int


@dataclass(frozen=True, slots=True)
class StockRanOut:
    """The discard pile without its top card is about to be shuffled."""

    cards: int


@dataclass(frozen=True, slots=True)
class StockReshuffled:
    """The discard pile has become the stock."""

    cards: int
    upcard: Card


DealingEvent = Dealt | TurnedUp | PackCut | CutMade | StockRanOut | StockReshuffled
