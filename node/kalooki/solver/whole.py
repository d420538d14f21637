"""The best melds in a whole hand, exactly: sets by trying them, runs and lay-offs by looking them up per suit.

Three questions are answered. `best`: the largest weight. `best_with`: the largest weight whose second half reaches a
bound. `pieces`: melds that earn it. The first is asked thousands of times a game and is written for speed.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from kalooki.solver.rules import Anchors, SolverRules
from kalooki.solver.runs import Cell, FrontierTable, RowTable, runs_through
from kalooki.solver.sets import SetOption
from kalooki.solver.weights import SECOND, Weights, frontier
from kalooki.solver.words import ACE, JOKER_TYPE, LEAST, LOW, ONE, RANKS, CardType, Hand, copies, distinct

NO_ANCHORS: tuple[Anchors, Anchors, Anchors, Anchors] = ((), (), (), ())


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
    return NewSet((max(taken).bit_length() - 1) // 3, tuple(suit for suit in range(4) if taken[suit]), option.jokers)


def _in_three_suits(spades: int, hearts: int, diamonds: int, clubs: int) -> int:
    """The ranks (lowest bit each) that three suits or four hold."""
    a = (spades | spades >> 1 | spades >> 2) & LEAST
    b = (hearts | hearts >> 1 | hearts >> 2) & LEAST
    c = (diamonds | diamonds >> 1 | diamonds >> 2) & LEAST
    d = (clubs | clubs >> 1 | clubs >> 2) & LEAST
    return a & b & (c | d) | c & d & (a | b)


def _pattern(low: int, hand: tuple[int, ...]) -> int:
    """Which suits hold the rank with this lowest bit."""
    mask = low * 7
    return (
        (1 if hand[0] & mask else 0)
        | (2 if hand[1] & mask else 0)
        | (4 if hand[2] & mask else 0)
        | (8 if hand[3] & mask else 0)
    )


class HandSolver:
    """Solves hands under one choice of weights and anchors."""

    def __init__(
        self,
        rules: SolverRules,
        weights: Weights,
        anchors: tuple[Anchors, Anchors, Anchors, Anchors] = NO_ANCHORS,
    ) -> None:
        self._rules = rules
        self.weights = weights
        self._anchors = anchors
        self._sets = rules.tables.sets(weights)
        self._row_tables: dict[int, tuple[RowTable, ...]] = {}
        self._totals = tuple(rules.tables.totals(suit) for suit in weights.suits)

    def _total(self, hand: tuple[int, ...], jokers: int) -> int:
        """What the cards earn if all of them are used, where it is the same wherever they are used."""
        a, b, c, d = self._totals
        return a[hand[0]] + b[hand[1]] + c[hand[2]] + d[hand[3]] + jokers * self.weights.set_joker[0]

    @cached_property
    def _second(self) -> "HandSolver":
        """Solves for the second aim alone."""
        return HandSolver(self._rules, self.weights.second(), self._anchors)

    def _rows(self, jokers: int) -> tuple[RowTable, ...]:
        found = self._row_tables.get(jokers)
        if found is None:
            tables = self._rules.tables
            found = tuple(
                tables.rows(suit, anchors, jokers)
                for suit, anchors in zip(self.weights.suits, self._anchors, strict=True)
            )
            self._row_tables[jokers] = found
        return found

    def _frontiers(self, jokers: int) -> tuple[FrontierTable, ...]:
        tables = self._rules.tables
        return tuple(
            tables.frontiers(suit, anchors, jokers)
            for suit, anchors in zip(self.weights.suits, self._anchors, strict=True)
        )

    # The largest weight.

    def best(self, hand: Hand) -> int:
        """The largest weight that melds and lay-offs from this hand can earn."""
        rows = self._rows(hand.jokers)
        if hand.jokers:
            return self._best_wild(rows, hand, hand.jokers)
        spades, hearts, diamonds, clubs, _ = hand
        ranks = _in_three_suits(spades, hearts, diamonds, clubs)
        if not ranks:
            return rows[0][spades][0] + rows[1][hearts][0] + rows[2][diamonds][0] + rows[3][clubs][0]
        return self._best_natural(rows, ranks, hand, 0)

    def _best_natural(self, rows: tuple[RowTable, ...], ranks: int, hand: tuple[int, ...], jokers: int) -> int:
        """The best with sets of naturals only, of these ranks only, and this many jokers for runs and lay-offs."""
        if not ranks:
            return _spread(rows, hand, jokers)
        low = ranks & -ranks
        others = ranks ^ low
        best = self._best_natural(rows, others, hand, jokers)
        rank = (low.bit_length() - 1) // 3
        spades, hearts, diamonds, clubs = hand[:4]
        for value, _, s, h, d, c in self._sets.natural[rank][_pattern(low, hand)]:
            rest = (spades - s, hearts - h, diamonds - d, clubs - c)
            again = others | _in_three_suits(*rest) & low
            reached = value + self._best_natural(rows, again, rest, jokers)
            best = max(best, reached)
        return best

    def _best_wild(self, rows: tuple[RowTable, ...], hand: tuple[int, ...], jokers: int) -> int:
        """The best with at most this many jokers: no set has one, or some set has."""
        spades, hearts, diamonds, clubs = hand[:4]
        ranks = _in_three_suits(spades, hearts, diamonds, clubs)
        best = self._best_natural(rows, ranks, hand, jokers)
        if not jokers:
            return best
        if self._sets.flat and best == self._total(hand, jokers):
            return best
        fewer = [self._best_wild(rows, hand, most) for most in range(jokers)]
        for bound, option in self._wild_options(hand, jokers, fewer, best):
            if bound <= best:
                return best
            value, used, s, h, d, c = option
            rest = (spades - s, hearts - h, diamonds - d, clubs - c)
            best = max(best, value + self._best_wild(rows, rest, jokers - used))
        return best

    def _wild_options(
        self, hand: tuple[int, ...], jokers: int, fewer: list[int], above: int
    ) -> list[tuple[int, SetOption]]:
        """Every set with jokers that can lead above a weight, the most promising first, each with its bound.

        Taking cards away never makes a hand better, so the rest earns at most what the whole earns with fewer jokers.
        """
        spades, hearts, diamonds, clubs = hand[:4]
        union = spades | hearts | diamonds | clubs
        held = (union | union >> 1 | union >> 2) & LEAST
        found: list[tuple[int, SetOption]] = []
        wild = self._sets.wild
        while held:
            low = held & -held
            held ^= low
            found.extend(
                (option[0] + fewer[jokers - option[1]], option)
                for option in wild[(low.bit_length() - 1) // 3][_pattern(low, hand)]
                if option[1] <= jokers and option[0] + fewer[jokers - option[1]] > above
            )
        found.sort(reverse=True)
        return found

    # The largest weight whose second half reaches a bound.

    def best_with(self, hand: Hand, need: int, above: int = -1) -> int | None:
        """The largest weight whose second half is at least `need`, if there is one and it is larger than `above`."""
        top = self.best(hand)
        if top <= above:
            return None
        if top & SECOND >= need:
            return top
        if self._second.best(hand) < need:
            return None
        best = self._search_natural(hand, need, above)
        fewer = [self.best(Hand(*hand[:4], most)) for most in range(hand.jokers)]
        for bound, option in self._wild_options(hand, hand.jokers, fewer, best):
            if bound <= best:
                break
            value = option.value
            rest = self.best_with(_without(hand, option), need - (value & SECOND), best - value)
            if rest is not None:
                best = value + rest
        return best if best > above else None

    def _search_natural(self, hand: Hand, need: int, above: int) -> int:
        """The same with sets of naturals only; `above` where there is nothing better."""
        tables = self._frontiers(hand.jokers)
        best = above
        for value, rest in self._natural_choices(hand, _in_three_suits(*hand[:4])):
            for reached in _merged(tables, rest):
                if value + reached > best and (value + reached) & SECOND >= need:
                    best = value + reached
        return best

    def _natural_choices(self, hand: Hand, ranks: int) -> Iterator[tuple[int, Hand]]:
        """Every choice of sets of naturals, of these ranks: what they earn and what is left."""
        if not ranks:
            yield 0, hand
            return
        low = ranks & -ranks
        yield from self._natural_choices(hand, ranks ^ low)
        for option in self._sets.natural[(low.bit_length() - 1) // 3][_pattern(low, hand)]:
            rest = _without(hand, option)
            again = ranks ^ low | _in_three_suits(*rest[:4]) & low
            for value, last in self._natural_choices(rest, again):
                yield option.value + value, last

    # Melds through one card.

    def melds_through(self, hand: Hand, kind: CardType) -> Iterator[tuple[int, Piece, Hand]]:
        """Every new meld, no longer than need be, that holds this card: what it earns, and what it leaves."""
        if not copies(hand, kind):
            return
        yield from self._sets_through(hand, kind)
        if kind != JOKER_TYPE:
            yield from self._runs_through(hand, kind)
            return
        for natural in distinct(hand._replace(jokers=0)):
            for value, run, rest in self._runs_through(hand, natural):
                if rest.jokers < hand.jokers:
                    yield value, run, rest

    def _sets_through(self, hand: Hand, kind: CardType) -> Iterator[tuple[int, NewSet, Hand]]:
        for rank in range(RANKS) if kind == JOKER_TYPE else (kind % RANKS,):
            pattern = _pattern(ONE[rank], hand)
            for option in (*self._sets.natural[rank][pattern], *self._sets.wild[rank][pattern]):
                found = set_of(option)
                used = found.jokers if kind == JOKER_TYPE else kind // RANKS in found.suits
                if used and found.jokers <= hand.jokers:
                    yield option.value, found, _without(hand, option)

    def _runs_through(self, hand: Hand, kind: CardType) -> Iterator[tuple[int, NewRun, Hand]]:
        suit, rank = divmod(kind, RANKS)
        positions = [rank + 1]
        if rank == ACE and self._rules.shape.lowest == LOW:
            positions.append(LOW)
        for position in positions:
            steps = runs_through(self._rules.shape, self.weights.suits[suit], hand[suit], hand.jokers, position)
            for rest, used, value, cells in steps:
                words = (*hand[:suit], rest, *hand[suit + 1 : 4], hand.jokers - used)
                yield value, NewRun(suit, cells), Hand._make(words)

    # Melds that earn it.

    def pieces(self, hand: Hand, weight: int) -> tuple[Piece, ...]:
        """Melds and lay-offs that earn exactly this weight, which `best` or `best_with` has given for this hand."""
        found = self._with_set(hand, weight)
        if found is not None:
            option, rest = found
            return (set_of(option), *self.pieces(_without(hand, option), rest))
        return self._without_sets(hand, weight)

    def _with_set(self, hand: Hand, weight: int) -> tuple[SetOption, int] | None:
        """A set that some way to earn the weight begins with, and what the rest must earn."""
        need = weight & SECOND
        ranks = [rank for rank in range(RANKS) if any(word & 7 * ONE[rank] for word in hand[:4])]
        for rank in ranks:
            pattern = _pattern(ONE[rank], hand)
            for option in (*self._sets.natural[rank][pattern], *self._sets.wild[rank][pattern]):
                if option.jokers <= hand.jokers:
                    rest = weight - option.value
                    further = need - (option.value & SECOND)
                    if rest >= 0 and self.best_with(_without(hand, option), further, rest - 1) == rest:
                        return option, rest
        return None

    def _without_sets(self, hand: Hand, weight: int) -> tuple[Piece, ...]:
        """Runs and lay-offs of the four suits that add up to the weight."""
        tables = self._frontiers(hand.jokers)
        shares = _shares(tables, hand, weight)
        assert shares is not None, "the weight came from another hand"
        return tuple(
            piece
            for suit, (jokers, value) in enumerate(shares)
            for piece in _walk(suit, tables[suit], hand[suit], jokers, value)
        )


def _without(hand: Hand, option: SetOption) -> Hand:
    _, used, spades, hearts, diamonds, clubs = option
    return Hand(
        hand.spades - spades,
        hand.hearts - hearts,
        hand.diamonds - diamonds,
        hand.clubs - clubs,
        hand.jokers - used,
    )


def _spread(rows: tuple[RowTable, ...], hand: tuple[int, ...], jokers: int) -> int:
    """The best sum over the four suits, where they share the jokers."""
    a, b, c, d = rows[0][hand[0]], rows[1][hand[1]], rows[2][hand[2]], rows[3][hand[3]]
    if jokers == 0:
        return a[0] + b[0] + c[0] + d[0]
    if jokers == 1:
        gain = max(a[1] - a[0], b[1] - b[0], c[1] - c[0], d[1] - d[0])
        return a[0] + b[0] + c[0] + d[0] + gain
    left = [max(a[i] + b[most - i] for i in range(most + 1)) for most in range(jokers + 1)]
    right = [max(c[i] + d[most - i] for i in range(most + 1)) for most in range(jokers + 1)]
    return max(left[i] + right[jokers - i] for i in range(jokers + 1))


def _merged(tables: tuple[FrontierTable, ...], hand: Hand) -> tuple[int, ...]:
    """The unbeaten sums over the four suits, where they share the jokers."""
    reached: list[tuple[int, ...]] = [(0,)] * (hand.jokers + 1)
    for table, word in zip(tables, hand[:4], strict=True):
        row = table[word]
        reached = [
            frontier({x + y for i in range(most + 1) for x in reached[i] for y in row[most - i]})
            for most in range(hand.jokers + 1)
        ]
    return reached[hand.jokers]


def _shares(tables: tuple[FrontierTable, ...], hand: Hand, weight: int) -> list[tuple[int, int]] | None:
    """How many jokers and how much of the weight falls to each suit."""

    def from_suit(suit: int, jokers: int, rest: int) -> list[tuple[int, int]] | None:
        if suit == len(tables):
            return [] if rest == 0 else None
        row = tables[suit][hand[suit]]
        for most in range(jokers + 1):
            for value in row[most]:
                if value <= rest:
                    further = from_suit(suit + 1, jokers - most, rest - value)
                    if further is not None:
                        return [(most, value), *further]
        return None

    return from_suit(0, hand.jokers, weight)


def _walk(suit: int, table: FrontierTable, word: int, jokers: int, value: int) -> Iterator[Piece]:
    """The runs and lay-offs of one suit that earn this weight with at most so many jokers."""
    while value:
        step = next(
            step
            for step in table.steps(word)
            if step.used <= jokers and value - step.value in table.following[step.rest][jokers - step.used]
        )
        if step.cells and table.anchor is None:
            yield NewRun(suit, step.cells)
        elif step.cells and table.anchor is not None:
            yield LaidOff(suit, table.anchor, step.cells)
        word, jokers, value = step.rest, jokers - step.used, value - step.value
        table = table.following
