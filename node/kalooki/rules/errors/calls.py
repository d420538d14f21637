"""Refusals around calls for a discard."""

from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.errors.base import IllegalActionError


@dataclass(eq=False)
class HasLaidError(IllegalActionError):
    """Who has laid makes no calls."""

    code = "has_laid"


@dataclass(eq=False)
class NoCallsLeftError(IllegalActionError):
    """So many calls may one player make in a deal."""

    code = "no_calls_left"
    most: int


@dataclass(eq=False)
class OwnDiscardError(IllegalActionError):
    """Nobody calls what it has thrown away itself."""

    code = "own_discard"


@dataclass(eq=False)
class AlreadyAnsweredError(IllegalActionError):
    """The seat has called or passed, or its draw stands already."""

    code = "already_answered"


@dataclass(eq=False)
class TooFewToDrawError(IllegalActionError):
    """After the call there would not be enough cards to draw, not even with the reshuffle."""

    code = "too_few_to_draw"
    needed: int


@dataclass(eq=False)
class NobodyCalledError(IllegalActionError):
    """There is no call to answer."""

    code = "nobody_called"


@dataclass(eq=False)
class CallsAreOpenError(IllegalActionError):
    """The others may still call; the answer comes after that."""

    code = "calls_are_open"
    waiting: tuple[SeatNumber, ...]


@dataclass(eq=False)
class MustAllowError(IllegalActionError):
    """Who has laid may not take the discard, and so may not refuse a call."""

    code = "must_allow"


@dataclass(eq=False)
class DiscardWasCalledError(IllegalActionError):
    """A caller got the discard, so the player in turn draws from the stock."""

    code = "discard_was_called"
