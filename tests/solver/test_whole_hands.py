"""The solver against a second one that was written from the definitions alone."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.solver.aims import fewest_points_left, points_laid
from kalooki.solver.pieces import LaidOff, NewRun, Piece, kinds_of
from kalooki.solver.recover import melds_through, pieces
from kalooki.solver.rules import SolverRules
from kalooki.solver.weights import SECOND, SHIFT
from kalooki.solver.whole import HandSolver
from kalooki.solver.words import add, hand_of, remove
from support.meld_oracle import MeldOracle
from support.solver_hands import JOKER, dense_hands, rules

BRITISH = rules()
HOUSES = {
    "british": (rules(), MeldOracle()),
    "ace low": (rules(ace_low=True), MeldOracle(ace_low=True)),
    "ace low, worth 11": (rules(ace_low=True, low_ace_meld_value=11), MeldOracle(ace_low=True, low_ace_value=11)),
    "one joker in a set, two in a run": (
        rules(ace_low=True, max_jokers_per_meld="one_per_set_two_per_run"),
        MeldOracle(ace_low=True, most_jokers_in_set=1, most_jokers_in_run=2),
    ),
    "fewer jokers than naturals": (
        rules(max_jokers_per_meld="fewer_than_naturals"),
        MeldOracle(fewer_jokers_than_naturals=True),
    ),
    "suits that repeat in a set": (replace(rules(), na_duplicate_suits=True), MeldOracle(suits_may_repeat=True)),
}


def meets(outcomes: frozenset[tuple[int, int]], need: int) -> int | None:
    return max((dead for dead, second in outcomes if second >= need), default=None)


def meld_of(piece: Piece) -> tuple[int, ...]:
    return tuple(sorted(kinds_of(piece)))


def worth(house: SolverRules, piece: Piece) -> int:
    """What a new meld counts by its own shape."""
    assert not isinstance(piece, LaidOff)
    if isinstance(piece, NewRun):
        return sum(house.meld_values[position] for position, _ in piece.cells)
    return house.meld_values[piece.rank + 1] * (len(piece.suits) + piece.jokers)


@pytest.mark.parametrize("name", HOUSES)
@settings(max_examples=70)
@given(hand=dense_hands(largest=9, jokers=3), need=st.integers(0, 60))
def test_no_melding_gets_more_points_out_of_a_hand(name: str, hand: list[int], need: int) -> None:
    house, oracle = HOUSES[name]
    outcomes = oracle.outcomes(tuple(hand))
    assert HandSolver(house, fewest_points_left(house)).best(hand_of(hand)) >> SHIFT == meets(outcomes, 0)
    weight = HandSolver(house, points_laid(house)).best_with(hand_of(hand), need)
    assert (None if weight is None else weight >> SHIFT) == meets(outcomes, need)


@pytest.mark.parametrize("name", HOUSES)
@settings(max_examples=70)
@given(hand=dense_hands(largest=9, jokers=3), need=st.integers(0, 60))
def test_the_melds_that_it_names_are_melds_of_the_hand_and_earn_what_it_said(
    name: str, hand: list[int], need: int
) -> None:
    house, oracle = HOUSES[name]
    solver = HandSolver(house, points_laid(house))
    weight = solver.best_with(hand_of(hand), need)
    if weight is None:
        return
    laid = pieces(solver, hand_of(hand), weight)
    rest = list(hand)
    for piece in laid:
        meld = meld_of(piece)
        assert worth(house, piece) in list(oracle.readings(meld))
        for kind in meld:
            rest.remove(kind)
    assert sum(worth(house, piece) for piece in laid) == weight & SECOND >= need
    assert sum(house.penalties[kind] for piece in laid for kind in meld_of(piece)) == weight >> SHIFT


@settings(max_examples=60)
@given(hand=dense_hands(largest=8), need=st.integers(0, 50), data=st.data())
def test_a_meld_through_one_card_is_found_where_there_is_one(hand: list[int], need: int, data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(hand))
    solver, oracle = HandSolver(BRITISH, points_laid(BRITISH)), HOUSES["british"][1]
    found = []
    for value, piece, rest in melds_through(solver, hand_of(hand), card):
        assert card in meld_of(piece)
        assert list(oracle.readings(meld_of(piece)))
        weight = solver.best_with(rest, need - (value & SECOND))
        found += [] if weight is None else [value + weight >> SHIFT]
    others = list(hand)
    others.remove(card)
    with_card = meets(frozenset(oracle.outcomes_through(card, tuple(others))), need)
    assert max(found, default=None) == with_card


@settings(max_examples=80)
@given(hand=dense_hands(largest=14, jokers=2), card=st.integers(0, JOKER))
def test_a_further_card_never_makes_the_melds_worse(hand: list[int], card: int) -> None:
    solver = HandSolver(BRITISH, fewest_points_left(BRITISH))
    best = solver.best(hand_of(hand)) >> SHIFT
    assert 0 <= best <= sum(BRITISH.penalties[kind] for kind in hand)
    if hand.count(card) < 7:
        assert solver.best(add(hand_of(hand), card)) >> SHIFT >= best


@settings(max_examples=80)
@given(hand=dense_hands(largest=14, jokers=2), order=st.permutations(range(4)))
def test_the_suits_are_worth_the_same(hand: list[int], order: list[int]) -> None:
    solver = HandSolver(BRITISH, points_laid(BRITISH))
    renamed = [kind if kind == JOKER else order[kind // 13] * 13 + kind % 13 for kind in hand]
    assert solver.best(hand_of(hand)) == solver.best(hand_of(renamed))


@settings(max_examples=80)
@given(hand=dense_hands(largest=13, jokers=1), card=st.integers(0, 51))
def test_a_joker_lays_at_least_as_much_as_any_natural(hand: list[int], card: int) -> None:
    second = HandSolver(BRITISH, points_laid(BRITISH).second())
    if hand.count(card) < 7:
        assert second.best(add(hand_of(hand), JOKER)) >= second.best(add(hand_of(hand), card))


@settings(max_examples=30)
@given(hand=dense_hands(largest=14, jokers=4))
def test_no_meld_is_left_in_what_it_leaves(hand: list[int]) -> None:
    solver = HandSolver(BRITISH, fewest_points_left(BRITISH))
    weight = solver.best(hand_of(hand))
    rest = hand_of(hand)
    for piece in pieces(solver, rest, weight):
        for kind in meld_of(piece):
            rest = remove(rest, kind)
    assert solver.best(rest) == 0


def test_a_long_row_of_jokers_needs_a_run_that_does_not_fall_apart() -> None:
    four = rules(jokers=4)
    solver = HandSolver(four, fewest_points_left(four))
    three_sevens_up = [4, 5, 6]
    assert solver.best(hand_of([*three_sevens_up, JOKER, JOKER, JOKER])) >> SHIFT == 6 + 7 + 8 + 3 * 15


def test_two_cards_of_one_face_are_no_run() -> None:
    solver = HandSolver(BRITISH, fewest_points_left(BRITISH))
    five, six = 16, 17
    assert solver.best(hand_of([five, five, six])) == 0
    assert solver.best(hand_of([five, six])) == 0
