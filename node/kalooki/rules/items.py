"""Proposals for lays: items at the level of faces, then given slots. Generous: the judge has the last word."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from kalooki.cards import JOKER, Card, Joker, Natural, Rank, Suit
from kalooki.rules.actions import Exchange, LayItem, LayOff, NewMeld, Placed
from kalooki.rules.building import exchange, exchange_needs, fits, lay_off
from kalooki.rules.deal import Deal
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.judging import NOWHERE
from kalooki.rules.laying import CARDS_PER_END
from kalooki.rules.melds import (
    HIGH_ACE,
    Meld,
    Run,
    Set,
    TableCard,
    lowest_place,
    natural_at,
    points_of,
    suits_must_differ,
)
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView, hand_by_face

Items = tuple[LayItem, ...]
_Valued = tuple[LayItem, int]
"""An item and what it counts towards the first lay."""


@dataclass(frozen=True, slots=True)
class _Fan:
    """What an item may be made of: naturals and jokers of the hand; and released jokers, which it must all use."""

    naturals: Counter[Natural]
    jokers: int
    released: int = 0

    def without(self, cards: tuple[Placed, ...]) -> "_Fan | None":
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
        return _Fan(naturals, jokers, 0)


def lays(view: SeatView, deal: Deal) -> Iterator[Items]:
    """Each primitive lay of the view's seat, and some that the judge will refuse."""
    fan = _Fan(
        Counter(shown.card for shown in view.hand if isinstance(shown.card, Natural)),
        sum(isinstance(shown.card, Joker) for shown in view.hand),
    )
    drafts = _later_lays(fan, deal) if view.seat in deal.laid else _first_lays(fan, view, deal)
    yield from (_with_slots(items, view) for items in drafts)


def _with_slots(items: Items, view: SeatView) -> Items:
    """Give every card of the hand its slot; a card whose face is public anyway goes first."""
    queues = hand_by_face(view)
    return tuple(
        replace(
            item,
            cards=tuple(one if one.slot is None else replace(one, slot=queues[one.card].pop(0)) for one in item.cards),
        )
        for item in items
    )


# --- the first lay ----------------------------------------------------------------------------------------------------


def _first_lays(fan: _Fan, view: SeatView, deal: Deal) -> Iterator[Items]:
    """Batches that meet the gate, from which nothing can be left out."""
    melds: list[_Valued] = [(item, _worth(item, deal.variant)) for item in _new_melds(fan, deal.variant)]
    builds = [_counting(fan, meld, deal.variant) for meld in deal.melds] if deal.variant.builds_count else []
    gate = _Gate(deal.variant.initial_min, view.taken if view.duty == "initial_meld" else None)
    yield from _batches(melds, fan, (), gate, [some for some in builds if some])
    if deal.variant.kalooki_waives_min:
        yield from _waived(melds, 0, fan, (), gate)


def _counting(fan: _Fan, meld: Meld, variant: Variant) -> list[_Valued]:
    """What the hand could lay off on a meld, and what it counts."""
    before = points_of(meld.shape, meld.cards, variant)
    found: list[_Valued] = []
    for item in _lay_offs(fan, meld, variant):
        cards = tuple(TableCard(NOWHERE, one.card, one.stands_for) for one in item.cards)
        with suppress(IllegalActionError):
            after = lay_off(meld, cards, variant).meld
            found.append((item, points_of(after.shape, after.cards, variant) - before))
    return found


@dataclass(frozen=True, slots=True)
class _Gate:
    needed: int
    must_use: Card | None

    def met_by(self, chosen: tuple[_Valued, ...]) -> bool:
        return sum(points for _, points in chosen) >= self.needed and self.begun_by(chosen)

    def begun_by(self, chosen: tuple[_Valued, ...]) -> bool:
        """There is a new meld, and the card that must be used is in one."""
        melds = [item for item, _ in chosen if isinstance(item, NewMeld)]
        return bool(melds) and (
            self.must_use is None or any(one.card == self.must_use for item in melds for one in item.cards)
        )

    def just_met_by(self, chosen: tuple[_Valued, ...]) -> bool:
        """Met, and nothing can be left out."""
        return self.met_by(chosen) and not any(
            self.met_by(chosen[:out] + chosen[out + 1 :]) for out in range(len(chosen))
        )

    def passed_by(self, chosen: tuple[_Valued, ...]) -> bool:
        """Something can be left out even now, before the card that must be used is in it."""
        return sum(points for _, points in chosen) - min(points for _, points in chosen) >= self.needed


