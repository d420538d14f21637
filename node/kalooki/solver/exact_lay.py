"""The first lay of a contract that is laid exactly, from a view, as actions that `rules` will judge."""

from collections.abc import Iterator, Sequence

from kalooki.cards import JOKER, Slot
from kalooki.rules.actions import NewMeld, Placed, Shown
from kalooki.rules.exactly import seen_so_far
from kalooki.rules.judging import deal_of
from kalooki.rules.variant import Contract
from kalooki.rules.view import SeatView
from kalooki.solver.contract_rules import contract_rules
from kalooki.solver.exact_plan import ExactMeld, exact_lays, plan_exact_turn
from kalooki.solver.plans import LayPlan
from kalooki.solver.words import EMPTY, JOKER_TYPE, RANKS, CardType, card_of, hand_of, natural_of, type_of


def exact_lay(view: SeatView, contract: Contract) -> LayPlan | None:
    """The contract and the discard after which the fewest points stay; or the discard that keeps nearest to it."""
    taken = None if view.taken is None else type_of(view.taken)
    hand = hand_of(type_of(shown.card) for shown in view.hand)
    plan = plan_exact_turn(view.variant, contract, hand, _seen(view), taken)
    if plan is None:
        return None
    slots = _slots(view)
    discard = Shown(slots[plan.discard].pop(), card_of(plan.discard))
    items = tuple(_item(slots, meld) for meld in plan.melds)
    left = tuple(shown for shown in view.hand if shown.slot in slots[type_of(shown.card)])
    worth = contract_rules(view.variant).meld_values
    laid = sum(worth[place] for meld in plan.melds for place in _places(meld))
    return LayPlan(items, discard, left, laid, plan.points_left, goes_out=plan.left == EMPTY)


def contract_lays(view: SeatView, contract: Contract) -> Iterator[tuple[tuple[NewMeld, ...], tuple[Shown, ...]]]:
    """Each lay of the contract, and the cards that it leaves in the hand."""
    hand = hand_of(type_of(shown.card) for shown in view.hand)
    for melds, _ in exact_lays(view.variant, contract, hand, _seen(view)):
        slots = _slots(view)
        items = tuple(_item(slots, meld) for meld in melds)
        yield items, tuple(shown for shown in view.hand if shown.slot in slots[type_of(shown.card)])


def items_of(view: SeatView, melds: Sequence[ExactMeld]) -> tuple[NewMeld, ...]:
    """Melds in the slots of the view's hand."""
    slots = _slots(view)
    return tuple(_item(slots, meld) for meld in melds)


def _seen(view: SeatView) -> frozenset[CardType]:
    return frozenset(map(type_of, seen_so_far(deal_of(view))))


def _places(meld: ExactMeld) -> Iterator[int]:
    """The positions where its cards count; in a set an ace counts high."""
    yield from (face % RANKS + 1 if meld.low < 0 else meld.low + step for step, face in enumerate(meld.faces))


def _slots(view: SeatView) -> dict[CardType, list[Slot]]:
    slots: dict[CardType, list[Slot]] = {}
    for shown in view.hand:
        slots.setdefault(type_of(shown.card), []).append(shown.slot)
    return slots


def _item(slots: dict[CardType, list[Slot]], meld: ExactMeld) -> NewMeld:
    """The meld in the slots of the hand, which are used up."""
    return NewMeld(
        tuple(
            Placed(slots[JOKER_TYPE].pop(), JOKER, natural_of(face))
            if face in meld.wild
            else Placed(slots[face].pop(), natural_of(face))
            for face in meld.faces
        )
    )
