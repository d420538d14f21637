"""Money that is paid beside the score."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber


@dataclass(frozen=True, slots=True)
class JokerKept:
    """The cut showed a joker: it is a card of this seat's hand, and each of the others pays the price."""

    seat: SeatNumber
    price: int


@dataclass(frozen=True, slots=True)
class Showed:
    """A seat showed dealt cards for which each of the others pays the price."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    price: int


@dataclass(frozen=True, slots=True)
class PaidIn:
    """A seat pays into the kitty, if the deal counts. `why`: buy, playable_discard."""

    seat: SeatNumber
    price: int
    why: str


PayingEvent = JokerKept | Showed | PaidIn
