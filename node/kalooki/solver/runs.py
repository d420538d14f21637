"""The runs of one suit, and lay-offs on the table's melds of that suit: every way to begin, and tables of the best.

A table is a dict that fills itself: `table[word]` is, for 0, 1, 2, ... jokers at most, the best that the word's cards
can earn. About ten thousand words cover nearly all play, so a process soon only looks up.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kalooki.solver.weights import SuitWeights, frontier
from kalooki.solver.words import ACE, HIGH, LOW, ONE, Position, holds, rank_at

SHORTEST = 3
LONGEST = 13


class JokerLimit(Enum):
    """How many jokers one new meld may have; one natural it always needs."""

    ANY = "any"
    ONE_PER_SET_TWO_PER_RUN = "one_per_set_two_per_run"
    FEWER_THAN_NATURALS = "fewer_than_naturals"

    def in_run(self, length: int) -> int:
        """The most in a run of this length."""
        match self:
            case JokerLimit.ANY:
                return length - 1
            case JokerLimit.ONE_PER_SET_TWO_PER_RUN:
                return 2
            case JokerLimit.FEWER_THAN_NATURALS:
                return (length - 1) // 2

    def in_set(self, size: int) -> int:
        """The most in a set of this size."""
        match self:
            case JokerLimit.ANY:
                return size - 1
            case JokerLimit.ONE_PER_SET_TWO_PER_RUN:
                return 1
            case JokerLimit.FEWER_THAN_NATURALS:
                return (size - 1) // 2

    def longest(self, jokers: int) -> int:
        """How long the runs must be that are tried: a longer one falls into two legal ones that earn the same.

        Not so if one part would be jokers only, or have too many of them; then the whole run is tried too.
        """
        match self:
            case JokerLimit.ANY:
                return max(5, min(jokers + 3, LONGEST))
            case JokerLimit.ONE_PER_SET_TWO_PER_RUN:
                return 5
            case JokerLimit.FEWER_THAN_NATURALS:
                return 5 if jokers == 0 else LONGEST


@dataclass(frozen=True, slots=True)
class RunShape:
    """What a run may look like."""

    lowest: Position
    """0 where an ace may stand below the two, else 1."""
    limit: JokerLimit

    def positions(self, rank: int) -> tuple[Position, ...]:
        """Where a rank may stand."""
        return (HIGH, LOW) if rank == ACE and self.lowest == LOW else (rank + 1,)


class Cell(NamedTuple):
    """One place of a meld, filled by the natural of that place or by a joker."""

    position: Position
    natural: bool


class Step(NamedTuple):
    """One meld or lay-off out of a word: what is left of it, jokers used, what it earns, and its places."""

    rest: int
    used: int
    value: int
    cells: tuple[Cell, ...]


class Anchor(NamedTuple):
    """An end of a run on the table (step 1 or -1), or the open place of a set (step 0), and how many cards it takes."""

    start: Position
    step: int
    most: int


def _grown(state: Step, position: Position, natural: int, joker: int, jokers: int) -> Iterator[Step]:
    """The state with one more place filled, by the natural and by a joker."""
    rank = rank_at(position)
    if holds(state.rest, rank):
        cells = (*state.cells, Cell(position, natural=True))
        yield Step(state.rest - ONE[rank], state.used, state.value + natural, cells)
    if state.used < jokers:
        cells = (*state.cells, Cell(position, natural=False))
        yield Step(state.rest, state.used + 1, state.value + joker, cells)


def runs_through(shape: RunShape, weights: SuitWeights, word: int, jokers: int, position: Position) -> Iterator[Step]:
    """Every run, no longer than need be, in which the natural of this position stands at this position."""
    longest = shape.limit.longest(jokers)
    pivot = rank_at(position)
    without = word - ONE[pivot]
    for start in range(max(shape.lowest, position - longest + 1), position + 1):
        states = [Step(without, 0, 0, ())]
        for place in range(start, min(start + longest, HIGH + 1)):
            if place == position:
                states = [
                    Step(rest, used, value + weights.run_natural[place], (*cells, Cell(place, natural=True)))
                    for rest, used, value, cells in states
                ]
            else:
                states = [
                    grown
                    for state in states
                    for grown in _grown(state, place, weights.run_natural[place], weights.run_joker[place], jokers)
                ]
            if not states:
                break
            length = place - start + 1
            if place >= position and length >= SHORTEST:
                most = shape.limit.in_run(length)
                yield from (state for state in states if state.used <= most)


def run_steps(shape: RunShape, weights: SuitWeights, word: int, jokers: int) -> Iterator[Step]:
    """What can become of the lowest card: it stays out, or it stands in a run.

    Below the lowest card only jokers can stand, so each run is met once. An ace that may be low comes first and is met
    at both ends; below a high one naturals stand too.
    """
    if not word:
        return
    if shape.lowest == LOW and holds(word, ACE):
        yield Step(word - ONE[ACE], 0, 0, ())
        yield from runs_through(shape, weights, word, jokers, LOW)
        yield from runs_through(shape, weights, word, jokers, HIGH)
        return
    low = (word & -word).bit_length() - 1
    rank = low // 3
    yield Step(word - ONE[rank], 0, 0, ())
    yield from runs_through(shape, weights, word, jokers, rank + 1)


def lay_off_steps(anchor: Anchor, shape: RunShape, weights: SuitWeights, word: int, jokers: int) -> Iterator[Step]:
    """Every chain of cards that can be laid off at one anchor, the empty one first.

    Where the house limits the jokers of a meld, only naturals are laid off: they never break that limit.
    """
    jokers = jokers if shape.limit is JokerLimit.ANY else 0
    states = [Step(word, 0, 0, ())]
    yield from states
    for number in range(anchor.most):
        place = anchor.start + anchor.step * number
        if not shape.lowest <= place <= HIGH:
            return
        states = [
            grown
            for state in states
            for grown in _grown(state, place, weights.off_natural[place], weights.off_joker[place], jokers)
        ]
        if not states:
            return
        yield from states


class RowTable(dict[int, tuple[int, ...]]):
    """By word: the best weight with at most 0, 1, ... jokers."""

    def __init__(
        self, steps: Callable[[int], Iterable[Step]], jokers: int, following: "RowTable | None" = None
    ) -> None:
        self.steps = steps
        self.jokers = jokers
        self.following = following if following is not None else self

    def __missing__(self, word: int) -> tuple[int, ...]:
        best = [0] * (self.jokers + 1)
        for rest, used, value, _ in self.steps(word):
            after = self.following[rest]
            for most in range(used, self.jokers + 1):
                best[most] = max(best[most], value + after[most - used])
        row = tuple(best)
        self[word] = row
        return row


class FrontierTable(dict[int, tuple[tuple[int, ...], ...]]):
    """By word: for at most 0, 1, ... jokers, the weights that no other beats in both halves."""

    def __init__(
        self,
        steps: Callable[[int], Iterable[Step]],
        jokers: int,
        anchor: int | None = None,
        following: "FrontierTable | None" = None,
    ) -> None:
        self.steps = steps
        self.jokers = jokers
        self.anchor = anchor
        """Which anchor of the suit the steps fill; None where they are new runs."""
        self.following = following if following is not None else self

    def __missing__(self, word: int) -> tuple[tuple[int, ...], ...]:
        reached: list[set[int]] = [{0} for _ in range(self.jokers + 1)]
        for rest, used, value, _ in self.steps(word):
            after = self.following[rest]
            for most in range(used, self.jokers + 1):
                reached[most].update(value + further for further in after[most - used])
        row = tuple(frontier(values) for values in reached)
        self[word] = row
        return row


class TotalTable(dict[int, int]):
    """By word: what its cards are worth together, where each is worth the same wherever it is."""

    def __init__(self, worth: tuple[int, ...]) -> None:
        self.worth = worth
        """By rank."""

    def __missing__(self, word: int) -> int:
        total = sum(value * (word >> 3 * rank & 7) for rank, value in enumerate(self.worth))
        self[word] = total
        return total
