"""How far a hand is from its contract."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.actions import Lay
from kalooki.rules.files.setting import FIRST, hand_in_turn
from kalooki.rules.legal import legal_actions
from kalooki.rules.notation import parse_cards
from kalooki.rules.variants.jamaican import VARIANT as JAMAICAN
from kalooki.rules.variants.jamaican_baby import VARIANT as JAMAICAN_BABY
from kalooki_cli.look import Look
from kalooki_cli.messages.contracts import contract_words, lacking
from kalooki_cli.progress import nearest
from support.contract_presets import game_named


@pytest.mark.parametrize(
    ("number", "hand", "missing"),
    [
        (2, "7S 7S 7H 2C 3C 4C 5C", 0),
        (2, "7S 7S 7H 2C 3C 4C", 1),
        (2, "7S JK 7H 2C JK 4C 5C", 0),
        (2, "7S JK JK 2C 3C 4C 5C", 1),  # a set has two naturals
        (2, "7S 7D 7H 2C JK JK 5C", 1),  # two jokers do not touch in a run
        (2, "7S 7D 7H AC 2C 3C 4C", 0),
        (2, "7S 7D 7H KC AC 2C 3C", 1),  # no run goes round the corner
        (3, "2C 3C 4C 5C 7C 8C 9C TC", 4),  # one player's runs are of different suits
        (3, "2C 3C 4C 5C 7H 8H 9H", 1),
        (1, "7S 7S 7H 7D 7C 7H", 3),  # one player's sets are of different ranks
        (1, "7S 7S 7H 8D 8C", 1),
    ],
)
def test_the_fewest_cards_that_are_missing(number: int, hand: str, missing: int) -> None:
    assert nearest(JAMAICAN_BABY, JAMAICAN_BABY.contracts[number - 1], parse_cards(hand)).missing == missing


def test_a_card_serves_one_meld() -> None:
    found = nearest(JAMAICAN_BABY, JAMAICAN_BABY.contracts[1], parse_cards("7S 7H 7C 6C 8C 9C"))
    assert found.missing == 1


def test_what_is_held_is_shown_meld_by_meld() -> None:
    found = nearest(JAMAICAN_BABY, JAMAICAN_BABY.contracts[1], parse_cards("7S 7H KD 2C 3C 4C JK"))
    assert lacking(found, Look()) == "Nearest: 7H 7S; 2C 3C 4C, with a joker; 1 card missing."
    whole = nearest(JAMAICAN_BABY, JAMAICAN_BABY.contracts[1], parse_cards("7S 7H 7D 2C 3C 4C 5C"))
    assert lacking(whole, Look()) == "You hold all of it: 7D 7H 7S; 2C 3C 4C 5C."


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "three 3s (3-3-3)"),
        (2, "two 3s and a 4 (3-3-4)"),
        (4, "three 4s (4-4-4)"),
        (8, "a 3 and three 4s (3-4-4-4)"),
        (9, "four 4s (4-4-4-4)"),
    ],
)
def test_a_contract_is_said_as_players_say_it(number: int, words: str) -> None:
    assert contract_words(JAMAICAN, number) == words


def test_where_points_are_the_gate_there_is_no_contract() -> None:
    assert contract_words(game_named("british"), 1) == ""


FEW = [*parse_cards("2S 3S 4S 5S 6S 2H 3H 4H 5H 6H"), *parse_cards("2S 3S 4S 5S 2H 3H 4H 5H JK JK")]


@settings(max_examples=60)
@given(hand=st.lists(st.sampled_from(range(len(FEW))), min_size=9, max_size=10, unique=True), number=st.integers(1, 3))
def test_nothing_is_missing_exactly_where_the_rules_let_the_contract_be_laid(hand: list[int], number: int) -> None:
    cards = tuple(FEW[at] for at in hand)
    view = hand_in_turn(JAMAICAN_BABY, cards, number=number).view(FIRST)
    can_lay = any(isinstance(action, Lay) for action in legal_actions(view))
    assert can_lay == (nearest(JAMAICAN_BABY, JAMAICAN_BABY.contracts[number - 1], cards).missing == 0)
