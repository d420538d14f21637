"""Who is in the game and who is not, and its end."""

from dataclasses import dataclass

from kalooki.cards import SeatNumber


@dataclass(frozen=True, slots=True)
class WentAway:
    """A seat plays no further: `left` by itself, is `absent`, as all the others say, or so with its cards `kept`."""

    seat: SeatNumber
    how: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """A seat that was away plays again: its player is back (`return`), or a bot plays it from now on (`stand_in`)."""

    seat: SeatNumber
    how: str


@dataclass(frozen=True, slots=True)
class MayBuyIn:
    """A seat over the limit is asked, in its turn, whether it buys back in."""

    seat: SeatNumber
    price: int
    score: int
    """The total that it would go on with."""


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """A seat paid to stay in the game."""

    seat: SeatNumber
    price: int
    total: int
    used: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat did not buy back in."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A seat is out of the game."""

    seat: SeatNumber
    total: int


@dataclass(frozen=True, slots=True)
class Payment:
    """One of the fewest payments that square the money."""

    payer: SeatNumber
    payee: SeatNumber
    amount: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    winners: tuple[SeatNumber, ...]
    pool: int
    money: tuple[int, ...]
    """Of every seat, pool and stakes included; sums to zero."""
    payments: tuple[Payment, ...]


StandingEvent = WentAway | CameBack | MayBuyIn | BoughtIn | Declined | Eliminated | GameEnded
