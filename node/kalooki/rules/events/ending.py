"""The end of a deal, and its score."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat got rid of its last card. `how`: call-up, kalooki (contract games: out, bend, blitz)."""

    seat: SeatNumber
    how: str


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A loser's hand, open to all, and what it costs (before doubling)."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class HandClosed:
    """A hand that nobody opens, and what is counted for it (before doubling)."""

    seat: SeatNumber
    cards: int
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's line of a scored deal."""

    seat: SeatNumber
    points: int
    """Penalty points of this deal, doubled where they are."""
    total: int
    """After the deal, before any buy-in."""
    money: int
    """Won or paid for this deal, without stakes and buy-ins."""


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over and counted."""

    number: int
    dealer: SeatNumber
    winner: SeatNumber
    how: str
    scores: tuple[Score, ...]
    """Of the seats that played, and in contract games of those that are away, in seat order."""


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A deal does not count; the same dealer deals again, unless he is missed.

    `reason`: stock_ran_out, nothing_to_reshuffle, turn_cap, absent.
    """

    number: int
    attempt: int
    reason: str


EndingEvent = WentOut | HandOpened | HandClosed | DealScored | DealVoided
