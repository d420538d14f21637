"""Melds and lay-offs as the solver names them, before they become actions."""

from collections.abc import Iterator
from typing import NamedTuple

from kalooki.solver.runs import Cell
from kalooki.solver.sets import SetOption
from kalooki.solver.words import JOKER_TYPE, RANKS, CardType, rank_at


class NewSet(NamedTuple):
    """A set to lay: its rank 0..12, the suits of its naturals, its jokers."""

    rank: int
    suits: tuple[int, ...]
    jokers: int


class NewRun(NamedTuple):
    """A run to lay, its places from the lowest up."""

    suit: int
    cells: tuple[Cell, ...]


class LaidOff(NamedTuple):
    """Cards for one anchor of a suit, from the meld outwards."""

    suit: int
    anchor: int
    cells: tuple[Cell, ...]


Piece = NewSet | NewRun | LaidOff


def set_of(option: SetOption) -> NewSet:
    """The set that an option is."""
    taken = option[2:]
    rank = (max(taken).bit_length() - 1) // 3
    suits = tuple(suit for suit in range(4) for _ in range(taken[suit] >> 3 * rank))
    return NewSet(rank, suits, option.jokers)


def kinds_of(piece: Piece) -> Iterator[CardType]:
    """The cards of a piece."""
    match piece:
        case NewSet(rank, suits, jokers):
            yield from (suit * RANKS + rank for suit in suits)
            yield from [JOKER_TYPE] * jokers
        case NewRun(suit, cells) | LaidOff(suit, _, cells):
            for position, natural in cells:
                yield suit * RANKS + rank_at(position) if natural else JOKER_TYPE
