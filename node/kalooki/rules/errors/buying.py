"""Refusals of the game that is played for money: dead discards, buyers, the cut, cards that are shown."""

from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.errors.base import IllegalActionError


@dataclass(eq=False)
class DiscardIsDeadError(IllegalActionError):
    """The top discard could have been played on the table, so nobody takes or buys it."""

    code = "discard_is_dead"


@dataclass(eq=False)
class BuyersFirstError(IllegalActionError):
    """The player in turn goes on when the others have said whether they buy the discard."""

    code = "buyers_first"
    waiting: tuple[SeatNumber, ...]


@dataclass(eq=False)
class OnlyTheCutterError(IllegalActionError):
    """The seat left of the dealer cuts."""

    code = "only_the_cutter"
    cutter: SeatNumber


@dataclass(eq=False)
class NoDepthError(IllegalActionError):
    """This cut names no number of cards."""

    code = "no_depth"


@dataclass(eq=False)
class TooLateToShowError(IllegalActionError):
    """Dealt cards are shown for money before the first draw of the deal."""

    code = "too_late_to_show"


@dataclass(eq=False)
class AlreadyShownError(IllegalActionError):
    """The seat has been paid for this."""

    code = "already_shown"


@dataclass(eq=False)
class NothingToShowForError(IllegalActionError):
    """These cards are paid for by nobody."""

    code = "nothing_to_show_for"
