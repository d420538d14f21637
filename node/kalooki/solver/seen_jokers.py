"""Jokers of a later lay where each must stand for a card of which a copy has been seen."""

from dataclasses import replace

from kalooki.cards import Card, Natural, Suit
from kalooki.rules.actions import NewMeld, Placed
from kalooki.rules.exactly import seen_so_far
from kalooki.rules.judging import deal_of
from kalooki.rules.view import SeatView
from kalooki.solver.plans import LayPlan


def stand_for_seen_cards(view: SeatView, plan: LayPlan) -> bool:
    """Whether the plan's jokers may stand for what they do."""
    if view.variant.half_safe != "always":
        return True
    seen = seen_so_far(deal_of(view))
    placed = (one for item in plan.items for one in item.cards)
    return all(one.stands_for in seen for one in placed if one.stands_for is not None)


def with_other_suits(view: SeatView, plan: LayPlan) -> LayPlan:
    """The same plan, in which jokers of new sets are cards of other suits, where those have been seen.

    A set that lies there has room for one suit at most.
    """
    seen = seen_so_far(deal_of(view))
    items = (
        replace(item, cards=_of_seen_suits(item.cards, seen)) if isinstance(item, NewMeld) else item
        for item in plan.items
    )
    return replace(plan, items=tuple(items))


def _of_seen_suits(cards: tuple[Placed, ...], seen: frozenset[Card]) -> tuple[Placed, ...]:
    """Of a set: its unseen jokers as what it has room for and was seen, as far as that goes. A run stays as it is."""
    faces = [one.stands_for or one.card for one in cards]
    naturals = [face for face in faces if isinstance(face, Natural)]
    if len({face.rank for face in naturals}) > 1:
        return cards
    room = [card for suit in Suit if (card := Natural(naturals[0].rank, suit)) in seen and card not in naturals]
    return tuple(
        replace(one, stands_for=room.pop(0))
        if room and one.stands_for is not None and one.stands_for not in seen
        else one
        for one in cards
    )
