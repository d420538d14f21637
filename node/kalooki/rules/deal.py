"""Deal: one deal in play, the same for everybody: where the slots lie, and the faces that all have seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import MeldId, Shown
from kalooki.rules.events import PileEvent
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


# --- what the deal waits for ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurningUp:
    """The upcard has a slot, but its face is not open yet."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class InTurn:
    """A player's action."""


@dataclass(frozen=True, slots=True)
class Reshuffling:
    """A fresh stock, made of the discard pile without its top card."""

    then_draw: bool
    """The player in turn was drawing, and gets the first card of it."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Somebody went out; the losers open their hands."""

    winner: SeatNumber
    how: str
    opened: tuple[tuple[SeatNumber, tuple[Shown, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The deal is over and scored."""

    winner: SeatNumber
    how: str
    opened: tuple[tuple[SeatNumber, tuple[Shown, ...]], ...]


@dataclass(frozen=True, slots=True)
class Voided:
    """The deal does not count."""

    reason: str


Phase = TurningUp | InTurn | Reshuffling | Showing | Counted | Voided


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


def phase_word(deal: Deal) -> str:
    """What the deal waits for, in one word."""
    match deal.phase:
        case TurningUp():
            return "upcard"
        case InTurn():
            return "play" if deal.turn.has_drawn else "draw"
        case Reshuffling():
            return "reshuffle"
        case Showing():
            return "show"
        case Counted() | Voided():
            return "deal"
