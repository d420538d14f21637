"""How far a hand is from its contract: the cards that it lacks for the nearest choice of sets and runs.

Exact, jokers and all; and the cards that bring it nearer.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from kalooki.solver.contract_rules import SUITS, ContractRules, Form
from kalooki.solver.words import HIGH, JOKER_TYPE, RANKS, CardType, Hand, add, holds, rank_at

FAR = 1 << 10
"""Farther than any hand."""
MOST_KEPT = 100_000
"""So many distances are kept; then all are dropped."""
WIDE = 6
"""Bits for how many cards of a rank there are in all suits."""
LOW_BITS = (1 << WIDE) - 1
A_CHOICE = 2
"""With so many jokers it may be better to leave a card to a set and to put a joker into the run in its place."""


class Nearness(NamedTuple):
    """Less is nearer."""

    missing: int
    """Cards that must still come; jokers count as those that they can stand for."""
    loose: int
    """Minus the bonds between the cards: pairs, and neighbours in a suit."""


class _Window(NamedTuple):
    """One place for a run of the least length: what it lacks, how many jokers can stand in, and what it takes."""

    missing: int
    wild: int
    taken: int
    """Of each rank, `WIDE` bits."""


def nearness(rules: ContractRules, form: Form, hand: Hand) -> Nearness:
    """How near a hand is to a contract."""
    return Nearness(distance(rules, form, hand), -_bonds(rules, form, hand))


def distance(rules: ContractRules, form: Form, hand: Hand) -> int:
    """The least number of cards that must come, whatever they are, before the contract can be laid."""
    key = ("distance", form, hand)
    found = rules.lays.get(key)
    if found is None:
        if len(rules.lays) > MOST_KEPT:
            rules.lays.clear()
        found = rules.lays[key] = _distance(rules, form, hand)
    return found  # type: ignore[return-value]


def outs(rules: ContractRules, form: Form, hand: Hand, live: Sequence[int]) -> dict[CardType, int]:
    """The cards still to come that bring the hand nearer to its contract, each with how many of it are live."""
    now = distance(rules, form, hand)
    if not now:
        return {}
    near = [kind for kind in range(JOKER_TYPE + 1) if live[kind] > 0]
    return {kind: live[kind] for kind in near if distance(rules, form, add(hand, kind)) < now}


def _distance(rules: ContractRules, form: Form, hand: Hand) -> int:
    counts = [0] * RANKS
    for word in hand[:SUITS]:
        for rank in range(RANKS):
            copies = word >> 3 * rank & 7
            counts[rank] += min(copies, 1) if rules.set_suits_differ else copies
    jokers = min(hand.jokers, form.most_jokers)
    spare = 0
    if form.sets and jokers >= A_CHOICE:
        spare = sum(7 << 3 * rank for rank, count in enumerate(counts) if count >= A_CHOICE)
    windows = [_windows(rules, hand[suit], form, spare, jokers) if form.runs else () for suit in range(SUITS)]
    packed = sum(count << WIDE * rank for rank, count in enumerate(counts))
    best = [FAR]
    _choose(_Search(rules, form, windows, jokers, best), 0, form.runs, 0, 0, packed)
    return best[0]


def _windows(rules: ContractRules, word: int, form: Form, spare: int, jokers: int) -> tuple[_Window, ...]:
    """The windows of a suit, those that no other beats; kept by suit and form."""
    ranks = tuple(rank for rank in range(RANKS) if spare >> 3 * rank & 1 and holds(word, rank))
    most = min(jokers, len(ranks))
    key = ("windows", word, form.shortest, form.sets > 0, ranks, most)
    found = rules.lays.get(key)
    if found is None:
        every = [
            window for left in _left_to_sets(ranks, most) for window in _each_window(rules, word, form.shortest, left)
        ]
        found = rules.lays[key] = _unbeaten(every, sets=form.sets > 0)
    return found  # type: ignore[return-value]


def _left_to_sets(ranks: tuple[int, ...], jokers: int) -> Iterator[frozenset[int]]:
    """Each choice of the ranks that a run leaves to sets though it could use them: a joker stands for each."""
    for count in range(jokers + 1):
        yield from map(frozenset, combinations(ranks, count))


def _each_window(rules: ContractRules, word: int, length: int, left: frozenset[int]) -> Iterator[_Window]:
    for start in range(rules.lowest, HIGH - length + 2):
        missing, wild, taken, last = 0, 0, 0, False
        for position in range(start, start + length):
            rank = rank_at(position)
            if holds(word, rank) and rank not in left:
                if not rules.set_suits_differ or word >> 3 * rank & 7 == 1:  # a second one is of no use to a set
                    taken += 1 << WIDE * rank
                last = False
            else:
                missing += 1
                wild += rules.jokers_may_touch or not last
                last = not last
        yield _Window(missing, min(wild, length - 1), taken)


def _unbeaten(windows: list[_Window], *, sets: bool) -> tuple[_Window, ...]:
    kept: list[_Window] = []
    for one in sorted(windows, key=lambda window: (window.missing, -window.wild)):
        if not any(
            other.missing <= one.missing
            and other.missing - other.wild <= one.missing - one.wild
            and (not sets or other.taken & ~one.taken == 0)
            for other in kept
        ):
            kept.append(one)
    return tuple(kept)


class _Search(NamedTuple):
    """What stays the same while windows are chosen."""

    rules: ContractRules
    form: Form
    windows: list[tuple[_Window, ...]]
    jokers: int
    best: list[int]


def _choose(search: _Search, suit: int, runs: int, missing: int, wild: int, counts: int) -> None:  # noqa: PLR0913, PLR0917 - the state of the search
    jokers, best = search.jokers, search.best
    if missing - jokers >= best[0]:
        return
    if runs == 0:
        more, stands_in = _sets(search.rules, search.form, counts) if search.form.sets else (0, 0)
        missing += more
        best[0] = min(best[0], missing - min(jokers, wild + stands_in))
        return
    for window in search.windows[suit]:
        if missing + window.missing - jokers >= best[0]:
            break  # those behind it lack as many or more
        _choose(search, suit + 1, runs - 1, missing + window.missing, wild + window.wild, counts - window.taken)
    if SUITS - suit > runs:
        _choose(search, suit + 1, runs, missing, wild, counts)


def _sets(rules: ContractRules, form: Form, counts: int) -> tuple[int, int]:
    """What the nearest sets lack, and how many jokers can stand in."""
    key = ("sets", form, counts)
    found = rules.lays.get(key)
    if found is None:
        lacking = sorted(max(0, form.set_size - (counts >> WIDE * rank & LOW_BITS)) for rank in range(RANKS))[
            : form.sets
        ]
        most = form.set_size - rules.set_min_naturals
        found = rules.lays[key] = sum(lacking), sum(min(one, most) for one in lacking)
    return found  # type: ignore[return-value]


def _bonds(rules: ContractRules, form: Form, hand: Hand) -> int:
    """How well the cards go together: each pair of one rank, and each two of a suit within a run's length."""
    total = 0
    if form.sets:
        for rank in range(RANKS):
            count = sum(word >> 3 * rank & 7 for word in hand[:SUITS])
            total += 3 * count * (count - 1) // 2
    if form.runs:
        for word in hand[:SUITS]:
            total += _neighbours(rules, word, form.shortest)
    return total


def _neighbours(rules: ContractRules, word: int, length: int) -> int:
    places = [place for place in range(rules.lowest, HIGH + 1) if holds(word, rank_at(place))]
    return sum(
        length - (other - one)
        for index, one in enumerate(places)
        for other in places[index + 1 :]
        if other - one < length
    )
