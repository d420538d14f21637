"""Deal: one deal in play, the same for everybody: where the slots lie, and the faces that all have seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import MeldId, Shown
from kalooki.rules.events import CutMade, PileEvent
from kalooki.rules.melds import Meld
from kalooki.rules.variant import Variant

End = Literal["low", "high"]
"""Of a run."""

Duty = Literal["initial_meld", "any_initial_meld", "new_meld", "meld_or_build"]
"""What a card that was taken from the pile must be used for by the next lay."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn, from the draw to the discard."""

    seat: SeatNumber
    number: int
    """Counts the turns of the deal from 0."""
    laid_before: bool
    """The seat had made its initial meld before this turn; if not, going out now is a kalooki."""
    has_drawn: bool = False
    taken: Shown | None = None
    """The discard that was taken this turn."""
    duty: Duty | None = None
    """What must become of the taken card; while it stands the seat may lay so or return the card, nothing else."""
    returned: bool = False
    built: tuple[tuple[MeldId, End], ...] = ()
    """One entry for each card laid off on a run this turn: on which end of which."""
    stock_only: bool = False
    """The discard went to a caller: only the stock is left to draw from."""
    before: tuple[Meld, ...] | None = None
    """Where lays may be challenged: what lay on the table before the seat's first lay in this turn."""
    false_lay: bool = False
    """The first lay of this turn is not the contract."""


# --- what the deal waits for ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurningUp:
    """The upcard has a slot, but its face is not open yet."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class CutOffered:
    """The seat left of the dealer may cut; until it has, nobody sees a card."""

    upcard: Slot


@dataclass(frozen=True, slots=True)
class Lifting:
    """The cut shows the bottom card of the stock, whose face is not open yet."""

    bottom: Slot
    upcard: Slot


@dataclass(frozen=True, slots=True)
class InTurn:
    """A player's action."""


@dataclass(frozen=True, slots=True)
class Reshuffling:
    """A fresh stock, made of the discard pile without its top card."""

    then_draw: bool
    """The player in turn was drawing, and gets the first card of it."""
    caller: SeatNumber | None = None
    """A call was granted, and this seat gets its cards from the stock first."""
    then_calls: bool = False
    """The turn had just passed on: the discard may be called then."""


