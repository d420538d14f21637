"""What can be laid of one suit in a contract game: one new run or none, and cards for the runs on the table.

A lay of a suit is told apart by what it leaves and by how many jokers it takes: what it earns follows from that.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kalooki.rules.actions import MeldId
from kalooki.solver.contract_rules import ContractRules
from kalooki.solver.runs import LONGEST, Cell
from kalooki.solver.table import TableRun
from kalooki.solver.words import HIGH, ONE, RANKS, Position, holds, rank_at

MOST_KEPT = 50_000
"""So many answers are kept; then all are dropped."""


class Moved(NamedTuple):
    """The natural of this position takes a joker's place, and the joker moves to the end of its run."""

    position: Position


Tack = Cell | Moved
Tacks = tuple[tuple[MeldId, tuple[Tack, ...]], ...]
"""For each run on the table, in order, what happens to it."""


class SuitLay(NamedTuple):
    """One way to lay cards of a suit."""

    rest: int
    """The suit's word afterwards."""
    jokers: int
    value: int
    """The points of the naturals that it takes, without those of ranks that leave the hand anyway."""
    run: tuple[Cell, ...]
    """The new run; empty for none."""
    tacks: Tacks


class SuitQuestion(NamedTuple):
    """Everything that decides about the lays of a suit."""

    suit: int
    word: int
    jokers: int
    """At most so many."""
    runs: tuple[TableRun, ...]
    """Of this suit, on the table."""
    shortest: int
    """Of a new run."""
    jokers_earn: bool
    """A joker that is not used here may stay in the hand."""
    free_ranks: int
    """Ranks (all three bits) that leave the hand anyway."""
    set_ranks: int
    """Ranks (all three bits) of which a set might be made."""


def without_run(rules: ContractRules, asked: SuitQuestion) -> tuple[SuitLay, ...]:
    """The ways worth having that lay no new run, the dearest first."""
    key = (asked, False)
    found = rules.lays.get(key)
    if found is None:
        found = _kept(rules, key, _unbeaten(rules, asked, {(asked.word, 0): ()}))
    return found  # type: ignore[return-value]


def with_run(rules: ContractRules, asked: SuitQuestion) -> tuple[SuitLay, ...]:
    """The ways worth having that lay one new run, the dearest first."""
    key = (asked, True)
    found = rules.lays.get(key)
    if found is None:
        found = _kept(rules, key, _unbeaten(rules, asked, _new_runs(rules, asked)))
    return found  # type: ignore[return-value]


def _kept(rules: ContractRules, key: object, lays: tuple[SuitLay, ...]) -> tuple[SuitLay, ...]:
    if len(rules.lays) >= MOST_KEPT:
        rules.lays.clear()
    rules.lays[key] = lays
    return lays


# --- new runs ---------------------------------------------------------------------------------------------------------


def _new_runs(rules: ContractRules, asked: SuitQuestion) -> dict[tuple[int, int], tuple[Cell, ...]]:
    """Every new run, by what it leaves and the jokers that it takes."""
    found: dict[tuple[int, int], tuple[Cell, ...]] = {}
    for start in range(rules.lowest, HIGH - asked.shortest + 2):
        states: dict[tuple[int, int, bool], tuple[Cell, ...]] = {(asked.word, 0, False): ()}
        for position in range(start, min(start + LONGEST, HIGH + 1)):
            states = _one_longer(asked, states, position)
            if not states:
                break
            if position - start + 1 >= asked.shortest:
                for (rest, used, _), cells in states.items():
                    found.setdefault((rest, used), cells)
    return found


def _one_longer(
    asked: SuitQuestion, states: dict[tuple[int, int, bool], tuple[Cell, ...]], position: Position
) -> dict[tuple[int, int, bool], tuple[Cell, ...]]:
    """The stretches with one more place, by what they leave, the jokers in them, and whether the last is one."""
    rank = rank_at(position)
    grown: dict[tuple[int, int, bool], tuple[Cell, ...]] = {}
    for (rest, used, wild), cells in states.items():
        held = holds(rest, rank)
        if held:
            grown.setdefault((rest - ONE[rank], used, False), (*cells, Cell(position, natural=True)))
        if used < asked.jokers and not wild and (not held or _may_spare(asked, rank)):
            grown.setdefault((rest, used + 1, True), (*cells, Cell(position, natural=False)))
    return grown


