"""Refusals of a move out of its time, and of the cards that it names or draws."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.errors.base import IllegalActionError

# --- whose move, and of which kind ------------------------------------------------------------------------------------


@dataclass(eq=False)
class NotNowError(IllegalActionError):
    """The game waits for something else: `phase` says for what."""

    code = "not_now"
    phase: str


@dataclass(eq=False)
class GameIsOverError(IllegalActionError):
    """The game has been won."""

    code = "game_is_over"


@dataclass(eq=False)
class NotYourTurnError(IllegalActionError):
    """It is another seat's turn, or another seat decides first."""

    code = "not_your_turn"
    turn: SeatNumber


@dataclass(eq=False)
class NotInThisVariantError(IllegalActionError):
    """The variant knows no such move."""

    code = "not_in_this_variant"
    move: str


@dataclass(eq=False)
class MustDrawFirstError(IllegalActionError):
    """A turn begins with a draw."""

    code = "must_draw_first"


@dataclass(eq=False)
class AlreadyDrawnError(IllegalActionError):
    """One card is drawn in a turn, never two."""

    code = "already_drawn"


# --- the discard pile -------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class PileIsEmptyError(IllegalActionError):
    """No discard lies there."""

    code = "pile_is_empty"


@dataclass(eq=False)
class PileIsLockedError(IllegalActionError):
    """Before the initial meld only the stock may be drawn from."""

    code = "pile_is_locked"


@dataclass(eq=False)
class AlreadyReturnedError(IllegalActionError):
    """The discard was taken and given back in this turn; now only the stock is left."""

    code = "already_returned"


@dataclass(eq=False)
class NothingToReturnError(IllegalActionError):
    """Only a card taken under a duty can be given back, and only at once."""

    code = "nothing_to_return"


@dataclass(eq=False)
class MustUseTakenCardError(IllegalActionError):
    """The card that was taken must be used by the next lay, or be returned.

    `how` is one of initial_meld, any_initial_meld, new_meld, meld_or_build.
    """

    code = "must_use_taken_card"
    card: Card
    how: str


# --- the cards that a move names --------------------------------------------------------------------------------------


@dataclass(eq=False)
class NotInHandError(IllegalActionError):
    """The seat does not hold this slot."""

    code = "not_in_hand"
    slot: Slot
    card: Card


@dataclass(eq=False)
class UsedTwiceError(IllegalActionError):
    """One slot cannot lie in two places."""

    code = "used_twice"
    slot: Slot
    card: Card


@dataclass(eq=False)
class ContradictsPublicFaceError(IllegalActionError):
    """Everybody has seen this card, and it is another."""

    code = "contradicts_public_face"
    slot: Slot
    claimed: Card
    public: Card


@dataclass(eq=False)
class NotTheWholeHandError(IllegalActionError):
    """After a go-out a hand is opened whole, each slot once."""

    code = "not_the_whole_hand"
    held: int
    shown: int


# --- ending the turn --------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class BarredFromGoingOutError(IllegalActionError):
    """Who did not announce the count may not go out in the next turn, nor lay down to one card."""

    code = "barred_from_going_out"


@dataclass(eq=False)
class JustTakenError(IllegalActionError):
    """The house does not allow the card that was just taken to be discarded."""

    code = "just_taken"
    card: Card


# --- the stock and the deck -------------------------------------------------------------------------------------------


@dataclass(eq=False)
class WrongSlotsError(IllegalActionError):
    """A fresh stock has one new slot for each card, none of which was used before."""

    code = "wrong_slots"
    needed: int
    given: int
