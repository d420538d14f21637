"""What becomes of a meld on the table: cards laid off on it, and jokers exchanged out of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki.cards import Joker, Natural, Suit
from kalooki.rules.changing import replace
from kalooki.rules.deal import End
from kalooki.rules.errors import (
    DoesNotFitError,
    ExchangeNeedsError,
    JokerCannotMoveError,
    MeldIsClosedError,
    NoSuchJokerError,
    OnlyInnerJokersError,
    OnlyNaturalsExchangeError,
    PlaceIsAmbiguousError,
    TooManyCardsError,
)
from kalooki.rules.melds import (
    HIGH_ACE,
    Meld,
    Run,
    Set,
    TableCard,
    is_closed,
    lowest_place,
    missing_suits,
    natural_at,
    places_of,
    suits_must_differ,
)
from kalooki.rules.reading import check_jokers, settle_run_card, settle_set_card
from kalooki.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Built:
    """A meld after a lay-off, the cards as they lie now, and for a run on which end each of them went."""

    meld: Meld
    added: tuple[TableCard, ...]
    ends: tuple[End, ...]


def fits(meld: Meld, variant: Variant) -> tuple[Natural, ...]:
    """The naturals of which any one could be laid off next."""
    if is_closed(meld.shape, meld.cards, variant):
        return ()
    match meld.shape:
        case Set(rank):
            suits = missing_suits(meld.cards) if suits_must_differ(variant) else tuple(Suit)
            return tuple(Natural(rank, suit) for suit in suits)
        case Run(suit, low):
            return tuple(natural_at(suit, place) for place in _open_places(low, len(meld.cards), variant))


def _open_places(low: int, size: int, variant: Variant) -> tuple[int, ...]:
    """The places just outside a run that still exist."""
    return tuple(place for place in (low - 1, low + size) if lowest_place(variant) <= place <= HIGH_ACE)


def lay_off(meld: Meld, cards: tuple[TableCard, ...], variant: Variant) -> Built:
    """Add cards to a meld, at one end or both.

    Raises:
        IllegalActionError: They do not go there, and why.
    """
    if is_closed(meld.shape, meld.cards, variant):
        raise MeldIsClosedError(meld.id)
    shape = meld.shape
    built = _onto_set(meld, shape, cards, variant) if isinstance(shape, Set) else _onto_run(meld, shape, cards, variant)
    check_jokers(built.meld.shape, built.meld.cards, variant)
    return built


def _onto_set(meld: Meld, shape: Set, cards: tuple[TableCard, ...], variant: Variant) -> Built:
    together = meld.cards + cards
    if variant.set_max is not None and len(together) > variant.set_max:
        raise TooManyCardsError(tuple(one.card for one in together), variant.set_max)
    room = list(fits(meld, variant))
    for one in cards:
        if isinstance(one.card, Natural):
            if one.card not in room:
                raise DoesNotFitError(meld.id, one.card, fits(meld, variant))
            if suits_must_differ(variant):
                room.remove(one.card)
    added = tuple(settle_set_card(one, shape.rank, together, variant) for one in cards)
    return Built(replace(meld, cards=meld.cards + added), added, ())


def _onto_run(meld: Meld, shape: Run, cards: tuple[TableCard, ...], variant: Variant) -> Built:
    ways = list(_placings(meld, shape, cards, variant))
    if not ways:
        odd = _misfit(meld, shape, cards, variant)
        raise DoesNotFitError(meld.id, _face(odd) or odd.card, fits(meld, variant))
    open_places = {place for placed in ways for place, one in placed.items() if _face(one) is None}
    if len(ways) > 1 and open_places:
        raise PlaceIsAmbiguousError(meld.id, tuple(natural_at(shape.suit, place) for place in sorted(open_places)))
    placed = ways[0]
    below = tuple(settle_run_card(placed[place], shape.suit, place) for place in sorted(placed) if place < shape.low)
    above = tuple(settle_run_card(placed[place], shape.suit, place) for place in sorted(placed) if place > shape.low)
    grown = replace(meld, shape=Run(shape.suit, shape.low - len(below)), cards=below + meld.cards + above)
    low: End = "low"
    high: End = "high"
    return Built(grown, below + above, (low,) * len(below) + (high,) * len(above))


def _placings(meld: Meld, shape: Run, cards: tuple[TableCard, ...], variant: Variant) -> Iterator[dict[int, TableCard]]:
    """Each way to put all cards next to the run: so many below it, the rest above."""
    size = len(meld.cards)
    if size + len(cards) > variant.run_max:
        return
    for below in range(len(cards) + 1):
        first, last = shape.low - below, shape.low + size - 1 + len(cards) - below
        if lowest_place(variant) <= first and last <= HIGH_ACE:
            places = [*range(first, shape.low), *range(shape.low + size, last + 1)]
            placed = _fill(shape, cards, places, variant)
            if placed is not None:
                yield placed


def _fill(shape: Run, cards: tuple[TableCard, ...], places: list[int], variant: Variant) -> dict[int, TableCard] | None:
    """Give every card one of the places, jokers that were left open the rest; None if that cannot be."""
    placed: dict[int, TableCard] = {}
    bare = []
    for one in cards:
        face = _face(one)
        if face is None:
            bare.append(one)
            continue
        free = (place for place in places_of(face.rank, ace_low=variant.ace_low) if place in places)
        place = next((place for place in free if place not in placed), None)
        if place is None or face.suit is not shape.suit:
            return None
        placed[place] = one
    placed.update(zip((place for place in places if place not in placed), bare, strict=True))
    return placed


def _face(one: TableCard) -> Natural | None:
    """What a card is or was declared to be; None for a joker that was left open."""
    return one.stands_for if isinstance(one.card, Joker) else one.card


def _misfit(meld: Meld, shape: Run, cards: tuple[TableCard, ...], variant: Variant) -> TableCard:
    """The card to name in a refusal: the first without which the others would fit."""
    for index, one in enumerate(cards):
        if next(_placings(meld, shape, cards[:index] + cards[index + 1 :], variant), None) is not None:
            return one
    return cards[0]


def exchange(meld: Meld, cards: tuple[TableCard, ...], variant: Variant) -> tuple[Meld, TableCard]:
    """Put naturals in a joker's place: the meld as it lies then, and the joker that it releases.

    Raises:
        IllegalActionError: The joker is not released for these cards, and why.
    """
    if any(isinstance(one.card, Joker) for one in cards):
        raise OnlyNaturalsExchangeError(meld.id)
    jokers = [index for index, one in enumerate(meld.cards) if isinstance(one.card, Joker)]
    if not jokers:
        raise NoSuchJokerError(meld.id, cards[0].card, ())
    match meld.shape:
        case Set() as shape:
            return _out_of_set(meld, shape, cards, jokers, variant)
        case Run():
            return _out_of_run(meld, cards, jokers, variant)


def exchange_needs(meld: Meld, variant: Variant) -> tuple[int, tuple[Natural, ...]]:
    """How many of which naturals release a joker of this set; none where the joker is dead."""
    assert isinstance(meld.shape, Set)
    if variant.joker_set == "declared":
        is_dead = is_closed(meld.shape, meld.cards, variant)
        said = tuple(one.stands_for for one in meld.cards if one.stands_for is not None)
        return (0, ()) if is_dead else (1, said)
    missing = tuple(Natural(meld.shape.rank, suit) for suit in missing_suits(meld.cards))
    if variant.joker_set == "one":
        every = tuple(Natural(meld.shape.rank, suit) for suit in Suit)
        return 1, missing if suits_must_differ(variant) else every
    if is_closed(meld.shape, meld.cards, variant):
        return 0, ()
    return 2, missing


def _out_of_set(
    meld: Meld, shape: Set, cards: tuple[TableCard, ...], jokers: list[int], variant: Variant
) -> tuple[Meld, TableCard]:
    count, missing = exchange_needs(meld, variant)
    if count == 0:
        raise MeldIsClosedError(meld.id)
    if (
        len(cards) != count
        or len({one.card for one in cards}) != count
        or any(one.card not in missing for one in cards)
    ):
        raise ExchangeNeedsError(meld.id, count, missing)
    added = tuple(settle_set_card(one, shape.rank, (), variant) for one in cards)
    left = next((index for index in jokers if meld.cards[index].stands_for == cards[0].card), jokers[0])
    rest = (*meld.cards[:left], added[0], *meld.cards[left + 1 :], *added[1:])
    return replace(meld, cards=rest), meld.cards[left]


def _out_of_run(
    meld: Meld, cards: tuple[TableCard, ...], jokers: list[int], variant: Variant
) -> tuple[Meld, TableCard]:
    at = next((index for index in jokers if meld.cards[index].stands_for == cards[0].card), None)
    stands_for = tuple(face for index in jokers if (face := meld.cards[index].stands_for) is not None)
    if at is None:
        raise NoSuchJokerError(meld.id, cards[0].card, stands_for)
    if len(cards) != 1:
        raise ExchangeNeedsError(meld.id, 1, stands_for)
    if variant.joker_interior_only and at in {0, len(meld.cards) - 1}:
        raise OnlyInnerJokersError(meld.id)
    natural = replace(cards[0], stands_for=None)
    return replace(meld, cards=(*meld.cards[:at], natural, *meld.cards[at + 1 :])), meld.cards[at]


def move_up(meld: Meld, cards: tuple[TableCard, ...], variant: Variant) -> Meld:
    """Put a natural in a joker's place in a run; the joker goes above the top card, or, if the house says so, below.

    Raises:
        IllegalActionError: There is no such joker, or no place for it.
    """
    shape = meld.shape
    if isinstance(shape, Set):
        raise JokerCannotMoveError(meld.id)
    after, joker = exchange(meld, cards, variant)
    if is_closed(shape, meld.cards, variant):
        raise MeldIsClosedError(meld.id)
    top = shape.low + len(meld.cards)
    if top <= HIGH_ACE:
        moved = replace(after, cards=(*after.cards, settle_run_card(joker, shape.suit, top)))
    elif variant.joker_move_low_when_full:
        low = shape.low - 1
        shape = Run(shape.suit, low)
        moved = replace(after, shape=shape, cards=(settle_run_card(joker, shape.suit, low), *after.cards))
    else:
        raise JokerCannotMoveError(meld.id)
    check_jokers(shape, moved.cards, variant)
    return moved
