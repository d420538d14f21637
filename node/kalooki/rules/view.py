"""SeatView: the deal plus the faces that one seat knows. It has no field that could hold another's hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import MeldId, Shown
from kalooki.rules.deal import End
from kalooki.rules.events import DealScored, DealVoided, Face, PileEvent
from kalooki.rules.game import Game
from kalooki.rules.melds import Run, Set
from kalooki.rules.variant import Variant


class ViewPhase(Enum):
    """What the game waits for."""

    DEAL = "deal"
    UPCARD = "upcard"
    DRAW = "draw"
    PLAY = "play"
    RESHUFFLE = "reshuffle"
    SHOW = "show"
    BUY_IN = "buy_in"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld as everybody sees it."""

    id: MeldId
    owner: SeatNumber
    shape: Set | Run
    cards: tuple[Face, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What everybody knows of one seat."""

    seat: SeatNumber
    cards: int
    """How many are in the hand."""
    known: tuple[Card, ...]
    """Cards of the hand that everybody has seen: taken from the pile and not played since; sorted by slot."""
    has_laid: bool
    barred: bool
    announced: int | None
    """The count said after its last discard, if one was said."""
    opened: tuple[Card, ...] | None
    """The hand, after somebody went out and the seat opened it."""
    total: int
    money: int
    buy_ins: int
    plays: bool
    """Is in this deal."""
    out: bool
    """Is out of the game for good."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A buy-in that is offered."""

    seat: SeatNumber
    price: int
    score: int
    after: tuple[SeatNumber, ...]
    """Who is asked next, in order."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """The game as one seat (None: a spectator) sees it."""

    seat: SeatNumber | None
    variant: Variant
    number: int
    attempt: int
    dealer: SeatNumber
    seats: tuple[SeatLine, ...]
    """Every seat of the game, by number."""
    order: tuple[SeatNumber, ...]
    """Who plays this deal, clockwise from the dealer's left."""
    phase: ViewPhase
    turn: SeatNumber | None
    """Whose action is awaited; None while nobody's is."""
    turn_number: int
    """Counts the turns of the deal from 0."""
    hand: tuple[Shown, ...]
    """One's own cards, in the order in which they came."""
    unopened: tuple[Slot, ...]
    """One's own cards whose faces have not arrived yet."""
    table: tuple[SeenMeld, ...]
    pile: tuple[Card, ...]
    """The discard pile from the bottom up; the last is the top."""
    history: tuple[PileEvent, ...]
    """What has happened to the discard pile in this deal, oldest first."""
    stock: int
    reshuffles: int
    has_drawn: bool
    taken: Card | None
    """The discard that was taken this turn."""
    duty: Literal["initial_meld", "any_initial_meld", "new_meld", "meld_or_build"] | None
    """What the taken card must be used for by the next lay, if it is not returned."""
    returned: bool
    laid_before: bool
    """The seat in turn had laid before this turn; if not, going out now is a kalooki."""
    built: tuple[tuple[MeldId, End], ...]
    """Cards laid off on runs this turn."""
    decision: Decision | None
    pool: int
    last: DealScored | DealVoided | None
    """The newest result."""
    winners: tuple[SeatNumber, ...]


def view(game: Game, seat: SeatNumber | None, faces: Mapping[Slot, Card]) -> SeatView:
    """The game as `seat` sees it; of `faces` only the seat's own hand is looked up."""
    raise NotImplementedError
