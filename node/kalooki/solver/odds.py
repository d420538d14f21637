"""How probably a hand comes to its contract, if each card that is still to come reaches it with the same chance.

The distance says how many cards are missing; this says how good the ways are that lead there: all of them count, each
by the cards that are live for it. Cards come independently of one another here, and a joker stands in where it is
needed most; so it is an estimate, to compare hands by.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

from kalooki.solver.contract_rules import SUITS, ContractRules, Form
from kalooki.solver.words import HIGH, JOKER_TYPE, RANKS, Hand, holds, presence, rank_at

ALIKE = 0.4
"""So much of what further ways add to the best one is lost, since they want the same cards."""
WINDOWS = 5
"""So many places for a run are looked at in each suit, where sets are due besides; three where three runs are."""
WAYS = 12
"""So many choices of runs are tried beside sets, the likeliest first."""
POOR = 0.3
"""A way with less than this share of the best one's chance changes nothing."""
HARDLY = 0.002
"""A smaller chance is none."""
MANY_RUNS = 3
PAIR = 2


class _Way(NamedTuple):
    """One place for a run."""

    suit: int
    by_jokers: tuple[float, ...]
    """The chance that it is filled with just so many jokers, in rising order."""
    chance: float
    """That it is filled at all."""
    ranks: tuple[int, ...]
    """The cards of the hand that it takes."""
    missing: tuple[int, ...]
    """The positions that it lacks."""


class _Place(NamedTuple):
    """A place for a run: which ranks the hand has for it, and the positions that it lacks."""

    ranks: tuple[int, ...]
    missing: tuple[int, ...]


