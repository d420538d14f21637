"""The best turn from a hand: what to lay, what to keep, what to throw away. Exact, for one lay and one discard.

Not the largest melding of all cards with the dearest card that is left thrown away: with 2 and 3 left, or 10 alone,
the second is better once the discard has gone. So each card is tried as the discard, and the rest is solved.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kalooki.rules.actions import MeldId
from kalooki.rules.changing import maker
from kalooki.solver.aims import card_used, fewest_points_left, jokers_used, points_laid
from kalooki.solver.pieces import LaidOff, Piece, kinds_of
from kalooki.solver.recover import melds_through, melds_with, pieces
from kalooki.solver.rules import SolverRules
from kalooki.solver.table import Swap, TableMeld, has_room, layouts, may_swap, swaps, takes
from kalooki.solver.weights import SECOND, SHIFT, Weights
from kalooki.solver.whole import HandSolver, hand_solver
from kalooki.solver.words import EMPTY, JOKER_TYPE, CardType, Hand, add, distinct, remove

Duty = Literal["initial_meld", "any_initial_meld", "new_meld", "meld_or_build"]


ANY_NEW_MELD = 1
"""Every new meld counts more points than this."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A hand after the draw, and what binds it."""

    hand: Hand
    table: tuple[TableMeld, ...] = ()
    has_laid: bool = False
    may_swap: bool = False
    """Jokers on the table may be taken in this turn already."""
    barred: bool = False
    """May not go out, so a card must stay besides the discard."""
    taken: CardType | None = None
    duty: Duty | None = None
    """What the taken card must be used for."""
    no_discard: frozenset[CardType] = frozenset()
    """Cards that are not to be thrown away."""


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """One lay (perhaps an empty one) and the discard after it."""

    swaps: tuple[Swap, ...]
    pieces: tuple[Piece, ...]
    melds: tuple[tuple[MeldId, ...], ...]
    """Which meld each anchor of each suit belongs to."""
    discard: CardType | None
    left: Hand
    """After the lay and the discard."""


class _Aim(NamedTuple):
    """What one search looks for: jokers taken first, the hand and the table after that, the weights and the bound."""

    swaps: tuple[Swap, ...]
    hand: Hand
    table: tuple[TableMeld, ...]
    weights: Weights
    need: int
    """Of the second half of the weight."""
    through: CardType | None = None
    """A card that one of the new melds must hold."""
    below: int | None = None
    """Only fewer points left than this will do."""
    new_meld: bool = False
    """Lay-offs alone will not do, however much they count."""


class _Part(NamedTuple):
    """What a hand without its discard can earn: all in all, by a meld fixed beforehand, and by the rest of the hand."""

    weight: int
    fixed: tuple[Piece, ...]
    rest: Hand
    rest_weight: int


class _Found(NamedTuple):
    """The best discard under one aim and one layout of the table."""

    points_left: int
    discard: CardType | None
    part: _Part


_turn_plan = maker(TurnPlan)


def points(rules: SolverRules, hand: Hand) -> int:
    """What the hand costs."""
    spades, hearts, diamonds, clubs = rules.points
    of_suits = spades[hand[0]] + hearts[hand[1]] + diamonds[hand[2]] + clubs[hand[3]]
    return of_suits + rules.penalties[JOKER_TYPE] * hand.jokers


def melded_points(rules: SolverRules, hand: Hand) -> int:
    """How many points the melds hold that the hand could make by itself."""
    return hand_solver(rules, fewest_points_left(rules)).best(hand) >> SHIFT


def could_open(rules: SolverRules, hand: Hand, card: CardType, table: tuple[TableMeld, ...]) -> bool:
    """Whether the hand can lay the initial meld, and some meld has the card; a quick look, no proof of both at once."""
    weights = points_laid(rules)
    if not melds_with(hand_solver(rules, weights), hand, card):
        return False
    need = max(ANY_NEW_MELD, rules.initial_min)
    counting = layouts(rules, table if rules.builds_count else (), hand)
    return any(hand_solver(rules, weights, layout.anchors).best_with(hand, need) is not None for layout in counting)


def connects(rules: SolverRules, hand: Hand, card: CardType, table: tuple[TableMeld, ...]) -> bool:
    """Whether a card could be used at all: on the table, with others in a new meld, or where a joker is to be had.

    Where jokers lie it is looked at closely; else a card that fits only behind another one is thought to be of no use.
    """
    wild = any(meld.jokers for meld in table)
    if has_room(rules, table, card) if wild else takes(rules, table, card):
        return True
    more = add(hand, card)
    if wild and may_swap(rules, table, more):
        return True
    return melds_with(hand_solver(rules, fewest_points_left(rules)), more, card)


