"""How far a hand is from a contract, against every way to fill every meld; and how probably it comes there in time."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.registry import variant_named
from kalooki.solver.contract_rules import ContractRules, Form, contract_rules, exact_form
from kalooki.solver.distance import distance, outs
from kalooki.solver.odds import Odds, at_least
from kalooki.solver.words import JOKER_TYPE, RANKS, Hand, add, hand_of
from support.contract_presets import game_named

JAMAICAN = contract_rules(game_named("jamaican"))
SOUTH_AFRICAN = contract_rules(variant_named("south_african"))

Shape = tuple[int, ...]
"""The places of a run, as ranks; of a set its rank, alone."""


@st.composite
def hands(draw: st.DrawFn, most_jokers: int = 3) -> list[int]:
    """Cards that lie close together, so that sets and runs want the same ones."""
    low, suits = draw(st.integers(0, 12)), draw(st.integers(1, 2))
    faces = [suit * RANKS + (low + step) % RANKS for suit in range(suits) for step in range(5)]
    naturals = draw(st.lists(st.sampled_from(faces), min_size=1, max_size=7))
    naturals = [kind for index, kind in enumerate(naturals) if naturals[:index].count(kind) < 2]
    return [*naturals, *[JOKER_TYPE] * draw(st.integers(0, most_jokers))]


def least_missing(rules: ContractRules, form: Form, hand: list[int]) -> int:
    """By trying everything: which runs, which of their places have a card, a joker or neither, which sets."""
    naturals = [kind for kind in hand if kind != JOKER_TYPE]
    jokers = min(hand.count(JOKER_TYPE), form.most_jokers)
    best = 99
    starts = range(rules.lowest, 13 - form.shortest + 2)
    for suits in combinations(range(4), form.runs):
        for lows in product(starts, repeat=form.runs):
            places = [
                [suit * RANKS + (low + step - 1) % RANKS for step in range(form.shortest)]
                for suit, low in zip(suits, lows, strict=True)
            ]
            for fills in product(*(list(fillings(rules, run, naturals)) for run in places)):
                wild = sum(fill.count("joker") for fill in fills)
                if wild > jokers:
                    continue
                missing = sum(fill.count("missing") for fill in fills)
                rest = list(naturals)
                for run, fill in zip(places, fills, strict=True):
                    for kind, how in zip(run, fill, strict=True):
                        if how == "held":
                            rest.remove(kind)
                best = min(best, missing + missing_sets(rules, form, rest, jokers - wild))
    return best


def fillings(rules: ContractRules, run: list[int], held: list[int]) -> Iterator[tuple[str, ...]]:
    for fill in product(("held", "joker", "missing"), repeat=len(run)):
        if any(how == "held" and kind not in held for kind, how in zip(run, fill, strict=True)):
            continue
        touching = any(one == other == "joker" for one, other in pairwise(fill))
        if (rules.jokers_may_touch or not touching) and fill.count("joker") < len(run):
            yield fill


def missing_sets(rules: ContractRules, form: Form, rest: list[int], jokers: int) -> int:
    best = 99
    for ranks in combinations(range(RANKS), form.sets):
        lacking = 0
        wild = 0
        for rank in ranks:
            of_rank = [kind for kind in rest if kind % RANKS == rank]
            count = len(set(of_rank)) if rules.set_suits_differ else len(of_rank)
            short = max(0, form.set_size - count)
            lacking += short
            wild += min(short, form.set_size - rules.set_min_naturals)
        best = min(best, lacking - min(wild, jokers))
    return best


@settings(max_examples=25, deadline=None)
@given(hand=hands(), shape=st.sampled_from([(1, 0), (2, 0), (0, 1), (1, 1)]))
def test_the_distance_is_the_least_of_all_ways(hand: list[int], shape: tuple[int, int]) -> None:
    form = Form(*shape, further=False, shortest=4)
    assert distance(JAMAICAN, form, hand_of(hand)) == least_missing(JAMAICAN, form, hand)


@settings(max_examples=20, deadline=None)
@given(hand=hands(), number=st.integers(2, 7))
def test_so_it_is_for_contracts_that_are_laid_exactly(hand: list[int], number: int) -> None:
    game = variant_named("south_african")
    contract = game.contract(number)
    assert contract is not None
    form = exact_form(game, contract)
    assert distance(SOUTH_AFRICAN, form, hand_of(hand)) == least_missing(SOUTH_AFRICAN, form, hand)


def test_a_set_of_four_lacks_a_fourth_card() -> None:
    form = Form(1, 0, further=False, shortest=3, set_size=4, most_jokers=1)
    assert distance(SOUTH_AFRICAN, form, hand_of([0, 13, 26])) == 1
    assert distance(SOUTH_AFRICAN, form, hand_of([0, 13, 26, 0])) == 1
    assert distance(SOUTH_AFRICAN, form, hand_of([0, 13, 26, JOKER_TYPE])) == 0


def test_with_two_jokers_a_card_may_be_left_to_a_set() -> None:
    form = Form(1, 1, further=False, shortest=4)
    nines = [7, 13 + 7]
    assert distance(JAMAICAN, form, hand_of([*nines, 6, 8, 9, JOKER_TYPE, JOKER_TYPE])) == 0
    assert distance(JAMAICAN, form, hand_of([*nines, 6, 8, 9, JOKER_TYPE])) == 1


@settings(max_examples=15, deadline=None)
@given(hand=hands(2), shape=st.sampled_from([(2, 0), (0, 1), (1, 1)]))
def test_outs_are_the_live_cards_that_bring_it_nearer(hand: list[int], shape: tuple[int, int]) -> None:
    form = Form(*shape, further=False, shortest=4)
    live = [(kind % 7 == 0) + (kind % 13 == 0) for kind in range(JOKER_TYPE + 1)]
    now = least_missing(JAMAICAN, form, hand)
    near = [kind for kind in range(JOKER_TYPE + 1) if live[kind] and least_missing(JAMAICAN, form, [*hand, kind]) < now]
    assert outs(JAMAICAN, form, hand_of(hand), live) == {kind: live[kind] for kind in near}


# --- odds


def odds_of(form: Form, live: dict[int, int], reach: float) -> Odds:
    return Odds(JAMAICAN, form, [live.get(kind, 0) for kind in range(JOKER_TYPE + 1)], reach)


def by_counting(form: Form, hand: Hand, live: dict[int, int], reach: float) -> float:
    """Every subset of the cards that are still to come, each with its chance."""
    cards = [kind for kind, copies in live.items() for _ in range(copies)]
    total = 0.0
    for comes in product((False, True), repeat=len(cards)):
        held = hand
        for kind in (kind for kind, here in zip(cards, comes, strict=True) if here):
            held = add(held, kind)
        if not distance(JAMAICAN, form, held):
            total += prod(reach if here else 1 - reach for here in comes)
    return total


@settings(max_examples=20, deadline=None)
@given(
    hand=st.lists(st.sampled_from([0, 13, 1, 14, 2, 15, 3]), max_size=6),
    jokers=st.integers(0, 2),
    live=st.dictionaries(st.sampled_from([26, 27, 28, 29, 40, 41]), st.integers(1, 2), max_size=4),
    sets=st.integers(1, 3),
)
def test_the_chance_of_sets_is_that_of_all_that_may_come(
    hand: list[int], jokers: int, live: dict[int, int], sets: int
) -> None:
    form = Form(sets, 0, further=False, shortest=4)
    held = hand_of([*hand, *[JOKER_TYPE] * jokers])
    assert odds_of(form, live, 0.3).chance(held) == pytest.approx(by_counting(form, held, live, 0.3), abs=0.01)


@settings(max_examples=60, deadline=None)
@given(hand=hands(2), shape=st.sampled_from([(2, 0), (0, 1), (0, 2), (1, 1), (2, 1), (1, 3)]))
def test_a_contract_that_is_complete_is_certain_and_nothing_else_is(hand: list[int], shape: tuple[int, int]) -> None:
    form = Form(*shape, further=False, shortest=4)
    live = dict.fromkeys(range(JOKER_TYPE), 1)
    chance = odds_of(form, live, 0.2).chance(hand_of(hand))
    assert 0 <= chance <= 1 + 1e-9
    assert (chance > 1 - 1e-9) == (not distance(JAMAICAN, form, hand_of(hand)))


@settings(max_examples=60, deadline=None)
@given(hand=hands(1), shape=st.sampled_from([(2, 0), (3, 0), (0, 1), (0, 2)]), more=st.integers(0, JOKER_TYPE))
def test_a_card_more_never_makes_it_less_probable(hand: list[int], shape: tuple[int, int], more: int) -> None:
    form = Form(*shape, further=False, shortest=4)
    odds = odds_of(form, dict.fromkeys(range(JOKER_TYPE), 1), 0.2)
    assert odds.chance(add(hand_of(hand), more)) >= odds.chance(hand_of(hand)) - 1e-9


def test_a_run_that_waits_at_both_ends_is_likelier_than_one_with_a_gap() -> None:
    form = Form(0, 1, further=False, shortest=4)
    odds = odds_of(form, dict.fromkeys(range(RANKS), 2), 0.2)
    assert odds.chance(hand_of([4, 5, 6])) > odds.chance(hand_of([4, 5, 7]))
    assert odds.chance(hand_of([4, 5, 6])) == pytest.approx(1 - (1 - 0.36) ** 2, abs=0.05)


def test_a_card_that_a_run_takes_is_not_in_the_set_as_well() -> None:
    form = Form(1, 1, further=False, shortest=4)
    odds = odds_of(form, dict.fromkeys(range(JOKER_TYPE), 1), 0.2)
    run, nines = [5, 6, 7, 8], [13 + 7, 26 + 7]
    assert odds.chance(hand_of([*run, *nines])) < 0.9
    assert odds.chance(hand_of([*run, *nines, 39 + 7])) == 1


def test_dead_cards_make_a_hand_hopeless() -> None:
    form = Form(1, 0, further=False, shortest=4)
    assert odds_of(form, {}, 0.5).chance(hand_of([0, 13])) == 0
    assert odds_of(form, {26: 1}, 0.5).chance(hand_of([0, 13])) == 0.5
    assert at_least(2, 3, 0.5) == 0
