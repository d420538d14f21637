"""Game: who is in, with which totals, money and rights, and the deal in play. A value, without a rule of play."""

from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.deal import Deal
from kalooki.rules.events import BoughtIn, DealScored, DealVoided, Declined, Eliminated, Event
from kalooki.rules.variant import Variant

Result = DealScored | DealVoided | BoughtIn | Declined | Eliminated
"""A line of the score sheet."""


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. Seats are 0..n-1, clockwise; tuples are indexed by seat."""

    variant: Variant
    seats: tuple[SeatNumber, ...]
    dealer: SeatNumber
    """Of the deal in play, or, between deals, of the next one."""
    number: int
    """Of the deal in play, or, between deals, of the next one; from 1."""
    attempt: int
    """From 1; a void deal is dealt again with the next attempt."""
    totals: tuple[int, ...]
    money: tuple[int, ...]
    """Won (+) and paid (-) so far, stakes and buy-ins included.

    Until the game is over it sums to minus the pool, then to zero.
    """
    pool: int
    """All that was paid in; also once it is won."""
    buy_ins: tuple[int, ...]
    """Used so far."""
    out: tuple[SeatNumber, ...]
    """Eliminated for good, in the order in which they went."""
    deciding: tuple[SeatNumber, ...]
    """Seats over the limit that still choose between buy-in and decline, in their order."""
    deal: Deal | None
    """The deal in play; between deals the last one, as it ended."""
    history: tuple[Result, ...]
    winners: tuple[SeatNumber, ...]
    """Empty until the game is over."""
    away: tuple[SeatNumber, ...] = ()
    """Who left, or is absent as all the others say: they get no cards any more."""
    no_buy_in: tuple[SeatNumber, ...] = ()
    """Seats that were away and play again: their right to buy in is gone."""


Step = tuple[Game, tuple[Event, ...]]
"""The game after something happened, and what came of it."""


def in_order_from(game: Game, seat: SeatNumber) -> tuple[SeatNumber, ...]:
    """The seats that still play, clockwise from the left of a seat; the seat itself, if it does, comes last."""
    turned = game.seats[seat + 1 :] + game.seats[: seat + 1]
    return tuple(one for one in turned if one not in game.out and one not in game.away)


def buy_in_score(game: Game) -> int:
    """With what total a seat buys back in: the highest of those who are still in."""
    return max(game.totals[seat] for seat in in_order_from(game, game.dealer) if seat not in game.deciding)
