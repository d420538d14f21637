"""Which card to throw away, exactly, in one look: every choice of sets, and for the rest a table per suit.

A key is `points << SHIFT | tie`: the points that leave the hand by melds and by the discard, and of equals the card
that `SolverRules.thrown` names first. So the largest key says both what it is worth and which card goes.
"""

from functools import lru_cache
from typing import NamedTuple

from kalooki.solver.aims import fewest_points_left
from kalooki.solver.pieces import NewRun, NewSet, Piece, set_of
from kalooki.solver.rules import SolverRules
from kalooki.solver.runs import Rows, run_steps
from kalooki.solver.sets import SetOption
from kalooki.solver.weights import SHIFT, SuitWeights
from kalooki.solver.words import JOKER_TYPE, LEAST, ONE, RANKS, CardType

LAST = 63
"""The tie of the card that goes first; that of others is less by their place in the order."""
TIES = (1 << SHIFT) - 1
NEVER = -1 << 40
"""Less than any key."""

Words = tuple[int, int, int, int]


class SuitEntry(NamedTuple):
    """A suit's word without jokers."""

    worth: int
    """Of its best runs."""
    gain: int
    """What throwing its best card away adds, with the tie of that card."""


class WildEntry(NamedTuple):
    """A suit's word with one joker."""

    worth: int
    """Of its best runs without it."""
    more: int
    """What the joker adds."""
    gain: int
    """What throwing its best card away adds, without the joker."""
    both: int
    """And with it."""


class _Entries(dict[int, SuitEntry]):
    def __init__(self, rows: Rows, worth: tuple[int, ...]) -> None:
        self._rows = rows
        self._worth = worth

    def __missing__(self, word: int) -> SuitEntry:
        least = self._rows[word][0]
        gain = max((self._rows[rest][0] + more for rest, more in _without_one(word, self._worth)), default=NEVER)
        found = self[word] = SuitEntry(least, gain - least)
        return found


class _WildEntries(dict[int, WildEntry]):
    def __init__(self, rows: Rows, worth: tuple[int, ...]) -> None:
        self._rows = rows
        self._worth = worth

    def __missing__(self, word: int) -> WildEntry:
        least, most = self._rows[word]
        rests = list(_without_one(word, self._worth))
        gain = max((self._rows[rest][0] + more for rest, more in rests), default=NEVER)
        both = max((self._rows[rest][1] + more for rest, more in rests), default=NEVER)
        found = self[word] = WildEntry(least, most - least, gain - least, both - least)
        return found


def _without_one(word: int, worth: tuple[int, ...]) -> list[tuple[int, int]]:
    """The word without each of its cards, and what throwing that card away is worth."""
    return [(word - ONE[rank], worth[rank]) for rank in range(RANKS) if word >> 3 * rank & 7]


