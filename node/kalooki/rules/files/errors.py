"""Why a file cannot be understood or a sheet does not hold, by name; and on which line."""

from dataclasses import dataclass

from kalooki.cards import Card
from kalooki.rules.errors import RulesError


class FileFaultError(Exception):
    """A file that is refused: the line where, if one can be named, and the rule that says why."""

    def __init__(self, line: int | None, cause: RulesError) -> None:
        super().__init__(f"line {line}: {cause}")
        self.line = line
        self.cause = cause


# --- the form of the file ---------------------------------------------------------------------------------------------


@dataclass(eq=False)
class NotTomlError(RulesError):
    """The text is no TOML document; `reason` is the parser's."""

    code = "not_toml"
    reason: str


@dataclass(eq=False)
class UnknownFormatError(RulesError):
    """The first key says which format a file has; this is none that is known."""

    code = "unknown_format"
    key: str
    known: int


@dataclass(eq=False)
class UnknownKeyError(RulesError):
    """A key that means nothing at this place."""

    code = "unknown_key"
    key: str
    allowed: tuple[str, ...]


@dataclass(eq=False)
class MissingKeyError(RulesError):
    """Without this key the file says too little."""

    code = "missing_key"
    key: str


@dataclass(eq=False)
class WrongTypeError(RulesError):
    """A value of another type is wanted."""

    code = "wrong_type"
    key: str
    wanted: str


@dataclass(eq=False)
class OutOfRangeError(RulesError):
    """A number that cannot be."""

    code = "out_of_range"
    key: str
    least: int
    most: int


# --- players ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class BadPlayerNameError(RulesError):
    """A player's name is one word of at most 20 visible characters; on a score sheet it may have spaces in it."""

    code = "bad_player_name"
    name: str


@dataclass(eq=False)
class NamedTwiceError(RulesError):
    """A name stands twice where it belongs once."""

    code = "named_twice"
    name: str


@dataclass(eq=False)
class UnknownPlayerError(RulesError):
    """Nobody of this name plays."""

    code = "unknown_player"
    name: str
    known: tuple[str, ...]


@dataclass(eq=False)
class NotPlayingError(RulesError):
    """The player is out of the game and has no part in this deal."""

    code = "not_playing"
    name: str


@dataclass(eq=False)
class NobodyLeftError(RulesError):
    """A deal needs at least two players who are still in."""

    code = "nobody_left"
    playing: int


# --- cards ------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class TooManyCopiesError(RulesError):
    """A card is there more often than the deck has it."""

    code = "too_many_copies"
    card: Card
    copies: int
    in_deck: int


@dataclass(eq=False)
class NotEnoughCardsError(RulesError):
    """The deck does not have so many cards left."""

    code = "not_enough_cards"
    key: str
    wanted: int
    left: int


@dataclass(eq=False)
class NoCardsError(RulesError):
    """Cards are asked for, and there are none."""

    code = "no_cards"


@dataclass(eq=False)
class HandTooBigError(RulesError):
    """No hand of any variant grows so big, and the search for its best lay would take too long."""

    code = "hand_too_big"
    cards: int
    most: int


@dataclass(eq=False)
class BadTableLineError(RulesError):
    """A meld on the table is written with its owner: `p2: 5H JK=6H 7H`."""

    code = "bad_table_line"
    text: str


# --- score sheets -----------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class UnknownWayError(RulesError):
    """Nobody wins like that in this variant."""

    code = "unknown_way"
    how: str
    known: tuple[str, ...]


@dataclass(eq=False)
class NotThisEndingError(RulesError):
    """The contract of the deal of this number leaves another way to win it: a blitz where all is laid, else none."""

    code = "not_this_ending"
    how: str
    number: int
    known: tuple[str, ...]


@dataclass(eq=False)
class NotCountedError(RulesError):
    """The sheet does not say what somebody had left."""

    code = "not_counted"
    name: str


@dataclass(eq=False)
class WinnerHoldsCardsError(RulesError):
    """Who went out has nothing left."""

    code = "winner_holds_cards"
    name: str


@dataclass(eq=False)
class ImpossiblePointsError(RulesError):
    """No cards of the deck are worth so much."""

    code = "impossible_points"
    name: str
    points: int


@dataclass(eq=False)
class VoidDealCountsError(RulesError):
    """A void deal has no winner, and nothing is counted or paid."""

    code = "void_deal_counts"
    key: str


@dataclass(eq=False)
class NotOverTheLimitError(RulesError):
    """Only who is over the limit buys back in."""

    code = "not_over_the_limit"
    name: str
    total: int


@dataclass(eq=False)
class NoBuyInLeftError(RulesError):
    """The player has used every buy-in that the house allows."""

    code = "no_buy_in_left"
    name: str
    used: int


@dataclass(eq=False)
class OnlyOneLeftError(RulesError):
    """Only one player is under the limit: the game is won, and nobody may buy back in."""

    code = "only_one_left"
    name: str
    winner: str