def plan_turn(rules: SolverRules, situation: Situation) -> TurnPlan | None:
    """The lay and the discard that leave the fewest points; None if nothing legal can be laid or thrown away.

    Before the initial meld only a lay that reaches it counts; without one the plan lays nothing and throws away what
    leaves the best hand. Under a duty, a plan that does not meet it is none.
    """
    best = _best_end(rules, situation)
    if best is None:
        return throw_away(rules, situation) if situation.duty is None and not situation.has_laid else None
    search, melds, found = best
    laid = (*found.part.fixed, *pieces(search.solver, found.part.rest, found.part.rest_weight))
    left = _left(search.aim.hand, laid, found.discard)
    return TurnPlan(search.aim.swaps, laid, melds, found.discard, left)


def fewest_unlaid(rules: SolverRules, situation: Situation) -> int | None:
    """What stays in hand after the lay of the best turn, the discard included; None where there is no such turn.

    The seat has laid before. The same as planning the turn and counting, without the plan.
    """
    best = _best_end(rules, situation)
    if best is None:
        return None
    found = best[2]
    return found.points_left + (0 if found.discard is None else rules.penalties[found.discard])


def _best_end(
    rules: SolverRules, situation: Situation
) -> tuple["_Search", tuple[tuple[MeldId, ...], ...], _Found] | None:
    """The best discard of all aims and layouts, with the search that found it and the melds of its layout."""
    best: tuple[_Search, tuple[tuple[MeldId, ...], ...], _Found] | None = None
    fewest: int | None = None
    for aim in _aims(rules, situation):
        if not _within_reach(rules, aim):
            continue
        for layout in layouts(rules, aim.table, aim.hand):
            search = _search(rules, hand_solver(rules, aim.weights, layout.anchors), aim, situation)
            found = _best_discard(search, aim.below if fewest is None else fewest)
            if found is not None:
                fewest = found.points_left
                best = search, layout.melds, found
    return best


def _within_reach(rules: SolverRules, aim: _Aim) -> bool:
    """Whether the bound can be reached at all, where the table does not help: asked once, not for each layout of it."""
    if not aim.need:
        return True
    solver = hand_solver(rules, aim.weights)
    return solver.table_helps or solver.reaches(aim.hand, aim.need)


def throw_away(rules: SolverRules, situation: Situation) -> TurnPlan | None:
    """Lay nothing, and discard what leaves the fewest points outside of the melds that the hand could make."""
    aim = _Aim((), situation.hand, (), fewest_points_left(rules), 0)
    found = _best_discard(_search(rules, hand_solver(rules, aim.weights), aim, situation), None)
    if found is None or found.discard is None:
        return None
    return _turn_plan((), (), (), found.discard, remove(situation.hand, found.discard))


def all_melds(rules: SolverRules, hand: Hand) -> TurnPlan:
    """The new melds that take the most points out of a hand, without a discard."""
    solver = hand_solver(rules, fewest_points_left(rules))
    laid = pieces(solver, hand, solver.best(hand))
    return TurnPlan((), laid, (), None, _left(hand, laid, None))


def everything(rules: SolverRules, situation: Situation, *, needs_discard: bool) -> TurnPlan | None:
    """The whole hand in new melds, but for a discard where there is one; None if that cannot be."""
    solver = hand_solver(rules, fewest_points_left(rules))
    hand = situation.hand
    most, total = solver.best(hand) >> SHIFT, points(rules, hand)
    if most == total and not needs_discard:
        return all_melds(rules, hand)
    for kind, place, bits in rules.tried:
        if hand[place] & bits and kind not in situation.no_discard and most >= total - rules.penalties[kind]:
            rest = remove(hand, kind)
            weight = solver.best(rest)
            if weight >> SHIFT == points(rules, rest):
                return TurnPlan((), pieces(solver, rest, weight), (), kind, EMPTY)
    return None


