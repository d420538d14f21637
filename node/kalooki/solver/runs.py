"""The runs of one suit, and lay-offs on the table's melds of that suit: every way to begin, and tables of the best.

A table is a dict that fills itself: `table[word]` is, for 0, 1, 2, ... jokers at most, the best that the word's cards
can earn. Ten thousand words cover most of play, so a process soon mostly looks up. Hands without jokers, and most are,
have tables of their own, which fill faster.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kalooki.solver.weights import SuitWeights, frontier
from kalooki.solver.words import ACE, HIGH, LOW, ONE, Position, holds, rank_at

SHORTEST = 3
LONGEST = 13
ENOUGH = 5
"""Longer runs of naturals fall into shorter ones that earn the same."""

Rows = dict[int, tuple[int, ...]]
"""By word: the best weight with at most 0, 1, ... jokers."""


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
                return max(ENOUGH, min(jokers + 3, LONGEST))
            case JokerLimit.ONE_PER_SET_TWO_PER_RUN:
                return ENOUGH
            case JokerLimit.FEWER_THAN_NATURALS:
                return ENOUGH if jokers == 0 else LONGEST


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


_CELLS = [(Cell(position, natural=True), Cell(position, natural=False)) for position in range(HIGH + 1)]

_step = tuple.__new__
"""Makes a step of its four parts, without a look at their names."""


def _begun(word: int) -> Step:
    return Step(word, 0, 0, ())


def _grown(states: list[Step], position: Position, natural: int, joker: int, jokers: int) -> list[Step]:
    """The states with one more place filled, by the natural and by a joker."""
    one = ONE[rank_at(position)]
    as_natural, as_joker = _CELLS[position]
    grown: list[Step] = []
    for rest, used, value, cells in states:
        if rest & 7 * one:
            grown.append(_step(Step, (rest - one, used, value + natural, (*cells, as_natural))))
        if used < jokers:
            grown.append(_step(Step, (rest, used + 1, value + joker, (*cells, as_joker))))
    return grown


def runs_through(shape: RunShape, weights: SuitWeights, word: int, jokers: int, position: Position) -> Iterator[Step]:
    """Every run, no longer than need be, in which the natural of this position stands at this position."""
    longest = shape.limit.longest(jokers)
    for start in range(max(shape.lowest, position - longest + 1), position + 1):
        states = [_begun(word - ONE[rank_at(position)])]
        for place in range(start, min(start + longest, HIGH + 1)):
            if place == position:
                natural, cell = weights.run_natural[place], _CELLS[place][0]
                states = [
                    _step(Step, (rest, used, value + natural, (*cells, cell))) for rest, used, value, cells in states
                ]
            else:
                states = _grown(states, place, weights.run_natural[place], weights.run_joker[place], jokers)
            if not states:
                break
            length = place - start + 1
            if place >= position and length >= SHORTEST:
                most = shape.limit.in_run(length)
                yield from [state for state in states if state[1] <= most]


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
    states = [_begun(word)]
    yield from states
    for number in range(anchor.most):
        place = anchor.start + anchor.step * number
        if not shape.lowest <= place <= HIGH:
            return
        states = _grown(states, place, weights.off_natural[place], weights.off_joker[place], jokers)
        if not states:
            return
        yield from states


class _Link(NamedTuple):
    """One place of a chain of naturals: the bits that show that the card is there, the card, what it earns."""

    bits: int
    one: int
    worth: int


def _chain(places: Iterable[Position], weights: tuple[int, ...]) -> tuple[_Link, ...]:
    return tuple(_Link(7 * ONE[rank_at(place)], ONE[rank_at(place)], weights[place]) for place in places)


class NaturalRuns(Rows):
    """The best of new runs where there are no jokers: what becomes of the lowest card, as in `run_steps`."""

    def __init__(self, shape: RunShape, weights: SuitWeights) -> None:
        self._ace = 7 * ONE[ACE] if shape.lowest == LOW else 0
        """Comes first where it may be low, and stands at either end."""
        run = weights.run_natural
        upwards = [_chain(range(low, min(low + ENOUGH, HIGH + 1)), run) for low in range(HIGH + 1)]
        downwards = _chain(range(HIGH, HIGH - ENOUGH, -1), run)
        self._chains: list[tuple[tuple[_Link, ...], ...]] = [(upwards[rank + 1],) for rank in range(ACE)]
        self._chains.append((upwards[LOW], downwards) if self._ace else (upwards[HIGH],))
        self[0] = (0,)

    def __missing__(self, word: int) -> tuple[int, ...]:
        rank = ACE if word & self._ace else ((word & -word).bit_length() - 1) // 3
        best = self[word - ONE[rank]][0]
        for chain in self._chains[rank]:
            rest, value = word, 0
            for number, (bits, one, worth) in enumerate(chain, 1):
                if not rest & bits:
                    break
                rest -= one
                value += worth
                if number >= SHORTEST:
                    best = max(best, value + self[rest][0])
        row = self[word] = (best,)
        return row


class NaturalLayOffs(Rows):
    """The best with one more anchor, where there are no jokers."""

    def __init__(self, anchor: Anchor, shape: RunShape, weights: SuitWeights, following: Rows) -> None:
        places = [anchor.start + anchor.step * number for number in range(anchor.most)]
        self._chain = _chain([place for place in places if shape.lowest <= place <= HIGH], weights.off_natural)
        self._following = following

    def __missing__(self, word: int) -> tuple[int, ...]:
        following = self._following
        best, rest, value = following[word][0], word, 0
        for bits, one, worth in self._chain:
            if not rest & bits:
                break
            rest -= one
            value += worth
            best = max(best, value + following[rest][0])
        row = self[word] = (best,)
        return row


class RowTable(Rows):
    """The best with jokers."""

    def __init__(self, steps: Callable[[int], Iterable[Step]], jokers: int, following: Rows | None = None) -> None:
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
        best: Rows | None = None,
    ) -> None:
        self.steps = steps
        self.jokers = jokers
        self.best = best
        """Where there is no second half, the best is the only one."""
        self.anchor = anchor
        """Which anchor of the suit the steps fill; None where they are new runs."""
        self.following = following if following is not None else self

    def __missing__(self, word: int) -> tuple[tuple[int, ...], ...]:
        row = self._unbeaten(word) if self.best is None else tuple((value,) for value in self.best[word])
        self[word] = row
        return row

    def _unbeaten(self, word: int) -> tuple[tuple[int, ...], ...]:
        reached: list[set[int]] = [{0} for _ in range(self.jokers + 1)]
        for rest, used, value, _ in self.steps(word):
            after = self.following[rest]
            for most in range(used, self.jokers + 1):
                reached[most].update(value + further for further in after[most - used])
        return tuple(frontier(values) for values in reached)


class TotalTable(dict[int, int]):
    """By word: what its cards are worth together, where each is worth the same wherever it is."""

    def __init__(self, worth: tuple[int, ...]) -> None:
        self.worth = worth
        """By rank."""

    def __missing__(self, word: int) -> int:
        total = sum(value * (word >> 3 * rank & 7) for rank, value in enumerate(self.worth))
        self[word] = total
        return total
