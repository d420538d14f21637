"""Refusals of challenges, of what follows from them, and of the dealer's cut."""

from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.errors.base import IllegalActionError


@dataclass(eq=False)
class CannotChallengeError(IllegalActionError):
    """One challenges another player of the deal, for an overcall or a lay."""

    code = "cannot_challenge"


@dataclass(eq=False)
class TooLateToChallengeError(IllegalActionError):
    """Calls are challenged until the caller lays."""

    code = "too_late_to_challenge"


@dataclass(eq=False)
class AlreadyChargedError(IllegalActionError):
    """Each call too many is charged once: who was a moment later than another pays nothing for it."""

    code = "already_charged"


@dataclass(eq=False)
class NothingToChallengeError(IllegalActionError):
    """A lay is challenged in the turn in which it was made, until the discard takes effect."""

    code = "nothing_to_challenge"


@dataclass(eq=False)
class MayNotLayYetError(IllegalActionError):
    """Who called too often lays only after all others have."""

    code = "may_not_lay_yet"


@dataclass(eq=False)
class MustDiscardNowError(IllegalActionError):
    """The cards of a false lay are back in the hand: the turn ends with a discard."""

    code = "must_discard_now"


@dataclass(eq=False)
class OnlyTheDealerError(IllegalActionError):
    """The cut is another seat's."""

    code = "only_the_dealer"
    dealer: SeatNumber


@dataclass(eq=False)
class AlreadyCutError(IllegalActionError):
    """There is one cut in a deal."""

    code = "already_cut"


@dataclass(eq=False)
class BadDepthError(IllegalActionError):
    """A cut names how many cards it is to lift."""

    code = "bad_depth"
    most: int


@dataclass(eq=False)
class NoJudgeError(IllegalActionError):
    """The player in turn does not choose among the callers here."""

    code = "no_judge"


@dataclass(eq=False)
class WhichCallerError(IllegalActionError):
    """Several seats call: the player in turn names one of `callers`."""

    code = "which_caller"
    callers: tuple[SeatNumber, ...]
