"""The best melds in a whole hand, exactly: sets by trying them, runs and lay-offs by looking them up per suit.

Two questions are answered. `best`: the largest weight. `best_with`: the largest weight whose second half reaches a
bound. The first is asked thousands of times a game and is written for speed.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache

from kalooki.solver.rules import Anchors, SolverRules
from kalooki.solver.runs import FrontierTable, Rows
from kalooki.solver.sets import SetOption, without
from kalooki.solver.weights import SECOND, Weights, frontier
from kalooki.solver.words import LEAST, ONE, Hand, presence

NO_ANCHORS: tuple[Anchors, Anchors, Anchors, Anchors] = ((), (), (), ())


NEWEST = 32
"""So many hands are kept by each solver: one turn asks about the same ones again, and so does the next."""


class HandSolver:
    """Solves hands under one choice of weights and anchors."""

    def __init__(
        self,
        rules: SolverRules,
        weights: Weights,
        anchors: tuple[Anchors, Anchors, Anchors, Anchors] = NO_ANCHORS,
    ) -> None:
        self.rules = rules
        self.weights = weights
        self._anchors = anchors
        self.sets = rules.tables.sets(weights)
        self._pattern, self._ranks = self.sets.pattern, self.sets.ranks
        self._row_tables: dict[int, tuple[Rows, ...]] = {}
        self._newest: dict[Hand, int] = {}
        self._totals = tuple(rules.tables.totals(suit) for suit in weights.suits)

    def _total(self, hand: tuple[int, ...], jokers: int) -> int:
        """What the cards earn if all of them are used, where it is the same wherever they are used."""
        a, b, c, d = self._totals
        return a[hand[0]] + b[hand[1]] + c[hand[2]] + d[hand[3]] + jokers * self.weights.set_joker[0]

    @cached_property
    def _second(self) -> "HandSolver":
        """Solves for the second aim alone."""
        return HandSolver(self.rules, self.weights.second(), self._anchors)

    @cached_property
    def table_helps(self) -> bool:
        """Whether lay-offs earn anything of the second aim."""
        return any(any(suit.off_natural) or any(suit.off_joker) for suit in self.weights.second().suits)

    def reaches(self, hand: Hand, need: int) -> bool:
        """Whether some choice of melds earns so much of the second aim."""
        return self._second.best(hand) >= need

    def ranks_of_sets(self, hand: Hand) -> list[int]:
        """The ranks that could give a set, in rising order."""
        found = presence(hand[0] | hand[1] | hand[2] | hand[3]) if hand.jokers else self._ranks(*hand[:4])
        return [rank for rank, one in enumerate(ONE) if found & one]

    def _rows(self, jokers: int) -> tuple[Rows, ...]:
        found = self._row_tables.get(jokers)
        if found is None:
            tables = self.rules.tables
            found = tuple(
                tables.rows(suit, anchors, jokers)
                for suit, anchors in zip(self.weights.suits, self._anchors, strict=True)
            )
            self._row_tables[jokers] = found
        return found

    def frontiers(self, jokers: int) -> tuple[FrontierTable, ...]:
        """The tables of the four suits that know all unbeaten weights."""
        tables = self.rules.tables
        return tuple(
            tables.frontiers(suit, anchors, jokers)
            for suit, anchors in zip(self.weights.suits, self._anchors, strict=True)
        )

    # The largest weight.

    def best(self, hand: Hand) -> int:
        """The largest weight that melds and lay-offs from this hand can earn; of the newest hands it is kept."""
        found = self._newest.get(hand)
        if found is None:
            if len(self._newest) >= NEWEST:
                self._newest.clear()
            found = self._newest[hand] = self._best(hand)
        return found

    def _best(self, hand: Hand) -> int:
        rows = self._rows(hand.jokers)
        if hand.jokers:
            return self._best_wild(rows, hand, hand.jokers)
        spades, hearts, diamonds, clubs, _ = hand
        ranks = self._ranks(spades, hearts, diamonds, clubs)
        if not ranks:
            return rows[0][spades][0] + rows[1][hearts][0] + rows[2][diamonds][0] + rows[3][clubs][0]
        return self._best_natural(rows, ranks, hand, 0)

    def _best_natural(self, rows: tuple[Rows, ...], ranks: int, hand: tuple[int, ...], jokers: int) -> int:
        """The best with sets of naturals only, of these ranks only, and this many jokers for runs and lay-offs."""
        if not ranks:
            return _spread(rows, hand, jokers)
        low = ranks & -ranks
        others = ranks ^ low
        best = self._best_natural(rows, others, hand, jokers)
        options, pattern = self.sets.natural[(low.bit_length() - 1) // 3], self._pattern
        spades, hearts, diamonds, clubs = hand[:4]
        for value, _, s, h, d, c in options[pattern(low, hand)]:
            rest = (spades - s, hearts - h, diamonds - d, clubs - c)
            again = ranks if options[pattern(low, rest)] else others
            reached = value + self._best_natural(rows, again, rest, jokers)
            best = max(best, reached)
        return best

    def _best_wild(self, rows: tuple[Rows, ...], hand: tuple[int, ...], jokers: int) -> int:
        """The best with at most this many jokers: no set has one, or some set has."""
        spades, hearts, diamonds, clubs = hand[:4]
        ranks = self._ranks(spades, hearts, diamonds, clubs)
        best = self._best_natural(rows, ranks, hand, jokers)
        if not jokers or (self.sets.flat and best == self._total(hand, jokers)):
            return best
        fewer = [self._best_natural(rows, ranks, hand, 0)]
        for most in range(1, jokers):
            fewer.append(self._with_wild_sets(rows, hand, fewer, self._best_natural(rows, ranks, hand, most)))
        return self._with_wild_sets(rows, hand, fewer, best)

    def _with_wild_sets(self, rows: tuple[Rows, ...], hand: tuple[int, ...], fewer: list[int], best: int) -> int:
        """The best with a joker more than the last of `fewer`, which are the best with none, one and so on.

        `best` is that without jokers in sets.
        """
        spades, hearts, diamonds, clubs = hand[:4]
        jokers = len(fewer)
        for bound, option in self._wild_options(hand, jokers, fewer, best):
            if bound <= best:
                break
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
        wild = self.sets.wild
        while held:
            low = held & -held
            held ^= low
            found.extend(
                (option[0] + fewer[jokers - option[1]], option)
                for option in wild[(low.bit_length() - 1) // 3][self._pattern(low, hand)]
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
            rest = self.best_with(without(hand, option), need - (value & SECOND), best - value)
            if rest is not None:
                best = value + rest
        return best if best > above else None

    def _search_natural(self, hand: Hand, need: int, above: int) -> int:
        """The same with sets of naturals only; `above` where there is nothing better."""
        tables = self.frontiers(hand.jokers)
        best = above
        for value, rest in self._natural_choices(hand, self._ranks(*hand[:4])):
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
        for option in self.sets.natural[(low.bit_length() - 1) // 3][self._pattern(low, hand)]:
            rest = without(hand, option)
            again = ranks ^ low | self._ranks(*rest[:4]) & low
            for value, last in self._natural_choices(rest, again):
                yield option.value + value, last


@lru_cache(maxsize=4096)
def hand_solver(
    rules: SolverRules,
    weights: Weights,
    anchors: tuple[Anchors, Anchors, Anchors, Anchors] = NO_ANCHORS,
) -> HandSolver:
    """The solver for these, made once: the same questions come back at every turn."""
    return HandSolver(rules, weights, anchors)


def _spread(rows: tuple[Rows, ...], hand: tuple[int, ...], jokers: int) -> int:
    """The best sum over the four suits, where they share the jokers."""
    a, b, c, d = rows[0][hand[0]], rows[1][hand[1]], rows[2][hand[2]], rows[3][hand[3]]
    if jokers == 0:
        return a[0] + b[0] + c[0] + d[0]
    if jokers == 1:
        gain = max(a[1] - a[0], b[1] - b[0], c[1] - c[0], d[1] - d[0])
        return a[0] + b[0] + c[0] + d[0] + gain
    if jokers == 2:  # noqa: PLR2004 - as many as most games have, so written out
        one, two = max(a[0] + b[1], a[1] + b[0]), max(a[0] + b[2], a[1] + b[1], a[2] + b[0])
        of_one, of_two = max(c[0] + d[1], c[1] + d[0]), max(c[0] + d[2], c[1] + d[1], c[2] + d[0])
        return max(a[0] + b[0] + of_two, one + of_one, two + c[0] + d[0])
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
