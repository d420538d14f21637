"""What the table must supply next: one small class for each."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.events import Payment


@dataclass(frozen=True, slots=True)
class NeedsDeal:
    """A shuffled deck for the next deal: then `begin_deal`."""

    deck: tuple[Card, ...]
    """The start deck, before the shuffle."""
    seats: tuple[SeatNumber, ...]
    """Clockwise from the dealer's left: position i of the deck goes to the i-th of them, round and round."""


@dataclass(frozen=True, slots=True)
class NeedsUpcard:
    """The face of the upcard, or of the bottom card at a cut: then `turn_up`."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class NeedsAction:
    """An action of one of these seats."""

    seats: tuple[SeatNumber, ...]
    may: tuple[SeatNumber, ...] = ()
    """Who may act as well, and is not waited for."""


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


@dataclass(frozen=True, slots=True)
class NeedsOffset:
    """By how much a cut misses: one of these numbers, each as likely: then `cut`."""

    offsets: tuple[int, ...]


Pending = NeedsDeal | NeedsUpcard | NeedsOffset | NeedsAction | NeedsStock | NeedsHands | NeedsDecision | GameOver
