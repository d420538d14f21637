"""Game: the deals, the dealer, the totals, the money, the end. Public, immutable, the same on every node."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import Action, Shown
from kalooki.rules.deal import Deal
from kalooki.rules.events import BoughtIn, DealScored, DealVoided, Declined, Eliminated, Event, Payment
from kalooki.rules.variant import Variant

Result = DealScored | DealVoided | BoughtIn | Declined | Eliminated
"""A line of the score sheet."""


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. Seats are 0..n-1, clockwise; tuples are indexed by seat."""

    variant: Variant
    seats: tuple[SeatNumber, ...]
    dealer: SeatNumber
    """Of the deal in play, or, between deals, of the next one."""
    number: int
    """Of the deal in play, or, between deals, of the next one; from 1."""
    attempt: int
    """From 1; a void deal is dealt again with the next attempt."""
    totals: tuple[int, ...]
    money: tuple[int, ...]
    """Won (+) and paid (-) so far, stakes and buy-ins included. Until the game is over it sums to minus the pool, then to zero."""
    pool: int
    """All that was paid in; also once it is won."""
    buy_ins: tuple[int, ...]
    """Used so far."""
    out: tuple[SeatNumber, ...]
    """Eliminated for good, in the order in which they went."""
    deciding: tuple[SeatNumber, ...]
    """Seats over the limit that still choose between buy-in and decline, in their order."""
    deal: Deal | None
    """The deal in play; between deals the last one, as it ended."""
    history: tuple[Result, ...]
    winners: tuple[SeatNumber, ...]
    """Empty until the game is over."""


# --- what the table must supply next -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NeedsDeal:
    """A shuffled deck for the next deal: then `begin_deal`."""

    deck: tuple[Card, ...]
    """The start deck, before the shuffle."""
    seats: tuple[SeatNumber, ...]
    """Clockwise from the dealer's left: position i of the deck goes to the i-th of them, round and round."""


@dataclass(frozen=True, slots=True)
class NeedsUpcard:
    """The face of the upcard: then `turn_up`."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class NeedsAction:
    """An action of one of these seats."""

    seats: tuple[SeatNumber, ...]


@dataclass(frozen=True, slots=True)
class NeedsStock:
    """A shuffle of these cards as the new stock: then `restock`."""

    deck: tuple[Card, ...]
    """The discard pile from the bottom up, without the top card: the deck before the shuffle."""
    slots: tuple[Slot, ...]
    """The numbers of the fresh slots, the top of the stock first, if nothing else used numbers in between."""


@dataclass(frozen=True, slots=True)
class NeedsHands:
    """The losers' cards, hand by hand, in any order: `open_hand`."""

    hands: Mapping[SeatNumber, tuple[Slot, ...]]
    """Those that are still closed."""


@dataclass(frozen=True, slots=True)
class NeedsDecision:
    """Buy-in or decline, by this seat first."""

    seat: SeatNumber
    price: int
    score: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """Nothing more."""

    winners: tuple[SeatNumber, ...]
    pool: int
    money: tuple[int, ...]
    payments: tuple[Payment, ...]


Pending = NeedsDeal | NeedsUpcard | NeedsAction | NeedsStock | NeedsHands | NeedsDecision | GameOver


def new_game(variant: Variant, seats: int, dealer: SeatNumber = SeatNumber(0)) -> Game:
    """A game before its first deal; the ace of the seat draw sits in seat 0 and deals first.

    Raises:
        WrongNumberOfSeatsError: The variant is not for so many players.
    """
    raise NotImplementedError


def pending(game: Game) -> Pending:
    """What the table must supply next."""
    raise NotImplementedError


def begin_deal(game: Game) -> tuple[Game, tuple[Event, ...]]:
    """Lay the slots of a fresh deck out: 0.. to the seats round and round, then the upcard, then the stock from its top."""
    raise NotImplementedError


def turn_up(game: Game, card: Card) -> tuple[Game, tuple[Event, ...]]:
    """The upcard's face is open to all."""
    raise NotImplementedError


def restock(game: Game, slots: tuple[Slot, ...]) -> tuple[Game, tuple[Event, ...]]:
    """The shuffled discard pile has become the stock; `slots` from its top, never used before."""
    raise NotImplementedError


def open_hand(game: Game, seat: SeatNumber, shown: tuple[Shown, ...]) -> tuple[Game, tuple[Event, ...]]:
    """A loser opens its whole hand; with the last one the deal is scored.

    Raises:
        NotYourTurnError: The seat has nothing to open.
        NotTheWholeHandError: Not each slot of the hand, once.
        ContradictsPublicFaceError: Everybody has seen one of the cards, and it is another.
    """
    raise NotImplementedError


def check(game: Game, seat: SeatNumber, action: Action) -> None:
    """Say whether the action is legal now.

    Raises:
        IllegalActionError: It is not, and why.
    """
    raise NotImplementedError


def apply(game: Game, seat: SeatNumber, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """What the action makes of the game, and what came of it. Checks first, and raises as `check` does."""
    raise NotImplementedError
