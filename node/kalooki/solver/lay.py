"""From a seat's view to the best lay, as actions that `rules` will judge: slots for types, items for pieces."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kalooki.cards import JOKER, Natural, Slot
from kalooki.rules.actions import Exchange, LayItem, LayOff, MeldId, NewMeld, Placed, Shown
from kalooki.rules.changing import maker
from kalooki.rules.judging import NOWHERE
from kalooki.rules.opening import contract_of
from kalooki.rules.variant import Contract
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.solver.contract_lay import contract_turn
from kalooki.solver.exact_lay import contract_lays, exact_lay
from kalooki.solver.pieces import LaidOff, NewRun, NewSet
from kalooki.solver.plans import LayPlan
from kalooki.solver.rules import SolverRules, solver_rules
from kalooki.solver.runs import LONGEST, Cell
from kalooki.solver.seen import table_of
from kalooki.solver.seen_jokers import stand_for_seen_cards, with_other_suits
from kalooki.solver.turn import Situation, TurnPlan, all_melds, everything, plan_turn, points, throw_away
from kalooki.solver.words import (
    EMPTY,
    JOKER_TYPE,
    RANKS,
    CardType,
    card_of,
    hand_of,
    hand_of_cards,
    natural_of,
    rank_at,
    type_of,
)

_situation = maker(Situation)
_lay_plan = maker(LayPlan)


def best_lay(view: SeatView) -> LayPlan | None:
    """The lay that leaves the fewest points after a discard; None if there is nothing to lay, or nothing legal."""
    plan = best_turn(view)
    return plan if plan is not None and plan.items else None


def best_turn(view: SeatView) -> LayPlan | None:
    """The same, or the best discard alone; None if a duty cannot be met, or no card may be thrown away.

    The card just taken from the pile is not thrown away: that only passes the turn.
    """
    contract = contract_of(view.variant, view.number)
    if contract is None:
        return lay_plan(solver_rules(view.variant), view.hand, situation_of(view))
    return _exact_turn(view, contract) if contract.exactly else contract_turn(view)


def _exact_turn(view: SeatView, contract: Contract) -> LayPlan | None:
    """Where the first lay is the contract and nothing else: that, and from the next turn on all that can be laid."""
    assert view.seat is not None
    rules, now = solver_rules(view.variant), situation_of(view)
    if view.phase is ViewPhase.BLITZ:
        plan: TurnPlan | None = all_melds(rules, now.hand)
    elif contract.everything and not now.has_laid:
        plan = everything(rules, now, needs_discard=view.variant.sa_blitz_discard) or throw_away(rules, now)
    elif not now.has_laid:
        return _at_once(view, contract, rules, now) or exact_lay(view, contract)
    elif not view.laid_before:
        plan = throw_away(rules, now)
    else:
        return _with_seen_jokers(view, rules, now)
    return None if plan is None else _Writer(rules, view.hand, plan).written()


def _at_once(view: SeatView, contract: Contract, rules: SolverRules, now: Situation) -> LayPlan | None:
    """The contract and all the rest in one turn, where the house allows it: new melds, and at most one card over."""
    if not view.variant.sa_kaluki or everything(rules, now, needs_discard=False) is None:
        return None
    for items, left in contract_lays(view, contract):
        rest = replace(now, hand=hand_of(type_of(shown.card) for shown in left))
        plan = everything(rules, rest, needs_discard=False)
        if plan is not None:
            more = _Writer(rules, left, plan).written()
            whole = replace(more, items=(*items, *more.items))
            if stand_for_seen_cards(view, more):
                return whole
    return None


def _with_seen_jokers(view: SeatView, rules: SolverRules, now: Situation) -> LayPlan | None:
    """The best turn; where its jokers may not stand for what they would, in no suit, the best one without them."""
    plan = lay_plan(rules, view.hand, now)
    if plan is None or stand_for_seen_cards(view, plan):
        return plan
    plan = with_other_suits(view, plan)
    if stand_for_seen_cards(view, plan):
        return plan
    naturals = tuple(shown for shown in view.hand if shown.card != JOKER)
    jokers = tuple(shown for shown in view.hand if shown.card == JOKER)
    held = lay_plan(rules, naturals, replace(now, hand=now.hand._replace(jokers=0), may_swap=False))
    if held is None or not jokers:
        return held
    discard = held.discard or jokers[0]
    left = tuple(shown for shown in (*held.left, *jokers) if shown != discard)
    cost = sum(view.variant.hand_value(shown.card) for shown in left)
    return replace(held, discard=discard, left=left, points_left=cost, goes_out=not left)


def lay_plan(rules: SolverRules, hand: tuple[Shown, ...], situation: Situation) -> LayPlan | None:
    """The best turn of a situation, in the slots of the hand that it was made of."""
    plan = plan_turn(rules, situation)
    return None if plan is None else _thrown(rules, hand, plan) or _Writer(rules, hand, plan).written()


def _thrown(rules: SolverRules, hand: tuple[Shown, ...], plan: TurnPlan) -> LayPlan | None:
    """A plan that is a discard and nothing else, as most are; None for any other."""
    if plan.pieces or plan.swaps or plan.discard is None:
        return None
    discard = next(shown for shown in reversed(hand) if type_of(shown.card) == plan.discard)
    left = tuple([shown for shown in hand if shown is not discard])
    return _lay_plan((), discard, left, 0, points(rules, plan.left), goes_out=not left)


def situation_of(view: SeatView) -> Situation:
    """What the seat of the view holds in its turn, after the draw, and what binds it."""
    assert view.seat is not None, "a spectator lays nothing"
    me = view.seats[view.seat]
    variant = view.variant
    taken = None if view.taken is None else type_of(view.taken)
    kept = set() if taken is None else {taken}
    return _situation(
        hand=hand_of_cards([shown.card for shown in view.hand]),
        table=table_of(view.table, view.seat, view.built),
        has_laid=me.has_laid,
        may_swap=me.has_laid and (view.laid_before or variant.swap_same_turn),
        barred=me.barred,
        taken=taken,
        duty=view.duty,
        no_discard=frozenset(kept if variant.joker_discard != "never" else {*kept, JOKER_TYPE}),
    )


def written(rules: SolverRules, hand: tuple[Shown, ...], plan: TurnPlan) -> LayPlan:
    """A plan in types as actions in the slots of a hand."""
    return _Writer(rules, hand, plan).written()


class _Writer:
    """Turns a plan in types into items in slots, each slot used once, the newest card of a face first."""

    def __init__(self, rules: SolverRules, hand: tuple[Shown, ...], plan: TurnPlan) -> None:
        self._rules = rules
        self._hand = hand
        self._plan = plan
        self._slots: dict[CardType, list[Slot]] = {}
        self._released = 0

    def written(self) -> LayPlan:
        """The plan as actions."""
        for shown in self._hand:
            self._slots.setdefault(type_of(shown.card), []).append(shown.slot)
        items: tuple[LayItem, ...] = (*self._exchanges(), *self._new_melds(), *self._lay_offs())
        discard = None if self._plan.discard is None else self._shown(self._plan.discard)
        unused = {slot for slots in self._slots.values() for slot in slots}
        left = tuple(shown for shown in self._hand if shown.slot in unused)
        cost = points(self._rules, self._plan.left)
        return LayPlan(items, discard, left, self._points_laid(), cost, goes_out=self._plan.left == EMPTY)

    def _points_laid(self) -> int:
        worth = self._rules.meld_values
        total = 0
        for piece in self._plan.pieces:
            match piece:
                case NewSet(rank, suits, jokers):
                    total += worth[rank + 1] * (len(suits) + jokers)
                case NewRun(_, cells) | LaidOff(_, _, cells):
                    total += sum(worth[cell.position] for cell in cells)
        return total

    def _shown(self, kind: CardType) -> Shown:
        slots = self._slots.get(kind)
        return Shown(slots.pop() if slots else NOWHERE, card_of(kind))

    def _exchanges(self) -> Iterator[Exchange]:
        for swap in self._plan.swaps:
            cards = tuple(self._natural(kind) for kind in swap.naturals)
            self._released += 1
            yield Exchange(swap.meld, cards)

    def _natural(self, kind: CardType) -> Placed:
        return Placed(self._slots[kind].pop(), natural_of(kind))

    def _joker(self, stands_for: Natural | None) -> Placed:
        """A released joker first: it must be used."""
        if self._released:
            self._released -= 1
            return Placed(None, JOKER, stands_for)
        return Placed(self._slots[JOKER_TYPE].pop(), JOKER, stands_for)

    def _new_melds(self) -> Iterator[NewMeld]:
        for piece in self._plan.pieces:
            if isinstance(piece, NewSet):
                yield NewMeld(tuple(self._set_cards(piece)))
        for run in joined_runs(self._rules, [piece for piece in self._plan.pieces if isinstance(piece, NewRun)]):
            yield NewMeld(tuple(self._cells(run.suit, run.cells)))

    def _set_cards(self, piece: NewSet) -> Iterator[Placed]:
        """A natural alone does not say what the meld is, so its jokers do; and where each joker is one card."""
        yield from (self._natural(suit * RANKS + piece.rank) for suit in piece.suits)
        missing = [suit * RANKS + piece.rank for suit in range(4) if suit not in piece.suits]
        said = len(piece.suits) == 1 or self._rules.set_jokers_declared
        for kind in missing[: piece.jokers]:
            yield self._joker(natural_of(kind) if said else None)

    def _cells(self, suit: int, cells: Iterable[Cell]) -> Iterator[Placed]:
        for position, natural in cells:
            kind = suit * RANKS + rank_at(position)
            yield self._natural(kind) if natural else self._joker(natural_of(kind))

    def _lay_offs(self) -> Iterator[LayOff]:
        added: dict[MeldId, list[tuple[int, Cell]]] = {}
        for piece in self._plan.pieces:
            if isinstance(piece, LaidOff):
                meld = self._plan.melds[piece.suit][piece.anchor]
                added.setdefault(meld, []).extend((piece.suit, cell) for cell in piece.cells)
        for meld, places in sorted(added.items()):
            in_order = sorted(places, key=lambda place: place[1].position)
            yield LayOff(meld, tuple(card for suit, cell in in_order for card in self._cells(suit, (cell,))))


def joined_runs(rules: SolverRules, runs: list[NewRun]) -> list[NewRun]:
    """Runs that follow one another as one: the shorter the row of ends, the less others can lay off."""
    joined: list[NewRun] = []
    for run in sorted(runs, key=lambda run: (run.suit, run.cells[0].position)):
        for index, earlier in enumerate(joined):
            cells = earlier.cells + run.cells
            jokers = sum(not cell.natural for cell in cells)
            follows = earlier.suit == run.suit and earlier.cells[-1].position + 1 == run.cells[0].position
            if follows and len(cells) <= LONGEST and jokers <= rules.shape.limit.in_run(len(cells)):
                joined[index] = NewRun(run.suit, cells)
                break
        else:
            joined.append(run)
    return joined