@dataclass(frozen=True, slots=True)
class Calling:
    """The top discard may be called out of turn."""

    waiting: tuple[SeatNumber, ...]
    """Who may still call, clockwise from the player in turn. When nobody is left, he answers the calls."""
    callers: tuple[SeatNumber, ...] = ()
    """In the order in which they called."""
    drawing: bool = False
    """The player in turn has sent a draw, which stands: it comes at the end, and means that he allows a call."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Somebody went out; the losers open their hands."""

    winner: SeatNumber
    how: str
    opened: tuple[tuple[SeatNumber, tuple[Shown, ...]], ...] = ()
    closed: tuple[tuple[SeatNumber, int], ...] = ()
    """What is counted for hands that nobody opens, by seat."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The deal is over and scored."""

    winner: SeatNumber
    how: str
    opened: tuple[tuple[SeatNumber, tuple[Shown, ...]], ...]
    closed: tuple[tuple[SeatNumber, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Voided:
    """The deal does not count."""

    reason: str


@dataclass(frozen=True, slots=True)
class Cutting:
    """The dealer cuts for the bonus; by how much he misses is drawn."""

    depth: int


@dataclass(frozen=True, slots=True)
class Holding:
    """The first lay of the player in turn may still be challenged: the end of the turn is held until then."""

    waiting: tuple[SeatNumber, ...]
    """Who may still challenge, clockwise from the player in turn."""
    calls: bool
    """There was a discard, which may be called afterwards."""


@dataclass(frozen=True, slots=True)
class Rearranging:
    """A false lay is back in the hand: the player in turn lays the contract at once, or gives it up."""


@dataclass(frozen=True, slots=True)
class Blitz:
    """Somebody laid all cards at once: each of the others, in turn, lays from its own hand what it can."""

    winner: SeatNumber


Phase = (
    TurningUp
    | CutOffered
    | Lifting
    | InTurn
    | Calling
    | Cutting
    | Holding
    | Rearranging
    | Blitz
    | Reshuffling
    | Showing
    | Counted
    | Voided
)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal in play. Seat numbers index `hands`; a seat that does not play this deal has an empty hand."""

    variant: Variant
    number: int
    attempt: int
    dealer: SeatNumber
    seats: tuple[SeatNumber, ...]
    """Who plays, clockwise from the dealer's left."""
    deck: tuple[Card, ...]
    """The start deck, as a list of faces: what conservation counts against."""
    hands: tuple[tuple[Slot, ...], ...]
    """In the order in which the cards came."""
    stock: tuple[Slot, ...]
    """The top card first."""
    pile: tuple[Shown, ...]
    """The discard pile from the bottom up."""
    melds: tuple[Meld, ...]
    """`m1` first."""
    faces: Mapping[Slot, Card]
    """Hand cards that everybody has seen (taken from the pile, a joker released to a hand). Never changed in place."""
    turn: Turn
    phase: Phase
    laid: frozenset[SeatNumber] = frozenset()
    barred: frozenset[SeatNumber] = frozenset()
    """May not go out in their next turn."""
    announced: tuple[tuple[SeatNumber, int], ...] = ()
    """The newest count that each seat said after its last discard, by seat."""
    reshuffles: int = 0
    next_slot: int = 0
    """The lowest slot number that was never used in this deal."""
    history: tuple[PileEvent, ...] = ()
    """What has happened to the discard pile, oldest first."""
    calls: tuple[tuple[SeatNumber, int], ...] = ()
    """How many calls each seat was granted, by seat, without zeros."""
    beside: tuple[tuple[SeatNumber, int], ...] = ()
    """Points beside those of the cards, by seat: penalties, and bonuses below zero. They count if the deal does."""
    charged: tuple[tuple[SeatNumber, int], ...] = ()
    """How many calls too many each seat has paid for, by seat, without zeros."""
    no_lay: frozenset[SeatNumber] = frozenset()
    """Called too often, and so may not lay before all others have."""
    cut: CutMade | None = None
    """The dealer's cut of this deal."""
    dead: bool = False
    """The top discard could have been played on the table: nobody may take or buy it."""
    paid: tuple[tuple[SeatNumber, int], ...] = ()
    """What each seat has won (+) and paid (-) beside the score, by seat; what is missing to zero is the kitty's.

    It is paid if the deal counts.
    """
    shown: tuple[tuple[SeatNumber, str], ...] = ()
    """Who has shown which combination for money: `jokers`, `pairs`."""


def phase_word(deal: Deal) -> str:  # noqa: PLR0911 - one line for each phase
    """What the deal waits for, in one word."""
    match deal.phase:
        case InTurn():
            return "play" if deal.turn.has_drawn else "draw"
        case TurningUp() | Lifting():
            return "upcard"
        case Calling():
            return "call" if deal.variant.call_turn == "before_draw" else "buy"
        case Cutting() | CutOffered():
            return "cut"
        case Blitz():
            return "blitz"
        case Holding() | Rearranging():
            return "challenge"
        case Reshuffling():
            return "reshuffle"
        case Showing():
            return "show"
        case Counted() | Voided():
            return "deal"


def amount(of: tuple[tuple[SeatNumber, int], ...], seat: SeatNumber) -> int:
    """A seat's number in `calls` or `beside`."""
    return next((number for who, number in of if who == seat), 0) if of else 0


def added(of: tuple[tuple[SeatNumber, int], ...], seat: SeatNumber, more: int) -> tuple[tuple[SeatNumber, int], ...]:
    """The numbers by seat, with one of them raised."""
    return tuple(sorted({**dict(of), seat: amount(of, seat) + more}.items()))


def clockwise_after(deal: Deal, seat: SeatNumber) -> tuple[SeatNumber, ...]:
    """The other seats of the deal, from the left of this one."""
    at = deal.seats.index(seat)
    return deal.seats[at + 1 :] + deal.seats[:at]
