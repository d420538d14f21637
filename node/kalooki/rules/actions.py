"""What a player asks for: one frozen class per kind of move (notation, "Melds and moves")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NewType

from kalooki.cards import Card, Natural, SeatNumber, Slot

MeldId = NewType("MeldId", int)
"""The number in `m1`, `m2`, ...: melds are named in the order in which they were laid in the deal."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A claim that this slot holds this card. `rules` judges it as a move, `fair` judges its evidence."""

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of a lay: from the hand by its slot, or (slot None) the joker that an earlier exchange released."""

    slot: Slot | None
    card: Card
    stands_for: Natural | None = None
    """What a joker is declared to be (`JK=8S`); None where it is left open or follows from its place."""


@dataclass(frozen=True, slots=True)
class NewMeld:
    """`7S 8S JK=9S`: a new set or run, in table order."""

    cards: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """`5S 9S on m2`: cards added to a meld, at one end or both."""

    meld: MeldId
    cards: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """`6H for JK in m3`: naturals take a joker's place and release it; with `up` it moves up in its run (Jamaican)."""

    meld: MeldId
    cards: tuple[Placed, ...]
    up: bool = False


LayItem = NewMeld | LayOff | Exchange


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile."""


@dataclass(frozen=True, slots=True)
class Return:
    """Give back a discard taken under a duty to use it; or, after an upheld challenge, take the laid cards back."""


@dataclass(frozen=True, slots=True)
class Lay:
    """One atomic batch of items: all of it is legal, or none of it happens."""

    items: tuple[LayItem, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Ends the turn; `count` announces how many cards are left."""

    shown: Shown
    count: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """Ends the turn without a discard and shows why: only these jokers are left."""

    jokers: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Wants the discard out of turn."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Does not call, does not cut, or lays nothing in a blitz round."""


@dataclass(frozen=True, slots=True)
class Allow:
    """The player in turn lets a caller have the discard; `seat` only where he judges who was first."""

    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True)
class Refuse:
    """The player in turn takes the called card himself."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Says that `seat` called too often (`overcall`) or laid falsely (`lay`)."""

    seat: SeatNumber
    what: str


@dataclass(frozen=True, slots=True)
class Show:
    """South African: shows three or more dealt jokers before the first draw, or four identical pairs."""

    cards: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class PickSeat:
    """The ace of the seat draw picks a place, counted clockwise from 1."""

    place: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The dealer's bonus cut at a depth, or the South African cut."""

    depth: int | None = None


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Buys back into the game after the deal."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Does not buy back in, and is out."""


Action = (
    Draw
    | Take
    | Return
    | Lay
    | Discard
    | End
    | Call
    | Pass
    | Allow
    | Refuse
    | Challenge
    | Show
    | PickSeat
    | Cut
    | BuyIn
    | Decline
)

WORDS: Mapping[type[Action], str] = {
    Draw: "draw",
    Take: "take",
    Return: "return",
    Lay: "lay",
    Discard: "discard",
    End: "end",
    Call: "call",
    Pass: "pass",
    Allow: "allow",
    Refuse: "refuse",
    Challenge: "challenge",
    Show: "show",
    PickSeat: "seat",
    Cut: "cut",
    BuyIn: "buy-in",
    Decline: "decline",
}
"""The word with which each kind of move begins in the notation."""
