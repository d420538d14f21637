"""House rules of exact contracts: jokers that always stand for seen cards, and going out in one turn; the full suit."""

from collections.abc import Mapping

import pytest

from kalooki.bots import greedy
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Discard, Lay
from kalooki.rules.files.setting import hand_in_turn
from kalooki.rules.game import new_game
from kalooki.rules.judging import check_view
from kalooki.rules.notation import format_item, parse_cards, parse_faces
from kalooki.rules.open_game import OpenGame
from kalooki.rules.variant import OptionValue
from kalooki.solver import best_turn
from support.contract_presets import game_named

ME = SeatNumber(0)


def table(
    hand: str, number: int, *melds: str, preset: str = "south_african", laid: bool = False, **house: OptionValue
) -> OpenGame:
    lying = [(ME, parse_faces(meld)) for meld in melds]
    return hand_in_turn(game_named(preset, house), parse_cards(hand), number=number, table=lying, laid=laid)


def laid_by_bot(at: OpenGame) -> list[str]:
    """The items of what it lays, one lay after another, until it discards or is out."""
    items: list[str] = []
    while (view := at.view(ME)).awaited == (ME,) and isinstance(action := greedy.propose(view), Lay):
        items += [format_item(item) for item in action.items]
        at.act(ME, action)
    return items


SEEN = "4C 5C 6C"


def test_a_later_joker_stands_for_what_it_likes_unless_the_house_says_always() -> None:
    hand = "9S 9H JK 2D KH"
    assert laid_by_bot(table(hand, 2, SEEN, laid=True)) == ["9S 9H JK=9D"]
    at = table(hand, 2, SEEN, laid=True, half_safe="always")
    assert laid_by_bot(at) == []
    plan = best_turn(at.view(ME))
    assert plan is not None
    assert plan.discard is not None
    check_view(at.view(ME), Discard(plan.discard))


def test_what_can_be_laid_without_the_joker_is_laid_and_the_joker_stays() -> None:
    at = table("7H 7S 7D 9S 9H JK KH", 2, SEEN, laid=True, half_safe="always")
    assert len(laid_by_bot(at)) == 1
    plan = best_turn(at.view(ME))
    assert plan is not None
    assert any(str(shown.card) == "JK" for shown in plan.left)


def test_who_lays_all_naturals_throws_the_joker_away_and_is_out() -> None:
    at = table("7H 7S 7D JK", 2, SEEN, laid=True, half_safe="always")
    plan = best_turn(at.view(ME))
    assert plan is not None
    assert (plan.goes_out, str(plan.discard.card) if plan.discard else "") == (True, "JK")


def test_a_joker_that_stands_for_a_seen_card_is_laid() -> None:
    at = table("9S 9H JK 2D KH", 2, "7D 8D 9D", laid=True, half_safe="always")
    assert laid_by_bot(at) == ["9S 9H JK=9D"]


def test_a_joker_of_a_set_is_of_a_suit_that_was_seen_if_there_is_one() -> None:
    new = table("9S 9H JK 2D KH", 2, "7C 8C 9C", laid=True, half_safe="always")
    assert laid_by_bot(new) == ["9S 9H JK=9C"]
    run = table("9S JK JS 2D KH", 2, "7C 8C 9C", laid=True, half_safe="always")
    assert laid_by_bot(run) == []


@pytest.mark.parametrize(("hand", "out"), [("7H 7S 7D 9S 9H 9D 2C", True), ("7H 7S 7D 9S 9H 9D 2C KD", False)])
def test_where_the_house_lets_one_go_out_in_one_turn_the_bot_does(hand: str, *, out: bool) -> None:
    at = table(hand, 2, sa_kaluki=True)
    plan = best_turn(at.view(ME))
    assert plan is not None
    assert (len(plan.items), plan.goes_out) == ((2, True) if out else (1, False))
    check_view(at.view(ME), Lay(plan.items))
    plain = best_turn(table(hand, 2).view(ME))
    assert plain is not None
    assert len(plain.items) == 1


def test_going_out_in_one_turn_does_not_make_a_joker_stand_for_what_it_may_not() -> None:
    hand = "7H 7S 7D 9S 9H JK"
    assert len(best_turn(table(hand, 2, sa_kaluki=True).view(ME)).items) == 2  # type: ignore[union-attr]
    always = table(hand, 2, sa_kaluki=True, half_safe="always")
    assert len(best_turn(always.view(ME)).items) == 1  # type: ignore[union-attr]


def test_a_whole_suit_and_further_melds_are_laid_in_one_turn_where_the_house_has_them() -> None:
    hand = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 8H 8D 8C 2D"
    assert len(laid_by_bot(table(hand, 4, preset="jamaican", extra_melds=True))) == 2
    assert len(laid_by_bot(table(hand, 4, preset="jamaican"))) == 1


@pytest.mark.parametrize(
    "house", [{"half_safe": "always", "sa_order": "c"}, {"sa_kaluki": True, "sa_order": "b"}], ids=str
)
def test_every_answer_of_the_greedy_bot_is_legal_with_house_rules(house: Mapping[str, OptionValue]) -> None:
    at = OpenGame(new_game(game_named("south_african", house), 3), b"houses")
    while (seat := at.to_move()) is not None:
        action = greedy.propose(at.view(seat))
        check_view(at.view(seat), action)
        at.act(seat, action)
