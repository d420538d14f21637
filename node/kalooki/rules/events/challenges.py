"""Doubts, who was right, and what it costs."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat said that another called too often (`overcall`) or laid falsely (`lay`), and was right or not."""

    seat: SeatNumber
    target: SeatNumber
    what: str
    upheld: bool


@dataclass(frozen=True, slots=True)
class TookBack:
    """The cards of a false lay are back in the hand, where all know them."""

    seat: SeatNumber
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Penalized:
    """A seat gets points beside those of its cards, or (below zero) a bonus; they count when the deal is scored.

    `why`: joker_discard, overcall, false_lay, wrong_challenge, cut.
    """

    seat: SeatNumber
    points: int
    why: str


ChallengeEvent = Challenged | TookBack | Penalized
