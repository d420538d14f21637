"""Challenge mode and the dealer's cut."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import Action, Challenge, Cut, Draw
from kalooki.rules.cutting import OFFSETS
from kalooki.rules.events import CutMade
from kalooki.rules.game import NeedsOffset, pending
from kalooki.rules.judging import check_view
from kalooki.rules.legal import legal_actions
from kalooki.rules.state import state_lines
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import view
from support.contract_presets import game_named
from support.kalooki_table import Table, awaits, lay_out, refused

CONTRACT = "7S 7H 7D 8S 8H 8D 9S 9H 9D"
TRUE = "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 9D"
FALSE = "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 2C"


def table(
    *,
    calls: dict[int, int] | None = None,
    laid: tuple[str, ...] = (),
    hand: str = f"{CONTRACT} 2C",
    **options: OptionValue,
) -> Table:
    out = lay_out(
        {"p1": hand, "p2": "2S 3H 4H", "p3": "2D 3D 4D"},
        laid=laid,
        variant=game_named("jamaican", {"penalties": "challenge", **options}),
    )
    given = tuple((SeatNumber(seat), count) for seat, count in (calls or {}).items())
    return Table(replace(out.game, deal=replace(out.deal, calls=given)), out.faces)


def beside(out: Table) -> dict[int, int]:
    return {int(seat): points for seat, points in out.deal.beside}


# --- overcalls --------------------------------------------------------------------------------------------------------


def test_an_overcall_costs_fifty_for_each_call_too_many_and_only_once() -> None:
    out = table(calls={1: 5})
    out.play("p3 challenge p2 overcall")
    assert beside(out) == {1: 100}
    assert "charged 1:2" in list(state_lines(out.game))
    assert out.view("p1").seats[1].charged == 2


def test_who_is_a_moment_later_with_a_challenge_pays_nothing_for_it() -> None:
    out = table(calls={1: 5})
    out.play("p3 challenge p2 overcall")
    assert Challenge(SeatNumber(1), "overcall") not in set(legal_actions(out.view("p1")))
    with refused("already_charged"):
        out.play("p1 challenge p2 overcall")
    assert beside(out) == {1: 100}


def test_a_challenge_of_exactly_three_calls_costs_the_challenger() -> None:
    out = table(calls={1: 3}, penalty_points=100)
    out.play("p3 challenge p2 overcall")
    assert beside(out) == {2: 100}


def test_calls_are_not_challenged_after_the_caller_has_laid() -> None:
    out = table(calls={1: 4}, laid=("p2",))
    with refused("too_late_to_challenge"):
        out.play("p3 challenge p2 overcall")


def test_who_called_too_often_may_have_to_wait_for_all_others() -> None:
    out = table(calls={0: 4}, overcall="no_lay")
    out.play("p2 challenge p1 overcall", "p1 draw")
    assert beside(out) == {}
    with refused("may_not_lay_yet"):
        out.play(TRUE)
    assert "no_lay 0" in list(state_lines(out.game))
    late = table(calls={0: 4}, overcall="no_lay", laid=("p2", "p3"))
    late.play("p2 challenge p1 overcall", "p1 draw", TRUE)


@pytest.mark.parametrize("move", ["p1 challenge p1 overcall", "p1 challenge p9 lay"])
def test_one_challenges_another_player_of_the_deal(move: str) -> None:
    with refused("cannot_challenge"):
        table().play(move)


def test_there_are_no_challenges_where_the_rules_are_enforced() -> None:
    out = table(penalties="enforce")
    with refused("not_in_this_variant", move="challenge"):
        out.play("p2 challenge p1 lay")


def test_nothing_is_challenged_while_the_table_is_busy() -> None:
    game = games.new_game(game_named("jamaican", {"penalties": "challenge"}), 3)
    game, _ = games.begin_deal(game)
    with refused("not_now", phase="upcard"):
        games.check(game, SeatNumber(0), Challenge(SeatNumber(1), "lay"))


# --- lays -------------------------------------------------------------------------------------------------------------


def test_a_false_lay_that_is_challenged_before_the_discard_goes_back_and_costs_fifty() -> None:
    out = table()
    out.play("p1 draw", FALSE)
    assert out.view("p2").table[2].closed
    assert "false_lay 1" in list(state_lines(out.game))
    out.play("p2 challenge p1 lay")
    assert (out.view("p1").phase.value, out.deal.melds) == ("challenge", ())
    assert len(out.view("p3").seats[0].known) == 9
    with refused("not_your_turn"):
        out.play("p2 return")
    with refused("not_now", phase="challenge"):
        out.play("p1 discard 2C")
    out.play("p1 return")
    assert beside(out) == {0: 50}
    with refused("must_discard_now"):
        out.play(TRUE)
    out.play("p1 discard 2C")


def test_a_false_lay_may_be_rearranged_into_the_contract_at_once() -> None:
    out = table()
    out.play("p1 draw", FALSE, "p1 discard 3C", "p2 challenge p1 lay")
    assert out.pile == "4D"
    assert "phase rearrange" in list(state_lines(out.game))
    with refused("contract_not_met"):
        out.play("p1 lay 7S 7H 7D; 8S 8H 8D")
    with refused("neither_set_nor_run"):
        out.play(FALSE)
    out.play(TRUE)
    assert beside(out) == {}
    out.play("p1 discard 2C", "p2 pass", "p3 pass")
    assert SeatNumber(0) in out.deal.laid


def test_a_false_lay_stands_when_nobody_challenges_it_and_is_closed() -> None:
    out = table(laid=("p2",))
    out.play("p1 draw", FALSE)
    with refused("meld_is_closed", meld=3):
        out.play("p1 lay 9D on m3")
    out.play("p1 discard 3C")
    assert pending(out.game) == awaits((1, 2), (0,))
    assert "phase hold 1,2 1" in list(state_lines(out.game))
    with refused("not_now"):
        out.play("p1 pass")
    out.play("p2 pass")
    with refused("already_answered"):
        out.play("p2 pass")
    with refused("already_answered"):
        out.play("p2 challenge p1 lay")
    out.play("p3 pass")
    assert (out.deal.turn.seat, beside(out)) == (1, {})
    with refused("nothing_to_challenge"):
        out.play("p3 challenge p1 lay")


def test_a_wrong_challenge_costs_the_challenger_and_the_lay_stands() -> None:
    out = table(laid=("p3",))
    out.play("p1 draw", TRUE, "p3 challenge p1 lay", "p1 discard 3C", "p2 challenge p1 lay", "p3 pass")
    assert beside(out) == {1: 50, 2: 50}
    assert out.deal.turn.seat == 1


def test_only_cards_that_are_held_are_laid_falsely_and_only_as_melds() -> None:
    out = table()
    out.play("p1 draw", "p1 lay 7S 8H")
    assert [meld.sealed for meld in out.deal.melds] == [True]
    twice = table(laid=("p2",))
    twice.play("p1 draw")
    with refused("contract_not_met"):
        twice.play("p1 lay 7S 7H 7D; 2C on m1")
    jokers = table(hand="JK JK 2C")
    jokers.play("p1 draw", "p1 lay JK JK")
    assert str(jokers.deal.melds[0].shape.rank.letter) == "A"  # type: ignore[union-attr]


def test_going_out_is_held_too() -> None:
    out = table(hand=CONTRACT)
    out.play("p1 draw", TRUE, "p1 discard 3C")
    assert out.view("p2").phase.value == "challenge"
    game, events = games.close_window(out.game)
    assert [type(event).__name__ for event in events] == ["WentOut"]
    assert game.deal is not None


def test_a_turn_that_ends_with_jokers_is_held_as_well() -> None:
    out = lay_out(
        {"p1": f"{CONTRACT} JK", "p2": "2S 3H", "p3": "2D 3D"},
        stock="JK 3C 5D",
        variant=game_named("jamaican", {"penalties": "challenge"}),
    )
    out.play("p1 draw", TRUE)
    out.play("p1 lay JK on m1", "p1 end JK")
    assert out.view("p2").phase.value == "challenge"
    out.play("p2 challenge p1 lay", "p3 pass")
    assert beside(out) == {1: 50}


def test_without_a_time_for_challenges_a_discard_takes_effect_at_once() -> None:
    out = table(challenge_window_ms=0, laid=("p2", "p3"))
    out.play("p1 draw", TRUE, "p1 discard 3C")
    assert out.deal.turn.seat == 1


def test_a_time_out_after_an_upheld_challenge_gives_the_lay_up() -> None:
    out = table()
    out.play("p1 draw", FALSE, "p2 challenge p1 lay")
    game, _ = games.close_window(out.game)
    assert game.deal is not None
    assert dict(game.deal.beside) == {0: 50}


def test_challenges_are_proposed_to_those_who_may_make_them() -> None:
    out = table(calls={1: 4})
    assert Challenge(SeatNumber(1), "overcall") in set(legal_actions(out.view("p3")))
    assert not list(legal_actions(out.view("")))
    out.play("p1 draw", FALSE, "p2 challenge p1 lay")
    kinds = {type(action).__name__ for action in legal_actions(out.view("p1"))}
    assert kinds == {"Return", "Lay"}


@pytest.mark.parametrize("option", ["overcall", "challenge_window_ms"])
def test_what_belongs_to_challenges_is_set_only_with_them(option: str) -> None:
    value: OptionValue = "no_lay" if option == "overcall" else 100
    with refused("option_not_applicable", option=option):
        game_named("jamaican", {option: value})
    assert getattr(game_named("jamaican", {option: value, "penalties": "challenge"}), option) == value


# --- the dealer's cut -------------------------------------------------------------------------------------------------


def begun(**options: OptionValue) -> games.Game:
    game = games.new_game(game_named("jamaican", options), 4)
    game, _ = games.begin_deal(game)
    return games.turn_up(game, game.variant.start_deck(4)[0])[0]


@pytest.mark.parametrize(("offset", "bonus"), [(0, {0: -50}), (3, {})])
def test_the_dealer_cuts_for_a_bonus(offset: int, bonus: dict[int, int]) -> None:
    game = begun()
    assert pending(game) == awaits((1,), (0,))
    game, _ = games.apply(game, SeatNumber(0), games_cut(36))
    assert pending(game) == NeedsOffset(OFFSETS)
    assert "phase cut 36" in list(state_lines(game))
    with refused("not_now", phase="cut"):
        games.check(game, SeatNumber(0), games_cut(36))
    with refused("not_now", phase="cut"):
        check_view(view(game, SeatNumber(0), {}), games_cut(36))
    game, events = games.cut(game, offset)
    assert events[0] == CutMade(SeatNumber(0), 36, 36 + offset, 36)
    assert game.deal is not None
    assert dict(game.deal.beside) == bonus
    assert f"cut 36 {36 + offset} 36" in list(state_lines(game))
    with refused("already_cut"):
        games.check(game, SeatNumber(0), games_cut(36))
    with refused("not_now"):
        games.cut(game, 0)


def games_cut(depth: int | None) -> Action:
    return Cut(depth)


def test_a_cut_is_the_dealers_before_the_first_pluck_and_has_a_depth() -> None:
    game = begun()
    for depth in (None, 0, 109):
        with refused("bad_depth", most=108):
            games.check(game, SeatNumber(0), games_cut(depth))
    with refused("only_the_dealer", dealer=0):
        games.check(game, SeatNumber(1), games_cut(36))
    late, _ = games.apply(game, SeatNumber(1), Draw())
    with refused("not_now", phase="play"):
        games.check(late, SeatNumber(0), games_cut(36))
    with refused("not_in_this_variant"):
        games.check(begun(dealer_cut="off"), SeatNumber(0), games_cut(36))


def test_the_upcard_may_count_in_the_cut() -> None:
    game, _ = games.apply(begun(dealer_cut_count="cards_and_upcard"), SeatNumber(0), games_cut(37))
    _, events = games.cut(game, 0)
    assert [type(event).__name__ for event in events] == ["CutMade", "Penalized"]