def _aims(rules: SolverRules, situation: Situation) -> Iterator[_Aim]:
    """The searches worth doing, the plain one first: a joker is taken only where that leaves fewer points."""
    hand, table, duty, taken = situation.hand, situation.table, situation.duty, situation.taken
    if not situation.has_laid:
        through = taken if duty == "initial_meld" else None
        weights = points_laid(rules)
        if rules.kalooki_waives_min:
            yield _Aim((), hand, table, weights, ANY_NEW_MELD, through, below=1)
        need = max(ANY_NEW_MELD, rules.initial_min)
        yield _Aim((), hand, table, weights, need, through, new_meld=rules.builds_count)
    elif duty is not None and taken is not None:
        yield _Aim((), hand, table, card_used(rules, taken, in_new_meld=duty == "new_meld"), 1)
    else:
        yield _Aim((), hand, table, fewest_points_left(rules), 0)
        if situation.may_swap:
            yield from _swapping(rules, situation)


def _swapping(rules: SolverRules, situation: Situation) -> Iterator[_Aim]:
    for chosen in swaps(rules, situation.table, situation.hand):
        after = {swap.meld: swap.after for swap in chosen}
        table = tuple(after.get(meld.id, meld) for meld in situation.table)
        hand = add(situation.hand, JOKER_TYPE, len(chosen))
        for swap in chosen:
            for kind in swap.naturals:
                hand = remove(hand, kind)
        need = 0 if rules.joker_reuse == "hand" else len(chosen)
        yield _Aim(chosen, hand, table, jokers_used(rules), need)


@dataclass(frozen=True, slots=True)
class _Search:
    """Everything that stays the same while discards are tried."""

    rules: SolverRules
    solver: HandSolver
    aim: _Aim
    situation: Situation

    def part(self, hand: Hand, above: int) -> _Part | None:
        """The best of a hand without its discard, if larger than `above`; a card stays where one must."""
        found = self._free(hand, above)
        if found is None or not self.situation.barred or found.weight >> SHIFT < points(self.rules, hand):
            return found
        return _largest(self._free(remove(hand, kind), above) for kind in distinct(hand))

    def _free(self, hand: Hand, above: int) -> _Part | None:
        need, through = self.aim.need, self.aim.through
        if through is not None:
            return self._fixed(hand, (through,), above)
        weight = self.solver.best_with(hand, need, above)
        if weight is None:
            return None
        if self.aim.new_meld and all(isinstance(piece, LaidOff) for piece in pieces(self.solver, hand, weight)):
            return self._fixed(hand, distinct(hand._replace(jokers=0)), above)
        return _Part(weight, (), hand, weight)

    def _fixed(self, hand: Hand, kinds: Iterable[CardType], above: int) -> _Part | None:
        """The best with a new meld that holds one of these cards."""
        best: _Part | None = None
        for kind in kinds:
            for value, meld, rest in melds_through(self.solver, hand, kind):
                weight = self.solver.best_with(rest, self.aim.need - (value & SECOND), above - value)
                if weight is not None:
                    above = value + weight
                    best = _Part(above, (meld,), rest, weight)
        return best


_search = maker(_Search)


def _largest(parts: Iterable[_Part | None]) -> _Part | None:
    return max((part for part in parts if part is not None), key=lambda part: part.weight, default=None)


def _best_discard(search: _Search, below: int | None) -> _Found | None:
    """The discard after which the fewest points stay, if they are fewer than `below`; of equals the dearest."""
    rules, hand = search.rules, search.aim.hand
    if search.aim.need and search.solver.best_with(hand, search.aim.need) is None:
        return None
    total = points(rules, hand)
    top = search.solver.best(hand)
    most = top >> SHIFT
    idle = top == 0 and not search.situation.barred  # nothing can be laid, whatever is thrown away
    best: _Found | None = None
    for kind, place, bits in rules.tried:
        if not hand[place] & bits:
            continue
        rest = total - rules.penalties[kind]
        if below is not None and rest - most >= below:
            break  # what comes now is cheaper, and would leave more
        if kind in search.situation.no_discard:
            continue
        above = -1 if below is None else (rest - below) << SHIFT | SECOND
        kept = remove(hand, kind)
        part = _Part(0, (), kept, 0) if idle else search.part(kept, above)
        if part is not None:
            below = rest - (part.weight >> SHIFT)
            best = _Found(below, kind, part)
    if rules.out_without_discard and most == total and below != 0 and not search.situation.barred:
        part = search.part(hand, (total << SHIFT) - 1)
        best = best if part is None else _Found(0, None, part)
    return best


def _left(hand: Hand, laid: tuple[Piece, ...], discard: CardType | None) -> Hand:
    """What stays after the lay and the discard."""
    for kind in (kind for piece in laid for kind in kinds_of(piece)):
        hand = remove(hand, kind)
    return hand if discard is None else remove(hand, discard)
