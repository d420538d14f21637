"""The first lay of a contract that is laid exactly: a set, a run, or one of each, of just these sizes, few jokers."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from kalooki.cards import JOKER, Joker, Natural, Rank, Slot, Suit
from kalooki.rules.actions import NewMeld, Placed, Shown
from kalooki.rules.exactly import most_jokers, must_be_seen, seen_so_far
from kalooki.rules.judging import deal_of
from kalooki.rules.melds import HIGH_ACE, lowest_place, natural_at
from kalooki.rules.variant import Contract, Variant
from kalooki.rules.view import SeatView
from kalooki.solver.contract_rules import contract_rules, exact_form
from kalooki.solver.distance import nearness
from kalooki.solver.plans import LayPlan
from kalooki.solver.words import hand_of, type_of


class _Meld(NamedTuple):
    faces: tuple[Natural, ...]
    wild: frozenset[Natural]
    """Those that a joker stands for."""


class _Hand(NamedTuple):
    naturals: tuple[Natural, ...]
    jokers: int
    """That the contract may have."""
    seen: frozenset[object] | None
    """What a joker may stand for; None for anything."""

    def may_be_joker(self, card: Natural) -> bool:
        return self.jokers > 0 and (self.seen is None or card in self.seen)


def exact_lay(view: SeatView, contract: Contract) -> LayPlan | None:
    """The contract and the discard after which the fewest points stay; or the discard that keeps nearest to it."""
    variant = view.variant
    may_discard = [shown for shown in view.hand if shown.card != view.taken]
    if not may_discard:
        return None
    best: tuple[int, tuple[_Meld, ...], tuple[Shown, ...]] | None = None
    for melds in _lays(view, contract):
        used = _slots(view.hand, melds)
        if used is None:
            continue
        left = [shown for shown in view.hand if shown.slot not in used]
        thrown = [shown for shown in may_discard if shown.slot not in used]
        if not thrown:
            continue
        points = sum(variant.hand_value(shown.card) for shown in left)
        points -= max(variant.hand_value(shown.card) for shown in thrown)
        if best is None or points < best[0]:
            best = points, melds, tuple(left)
    if best is None:
        return _keep_nearest(view, contract, may_discard)
    points, melds, stay = best
    discard = max((one for one in stay if one.card != view.taken), key=lambda one: variant.hand_value(one.card))
    items = _items(view.hand, melds)
    assert items is not None, "tried before"
    laid = sum(variant.laid_value(_place(variant, meld, face)) for meld in melds for face in meld.faces)
    return LayPlan(items, discard, tuple(one for one in stay if one != discard), laid, points, goes_out=len(stay) == 1)


def contract_lays(view: SeatView, contract: Contract) -> Iterator[tuple[tuple[NewMeld, ...], tuple[Shown, ...]]]:
    """Each lay of the contract, and the cards that it leaves in the hand."""
    for melds in _lays(view, contract):
        items = _items(view.hand, melds)
        if items is not None:
            used = {one.slot for item in items for one in item.cards}
            yield items, tuple(shown for shown in view.hand if shown.slot not in used)


def _place(variant: Variant, meld: _Meld, face: Natural) -> int:
    """Where a card counts: an ace below a two counts low."""
    low = face.rank is Rank.ACE and any(other.rank is Rank.TWO for other in meld.faces) and variant.ace_low
    return HIGH_ACE if face.rank is Rank.ACE and not low else int(face.rank)


def _keep_nearest(view: SeatView, contract: Contract, may_discard: list[Shown]) -> LayPlan:
    rules, form = contract_rules(view.variant), exact_form(view.variant, contract)

    def far(shown: Shown) -> tuple[object, int]:
        rest = hand_of(type_of(other.card) for other in view.hand if other != shown)
        return nearness(rules, form, rest), -view.variant.hand_value(shown.card)

    naturals = [shown for shown in may_discard if not isinstance(shown.card, Joker)]
    discard = min(naturals or may_discard, key=far)
    left = tuple(shown for shown in view.hand if shown != discard)
    return LayPlan((), discard, left, 0, sum(view.variant.hand_value(one.card) for one in left), goes_out=not left)


# --- every lay --------------------------------------------------------------------------------------------------------


def _lays(view: SeatView, contract: Contract) -> Iterator[tuple[_Meld, ...]]:
    """Each choice of the melds of the contract; two may want the same card."""
    variant = view.variant
    most = most_jokers(variant, contract)
    held = sum(isinstance(shown.card, Joker) for shown in view.hand)
    hand = _Hand(
        tuple(dict.fromkeys(shown.card for shown in view.hand if isinstance(shown.card, Natural))),
        held if most is None else min(held, most),
        seen_so_far(deal_of(view)) if must_be_seen(variant, contract) else None,
    )
    choices = [list(_sets(hand, size)) for size in contract.sets]
    choices += [list(_runs(hand, size, variant)) for size in contract.runs]
    chosen: list[tuple[_Meld, ...]] = [()]
    for melds in choices:
        chosen = [(*before, meld) for before in chosen for meld in melds]
    yield from (melds for melds in chosen if sum(len(meld.wild) for meld in melds) <= hand.jokers)


def _sets(hand: _Hand, size: int) -> Iterator[_Meld]:
    for rank in Rank:
        for suits in combinations(Suit, size):
            yield from _filled(hand, tuple(Natural(rank, suit) for suit in suits))


def _runs(hand: _Hand, size: int, variant: Variant) -> Iterator[_Meld]:
    for suit in Suit:
        for low in range(lowest_place(variant), HIGH_ACE + 2 - size):
            yield from _filled(hand, tuple(natural_at(suit, place) for place in range(low, low + size)))


def _filled(hand: _Hand, faces: tuple[Natural, ...]) -> Iterator[_Meld]:
    """The meld with as few jokers as it needs, and with one in place of each other card."""
    missing = [face for face in faces if face not in hand.naturals]
    if len(missing) > hand.jokers or len(missing) == len(faces) or not all(map(hand.may_be_joker, missing)):
        return
    spare = [face for face in faces if face not in missing and hand.may_be_joker(face)]
    for more in range(min(hand.jokers - len(missing), len(spare)) + 1):
        for chosen in combinations(spare, more):
            if len(missing) + more < len(faces):
                yield _Meld(faces, frozenset((*missing, *chosen)))


# --- as actions -------------------------------------------------------------------------------------------------------


def _slots(hand: tuple[Shown, ...], melds: tuple[_Meld, ...]) -> frozenset[Slot] | None:
    """The cards that the melds take; None where they want one twice."""
    items = _items(hand, melds)
    return (
        None if items is None else frozenset(one.slot for item in items for one in item.cards if one.slot is not None)
    )


def _items(hand: tuple[Shown, ...], melds: tuple[_Meld, ...]) -> tuple[NewMeld, ...] | None:
    slots: dict[object, list[Slot]] = {}
    for shown in hand:
        slots.setdefault(shown.card, []).append(shown.slot)
    items = []
    for meld in melds:
        cards = []
        for face in meld.faces:
            card = JOKER if face in meld.wild else face
            if not slots.get(card):
                return None
            cards.append(Placed(slots[card].pop(), card, face if face in meld.wild else None))
        items.append(NewMeld(tuple(cards)))
    return tuple(items)
