"""From a seat's view in a contract game to the best lay, as actions that `rules` will judge."""

from collections.abc import Iterator

from kalooki.cards import JOKER, Natural, Slot
from kalooki.rules.actions import Exchange, LayItem, LayOff, MeldId, NewMeld, Placed, Shown
from kalooki.rules.opening import contract_of
from kalooki.rules.view import SeatView
from kalooki.solver.contract import ContractLay, ContractTable, contract_table
from kalooki.solver.contract_rules import ContractRules, Form, contract_rules, exact_form, forms_of, later_form
from kalooki.solver.contract_steps import AsRun, AsSet, OntoRun, OntoSet, steps_of
from kalooki.solver.contract_turn import ContractPlan, ContractSituation, plan_contract_turn
from kalooki.solver.distance import distance
from kalooki.solver.plans import LayPlan
from kalooki.solver.seen import table_meld
from kalooki.solver.suit_lays import Moved, Tack
from kalooki.solver.words import EMPTY, JOKER_TYPE, RANKS, CardType, add, card_of, hand_of, natural_of, rank_at, type_of

NOTHING_NEEDED = Form(0, 0, further=False, shortest=1)


def contract_turn(view: SeatView) -> LayPlan | None:
    """The best lay and discard; None if no card may be thrown away."""
    rules = contract_rules(view.variant)
    situation = contract_situation(view)
    plan = plan_contract_turn(rules, situation)
    return None if plan is None else written(view.hand, rules, situation.table, plan)


def contract_situation(view: SeatView) -> ContractSituation:
    """What the seat of the view holds in its turn, after the draw, and what binds it."""
    assert view.seat is not None, "a spectator lays nothing"
    variant, seat = view.variant, view.seat
    contract = contract_of(variant, view.number)
    assert contract is not None, "the gate is not a contract"
    forms = (exact_form(variant, contract),) if contract.exactly else forms_of(variant, contract)
    needed = forms[0]
    if view.seats[seat].has_laid:
        forms, needed = (later_form(variant),), NOTHING_NEEDED
    kept = set() if view.taken is None else {type_of(view.taken)}
    return ContractSituation(
        hand=hand_of(type_of(shown.card) for shown in view.hand),
        table=contract_table(
            contract_rules(variant), tuple(table_meld(meld, seat) for meld in view.table if not meld.closed)
        ),
        forms=forms if may_lay(view) else (),
        needed=needed,
        no_discard=frozenset({*kept, JOKER_TYPE}),
    )


def may_lay(view: SeatView) -> bool:
    """Whether the seat may lay at all: who called too often may have to wait for all others; who gave up a lay, too."""
    assert view.seat is not None
    if view.returned and view.variant.penalties == "challenge":
        return False
    others = [line for line in view.seats if line.plays and line.seat != view.seat]
    waits = view.seat in view.no_lay and not view.seats[view.seat].has_laid
    return not waits or all(line.has_laid for line in others)


def brings_nearer(view: SeatView, card: CardType) -> bool:
    """Whether one card more brings the seat nearer to its contract."""
    rules, now = contract_rules(view.variant), contract_situation(view)
    return distance(rules, now.needed, add(now.hand, card)) < distance(rules, now.needed, now.hand)


def written(hand: tuple[Shown, ...], rules: ContractRules, table: ContractTable, plan: ContractPlan) -> LayPlan:
    """A plan in types as actions in the slots of a hand."""
    return _Writer(rules, hand, table, plan).written()


class _Writer:
    """Turns a plan in types into items in slots, each slot used once, the newest card of a face first."""

    def __init__(self, rules: ContractRules, hand: tuple[Shown, ...], table: ContractTable, plan: ContractPlan) -> None:
        self._rules = rules
        self._hand = hand
        self._table = table
        self._plan = plan
        self._slots: dict[CardType, list[Slot]] = {}
        for shown in hand:
            self._slots.setdefault(type_of(shown.card), []).append(shown.slot)
        self._points = 0

    def written(self) -> LayPlan:
        """The plan as actions."""
        plan = self._plan
        discard = None if plan.discard is None else Shown(self._slots[plan.discard].pop(), card_of(plan.discard))
        items: tuple[LayItem, ...] = () if plan.lay is None else tuple(self._items(plan.lay))
        unused = {slot for slots in self._slots.values() for slot in slots}
        left = tuple(shown for shown in self._hand if shown.slot in unused)
        return LayPlan(items, discard, left, self._points, plan.points_left, goes_out=plan.left == EMPTY)

    def _items(self, lay: ContractLay) -> Iterator[LayItem]:
        hand = hand_of(kind for kind, slots in self._slots.items() for _ in slots)
        for step in steps_of(self._rules, hand, self._table, lay):
            match step:
                case AsRun(suit, cells):
                    yield NewMeld(tuple(self._cell(suit, cell.position, natural=cell.natural) for cell in cells))
                case AsSet(rank, naturals, jokers):
                    yield NewMeld(self._of_set(rank, naturals, jokers))
                case OntoRun(suit, meld, tacks):
                    yield from self._onto_run(suit, meld, tacks)
                case OntoSet(meld, naturals, jokers):
                    rank = next(one.rank for one in self._table.sets if one.id == meld)
                    yield LayOff(meld, self._of_set(rank, naturals, jokers))

    def _cell(self, suit: int, position: int, *, natural: bool) -> Placed:
        self._points += self._rules.meld_values[position]
        kind = suit * RANKS + rank_at(position)
        return self._natural(kind) if natural else self._joker(natural_of(kind))

    def _natural(self, kind: CardType) -> Placed:
        return Placed(self._slots[kind].pop(), natural_of(kind))

    def _joker(self, stands_for: Natural | None = None) -> Placed:
        return Placed(self._slots[JOKER_TYPE].pop(), JOKER, stands_for)

    def _of_set(self, rank: int, naturals: tuple[CardType, ...], jokers: int) -> tuple[Placed, ...]:
        self._points += self._rules.meld_values[rank + 1] * (len(naturals) + jokers)
        return (*map(self._natural, naturals), *(self._joker() for _ in range(jokers)))

    def _onto_run(self, suit: int, meld: MeldId, tacks: tuple[Tack, ...]) -> Iterator[LayItem]:
        """Cards at the ends go together until a joker moves."""
        together: list[tuple[int, Placed]] = []
        for tack in tacks:
            if isinstance(tack, Moved):
                yield from _laid_off(meld, together)
                together = []
                self._points += self._rules.meld_values[tack.position]
                yield Exchange(meld, (self._natural(suit * RANKS + rank_at(tack.position)),), up=True)
            else:
                together.append((tack.position, self._cell(suit, tack.position, natural=tack.natural)))
        yield from _laid_off(meld, together)


def _laid_off(meld: MeldId, together: list[tuple[int, Placed]]) -> Iterator[LayOff]:
    if together:
        yield LayOff(meld, tuple(card for _, card in sorted(together, key=lambda one: one[0])))
