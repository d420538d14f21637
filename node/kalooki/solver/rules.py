"""The rules as the solver needs them: numbers and switches, and the tables that were filled under them."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from kalooki.rules.variant import Variant
from kalooki.solver.runs import (
    Anchor,
    FrontierTable,
    JokerLimit,
    NaturalLayOffs,
    NaturalRuns,
    Rows,
    RowTable,
    RunShape,
    TotalTable,
    lay_off_steps,
    run_steps,
    runs_through,
)
from kalooki.solver.sets import SetTables
from kalooki.solver.weights import WORTHLESS, SuitWeights, Weights
from kalooki.solver.words import HIGH, JOKER_TYPE, LOW, ONE, RANKS, SUITS, CardType, card_of

Anchors = tuple[Anchor, ...]

MOST_TABLES = 10_000
"""So many are kept of each kind, about a thousand deals' worth and some 20 MB; then all are dropped."""


class Tables:
    """What has been worked out so far under one set of rules. It grows in use, and never changes an answer."""

    def __init__(self, shape: RunShape, *, suits_may_repeat: bool) -> None:
        self._shape = shape
        self._suits_may_repeat = suits_may_repeat
        self._rows: dict[tuple[SuitWeights, Anchors, int], Rows] = {}
        self._frontiers: dict[tuple[SuitWeights, Anchors, int], FrontierTable] = {}
        self._sets: dict[Weights, SetTables] = {}
        self._totals: dict[SuitWeights, TotalTable] = {}
        self._in_runs: dict[tuple[int, int, int], bool] = {}

    def rows(self, weights: SuitWeights, anchors: Anchors, jokers: int) -> Rows:
        """The best weights of a suit with these anchors."""
        key = (weights, anchors, jokers)
        found = self._rows.get(key)
        if found is None:
            if len(self._rows) >= MOST_TABLES:
                self._rows.clear()
            found = self._rows[key] = self._new_rows(weights, anchors, jokers)
        return found

    def _new_rows(self, weights: SuitWeights, anchors: Anchors, jokers: int) -> Rows:
        shape = self._shape
        if not anchors and not jokers:
            return NaturalRuns(shape, weights)
        if not anchors:
            return RowTable(lambda word: run_steps(shape, weights, word, jokers), jokers)
        last = anchors[-1]
        following = self.rows(weights, anchors[:-1], jokers)
        if not jokers:
            return NaturalLayOffs(last, shape, weights, following)
        return RowTable(lambda word: lay_off_steps(last, shape, weights, word, jokers), jokers, following)

    def frontiers(self, weights: SuitWeights, anchors: Anchors, jokers: int) -> FrontierTable:
        """The unbeaten weights of a suit with these anchors."""
        key = (weights, anchors, jokers)
        found = self._frontiers.get(key)
        if found is None:
            if len(self._frontiers) >= MOST_TABLES:
                self._frontiers.clear()
            found = self._frontiers[key] = self._new_frontiers(weights, anchors, jokers)
        return found

    def _new_frontiers(self, weights: SuitWeights, anchors: Anchors, jokers: int) -> FrontierTable:
        shape = self._shape
        best = self.rows(weights, anchors, jokers) if weights.flat else None
        if not anchors:
            return FrontierTable(lambda word: run_steps(shape, weights, word, jokers), jokers, best=best)
        last, before = anchors[-1], anchors[:-1]
        following = self.frontiers(weights, before, jokers)
        return FrontierTable(
            lambda word: lay_off_steps(last, shape, weights, word, jokers), jokers, len(before), following, best
        )

    def in_run(self, word: int, jokers: int, rank: int) -> bool:
        """Whether a card of this rank, which the word has, can stand in a run."""
        key = (word, jokers, rank)
        found = self._in_runs.get(key)
        if found is None:
            if len(self._in_runs) >= MOST_TABLES:
                self._in_runs.clear()
            positions = self._shape.positions(rank)
            runs = (runs_through(self._shape, WORTHLESS, word, jokers, position) for position in positions)
            found = self._in_runs[key] = any(next(steps, None) is not None for steps in runs)
        return found

    def totals(self, weights: SuitWeights) -> TotalTable:
        """What a suit's cards earn together."""
        if weights not in self._totals:
            self._totals[weights] = TotalTable(weights.set_natural)
        return self._totals[weights]

    def sets(self, weights: Weights) -> SetTables:
        """The sets and what they earn."""
        if weights not in self._sets:
            self._sets[weights] = SetTables(weights, self._shape.limit, suits_may_repeat=self._suits_may_repeat)
        return self._sets[weights]


