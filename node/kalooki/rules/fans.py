"""What may be made of a hand: single items at the level of faces, before they get slots. Generous, as all proposals."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from kalooki.cards import JOKER, Card, Joker, Natural, Rank, Suit
from kalooki.rules.actions import LayOff, NewMeld, Placed
from kalooki.rules.building import fits
from kalooki.rules.judging import NOWHERE
from kalooki.rules.lay_items import CARDS_PER_END
from kalooki.rules.melds import HIGH_ACE, Meld, Run, Set, lowest_place, natural_at, suits_must_differ
from kalooki.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Fan:
    """What an item may be made of: naturals and jokers of the hand; and released jokers, which it must all use."""

    naturals: Counter[Natural]
    jokers: int
    released: int = 0

    def has_naturals(self, cards: tuple[Placed, ...]) -> bool:
        """Whether no natural is used more often than the hand has it: an ace could stand at either end of a run."""
        used = Counter(one.card for one in cards if isinstance(one.card, Natural))
        return all(self.naturals[card] >= count for card, count in used.items())

    def without(self, cards: tuple[Placed, ...]) -> "Fan | None":
        """What is left without these cards from the hand; None if they are not there."""
        naturals = self.naturals.copy()
        jokers = self.jokers
        for placed in cards:
            if isinstance(placed.card, Joker):
                jokers -= placed.slot is not None
            else:
                naturals[placed.card] -= 1
        if jokers < 0 or any(count < 0 for count in naturals.values()):
            return None
        return Fan(naturals, jokers, 0)


def from_hand(card: Card, stands_for: Natural | None = None) -> Placed:
    """A card of the hand, which will get its slot later."""
    return Placed(NOWHERE, card, stands_for)


def new_melds(fan: Fan, variant: Variant) -> Iterator[NewMeld]:
    """Every set, then every run, that uses all released jokers."""
    for rank in Rank:
        yield from sets(fan, rank, variant)
    for suit in Suit:
        yield from runs(fan, suit, variant)


def runs(fan: Fan, suit: Suit, variant: Variant) -> Iterator[NewMeld]:
    """Every run of a suit."""
    for low in range(lowest_place(variant), HIGH_ACE - variant.run_min + 2):
        longest = min(variant.run_max, HIGH_ACE + 1 - low)
        for cards in _stretches(fan, suit, list(range(low, low + longest)), _Wild.of(fan, variant)):
            wild = sum(isinstance(one.card, Joker) for one in cards)
            if len(cards) >= variant.run_min and fan.released <= wild < len(cards) and fan.has_naturals(cards):
                yield NewMeld(release(cards, fan.released))


def sets(fan: Fan, rank: Rank, variant: Variant) -> Iterator[NewMeld]:
    """Every set of a rank."""
    for chosen in _choices(fan, rank, variant):
        for jokers in range(fan.released, fan.jokers + fan.released + 1):
            size = len(chosen) + jokers
            if len(chosen) >= variant.set_min_naturals and _fits_set(size, variant):
                for wild in _said(chosen, jokers, rank, variant):
                    placed = tuple(from_hand(card) for card in chosen) + tuple(from_hand(JOKER, one) for one in wild)
                    yield NewMeld(release(placed, fan.released))


def _said(
    chosen: tuple[Natural, ...], jokers: int, rank: Rank, variant: Variant
) -> Iterator[tuple[Natural | None, ...]]:
    """What the jokers of a set are said to be: each choice of suits where that binds, else only what makes it a set."""
    missing = [Natural(rank, suit) for suit in Suit if Natural(rank, suit) not in chosen]
    if variant.set_jokers_declared:
        yield from combinations(missing, jokers)
    elif len(chosen) == 1:
        yield tuple(missing[:jokers])
    else:
        yield (None,) * jokers


def _fits_set(size: int, variant: Variant) -> bool:
    return variant.set_min <= size and (variant.set_max is None or size <= variant.set_max)


def _choices(fan: Fan, rank: Rank, variant: Variant) -> Iterator[tuple[Natural, ...]]:
    """Each choice of naturals of a rank; a suit more than once only where it may be."""
    suits = tuple(reversed(Suit))
    held = [fan.naturals[Natural(rank, suit)] for suit in suits]
    most = [min(count, 1) if suits_must_differ(variant) else count for count in held]
    for counts in product(*(range(count + 1) for count in most)):
        chosen = [Natural(rank, suit) for suit, count in zip(suits, counts, strict=True) for _ in range(count)]
        yield tuple(reversed(chosen))


@dataclass(frozen=True, slots=True)
class _Wild:
    """How many jokers a stretch may still use, and whether its next card may be one."""

    left: int
    may_touch: bool
    after_joker: bool = False

    @classmethod
    def of(cls, fan: Fan, variant: Variant) -> "_Wild":
        return cls(fan.jokers + fan.released, variant.jokers_may_touch)

    def after(self, *, joker: bool) -> "_Wild":
        return replace(self, left=self.left - joker, after_joker=joker)

    @property
    def open(self) -> bool:
        return self.left > 0 and (self.may_touch or not self.after_joker)


def _stretches(fan: Fan, suit: Suit, places: list[int], wild: _Wild) -> Iterator[tuple[Placed, ...]]:
    """Each way to fill the first places of a stretch, from one card to all, with naturals and jokers."""
    if not places:
        return
    card = natural_at(suit, places[0])
    ways = []
    if fan.naturals[card] > 0:
        ways.append((from_hand(card), wild.after(joker=False)))
    if wild.open:
        ways.append((from_hand(JOKER, card), wild.after(joker=True)))
    for placed, left in ways:
        yield (placed,)
        yield from ((placed, *rest) for rest in _stretches(fan, suit, places[1:], left))


def release(cards: tuple[Placed, ...], released: int) -> tuple[Placed, ...]:
    """The first jokers of an item are those that were released."""
    marked = []
    for one in cards:
        if released and isinstance(one.card, Joker):
            marked.append(replace(one, slot=None))
            released -= 1
        else:
            marked.append(one)
    return tuple(marked)


def lay_offs(fan: Fan, meld: Meld, variant: Variant) -> Iterator[LayOff]:
    """What may be laid off on a meld: single cards on a set, every stretch at either end of a run."""
    match meld.shape:
        case Set():
            yield from _onto_set(fan, meld, variant)
        case Run(suit, low):
            size = len(meld.cards)
            wild_left = _Wild.of(fan, variant)
            most = HIGH_ACE if variant.build_limit == "off" else CARDS_PER_END
            down = list(range(low - 1, lowest_place(variant) - 1, -1))[:most]
            below = [(), *_stretches(fan, suit, down, wild_left)]
            above = [(), *_stretches(fan, suit, list(range(low + size, HIGH_ACE + 1))[:most], wild_left)]
            for under in below:
                for over in above:
                    cards = under[::-1] + over
                    wild = sum(isinstance(one.card, Joker) for one in cards)
                    if cards and fan.released <= wild <= wild_left.left and fan.has_naturals(cards):
                        yield LayOff(meld.id, release(cards, fan.released))


def _onto_set(fan: Fan, meld: Meld, variant: Variant) -> Iterator[LayOff]:
    if fan.released == 0:
        yield from (LayOff(meld.id, (from_hand(card),)) for card in fits(meld, variant) if fan.naturals[card] > 0)
    if fan.jokers + fan.released > 0 and fan.released <= 1:
        said = fits(meld, variant) if variant.set_jokers_declared else (None,)
        yield from (LayOff(meld.id, release((from_hand(JOKER, one),), fan.released)) for one in said)
