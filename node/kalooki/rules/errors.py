"""Every refusal by name: a stable `code` for clients and transcripts, and typed fields from which a client words it."""

from dataclasses import dataclass, fields
from typing import ClassVar

from kalooki.cards import Card, Natural, SeatNumber, Slot
from kalooki.rules.actions import MeldId


class RulesError(Exception):
    """Something that the rules refuse; each kind is one class with its own `code`."""

    code: ClassVar[str] = "refused"

    def __str__(self) -> str:
        """The code and the fields, for people who read logs and test failures; clients word errors themselves."""
        return " ".join([self.code, *(f"{field.name}={_text(getattr(self, field.name))}" for field in fields(self))])  # type: ignore[arg-type]


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(_text(one) for one in value)
    return str(value)


class OptionError(RulesError):
    """A house rule that cannot be."""


@dataclass(eq=False)
class UnknownOptionError(OptionError):
    """No variant has an option of this name."""

    code = "unknown_option"
    option: str


@dataclass(eq=False)
class BadOptionValueError(OptionError):
    """The value is of the wrong type, or not one of those that are listed."""

    code = "bad_option_value"
    option: str
    value: str
    allowed: str


@dataclass(eq=False)
class OptionNotApplicableError(OptionError):
    """The preset lacks the option, or has it with a value that cannot change, or another option switches it off."""

    code = "option_not_applicable"
    option: str
    variant: str
    reason: str


@dataclass(eq=False)
class UnknownVariantError(RulesError):
    """There is no preset of this name."""

    code = "unknown_variant"
    name: str
    known: tuple[str, ...]


@dataclass(eq=False)
class WrongNumberOfSeatsError(RulesError):
    """The variant is not for so many players."""

    code = "wrong_number_of_seats"
    seats: int
    least: int
    most: int


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


class IllegalActionError(RulesError):
    """Not allowed now."""


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


# --- the shape of a meld ----------------------------------------------------------------------------------------------


class BadMeldError(IllegalActionError):
    """These cards are no meld."""


@dataclass(eq=False)
class TooFewCardsError(BadMeldError):
    """A set or run has a least size."""

    code = "too_few_cards"
    cards: tuple[Card, ...]
    least: int


@dataclass(eq=False)
class TooManyCardsError(BadMeldError):
    """A set or run has a greatest size."""

    code = "too_many_cards"
    cards: tuple[Card, ...]
    most: int


@dataclass(eq=False)
class OnlyJokersError(BadMeldError):
    """A meld holds at least one natural card."""

    code = "only_jokers"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class NeitherSetNorRunError(BadMeldError):
    """The naturals are neither of one rank nor of one suit."""

    code = "neither_set_nor_run"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class SuitTwiceError(BadMeldError):
    """The cards of a set are of different suits."""

    code = "suit_twice"
    card: Card


@dataclass(eq=False)
class NotConsecutiveError(BadMeldError):
    """The cards do not follow one another in the order in which they are written, upwards or downwards."""

    code = "not_consecutive"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class RankTwiceError(BadMeldError):
    """A run holds each rank once."""

    code = "rank_twice"
    card: Card


@dataclass(eq=False)
class AceOnlyHighError(BadMeldError):
    """The ace stands above the king, not below the two."""

    code = "ace_only_high"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class RoundTheCornerError(BadMeldError):
    """A run does not go on over the ace."""

    code = "round_the_corner"
    cards: tuple[Card, ...]


@dataclass(eq=False)
class UndeclaredJokersError(BadMeldError):
    """One natural with jokers only: say set or run, and for a run every card."""

    code = "undeclared_jokers"
    natural: Natural


@dataclass(eq=False)
class WrongDeclarationError(BadMeldError):
    """A joker was declared to be what it cannot be in its place; `place` is what it is there, if that is certain."""

    code = "wrong_declaration"
    declared: Natural
    place: Natural | None


@dataclass(eq=False)
class TooManyJokersError(BadMeldError):
    """The house allows fewer jokers in this meld."""

    code = "too_many_jokers"
    cards: tuple[Card, ...]
    most: int


@dataclass(eq=False)
class JokersTouchError(BadMeldError):
    """No two jokers side by side in a run of this variant."""

    code = "jokers_touch"
    cards: tuple[Card, ...]


# --- laying -----------------------------------------------------------------------------------------------------------


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


# --- contracts --------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class ContractNotMetError(IllegalActionError):
    """The first lay must hold `sets` sets and `runs` runs; so far it has others. Nothing else comes before it."""

    code = "contract_not_met"
    laid_sets: int
    laid_runs: int
    sets: int
    runs: int


@dataclass(eq=False)
class NoFurtherMeldsError(IllegalActionError):
    """After the contract cards are only laid off; there are no further new melds."""

    code = "no_further_melds"


@dataclass(eq=False)
class SameRankTwiceError(IllegalActionError):
    """One player's sets are of different ranks; `meld` is the other one."""

    code = "same_rank_twice"
    meld: MeldId


@dataclass(eq=False)
class SameSuitTwiceError(IllegalActionError):
    """One player's runs are of different suits; `meld` is the other one."""

    code = "same_suit_twice"
    meld: MeldId


@dataclass(eq=False)
class PileIsLockedAfterLayError(IllegalActionError):
    """Who has laid draws from the stock only."""

    code = "pile_is_locked_after_lay"


@dataclass(eq=False)
class JokerOnlyOnOwnError(IllegalActionError):
    """A joker is laid off on one's own melds only."""

    code = "joker_only_on_own"
    meld: MeldId


@dataclass(eq=False)
class HighEndFirstError(IllegalActionError):
    """A run grows upwards until its ace lies, and only then downwards."""

    code = "high_end_first"
    meld: MeldId


@dataclass(eq=False)
class JokerStaysError(IllegalActionError):
    """Jokers do not leave their meld in this variant: the joker of a run moves `up`."""

    code = "joker_stays"
    meld: MeldId


@dataclass(eq=False)
class JokerCannotMoveError(IllegalActionError):
    """There is no place above (or none that is free) to which the joker could move; a joker in a set never moves."""

    code = "joker_cannot_move"
    meld: MeldId


@dataclass(eq=False)
class JokerDiscardError(IllegalActionError):
    """A joker is not thrown away, or not to go out with."""

    code = "joker_discard"


@dataclass(eq=False)
class NotOnlyJokersError(IllegalActionError):
    """A turn ends without a discard only for a hand of nothing but jokers, all of which are shown."""

    code = "not_only_jokers"
    held: int
    shown: int


@dataclass(eq=False)
class CanStillDiscardError(IllegalActionError):
    """A joker may be thrown away, so the turn ends with a discard."""

    code = "can_still_discard"


@dataclass(eq=False)
class JokerCanBeTackedError(IllegalActionError):
    """One of the jokers can be laid off on this meld, so the turn does not end without it."""

    code = "joker_can_be_tacked"
    meld: MeldId


# --- calls ------------------------------------------------------------------------------------------------------------


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


# --- challenges and the dealer's cut ---------------------------------------------------------------------------------


@dataclass(eq=False)
class CannotChallengeError(IllegalActionError):
    """One challenges another player of the deal, for an overcall or a lay."""

    code = "cannot_challenge"


@dataclass(eq=False)
class TooLateToChallengeError(IllegalActionError):
    """Calls are challenged until the caller lays."""

    code = "too_late_to_challenge"


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
