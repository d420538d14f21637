"""The best turn of the points family as an integer program (HiGHS, of scipy), written from the definitions.

The columns are every meld that the hand could make, every place on the table, every joker that could be taken, and the
discard; the rows say that no card is used twice. British rules: an ace is high only, two cards at each end of a run.
"""

import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from kalooki.solver.table import TableMeld, TableRun, TableSet

JOKER = 52
RANKS = 13
PENALTY = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
WILD = 15
INFINITE = float("inf")


def penalty(kind: int) -> int:
    """What a card costs in hand."""
    return WILD if kind == JOKER else PENALTY[kind % RANKS]


@dataclass
class Program:
    """Columns with what they take of the hand, and rows that bind them."""

    hand: list[int]
    gain: list[float] = field(default_factory=list)
    takes: list[dict[int, int]] = field(default_factory=list)
    """Of each column: how many cards of a kind it takes from the hand; less than none: it gives."""
    laid: list[int] = field(default_factory=list)
    """What it counts for the first lay."""
    most: list[int] = field(default_factory=list)
    rows: list[tuple[dict[int, float], float, float]] = field(default_factory=list)

    def column(self, cards: tuple[int, ...], laid: int = 0, most: int = 1, gives: tuple[int, ...] = ()) -> int:
        """One thing that can be done with these cards."""
        taken: dict[int, int] = {}
        for kind in cards:
            taken[kind] = taken.get(kind, 0) + 1
        for kind in gives:
            taken[kind] = taken.get(kind, 0) - 1
        self.takes.append(taken)
        self.gain.append(sum(map(penalty, cards)) - sum(map(penalty, gives)))
        self.laid.append(laid)
        self.most.append(most)
        return len(self.gain) - 1

    def best(self) -> int | None:
        """The most points that leave the hand; None if nothing is allowed."""
        scipy: Any = importlib.import_module("scipy.optimize")
        numpy: Any = importlib.import_module("numpy")
        kinds = sorted({kind for takes in self.takes for kind in takes})
        lines = [
            (
                {at: float(takes[kind]) for at, takes in enumerate(self.takes) if kind in takes},
                -INFINITE,
                self.hand.count(kind),
            )
            for kind in kinds
        ]
        rows = [*lines, *self.rows]
        matrix = numpy.zeros((len(rows), len(self.gain)))
        for number, (entries, _, _) in enumerate(rows):
            for at, value in entries.items():
                matrix[number, at] = value
        solved = scipy.milp(
            -numpy.array(self.gain),
            integrality=numpy.ones(len(self.gain)),
            bounds=scipy.Bounds(0, self.most),
            constraints=scipy.LinearConstraint(matrix, [row[1] for row in rows], [row[2] for row in rows]),
        )
        return None if solved.x is None else round(-solved.fun)


def melds(hand: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every meld that these cards can make, with what it counts when laid."""
    jokers = hand.count(JOKER)
    for rank in range(RANKS):
        suits = [suit for suit in range(4) if suit * RANKS + rank in hand]
        for naturals, size in product(range(1, len(suits) + 1), (3, 4)):
            if 0 <= size - naturals <= jokers:
                for chosen in combinations(suits, naturals):
                    cards = (*(suit * RANKS + rank for suit in chosen), *[JOKER] * (size - naturals))
                    yield cards, size * PENALTY[rank]
    for suit, start in product(range(4), range(RANKS)):
        yield from _runs(hand, jokers, suit, start)


def _runs(hand: list[int], jokers: int, suit: int, start: int) -> Iterator[tuple[tuple[int, ...], int]]:
    ways: list[tuple[int, ...]] = [()]
    for rank in range(start, RANKS):
        kind = suit * RANKS + rank
        ways = [
            *[(*way, kind) for way in ways if kind in hand],
            *[(*way, JOKER) for way in ways if way.count(JOKER) < jokers],
        ]
        if rank - start >= 2:
            yield from ((way, sum(PENALTY[start : rank + 1])) for way in ways if set(way) != {JOKER})


def fewest_left(hand: list[int], table: tuple[TableMeld, ...] = (), *, has_laid: bool, need: int = 40) -> int | None:
    """What stays after the best lay and a discard; None if a hand that has not laid cannot."""
    program = Program(hand)
    taken = [column for meld in table for column in _swaps(program, meld)] if has_laid else []
    wild = [*hand, *[JOKER] * len(taken)]
    for cards, laid in dict.fromkeys(melds(wild)):
        program.column(cards, laid, most=2)
    for meld in table:
        _lay_offs(program, meld, wild)
    used = {at: float(takes[JOKER]) for at, takes in enumerate(program.takes) if takes.get(JOKER, 0) > 0}
    if taken:
        program.rows.append(({**used, **dict.fromkeys(taken, -1.0)}, 0, INFINITE))
    thrown = [program.column((kind,)) for kind in sorted({*hand, JOKER}) if kind in wild]
    program.rows.append((dict.fromkeys(thrown, 1.0), 1, 1))
    if not has_laid:
        program.rows.append(({at: float(laid) for at, laid in enumerate(program.laid)}, need, INFINITE))
    best = program.best()
    return None if best is None else sum(map(penalty, hand)) - best


def _swaps(program: Program, meld: TableMeld) -> Iterator[int]:
    match meld:
        case TableRun(suit=suit, jokers=jokers):
            for position in jokers:
                yield program.column((suit * RANKS + position - 1,), gives=(JOKER,))
        case TableSet(rank=rank, suits=suits, jokers=jokers) if jokers and len(suits) + jokers == 3:
            missing = [suit * RANKS + rank for suit in range(4) if suit not in suits]
            pairs = [program.column(pair, gives=(JOKER,)) for pair in combinations(missing, 2)]
            program.rows.append((dict.fromkeys(pairs, 1.0), 0, 1))
            yield from pairs
        case TableSet():
            return


def _lay_offs(program: Program, meld: TableMeld, wild: list[int]) -> None:
    match meld:
        case TableRun(suit=suit, low=low, length=length):
            last = low + length - 1
            for places in ([low - 1, low - 2], [last + 1, last + 2]):
                before: list[int] = []
                for place in places:
                    if not 1 <= place <= RANKS:
                        break
                    kind = suit * RANKS + place - 1
                    here = [program.column((card,)) for card in (kind, JOKER) if card in wild]
                    bound = 0 if before else 1  # a card further out needs the one before it
                    program.rows.append(({**dict.fromkeys(here, 1.0), **dict.fromkeys(before, -1.0)}, -INFINITE, bound))
                    before = here
                    if not here:
                        break
        case TableSet(rank=rank, suits=suits, jokers=jokers):
            room = 4 - len(suits) - jokers
            if room:
                missing = [suit * RANKS + rank for suit in range(4) if suit not in suits]
                here = [program.column((card,)) for card in (*missing, JOKER) if card in wild]
                swaps = [
                    at
                    for at, takes in enumerate(program.takes)
                    if takes.get(JOKER, 0) < 0 and set(takes) - {JOKER} <= set(missing) and len(takes) == 3
                ]
                program.rows.append((dict.fromkeys([*here, *(swaps if jokers else [])], 1.0), 0, room))
