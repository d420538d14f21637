"""Sets and runs as they lie on the table: their places, what they are worth, what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kalooki.cards import Card, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.rules.actions import MeldId
from kalooki.rules.changing import maker
from kalooki.rules.events import Face
from kalooki.rules.variant import Variant

ALL_RANKS = 13
"""The cards of a run that holds a whole suit; only a second ace could make it longer."""

HIGH_ACE = 14
"""The place of an ace above the king; below the two it is 1, as its rank."""

_face = maker(Face)

_AT = {(suit, place): Natural(Rank((place - 1) % 13 + 1), suit) for suit in Suit for place in range(1, HIGH_ACE + 1)}


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card that lies in a meld."""

    slot: Slot
    card: Card
    stands_for: Natural | None = None
    """What a joker is; None for a joker in a set whose suit stays open, and for naturals."""


@dataclass(frozen=True, slots=True)
class Set:
    """Cards of one rank."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive cards of one suit; `low` is the place of the first: 1 an ace below the two, 14 one above the king."""

    suit: Suit
    low: int


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld as everybody sees it. Its hash is kept: what is worked out of a meld is looked up at every turn."""

    id: MeldId
    owner: SeatNumber
    shape: Set | Run
    cards: tuple[Face, ...]
    closed: bool
    _hash: int | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.id, self.owner, self.shape, self.cards, self.closed)))
        assert self._hash is not None
        return self._hash


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or run on the table; its cards in table order, a run upwards."""

    id: MeldId
    owner: SeatNumber
    shape: Set | Run
    cards: tuple[TableCard, ...]
    sealed: bool = False
    """A false lay that stands: no meld at all, and so closed to all cards."""
    _seen: SeenMeld | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards as anybody sees them."""
        return (
            tuple([_face(one.card, one.stands_for) for one in self.cards]) if self._seen is None else self._seen.cards
        )

    def seen(self, *, full: bool) -> SeenMeld:
        """What everybody sees of it, `full` where it has no room; made once, since every view of every turn has it."""
        closed = full or self.sealed
        if self._seen is None or self._seen.closed != closed:
            object.__setattr__(self, "_seen", SeenMeld(self.id, self.owner, self.shape, self.faces, closed))
        assert self._seen is not None
        return self._seen


def natural_at(suit: Suit, place: int) -> Natural:
    """The card of a place in a run."""
    return _AT[suit, place]


def places_of(rank: Rank, *, ace_low: bool) -> tuple[int, ...]:
    """Where a rank may stand in a run."""
    if rank is Rank.ACE:
        return (HIGH_ACE, 1) if ace_low else (HIGH_ACE,)
    return (int(rank),)


def lowest_place(variant: Variant) -> int:
    """Where the way down ends."""
    return 1 if variant.ace_low else 2


def points_of(shape: Set | Run, cards: Sequence[object], variant: Variant) -> int:
    """What a meld counts when laid; a joker counts as the card that it is."""
    match shape:
        case Set(rank):
            return len(cards) * variant.laid_value(HIGH_ACE if rank is Rank.ACE else int(rank))
        case Run(_, low):
            return sum(variant.laid_value(place) for place in range(low, low + len(cards)))


def is_closed(shape: Set | Run, cards: Sequence[object], variant: Variant) -> bool:
    """Whether a meld can never take another card."""
    match shape:
        case Set():
            return variant.set_max is not None and len(cards) >= variant.set_max
        case Run():
            return len(cards) >= variant.run_max


def missing_suits(cards: Sequence[TableCard] | Sequence[Face]) -> tuple[Suit, ...]:
    """The suits that no card of a set has; a joker has one only where it is one card."""
    faces = (one.card if isinstance(one.card, Natural) else one.stands_for for one in cards)
    there = {face.suit for face in faces if face is not None}
    return tuple(suit for suit in Suit if suit not in there)


def suits_must_differ(variant: Variant) -> bool:
    """Whether the cards of a set are of different suits."""
    return variant.set_suits_differ and not variant.na_duplicate_suits