class Odds:
    """The chances of the hands of one seat at one moment."""

    def __init__(self, rules: ContractRules, form: Form, live: Sequence[int], reach: float) -> None:
        """Fix what is the same for all hands.

        Args:
            rules: Of the game.
            form: What must be laid.
            live: By face, how many cards are still to come.
            reach: The chance that a given one of them comes to this seat in time.
        """
        self._rules = rules
        self._form = form
        self._reach = reach
        self._comes = [1 - (1 - reach) ** max(0, copies) for copies in live]
        self._live = live
        self._known: dict[Hand, float] = {}
        self._ways: dict[tuple[int, int, int], list[_Way]] = {}
        self._by_jokers: dict[tuple[int, tuple[int, ...]], tuple[float, ...]] = {}
        self._sets: dict[tuple[tuple[int, ...], int], float] = {}
        self._one_set: dict[tuple[int, int], tuple[float, float]] = {}
        self._widest = 3 if form.sets and form.runs >= MANY_RUNS else WINDOWS

    def chance(self, hand: Hand) -> float:
        """That the contract is complete in time."""
        found = self._known.get(hand)
        if found is None:
            found = self._known[hand] = self._chance(hand)
        return found

    def _chance(self, hand: Hand) -> float:
        jokers = min(hand.jokers, self._form.most_jokers)
        as_it_is = self._with_jokers(hand, jokers)
        if jokers == self._form.most_jokers:
            return as_it_is
        return as_it_is + self._comes[JOKER_TYPE] * (self._with_jokers(hand, jokers + 1) - as_it_is)

    def _with_jokers(self, hand: Hand, jokers: int) -> float:
        """The same if so many jokers can be used, and no further one comes."""
        if not self._form.runs:
            return self._of_sets(self._counts(hand), jokers)
        ways = [self._ways_of(suit, presence(hand[suit]), jokers) for suit in range(SUITS)]
        if not self._form.sets:
            return self._of_runs(ways, jokers)
        return self._of_both(self._counts(hand), ways, jokers)

    # --- sets

    def _counts(self, hand: Hand) -> tuple[int, ...]:
        """By rank, the naturals that a set can have."""
        most = 1 if self._rules.set_suits_differ else 7
        a, b, c, d = hand[:SUITS]
        return tuple(
            min(most, a >> at & 7) + min(most, b >> at & 7) + min(most, c >> at & 7) + min(most, d >> at & 7)
            for at in range(0, 3 * RANKS, 3)
        )

    def _of_sets(self, counts: tuple[int, ...], jokers: int) -> float:
        """That enough ranks become sets, with at most so many jokers, one in each."""
        found = self._sets.get((counts, jokers))
        if found is None:
            found = self._sets[counts, jokers] = self._with_wild(counts, jokers) if jokers else self._natural(counts)
        return found

    def _natural(self, counts: tuple[int, ...]) -> float:
        """Without a joker: rank by rank, how many sets there are."""
        most = self._form.sets
        chances = [1.0, *[0.0] * most]
        for rank, count in enumerate(counts):
            full = self._of_rank(rank, count)[0]
            if full < HARDLY:
                continue
            chances[most] += chances[most - 1] * full
            for sets in range(most - 1, 0, -1):
                chances[sets] += (chances[sets - 1] - chances[sets]) * full
            chances[0] -= chances[0] * full
        return chances[most]

    def _with_wild(self, counts: tuple[int, ...], jokers: int) -> float:
        """With jokers: by the number of sets, and of ranks that would be one with a joker, until there are enough."""
        most, done = self._form.sets, 0.0
        chances = [[0.0] * (most - sets) for sets in range(most)]
        chances[0][0] = 1.0
        for rank, count in enumerate(counts):
            full, wild = self._of_rank(rank, count)
            if full + wild < HARDLY:
                continue
            for sets in range(most - 1, -1, -1):
                row = chances[sets]
                for with_one in range(min(jokers, most - 1 - sets), -1, -1):
                    part = row[with_one]
                    if not part:
                        continue
                    more, one_more = part * full, part * wild
                    row[with_one] = part - more - one_more
                    last = sets + with_one + 1 == most
                    if last:
                        done += more
                    else:
                        chances[sets + 1][with_one] += more
                    if with_one == jokers:
                        row[with_one] += one_more
                    elif last:
                        done += one_more
                    else:
                        row[with_one + 1] += one_more
        return done

    def _of_rank(self, rank: int, count: int) -> tuple[float, float]:
        """That a rank of which so many are held becomes a set of naturals; and that it does so only with a joker."""
        found = self._one_set.get((rank, count))
        if found is None:
            live = sum(max(0, self._live[suit * RANKS + rank]) for suit in range(SUITS))
            size = self._form.set_size
            least = max(self._rules.set_min_naturals, size - 1)
            full = at_least(live, size - count, self._reach)
            found = self._one_set[rank, count] = full, at_least(live, least - count, self._reach) - full
        return found

    # --- runs

    def _ways_of(self, suit: int, held: int, jokers: int) -> list[_Way]:
        """The places for a run of a suit, the likeliest first; of a rank in it one card is as good as two."""
        found = self._ways.get((suit, held, jokers))
        if found is None:
            every = sorted(self._each_way(suit, held, jokers), key=_likeliest)
            if not self._form.sets:
                every = _independent(every)
            found = self._ways[suit, held, jokers] = every[: self._widest]
        return found

    def _each_way(self, suit: int, held: int, jokers: int) -> Iterator[_Way]:
        for place in places(self._rules.lowest, self._form.shortest, held):
            by_jokers = self._by_jokers.get((suit, place.missing))
            if by_jokers is None:
                by_jokers = self._by_jokers[suit, place.missing] = self._filled(suit, place.missing)
            chance = sum(by_jokers[: jokers + 1])
            if chance > HARDLY:
                yield _Way(suit, by_jokers[: jokers + 1], chance, place.ranks, place.missing)

    def _filled(self, suit: int, missing: tuple[int, ...]) -> tuple[float, ...]:
        """By number: that just so many of the missing cards do not come, and jokers can stand for them.

        Position by position: the chances with a joker in the last one, and with none there.
        """
        natural, wild, before = [1.0], [0.0], HIGH + 1
        for position in missing:
            comes = self._comes[suit * RANKS + rank_at(position)]
            free = list(map(float.__add__, natural, wild))
            stands = natural if position - before == 1 and not self._rules.jokers_may_touch else free
            natural = [*(comes * part for part in free), 0.0]
            wild = [0.0, *((1 - comes) * part for part in stands)]
            before = position
        return tuple(map(float.__add__, natural, wild))

    def _of_runs(self, ways: list[list[_Way]], jokers: int) -> float:
        """That enough suits have a run, where no sets are due.

        Suit by suit: the fewest jokers that each choice of so many runs needs; more than there are is one number.
        """
        runs = self._form.runs
        states: dict[tuple[int, ...], float] = {(): 1.0}
        for of_suit in ways:
            grown: dict[tuple[int, ...], float] = {}
            for need, chance in enumerate(_by_need(of_suit, jokers)):
                if chance:
                    for needs, part in states.items():
                        after = tuple(sorted((*needs, need))[:runs])
                        grown[after] = grown.get(after, 0.0) + part * chance
            states = grown
        return sum(part for needs, part in states.items() if sum(needs) <= jokers)

    # --- both

    def _of_both(self, counts: tuple[int, ...], ways: list[list[_Way]], jokers: int) -> float:
        """The best choice of runs with the sets that it leaves, and what the further ones add."""
        every: list[tuple[float, tuple[_Way, ...]]] = []
        suits = [suit for suit in range(SUITS) if ways[suit]]
        for some in combinations(suits, self._form.runs):
            grown: list[tuple[float, tuple[_Way, ...]]] = [(1.0, ())]
            for suit in some:
                grown = [
                    (both, (*chosen, way))
                    for chance, chosen in grown
                    for way in ways[suit]
                    if (both := chance * way.chance) >= HARDLY
                ]
            every += grown
        best_ways = nlargest(WAYS, every, key=_chance_of)
        sets, best, none = self._of_sets(counts, jokers), 0.0, 1.0
        for chance, chosen in best_ways:
            if chance * sets <= POOR * best:
                break
            one = self._of_choice(counts, chosen, jokers)
            best = max(best, one)
            none *= 1 - one
        return best + (1 - ALIKE) * (1 - none - best)

    def _of_choice(self, counts: tuple[int, ...], chosen: tuple[_Way, ...], jokers: int) -> float:
        """That these places are filled, and the sets out of what they leave."""
        rest = list(counts)
        for rank in (rank for way in chosen for rank in way.ranks):
            if rest[rank] >= PAIR:  # of a single card no set is made soon
                rest[rank] -= 1
        left = tuple(rest)
        needs: Sequence[float] = chosen[0].by_jokers
        for way in chosen[1:]:
            needs = _together(needs, way.by_jokers, jokers)
        return sum(part * self._of_sets(left, jokers - need) for need, part in enumerate(needs) if part)


