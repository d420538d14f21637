"""The next table with the same people, once a game is over: who may go on to it, and whether it plays alike."""

from typing import Literal

from kalooki.seat import TableStatus, TurnClock
from kalooki_cli.club import Card
from kalooki_cli.moment import is_founder, own

AGAIN = "again"
"""Why a table is closed whose people go on to the next one."""

Way = Literal["", "again", "follow"]
"""As its host, or because the host has closed this one for it; or not at all."""


def way_on(status: TableStatus | None, *, is_over: bool) -> Way:
    """How one can go on to a next table."""
    if status is None or own(status) is None:
        return ""
    if status.closed:
        return "follow" if status.closed == AGAIN else ""
    return "again" if is_over and is_founder(status) and not status.stuck else ""


def plays_alike(card: Card, before: TableStatus) -> bool:
    """Whether a table has the rules, the seats and the limits of the one before, whatever the clocks show."""
    return (card.variant, card.seats) == (before.variant, before.seats) and same_clock(card.clock, before.clock)


def same_clock(one: TurnClock | None, other: TurnClock | None) -> bool:
    """Whether turns have the same limits."""
    return _limits(one) == _limits(other)


def _limits(clock: TurnClock | None) -> tuple[int, int, bool] | None:
    return None if clock is None else (clock.turn_ms, clock.bank_ms, clock.plays_on)
