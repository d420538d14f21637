"""What the player in turn did."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew the top card of the stock; only it sees the card."""

    seat: SeatNumber
    stock: int


@dataclass(frozen=True, slots=True)
class Took:
    """A seat took the top discard."""

    seat: SeatNumber
    card: Card
    must_use: bool


@dataclass(frozen=True, slots=True)
class Returned:
    """A seat gave back the discard that it had taken under a duty."""

    seat: SeatNumber
    card: Card


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat ended its turn without a discard: it holds nothing but these jokers, which all have seen."""

    seat: SeatNumber
    jokers: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded and holds `left` cards; `announced` is the count that it said, if any."""

    seat: SeatNumber
    card: Card
    left: int
    announced: int | None


@dataclass(frozen=True, slots=True)
class FailedToAnnounce:
    """A count was due and was not said, or wrongly: the seat may not go out in its next turn."""

    seat: SeatNumber
    left: int


@dataclass(frozen=True, slots=True)
class DrawStands:
    """The player in turn will draw from the stock as soon as the others have answered."""

    seat: SeatNumber


TurnEvent = Drew | Took | Returned | TurnEnded | Discarded | FailedToAnnounce | DrawStands
