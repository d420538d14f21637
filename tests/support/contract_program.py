"""The best first lay of a contract game as an integer program, and seeded hands and tables held against it.

Hands of up to 22 cards and ten jokers, with up to three melds of others on the table, onto which naturals go.
"""

import importlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from kalooki.rules.actions import MeldId
from kalooki.rules.registry import variant_named
from kalooki.solver.contract import contract_table
from kalooki.solver.contract_rules import Form, contract_rules, forms_of
from kalooki.solver.contract_turn import ContractSituation, plan_contract_turn
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.words import HIGH, JOKER_TYPE, RANKS, hand_of, rank_at

VARIANT = variant_named("jamaican")
RULES = contract_rules(VARIANT)
INFINITE = float("inf")
JOKERS = (0, 1, 2, 3, 4, 6, 10)


class Program:
    """Columns that are whole numbers up to a bound and gain points, and rows that bind them."""

    def __init__(self) -> None:
        self._gain: list[float] = []
        self._most: list[int] = []
        self._rows: list[tuple[dict[int, float], float, float]] = []

    def column(self, gain: int, most: int = 1) -> int:
        """One more variable."""
        self._gain.append(gain)
        self._most.append(most)
        return len(self._gain) - 1

    def row(self, entries: dict[int, float], least: float, most: float) -> None:
        """One more bound on a sum."""
        self._rows.append((entries, least, most))

    def solve(self) -> int | None:
        """The most that can be gained; None if nothing satisfies all rows."""
        scipy: Any = importlib.import_module("scipy.optimize")
        numpy: Any = importlib.import_module("numpy")
        matrix = numpy.zeros((len(self._rows), len(self._gain)))
        for number, (entries, _, _) in enumerate(self._rows):
            for column, value in entries.items():
                matrix[number, column] = value
        solved = scipy.milp(
            -numpy.array(self._gain),
            integrality=numpy.ones(len(self._gain)),
            bounds=scipy.Bounds(0, self._most),
            constraints=scipy.LinearConstraint(matrix, [row[1] for row in self._rows], [row[2] for row in self._rows]),
        )
        return None if solved.x is None else round(-solved.fun)


def fewest_left(hand: Sequence[int], form: Form, melds: Sequence[TableMeld] = ()) -> int | None:
    """What a lay of this form, what goes onto the table besides, and the discard leave at best; None without a lay."""
    program, jokers = Program(), hand.count(JOKER_TYPE)
    kinds = sorted({kind for kind in hand if kind != JOKER_TYPE})
    worth = {kind: RULES.penalties[kind] for kind in kinds}
    total = sum(RULES.penalties[kind] for kind in hand)
    used: dict[int, dict[int, float]] = {kind: {} for kind in kinds}
    wild: dict[int, float] = {}
    runs = {suit: dict[int, float]() for suit in range(4)}
    for suit, cards, count in _runs_of(hand, form):
        run = program.column(sum(worth[kind] for kind in cards) + count * RULES.penalties[JOKER_TYPE])
        runs[suit][run], wild[run] = 1, count
        for kind in cards:
            used[kind][run] = 1
    sets = {}
    for rank in range(RANKS):
        sets[rank], of_it = program.column(0), [kind for kind in kinds if kind % RANKS == rank]
        wilds = program.column(RULES.penalties[JOKER_TYPE], 22)
        lying = {program.column(worth[kind], hand.count(kind)): kind for kind in of_it}
        for column, kind in lying.items():
            used[kind][column] = 1
            program.row({column: 1, sets[rank]: -hand.count(kind)}, -INFINITE, 0)
        wild[wilds] = 1
        naturals = dict.fromkeys(lying, 1.0)
        program.row({**naturals, sets[rank]: -2}, 0, INFINITE)
        program.row({**naturals, wilds: 1, sets[rank]: -3}, 0, INFINITE)
        program.row({wilds: 1, sets[rank]: -jokers}, -INFINITE, 0)
    for meld in melds:
        for kind, column in _tacked(program, meld, kinds, hand):
            used[kind][column] = 1
    thrown = {kind: program.column(worth[kind]) for kind in kinds}
    for kind in kinds:
        program.row({**used[kind], thrown[kind]: 1}, 0, hand.count(kind))
    program.row(wild, 0, jokers)
    for of_suit in runs.values():
        program.row(of_suit, 0, 1)
    program.row({column: 1.0 for of_suit in runs.values() for column in of_suit}, form.runs, form.runs)
    program.row(dict.fromkeys(sets.values(), 1.0), form.sets, form.sets)
    program.row(dict.fromkeys(thrown.values(), 1.0), 1, 1)
    gained = program.solve()
    return None if gained is None else total - gained