def _together(one: Sequence[float], other: Sequence[float], most: int) -> list[float]:
    """By number: the chance that the needs of two add up to it."""
    both = [0.0] * (most + 1)
    for need, part in enumerate(one):
        if part:
            for more, chance in enumerate(other[: most + 1 - need], need):
                both[more] += part * chance
    return both


def _likeliest(way: _Way) -> float:
    return -way.chance


def _chance_of(chosen: tuple[float, tuple[_Way, ...]]) -> float:
    return chosen[0]


@lru_cache(maxsize=1 << 13)
def places(lowest: int, length: int, held: int) -> tuple[_Place, ...]:
    """Every place for a run of a suit of which these ranks are held, as `presence` has them."""
    found = []
    for start in range(lowest, HIGH - length + 2):
        there = range(start, start + length)
        ranks = tuple(rank_at(position) for position in there if holds(held, rank_at(position)))
        found.append(_Place(ranks, tuple(position for position in there if not holds(held, rank_at(position)))))
    return tuple(found)


def _independent(ways: list[_Way]) -> list[_Way]:
    """Those that are not filled only where a likelier one is filled anyway."""
    kept: list[_Way] = []
    for way in ways:
        if not any(set(other.missing).issubset(way.missing) for other in kept):
            kept.append(way)
    return kept


def _by_need(ways: list[_Way], jokers: int) -> list[float]:
    """That a suit has a run with no fewer than so many jokers; the last is that it has none, as if it needed more."""
    found: list[float] = []
    before = 0.0
    for most in range(jokers + 1):
        some = 1 - prod(1 - min(1.0, sum(way.by_jokers[: most + 1])) for way in ways)
        found.append(some - before)
        before = some
    return [*found, 1 - before]


@lru_cache(maxsize=1 << 14)
def at_least(copies: int, wanted: int, reach: float) -> float:
    """That of so many cards so many come."""
    if wanted <= 0:
        return 1.0
    return sum(
        comb(copies, count) * reach**count * (1 - reach) ** (copies - count) for count in range(wanted, copies + 1)
    )
