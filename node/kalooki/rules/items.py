"""Proposals for lays: items at the level of faces, then given slots. Generous: the judge has the last word."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from kalooki.cards import Card, Joker, Natural, Suit
from kalooki.rules.actions import Exchange, LayItem, NewMeld
from kalooki.rules.building import exchange, exchange_needs, lay_off
from kalooki.rules.contract_lays import contract_lays
from kalooki.rules.deal import Blitz, Deal
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.fans import Fan, from_hand, lay_offs, new_melds
from kalooki.rules.judging import NOWHERE
from kalooki.rules.melds import Meld, Run, Set, TableCard, points_of
from kalooki.rules.opening import contract_of
from kalooki.rules.variant import Contract, Variant
from kalooki.rules.view import SeatView, hand_by_face
from kalooki.rules.whole_hands import whole_hands

Items = tuple[LayItem, ...]
_Valued = tuple[LayItem, int]
"""An item and what it counts towards the first lay."""


def lays(view: SeatView, deal: Deal) -> Iterator[Items]:
    """Each primitive lay of the view's seat, and some that the judge will refuse."""
    fan = Fan(
        Counter(shown.card for shown in view.hand if isinstance(shown.card, Natural)),
        sum(isinstance(shown.card, Joker) for shown in view.hand),
    )
    if isinstance(deal.phase, Blitz):
        drafts = _packings(list(new_melds(fan, deal.variant)), fan)
    elif view.seat in deal.laid:
        drafts = _later_lays(fan, deal)
    else:
        drafts = _first_lays(fan, view, deal)
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


def _first_lays(fan: Fan, view: SeatView, deal: Deal) -> Iterator[Items]:
    """Batches that meet the gate, from which nothing can be left out."""
    contract = contract_of(deal.variant, deal.number)
    if contract is not None and contract.everything:
        yield from whole_hands(fan, deal.variant)
        return
    if contract is not None:
        yield from contract_lays(fan, contract, deal.variant)
        if deal.variant.sa_kaluki:
            yield from _contract_and_all(fan, contract, deal.variant)
        return
    melds: list[_Valued] = [(item, _worth(item, deal.variant)) for item in new_melds(fan, deal.variant)]
    builds = [_counting(fan, meld, deal.variant) for meld in deal.melds] if deal.variant.builds_count else []
    gate = _Gate(deal.variant.initial_min, view.taken if view.duty == "initial_meld" else None)
    yield from _batches(melds, fan, (), gate, [some for some in builds if some])
    if deal.variant.kalooki_waives_min:
        yield from _waived(melds, 0, fan, (), gate)


def _counting(fan: Fan, meld: Meld, variant: Variant) -> list[_Valued]:
    """What the hand could lay off on a meld, and what it counts."""
    before = points_of(meld.shape, meld.cards, variant)
    found: list[_Valued] = []
    for item in lay_offs(fan, meld, variant):
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
    melds: list[_Valued], fan: Fan, chosen: tuple[_Valued, ...], gate: _Gate, builds: list[list[_Valued]]
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


def _with_builds(builds: list[list[_Valued]], fan: Fan, chosen: tuple[_Valued, ...], gate: _Gate) -> Iterator[Items]:
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


def _waived(melds: list[_Valued], first: int, fan: Fan, chosen: tuple[_Valued, ...], gate: _Gate) -> Iterator[Items]:
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


def _contract_and_all(fan: Fan, contract: Contract, variant: Variant) -> Iterator[Items]:
    """The contract, and the rest of the hand in new melds, but for at most one card."""
    for items in contract_lays(fan, contract, variant):
        rest = fan
        for item in items:
            left = rest.without(item.cards)
            assert left is not None, "a proposal uses each card once"
            rest = left
        yield from ((*items, *more) for more in whole_hands(rest, variant) if more)


def _packings(melds: list[NewMeld], fan: Fan) -> Iterator[Items]:
    """Each choice of new melds that can lie side by side."""
    for index, meld in enumerate(melds):
        rest = fan.without(meld.cards)
        if rest is not None:
            yield (meld,)
            yield from ((meld, *more) for more in _packings(melds[index:], rest))


# --- later lays -------------------------------------------------------------------------------------------------------


def _later_lays(fan: Fan, deal: Deal) -> Iterator[Items]:
    melds = list(deal.melds)
    if deal.variant.sa_kaluki and not deal.turn.laid_before:
        yield from (items for items in whole_hands(fan, deal.variant) if items)
    yield from ((item,) for item in _uses(fan, melds, deal.variant))
    yield from _exchanges(fan, melds, deal.variant, ())


def _uses(fan: Fan, melds: list[Meld], variant: Variant) -> Iterator[LayItem]:
    """Single items that use all jokers that were released."""
    if variant.extra_melds:
        yield from new_melds(fan, variant)
    for meld in melds:
        yield from lay_offs(fan, meld, variant)


def _exchanges(fan: Fan, melds: list[Meld], variant: Variant, before: Items) -> Iterator[Items]:
    if variant.joker_exchange == "move_up":
        yield from ((item,) for meld in melds for item in _moves_up(meld) if fan.without(item.cards) is not None)
        return
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


def _moves_up(meld: Meld) -> Iterator[Exchange]:
    if isinstance(meld.shape, Run):
        yield from (
            Exchange(meld.id, (from_hand(one.stands_for),), up=True) for one in meld.cards if one.stands_for is not None
        )


def _exchange_items(meld: Meld, variant: Variant) -> Iterator[Exchange]:
    if not any(isinstance(one.card, Joker) for one in meld.cards):
        return
    match meld.shape:
        case Set():
            count, missing = exchange_needs(meld, variant)
            if count == 1:
                yield from (Exchange(meld.id, (from_hand(card),)) for card in missing)
            elif count > 1:
                pairs = ((one, other) for at, one in enumerate(missing) for other in missing[at + 1 :])
                yield from (Exchange(meld.id, (from_hand(one), from_hand(other))) for one, other in pairs)
        case Run():
            yield from (
                Exchange(meld.id, (from_hand(one.stands_for),)) for one in meld.cards if one.stands_for is not None
            )


def _exchanged(meld: Meld, item: Exchange, variant: Variant) -> Meld | None:
    try:
        after, _ = exchange(meld, tuple(TableCard(NOWHERE, one.card) for one in item.cards), variant)
    except IllegalActionError:
        return None
    return after
