"""The best melds of a hand as an integer program (HiGHS, of scipy) over every meld that there is.

A column for each set of three or four suits and each run, whatever the hand; each of their cards is filled by a
natural or by a joker. The hand is only the right-hand side. Good for two jokers at most, which make no meld alone.
"""

import importlib
from functools import cache
from itertools import combinations
from typing import Any

JOKER = 52
RANKS = 13
PENALTY = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
WILD = 15


@cache
def templates() -> tuple[tuple[int, ...], ...]:
    """The cards of each meld."""
    sets = [
        tuple(suit * RANKS + rank for suit in suits)
        for rank in range(RANKS)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    runs = [
        tuple(range(suit * RANKS + start, suit * RANKS + start + length))
        for suit in range(4)
        for length in range(3, RANKS + 1)
        for start in range(RANKS - length + 1)
    ]
    return (*sets, *runs)


@cache
def _program() -> tuple[Any, ...]:
    """What is the same for every hand: the gains and the matrix."""
    numpy: Any = importlib.import_module("numpy")
    sparse: Any = importlib.import_module("scipy.sparse")
    melds = templates()
    naturals, wilds = len(melds), len(melds) + JOKER
    gain = numpy.zeros(wilds + JOKER)
    matrix = numpy.zeros((2 * JOKER + 1, wilds + JOKER))
    for column, cards in enumerate(melds):
        for kind in cards:
            matrix[kind, column] = 1
    for kind in range(JOKER):
        matrix[kind, naturals + kind] = matrix[kind, wilds + kind] = -1
        matrix[JOKER + kind, naturals + kind] = 1
        matrix[2 * JOKER, wilds + kind] = 1
        gain[naturals + kind], gain[wilds + kind] = -PENALTY[kind % RANKS], -WILD
    return gain, sparse.csr_array(matrix), numpy.ones(len(gain))


def most_melded(hand: list[int]) -> int:
    """The points of the best melds of a hand."""
    optimize: Any = importlib.import_module("scipy.optimize")
    gain, matrix, whole = _program()
    held = [float(hand.count(kind)) for kind in range(JOKER + 1)]
    least = [*[0.0] * JOKER, *[0.0] * (JOKER + 1)]
    bound = optimize.LinearConstraint(matrix, least, [*[0.0] * JOKER, *held])
    solved = optimize.milp(gain, integrality=whole, bounds=optimize.Bounds(0, 4), constraints=bound)
    return int(-solved.fun + 0.5)
