"""Refusals of a text that says no move, or not which."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber
from kalooki.rules.actions import MeldId
from kalooki.rules.errors.base import RulesError


class NotationError(RulesError):
    """A text that says no move, or not which."""


@dataclass(eq=False)
class BadCardError(NotationError):
    """Not a card: rank then suit, as TD or 10d; a joker is JK or *."""

    code = "bad_card"
    text: str


@dataclass(eq=False)
class BadMoveError(NotationError):
    """Not a move: `why` is one of empty, unknown, too_much, no_card, no_meld, no_number, no_seat, no_joker, no_what."""

    code = "bad_move"
    text: str
    why: str


@dataclass(eq=False)
class NotHeldError(NotationError):
    """The hand has no such card, or no further one."""

    code = "not_held"
    card: Card


@dataclass(eq=False)
class WhichMeldError(NotationError):
    """A single card without `on`: `melds` are those that it fits."""

    code = "which_meld"
    card: Card
    melds: tuple[MeldId, ...]


@dataclass(eq=False)
class AnotherSeatError(NotationError):
    """The move begins with the name of another seat."""

    code = "another_seat"
    seat: SeatNumber