@dataclass(frozen=True, eq=False)
class SolverRules:
    """One variant of the points family under its house rules. Compared by identity, since its tables are its own."""

    penalties: tuple[int, ...]
    """By card type, in hand."""
    meld_values: tuple[int, ...]
    """By position 0..13, laid; in a set an ace counts as at 13."""
    shape: RunShape
    initial_min: int
    builds_count: bool
    kalooki_waives_min: bool
    build_limit: Literal["per_end", "total", "off"]
    joker_set: Literal["all_missing", "one", "declared"] | None
    joker_reuse: Literal["new_meld", "meld_or_build", "hand"]
    joker_interior_only: bool
    swap_same_turn: bool
    na_joker_others_only: bool
    na_duplicate_suits: bool
    out_without_discard: bool
    set_jokers_declared: bool
    """A joker in a set is one card, suit included."""
    tables: Tables = field(init=False, repr=False)
    points: tuple[TotalTable, ...] = field(init=False, repr=False)
    """By suit and word: what its cards cost in hand."""
    thrown: tuple[int, ...] = field(init=False, repr=False)
    """By card type: its place in the order in which discards are tried, the dearest first."""
    tried: tuple[tuple[CardType, int, int], ...] = field(init=False, repr=False)
    """In that order: the card, which number of a hand it is in, and its bits there."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", Tables(self.shape, suits_may_repeat=self.na_duplicate_suits))
        suits = [self.penalties[suit * RANKS : (suit + 1) * RANKS] for suit in range(len(SUITS))]
        object.__setattr__(self, "points", tuple(map(TotalTable, suits)))
        dearest = sorted(range(JOKER_TYPE + 1), key=lambda kind: (-self.penalties[kind], kind))
        object.__setattr__(self, "thrown", tuple(map(dearest.index, range(JOKER_TYPE + 1))))
        tried = tuple((kind, kind // RANKS, -1 if kind == JOKER_TYPE else 7 * ONE[kind % RANKS]) for kind in dearest)
        object.__setattr__(self, "tried", tried)


_seen: dict[int, tuple[Variant, SolverRules]] = {}
"""By identity: a variant has a hundred fields, and is asked for at every move."""

MOST_SEEN = 64


def solver_rules(variant: Variant) -> SolverRules:
    """What the solver needs of a variant; the same object for the same rules, so that its tables stay warm."""
    found = _seen.get(id(variant))
    if found is None or found[0] is not variant:
        if len(_seen) >= MOST_SEEN:
            _seen.clear()
        found = _seen[id(variant)] = (variant, _solver_rules(variant))
    return found[1]


@lru_cache(maxsize=16)
def _solver_rules(variant: Variant) -> SolverRules:
    return SolverRules(
        penalties=tuple(variant.hand_value(card_of(kind)) for kind in range(JOKER_TYPE + 1)),
        meld_values=tuple(variant.laid_value(position + 1) for position in range(HIGH + 1)),
        shape=RunShape(LOW if variant.ace_low else LOW + 1, JokerLimit(variant.max_jokers_per_meld)),
        initial_min=variant.initial_min,
        builds_count=variant.builds_count,
        kalooki_waives_min=variant.kalooki_waives_min,
        build_limit=variant.build_limit,
        joker_set=variant.joker_set,
        joker_reuse=variant.joker_reuse,
        joker_interior_only=variant.joker_interior_only,
        swap_same_turn=variant.swap_same_turn,
        na_joker_others_only=variant.na_joker_others_only,
        na_duplicate_suits=variant.na_duplicate_suits,
        out_without_discard=variant.out_without_discard,
        set_jokers_declared=variant.set_jokers_declared,
    )