class Quick:
    """Solves hands with at most one joker for their discard."""

    def __init__(self, rules: SolverRules) -> None:
        weights = fewest_points_left(rules)
        self.rules = rules
        sets = rules.tables.sets(weights)
        self._natural = sets.natural
        self._one_wild = [
            [tuple(option for option in options if option.jokers == 1) for options in patterns]
            for patterns in sets.wild
        ]
        self._ranks, self._pattern = sets.ranks, sets.pattern
        worth = [(rules.penalties[kind] << SHIFT) + LAST - rules.thrown[kind] for kind in range(JOKER_TYPE + 1)]
        self._joker = worth[JOKER_TYPE]
        suits = [(suit, weights.suits[suit], tuple(worth[suit * RANKS : (suit + 1) * RANKS])) for suit in range(4)]
        self.rows = tuple(rules.tables.rows(one, (), 0) for _, one, _ in suits)
        self.entries = tuple(_Entries(rules.tables.rows(one, (), 0), by_rank) for _, one, by_rank in suits)
        self._wilds = tuple(_WildEntries(rules.tables.rows(one, (), 1), by_rank) for _, one, by_rank in suits)
        self._runs: dict[tuple[int, int], tuple[NewRun, ...]] = {}
        self._weights: tuple[SuitWeights, ...] = weights.suits
        by_place = sorted(range(JOKER_TYPE + 1), key=rules.thrown.__getitem__)
        self._kinds = [by_place[LAST - tie] if LAST - tie <= JOKER_TYPE else -1 for tie in range(LAST + 1)]
        self.penalties = rules.penalties

    def discard(self, key: int) -> CardType:
        """The card that a key throws away."""
        return self._kinds[key & TIES]

    def key_of(self, card: CardType, melded: int) -> int:
        """The key of a discard beside so many points in melds."""
        return (melded + self.penalties[card] << SHIFT) + LAST - self.rules.thrown[card]

    # --- without jokers

    def key(self, spades: int, hearts: int, diamonds: int, clubs: int) -> int:
        """The best key of naturals."""
        ranks = self._ranks(spades, hearts, diamonds, clubs)
        if not ranks:
            a, b, c, d = self.entries
            at, ag = a[spades]
            bt, bg = b[hearts]
            ct, cg = c[diamonds]
            dt, dg = d[clubs]
            return at + bt + ct + dt + max(ag, bg, cg, dg)
        return self._key(ranks, spades, hearts, diamonds, clubs)

    def _key(self, ranks: int, spades: int, hearts: int, diamonds: int, clubs: int) -> int:
        low = ranks & -ranks
        others = ranks ^ low
        if others:
            best = self._key(others, spades, hearts, diamonds, clubs)
        else:
            best = self._leaf(spades, hearts, diamonds, clubs)
        rank = (low.bit_length() - 1) // 3
        for value, _, s, h, d, c in self._natural[rank][self._pattern(low, (spades, hearts, diamonds, clubs))]:
            w, x, y, z = spades - s, hearts - h, diamonds - d, clubs - c
            again = others | self._ranks(w, x, y, z) & low
            reached = value + (self._key(again, w, x, y, z) if again else self._leaf(w, x, y, z))
            best = max(best, reached)
        return best

    def _leaf(self, spades: int, hearts: int, diamonds: int, clubs: int) -> int:
        a, b, c, d = self.entries
        at, ag = a[spades]
        bt, bg = b[hearts]
        ct, cg = c[diamonds]
        dt, dg = d[clubs]
        return at + bt + ct + dt + max(ag, bg, cg, dg)

    def _best(self, spades: int, hearts: int, diamonds: int, clubs: int) -> int:
        """The largest worth of melds, without a discard."""
        a, b, c, d = self.rows
        ranks = self._ranks(spades, hearts, diamonds, clubs)
        return self._best_sets(ranks, a, b, c, d, (spades, hearts, diamonds, clubs))

    def _best_sets(  # noqa: PLR0913, PLR0917 - the state of the search
        self, ranks: int, a: Rows, b: Rows, c: Rows, d: Rows, words: Words
    ) -> int:
        if not ranks:
            return a[words[0]][0] + b[words[1]][0] + c[words[2]][0] + d[words[3]][0]
        low = ranks & -ranks
        others = ranks ^ low
        best = self._best_sets(others, a, b, c, d, words)
        for option in self._natural[(low.bit_length() - 1) // 3][self._pattern(low, words)]:
            rest = without(words, option)
            again = others | self._ranks(*rest) & low
            best = max(best, option.value + self._best_sets(again, a, b, c, d, rest))
        return best

    def worth(self, words: Words) -> int:
        """The points of the best melds of naturals, without a discard."""
        return self._best(*words) >> SHIFT

    # --- with one joker

    def wild_key(self, spades: int, hearts: int, diamonds: int, clubs: int) -> int:
        """The best key of naturals and one joker."""
        ranks = self._ranks(spades, hearts, diamonds, clubs)
        words = (spades, hearts, diamonds, clubs)
        best = max(self._wild_key(ranks, words), self._joker + self._best(*words))
        bound = self.key(spades, hearts, diamonds, clubs)
        for value, _, s, h, d, c in self._with_joker(words):
            if value + bound > best:
                best = max(best, value + self.key(spades - s, hearts - h, diamonds - d, clubs - c))
        return best

    def wild_worth(self, words: Words) -> int:
        """The points of the best melds of naturals and one joker, without a discard."""
        spades, hearts, diamonds, clubs = words
        best = self._wild_sets(self._ranks(*words), words)
        bound = self._best(*words)
        for value, _, s, h, d, c in self._with_joker(words):
            if value + bound > best:
                best = max(best, value + self._best(spades - s, hearts - h, diamonds - d, clubs - c))
        return best >> SHIFT

    def _with_joker(self, words: Words) -> list[SetOption]:
        """The sets with one joker, the dearest first."""
        a, b, c, d = words
        a, b = (a | a >> 1 | a >> 2) & LEAST, (b | b >> 1 | b >> 2) & LEAST
        c, d = (c | c >> 1 | c >> 2) & LEAST, (d | d >> 1 | d >> 2) & LEAST
        pairs = a & (b | c | d) | b & (c | d) | c & d
        found: list[SetOption] = []
        while pairs:
            low = pairs & -pairs
            pairs ^= low
            found += self._one_wild[(low.bit_length() - 1) // 3][self._pattern(low, words)]
        if len(found) > 1:
            found.sort(reverse=True)
        return found

    def _wild_sets(self, ranks: int, words: Words) -> int:
        if not ranks:
            total, most = 0, 0
            for entries, word in zip(self._wilds, words, strict=True):
                worth, more, _, _ = entries[word]
                total += worth
                most = max(most, more)
            return total + most
        low = ranks & -ranks
        others = ranks ^ low
        best = self._wild_sets(others, words)
        for option in self._natural[(low.bit_length() - 1) // 3][self._pattern(low, words)]:
            rest = without(words, option)
            again = others | self._ranks(*rest) & low
            best = max(best, option.value + self._wild_sets(again, rest))
        return best

    def _wild_key(self, ranks: int, words: Words) -> int:
        if not ranks:
            return self._wild_leaf(words)
        low = ranks & -ranks
        others = ranks ^ low
        best = self._wild_key(others, words)
        for option in self._natural[(low.bit_length() - 1) // 3][self._pattern(low, words)]:
            rest = without(words, option)
            again = others | self._ranks(*rest) & low
            best = max(best, option.value + self._wild_key(again, rest))
        return best

    def _wild_leaf(self, words: Words) -> int:
        """The joker in one suit and the discard from another, or both in one."""
        total, best, more, gain = 0, NEVER, 0, NEVER
        for entries, word in zip(self._wilds, words, strict=True):
            worth, one_more, one_gain, both = entries[word]
            total += worth
            best = max(best, both, gain + one_more, more + one_gain)
            more, gain = max(more, one_more), max(gain, one_gain)
        return total + max(best, gain)

    # --- the melds of a key

    def melds(self, words: Words, key: int) -> tuple[Piece, ...]:
        """The melds with which naturals reach a key, which `key` has given for them."""
        found = self._sets(self._ranks(*words), words, key)
        assert found is not None, "the key came from another hand"
        sets, rest = found
        kind = self.discard(key)
        suit, rank = divmod(kind, RANKS)
        words = (*rest[:suit], rest[suit] - ONE[rank], *rest[suit + 1 :])  # type: ignore[assignment]
        return (*sets, *(run for suit, word in enumerate(words) for run in self.runs(suit, word)))

    def _sets(self, ranks: int, words: Words, key: int) -> tuple[tuple[NewSet, ...], Words] | None:
        if not ranks:
            return ((), words) if self._leaf(*words) == key else None
        low = ranks & -ranks
        others = ranks ^ low
        for option in self._natural[(low.bit_length() - 1) // 3][self._pattern(low, words)]:
            rest = without(words, option)
            again = others | self._ranks(*rest) & low
            further = self._sets(again, rest, key - option.value)
            if further is not None:
                return (set_of(option), *further[0]), further[1]
        return self._sets(others, words, key)

    def runs(self, suit: int, word: int) -> tuple[NewRun, ...]:
        """The best runs of a suit's naturals."""
        found = self._runs.get((suit, word))
        if found is None:
            found = self._runs[suit, word] = tuple(self._walk(suit, word))
        return found

    def _walk(self, suit: int, word: int) -> list[NewRun]:
        table, runs = self.rows[suit], []
        while table[word][0]:
            step = next(
                step
                for step in run_steps(self.rules.shape, self._weights[suit], word, 0)
                if step.value + table[step.rest][0] == table[word][0]
            )
            if step.cells:
                runs.append(NewRun(suit, step.cells))
            word = step.rest
        return runs


def without(words: Words, option: SetOption) -> Words:
    """The words without the naturals of a set."""
    _, _, s, h, d, c = option
    return words[0] - s, words[1] - h, words[2] - d, words[3] - c


@lru_cache(maxsize=16)
def quick(rules: SolverRules) -> Quick:
    """The one for these rules: its tables are filled once."""
    return Quick(rules)
