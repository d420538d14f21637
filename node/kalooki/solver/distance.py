"""How far a hand is from its contract: the cards that it lacks for the nearest choice of sets and runs.

Exact, jokers and all; and the cards that bring it nearer.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from kalooki.solver.contract_rules import SUITS, ContractRules, Form
from kalooki.solver.words import HIGH, JOKER_TYPE, ONE, RANKS, CardType, Hand, add, holds, rank_at

FAR = 1 << 10
"""Farther than any hand."""
MOST_KEPT = 100_000
"""So many distances are kept; then all are dropped."""
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
    copies = 1 if rules.set_suits_differ else 7
    counts = [sum(min(copies, word >> 3 * rank & 7) for word in hand[:SUITS]) for rank in range(RANKS)]
    jokers = min(hand.jokers, form.most_jokers)
    spare = 0
    if form.sets and jokers >= A_CHOICE:
        spare = sum(7 << 3 * rank for rank, count in enumerate(counts) if count >= A_CHOICE)
    windows = [_windows(rules, hand[suit], form, spare) if form.runs else () for suit in range(SUITS)]
    best = [FAR]
    _choose(rules, form, windows, 0, form.runs, 0, 0, counts, jokers, best)
    return best[0]


def _windows(rules: ContractRules, word: int, form: Form, spare: int) -> tuple[_Window, ...]:
    """The windows of a suit, those that no other beats; kept by suit and form."""
    key = ("windows", word, form.shortest, form.sets > 0, spare)
    found = rules.lays.get(key)
    if found is None:
        every = [
            window for left in _left_to_sets(word, spare) for window in _each_window(rules, word, form.shortest, left)
        ]
        found = rules.lays[key] = _unbeaten(every, sets=form.sets > 0)
    return found  # type: ignore[return-value]


def _left_to_sets(word: int, spare: int) -> Iterator[frozenset[int]]:
    """Each choice of the ranks that a run leaves to sets though it could use them."""
    ranks = [rank for rank in range(RANKS) if holds(word & spare, rank)]
    for count in range(len(ranks) + 1):
        yield from map(frozenset, combinations(ranks, count))


def _each_window(rules: ContractRules, word: int, length: int, left: frozenset[int]) -> Iterator[_Window]:
    for start in range(rules.lowest, HIGH - length + 2):
        missing, wild, taken, last = 0, 0, 0, False
        for position in range(start, start + length):
            rank = rank_at(position)
            if holds(word, rank) and rank not in left:
                if not rules.set_suits_differ or word >> 3 * rank & 7 == 1:  # a second one is of no use to a set
                    taken += ONE[rank]
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


def _choose(  # noqa: PLR0913, PLR0917 - the state of the search
    rules: ContractRules,
    form: Form,
    windows: list[tuple[_Window, ...]],
    suit: int,
    runs: int,
    missing: int,
    wild: int,
    counts: list[int],
    jokers: int,
    best: list[int],
) -> None:
    if missing - jokers >= best[0]:
        return
    if runs == 0:
        lacking = _sets(rules, form, counts)
        for more, stands_in in lacking:
            missing += more
            wild += stands_in
        best[0] = min(best[0], missing - min(jokers, wild))
        return
    if SUITS - suit > runs:
        _choose(rules, form, windows, suit + 1, runs, missing, wild, counts, jokers, best)
    for window in windows[suit]:
        after = [count - (window.taken >> 3 * rank & 7) for rank, count in enumerate(counts)]
        _choose(
            rules,
            form,
            windows,
            suit + 1,
            runs - 1,
            missing + window.missing,
            wild + window.wild,
            after,
            jokers,
            best,
        )


def _sets(rules: ContractRules, form: Form, counts: list[int]) -> list[tuple[int, int]]:
    """What the nearest sets lack, and how many jokers can stand in."""
    nearest = sorted(max(0, form.set_size - count) for count in counts)[: form.sets]
    return [(lacking, min(lacking, form.set_size - rules.set_min_naturals)) for lacking in nearest]


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
