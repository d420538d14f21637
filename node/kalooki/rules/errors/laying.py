"""Refusals of a lay whose melds may be good: what must come first, what lies there, what a joker is taken for."""

from dataclasses import dataclass

from kalooki.cards import Card, Natural
from kalooki.rules.actions import MeldId
from kalooki.rules.errors.base import IllegalActionError


@dataclass(eq=False)
class NothingLaidError(IllegalActionError):
    """A lay has items, and an item has cards."""

    code = "nothing_laid"


@dataclass(eq=False)
class InitialMeldFirstError(IllegalActionError):
    """Building and exchanging come after the initial meld of `needed` points in new melds."""

    code = "initial_meld_first"
    needed: int


@dataclass(eq=False)
class InitialMeldTooLowError(IllegalActionError):
    """The new melds of the first lay are worth too little."""

    code = "initial_meld_too_low"
    points: int
    needed: int


@dataclass(eq=False)
class UnknownMeldError(IllegalActionError):
    """No meld of this name lies on the table."""

    code = "unknown_meld"
    meld: MeldId
    on_table: int


@dataclass(eq=False)
class MeldIsClosedError(IllegalActionError):
    """A set of four, or a run of all ranks, takes no card and gives back no joker."""

    code = "meld_is_closed"
    meld: MeldId


@dataclass(eq=False)
class DoesNotFitError(IllegalActionError):
    """The card does not fit onto this meld; `fits` are the naturals that do."""

    code = "does_not_fit"
    meld: MeldId
    card: Card
    fits: tuple[Natural, ...]


@dataclass(eq=False)
class PlaceIsAmbiguousError(IllegalActionError):
    """A joker could stand at either end of the run: declare it; `choices` are the cards that it could be."""

    code = "place_is_ambiguous"
    meld: MeldId
    choices: tuple[Natural, ...]


@dataclass(eq=False)
class BuildLimitError(IllegalActionError):
    """At most so many cards may be laid off on one end (or on one run) in a turn."""

    code = "build_limit"
    meld: MeldId
    limit: int


@dataclass(eq=False)
class OnlyNaturalsExchangeError(IllegalActionError):
    """A joker's place is taken by natural cards from the hand."""

    code = "only_naturals_exchange"
    meld: MeldId


@dataclass(eq=False)
class NoSuchJokerError(IllegalActionError):
    """No joker of this meld stands for the card; `stands_for` are the cards that its jokers stand for."""

    code = "no_such_joker"
    meld: MeldId
    card: Card
    stands_for: tuple[Natural, ...]


@dataclass(eq=False)
class ExchangeNeedsError(IllegalActionError):
    """The joker is released for other cards than these: `count` of `missing`."""

    code = "exchange_needs"
    meld: MeldId
    count: int
    missing: tuple[Natural, ...]


@dataclass(eq=False)
class ExchangeNotYetError(IllegalActionError):
    """The house allows an exchange only after the turn of the initial meld."""

    code = "exchange_not_yet"


@dataclass(eq=False)
class OnlyInnerJokersError(IllegalActionError):
    """The house allows only a joker between two cards of a run to be taken."""

    code = "only_inner_jokers"
    meld: MeldId


@dataclass(eq=False)
class OnlyOthersJokersError(IllegalActionError):
    """The house allows jokers to be taken only from melds of other players."""

    code = "only_others_jokers"
    meld: MeldId


@dataclass(eq=False)
class NoReleasedJokerError(IllegalActionError):
    """The item uses a joker that no earlier item of this lay has released."""

    code = "no_released_joker"


@dataclass(eq=False)
class ReleasedJokerUnusedError(IllegalActionError):
    """A released joker is used by a later item of the same lay; it may not enter the hand."""

    code = "released_joker_unused"
    jokers: int


@dataclass(eq=False)
class ReleasedJokerNeedsNewMeldError(IllegalActionError):
    """A released joker goes into a new meld, not onto one that lies."""

    code = "released_joker_needs_new_meld"
    meld: MeldId


@dataclass(eq=False)
class MustKeepADiscardError(IllegalActionError):
    """A deal is won by discarding the last card: a lay leaves at least one."""

    code = "must_keep_a_discard"