def _may_spare(asked: SuitQuestion, rank: int) -> bool:
    """Whether a joker in place of a card that is held could be better: the card, or the joker, may go nowhere else."""
    return asked.jokers_earn or bool(asked.runs) or bool(asked.set_ranks >> 3 * rank & 1)


# --- runs on the table ------------------------------------------------------------------------------------------------


class _Lying(NamedTuple):
    """A run on the table, as far as it has been added to, and what the hand has then."""

    low: Position
    high: Position
    jokers: tuple[Position, ...]
    rest: int
    used: int


def _tacked(
    rules: ContractRules, run: TableRun, rest: int, used: int, most: int
) -> dict[tuple[int, int], tuple[Tack, ...]]:
    """Every way to add to one run, by what it leaves and the jokers that are taken by then."""
    first = _Lying(run.low, run.low + run.length - 1, run.jokers, rest, used)
    seen: dict[_Lying, tuple[Tack, ...]] = {first: ()}
    queue = [first]
    for lying in queue:
        for tack, after in _steps(rules, lying, most if run.mine or rules.joker_tack_any else 0):
            if after not in seen:
                seen[after] = (*seen[lying], tack)
                queue.append(after)
    found: dict[tuple[int, int], tuple[Tack, ...]] = {}
    for lying, tacks in seen.items():
        found.setdefault((lying.rest, lying.used), tacks)
    return found


def _steps(rules: ContractRules, lying: _Lying, most: int) -> Iterator[tuple[Tack, _Lying]]:
    """One card more at an end, or a joker moved."""
    low, high, jokers, rest, used = lying
    if high - low + 1 >= LONGEST:
        return
    ends = [high + 1] if high < HIGH else []
    if low > rules.lowest and (high == HIGH or not rules.tack_high_first):
        ends.append(low - 1)
    for end in ends:
        longer = lying._replace(low=min(low, end), high=max(high, end))
        rank = rank_at(end)
        if holds(rest, rank):
            yield Cell(end, natural=True), longer._replace(rest=rest - ONE[rank])
        if used < most and not _next_to(end, jokers):
            yield Cell(end, natural=False), longer._replace(jokers=(*jokers, end), used=used + 1)
    for place in jokers:
        rank = rank_at(place)
        target = high + 1 if high < HIGH else low - 1
        others = tuple(one for one in jokers if one != place)
        there = high < HIGH or rules.joker_move_low_when_full
        if there and holds(rest, rank) and not _next_to(target, others):
            after = _Lying(min(low, target), max(high, target), (*others, target), rest - ONE[rank], used)
            yield Moved(place), after


def _next_to(position: Position, jokers: tuple[Position, ...]) -> bool:
    return position - 1 in jokers or position + 1 in jokers


# --- what is worth having ---------------------------------------------------------------------------------------------


def _unbeaten(
    rules: ContractRules, asked: SuitQuestion, runs: dict[tuple[int, int], tuple[Cell, ...]]
) -> tuple[SuitLay, ...]:
    """The new runs with all that can be added to the table, but those that another beats in all that counts."""
    ways: dict[tuple[int, int], tuple[tuple[Cell, ...], Tacks]] = {left: (cells, ()) for left, cells in runs.items()}
    for run in asked.runs:
        more: dict[tuple[int, int], tuple[tuple[Cell, ...], Tacks]] = {}
        for (rest, used), (cells, tacks) in ways.items():
            for left, added in _tacked(rules, run, rest, used, asked.jokers).items():
                more.setdefault(left, (cells, (*tacks, (run.id, added)) if added else tacks))
        ways = more
    total = rules.points_of(asked.suit, asked.word & ~asked.free_ranks)
    lays = [
        SuitLay(rest, used, total - rules.points_of(asked.suit, rest & ~asked.free_ranks), cells, tacks)
        for (rest, used), (cells, tacks) in ways.items()
    ]
    lays.sort(key=lambda lay: (-lay.value, lay.jokers))
    joker = rules.penalties[-1]
    kept: list[tuple[tuple[int, ...], SuitLay]] = []
    for lay in lays:
        counts = tuple(lay.rest >> 3 * rank & 7 for rank in range(RANKS) if asked.set_ranks >> 3 * rank & 1)
        worth = lay.value + joker * lay.jokers
        if not any(
            other.jokers <= lay.jokers
            and (other.value + joker * other.jokers >= worth or not asked.jokers_earn)
            and all(more >= less for more, less in zip(theirs, counts, strict=True))
            for theirs, other in kept
        ):
            kept.append((counts, lay))
    return tuple(lay for _, lay in kept)
