"""Proposals for lays: items at the level of faces, then given slots. Generous: the judge has the last word."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kalooki.cards import JOKER, Card, Joker, Natural, Rank, Suit
from kalooki.rules.actions import Exchange, LayItem, LayOff, NewMeld, Placed
from kalooki.rules.building import exchange, exchange_needs
from kalooki.rules.deal import Deal
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.judging import NOWHERE
from kalooki.rules.melds import HIGH_ACE, Meld, Run, Set, TableCard, lowest_place, missing_suits, natural_at, points_of
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView, hand_by_face

Items = tuple[LayItem, ...]
_Valued = tuple[NewMeld, int]


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
    """Batches of new melds that meet the gate, none of which can be left out."""
    melds = [(item, _worth(item, deal.variant)) for item in _new_melds(fan, deal.variant)]
    gate = _Gate(deal.variant.initial_min, view.taken if view.duty == "initial_meld" else None)
    yield from _batches(melds, 0, fan, (), gate)
    if deal.variant.kalooki_waives_min:
        yield from _waived(melds, 0, fan, (), gate)


@dataclass(frozen=True, slots=True)
class _Gate:
    needed: int
    must_use: Card | None

    def met_by(self, chosen: tuple[_Valued, ...]) -> bool:
        enough = sum(points for _, points in chosen) >= self.needed and bool(chosen)
        return enough and (
            self.must_use is None or any(one.card == self.must_use for item, _ in chosen for one in item.cards)
        )


def _batches(melds: list[_Valued], first: int, fan: _Fan, chosen: tuple[_Valued, ...], gate: _Gate) -> Iterator[Items]:
    for index in range(first, len(melds)):
        rest = fan.without(melds[index][0].cards)
        if rest is None:
            continue
        more = (*chosen, melds[index])
        if not gate.met_by(more):
            yield from _batches(melds, index, rest, more, gate)
        elif not any(gate.met_by(more[:out] + more[out + 1 :]) for out in range(len(more))):
            yield tuple(item for item, _ in more)


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
    there = [Natural(rank, suit) for suit in Suit if fan.naturals[Natural(rank, suit)] > 0]
    most = variant.set_max or len(Suit)
    for chosen in _subsets(there):
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


def _subsets(cards: list[Natural]) -> Iterator[tuple[Natural, ...]]:
    for bits in range(1 << len(cards)):
        yield tuple(card for place, card in enumerate(cards) if bits >> place & 1)


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
        case Set(rank):
            yield from _onto_set(fan, meld, rank)
        case Run(suit, low):
            size = len(meld.cards)
            jokers = fan.jokers + fan.released
            below = [(), *_stretches(fan, suit, list(range(low - 1, lowest_place(variant) - 1, -1)), jokers)]
            above = [(), *_stretches(fan, suit, list(range(low + size, HIGH_ACE + 1)), jokers)]
            for under in below:
                for over in above:
                    cards = under[::-1] + over
                    wild = sum(isinstance(one.card, Joker) for one in cards)
                    if cards and fan.released <= wild <= jokers:
                        yield LayOff(meld.id, _release(cards, fan.released))


def _onto_set(fan: _Fan, meld: Meld, rank: Rank) -> Iterator[LayOff]:
    if fan.released == 0:
        for suit in missing_suits(meld.cards):
            if fan.naturals[Natural(rank, suit)] > 0:
                yield LayOff(meld.id, (_from_hand(Natural(rank, suit)),))
    if fan.jokers + fan.released > 0 and fan.released <= 1:
        yield LayOff(meld.id, _release((_from_hand(JOKER),), fan.released))
