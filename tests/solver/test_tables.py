"""What is remembered between hands."""

from dataclasses import replace

import pytest

from kalooki.cards import deck
from kalooki.solver import rules as tables_of
from kalooki.solver.aims import fewest_points_left
from kalooki.solver.runs import Anchor
from kalooki.solver.whole import NEWEST, HandSolver
from kalooki.solver.words import Hand, hand_of, hand_of_cards, type_of
from support.solver_hands import rules


def test_equal_houses_share_their_tables() -> None:
    assert rules(ace_low=True) is rules(ace_low=True)
    assert rules(ace_low=True).tables is not rules().tables
    assert replace(rules()).tables is not rules().tables


def test_forgetting_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_of, "MOST_TABLES", 3)
    house = replace(rules())
    weights = fewest_points_left(house)
    for start in range(2, 12):
        anchors = ((Anchor(start, 1, 2),), (Anchor(start, -1, 2),), (), ())
        hand = Hand(*hand_of([start - 1, start, 12 + start, 30])[:4], 1)
        forgetful, fresh = HandSolver(house, weights, anchors), HandSolver(replace(rules()), weights, anchors)
        assert forgetful.best(hand) == fresh.best(hand) == forgetful.best_with(hand, 0)


def test_a_word_that_is_known_is_not_worked_out_again() -> None:
    house = rules()
    solver = HandSolver(house, fewest_points_left(house))
    hand = hand_of([5, 6, 7, 20])
    solver.best(hand)
    table = house.tables.rows(fewest_points_left(house).suits[0], (), 0)
    known = len(table)
    solver.best(hand)
    assert len(table) == known > 0


def test_a_solver_says_the_same_of_a_hand_that_it_has_kept_or_forgotten() -> None:
    solver = HandSolver(replace(rules()), fewest_points_left(rules()))
    hands = [hand_of([start, start + 1, start + 2, 30, 52]) for start in range(NEWEST + 5)]
    first = [solver.best(hand) for hand in hands]
    assert [solver.best(hand) for hand in reversed(hands)] == first[::-1]
    assert len(set(first)) > 1


def test_a_hand_of_faces_is_the_hand_of_their_types() -> None:
    cards = deck(packs=2, jokers=3)
    assert hand_of_cards(cards) == hand_of(map(type_of, cards))
    for card in cards:
        assert hand_of_cards([card]) == hand_of([type_of(card)])