def _batches(
    melds: list[_Valued], fan: _Fan, chosen: tuple[_Valued, ...], gate: _Gate, builds: list[list[_Valued]]
) -> Iterator[Items]:
    """Go on with a new meld, and with those that follow it in the list; lay-offs come when the melds are not enough."""
    for index, meld in enumerate(melds):
        rest = fan.without(meld[0].cards)
        if rest is None:
            continue
        more = (*chosen, meld)
        if gate.just_met_by(more):
            yield tuple(item for item, _ in more)
        elif not gate.met_by(more) and not gate.passed_by(more):
            yield from _batches(melds[index:], rest, more, gate, builds)
            if gate.begun_by(more):
                yield from _with_builds(builds, rest, more, gate)


def _with_builds(builds: list[list[_Valued]], fan: _Fan, chosen: tuple[_Valued, ...], gate: _Gate) -> Iterator[Items]:
    """Add lay-offs, at most one item for a meld, until the gate is met; `builds` are those of each meld still open."""
    most = sum(max(points for _, points in some) for some in builds)
    if sum(points for _, points in chosen) + most < gate.needed:
        return
    for index, some in enumerate(builds):
        for one in some:
            rest = fan.without(one[0].cards)
            more = (*chosen, one)
            if rest is None:
                continue
            if gate.just_met_by(more):
                yield tuple(item for item, _ in more)
            elif not gate.met_by(more):
                yield from _with_builds(builds[index + 1 :], rest, more, gate)


def _waived(melds: list[_Valued], first: int, fan: _Fan, chosen: tuple[_Valued, ...], gate: _Gate) -> Iterator[Items]:
    """Batches below the minimum that leave one card, to go out with."""
    for index in range(first, len(melds)):
        rest = fan.without(melds[index][0].cards)
        if rest is None:
            continue
        more = (*chosen, melds[index])
        if rest.naturals.total() + rest.jokers == 1 and not gate.met_by(more):
            yield tuple(item for item, _ in more)
        yield from _waived(melds, index, rest, more, gate)


def _worth(item: NewMeld, variant: Variant) -> int:
    faces = [one.stands_for or one.card for one in item.cards]
    ranks = [face.rank for face in faces if isinstance(face, Natural)]
    if len(set(ranks)) == 1:
        return points_of(Set(ranks[0]), faces, variant)
    return points_of(Run(Suit.SPADES, int(ranks[0])), faces, variant)


# --- later lays -------------------------------------------------------------------------------------------------------


def _later_lays(fan: _Fan, deal: Deal) -> Iterator[Items]:
    melds = list(deal.melds)
    yield from ((item,) for item in _uses(fan, melds, deal.variant))
    yield from _exchanges(fan, melds, deal.variant, ())


def _uses(fan: _Fan, melds: list[Meld], variant: Variant) -> Iterator[LayItem]:
    """Single items that use all jokers that were released."""
    yield from _new_melds(fan, variant)
    for meld in melds:
        yield from _lay_offs(fan, meld, variant)


def _exchanges(fan: _Fan, melds: list[Meld], variant: Variant, before: Items) -> Iterator[Items]:
    for meld in melds:
        for item in _exchange_items(meld, variant):
            rest = fan.without(item.cards)
            after = None if rest is None else _exchanged(meld, item, variant)
            if rest is None or after is None:
                continue
            items = (*before, item)
            if variant.joker_reuse == "hand":
                yield items
                continue
            following = replace(rest, released=fan.released + 1)
            now = [after if one.id == meld.id else one for one in melds]
            yield from ((*items, use) for use in _uses(following, now, variant))
            yield from _exchanges(following, now, variant, items)


def _exchange_items(meld: Meld, variant: Variant) -> Iterator[Exchange]:
    if not any(isinstance(one.card, Joker) for one in meld.cards):
        return
    match meld.shape:
        case Set():
            count, missing = exchange_needs(meld, variant)
            if count == 1:
                yield from (Exchange(meld.id, (_from_hand(card),)) for card in missing)
            elif count > 1:
                pairs = ((one, other) for at, one in enumerate(missing) for other in missing[at + 1 :])
                yield from (Exchange(meld.id, (_from_hand(one), _from_hand(other))) for one, other in pairs)
        case Run():
            yield from (
                Exchange(meld.id, (_from_hand(one.stands_for),)) for one in meld.cards if one.stands_for is not None
            )


def _exchanged(meld: Meld, item: Exchange, variant: Variant) -> Meld | None:
    try:
        after, _ = exchange(meld, tuple(TableCard(NOWHERE, one.card) for one in item.cards), variant)
    except IllegalActionError:
        return None
    return after


# --- items ------------------------------------------------------------------------------------------------------------