def _runs_of(hand: Sequence[int], form: Form) -> Iterator[tuple[int, list[int], int]]:
    """Every new run: its suit, its naturals, its jokers, of which no two touch."""
    for suit in range(4):
        for start in range(RULES.lowest, HIGH + 1):
            ways: list[tuple[list[int], int, bool]] = [([], 0, False)]
            for position in range(start, min(start + RANKS, HIGH + 1)):
                kind = suit * RANKS + rank_at(position)
                ways = [
                    *[([*cards, kind], wild, False) for cards, wild, _ in ways if kind in hand],
                    *[(cards, wild + 1, True) for cards, wild, last in ways if not last and wild < hand.count(52)],
                ]
                if position - start + 1 >= form.shortest:
                    yield from ((suit, cards, wild) for cards, wild, _ in ways)


def _tacked(program: Program, meld: TableMeld, kinds: list[int], hand: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Naturals that go onto a meld of somebody else: a card, and the column that says whether it does."""
    if isinstance(meld, TableSet):
        yield from (
            (kind, program.column(RULES.penalties[kind], hand.count(kind)))
            for kind in kinds
            if kind % RANKS == meld.rank
        )
        return
    end = meld.low + meld.length
    up = [meld.suit * RANKS + rank_at(position) for position in range(end, HIGH + 1)]
    down = [meld.suit * RANKS + rank_at(position) for position in range(meld.low - 1, RULES.lowest - 1, -1)]
    chains = []
    for chain in (up, down):
        columns = [program.column(RULES.penalties[kind], int(kind in hand)) for kind in chain]
        for before, after in pairwise(columns):
            program.row({after: 1, before: -1}, -1, 0)
        chains.append(columns)
        yield from ((kind, column) for kind, column in zip(chain, columns, strict=True) if kind in hand)
    program.row(dict.fromkeys([*chains[0], *chains[1]], 1.0), 0, RANKS - meld.length)
    if RULES.tack_high_first and chains[0] and chains[1]:
        program.row({chains[1][0]: 1, chains[0][-1]: -1}, -1, 0)


def table(chance: Random) -> tuple[TableMeld, ...]:
    """Up to three melds of others, without jokers, and no two runs of one suit."""
    melds: list[TableMeld] = []
    suits = chance.sample(range(4), 4)
    for number in range(chance.randint(0, 3)):
        if chance.random() < 0.5:
            melds.append(TableSet(MeldId(number + 1), False, chance.randrange(RANKS), (0, 1, 2), 0))  # noqa: FBT003
        else:
            length = chance.randint(4, 7)
            low = chance.randint(RULES.lowest, HIGH + 1 - length)
            melds.append(TableRun(MeldId(number + 1), False, suits.pop(), low, length, ()))  # noqa: FBT003
    return tuple(melds)


def differences(number: int, seed: str) -> list[str]:
    """What the solver and HiGHS say differently of so many first lays, each with its discard."""
    chance, found = Random(seed), []
    for place in range(number):
        form = forms_of(VARIANT, VARIANT.contracts[place % 9])[0]
        jokers = chance.choice(JOKERS)
        hand = [*chance.sample([*range(52)] * 4, chance.randint(13, 22) - jokers), *[JOKER_TYPE] * jokers]
        melds = table(chance)
        plan = plan_contract_turn(RULES, ContractSituation(hand_of(hand), contract_table(RULES, melds), (form,), form))
        ours = None if plan is None or plan.lay is None else plan.points_left
        theirs = fewest_left(hand, form, melds)
        if ours != theirs:
            found.append(f"{seed}, hand {place}: {ours} here, {theirs} there: {form} {sorted(hand)} {melds}")
    return found
