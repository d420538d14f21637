"""Calls out of turn, and what the others let go by."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber


@dataclass(frozen=True, slots=True)
class Called:
    """A seat wants the discard out of turn."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat lets something go by: a card to call, a lay to challenge, a cut, its lay after a blitz."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class CallGranted:
    """A caller got the discard, and with it cards from the stock that it alone sees; `calls`: so many by now."""

    seat: SeatNumber
    card: Card
    calls: int
    drawn: int
    stock: int


CallEvent = Called | Passed | CallGranted