def _from_hand(card: Card, stands_for: Natural | None = None) -> Placed:
    return Placed(NOWHERE, card, stands_for)


def _new_melds(fan: _Fan, variant: Variant) -> Iterator[NewMeld]:
    for rank in Rank:
        yield from (NewMeld(cards) for cards in _sets(fan, rank, variant))
    for suit in Suit:
        for low in range(lowest_place(variant), HIGH_ACE - variant.run_min + 2):
            longest = min(variant.run_max, HIGH_ACE + 1 - low)
            for cards in _stretches(fan, suit, list(range(low, low + longest)), fan.jokers + fan.released):
                wild = sum(isinstance(one.card, Joker) for one in cards)
                if len(cards) >= variant.run_min and fan.released <= wild < len(cards):
                    yield NewMeld(_release(cards, fan.released))


def _sets(fan: _Fan, rank: Rank, variant: Variant) -> Iterator[tuple[Placed, ...]]:
    most = variant.set_max or len(Suit)
    for chosen in _choices(fan, rank, variant):
        for jokers in range(fan.released, fan.jokers + fan.released + 1):
            if chosen and variant.set_min <= len(chosen) + jokers <= most:
                wild = _declared_set(chosen, jokers) if len(chosen) == 1 else (JOKER,) * jokers
                placed = tuple(_from_hand(card) for card in chosen) + tuple(
                    _from_hand(JOKER, one if isinstance(one, Natural) else None) for one in wild
                )
                yield _release(placed, fan.released)


def _declared_set(chosen: tuple[Natural, ...], jokers: int) -> tuple[Natural, ...]:
    """One natural with jokers only: a suit each says that it is a set."""
    others = [Natural(chosen[0].rank, suit) for suit in Suit if suit is not chosen[0].suit]
    return tuple(others[:jokers])


def _choices(fan: _Fan, rank: Rank, variant: Variant) -> Iterator[tuple[Natural, ...]]:
    """Each choice of naturals of a rank; a suit more than once only where it may be."""
    suits = tuple(reversed(Suit))
    held = [fan.naturals[Natural(rank, suit)] for suit in suits]
    most = [min(count, 1) if suits_must_differ(variant) else count for count in held]
    for counts in product(*(range(count + 1) for count in most)):
        chosen = [Natural(rank, suit) for suit, count in zip(suits, counts, strict=True) for _ in range(count)]
        yield tuple(reversed(chosen))


def _stretches(fan: _Fan, suit: Suit, places: list[int], jokers: int) -> Iterator[tuple[Placed, ...]]:
    """Each way to fill the first places of a stretch, from one card to all, with naturals and jokers."""
    if not places:
        return
    card = natural_at(suit, places[0])
    ways = []
    if fan.naturals[card] > 0:
        ways.append((_from_hand(card), jokers))
    if jokers:
        ways.append((_from_hand(JOKER, card), jokers - 1))
    for placed, left in ways:
        yield (placed,)
        yield from ((placed, *rest) for rest in _stretches(fan, suit, places[1:], left))


def _release(cards: tuple[Placed, ...], released: int) -> tuple[Placed, ...]:
    """The first jokers of an item are those that were released."""
    marked = []
    for one in cards:
        if released and isinstance(one.card, Joker):
            marked.append(replace(one, slot=None))
            released -= 1
        else:
            marked.append(one)
    return tuple(marked)


def _lay_offs(fan: _Fan, meld: Meld, variant: Variant) -> Iterator[LayOff]:
    match meld.shape:
        case Set():
            yield from _onto_set(fan, meld, variant)
        case Run(suit, low):
            size = len(meld.cards)
            jokers = fan.jokers + fan.released
            most = HIGH_ACE if variant.build_limit == "off" else CARDS_PER_END
            below = [(), *_stretches(fan, suit, list(range(low - 1, lowest_place(variant) - 1, -1))[:most], jokers)]
            above = [(), *_stretches(fan, suit, list(range(low + size, HIGH_ACE + 1))[:most], jokers)]
            for under in below:
                for over in above:
                    cards = under[::-1] + over
                    wild = sum(isinstance(one.card, Joker) for one in cards)
                    if cards and fan.released <= wild <= jokers:
                        yield LayOff(meld.id, _release(cards, fan.released))


def _onto_set(fan: _Fan, meld: Meld, variant: Variant) -> Iterator[LayOff]:
    if fan.released == 0:
        yield from (LayOff(meld.id, (_from_hand(card),)) for card in fits(meld, variant) if fan.naturals[card] > 0)
    if fan.jokers + fan.released > 0 and fan.released <= 1:
        yield LayOff(meld.id, _release((_from_hand(JOKER),), fan.released))
