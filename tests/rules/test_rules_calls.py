"""Calls out of turn: who, when, what they cost, and who comes first."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import Action, Call, Cut, Draw, Pass
from kalooki.rules.audience import audience
from kalooki.rules.game import NeedsAction, NeedsStock, pending
from kalooki.rules.state import state_lines
from kalooki.rules.variant import OptionValue
from support.contract_presets import game_named
from support.kalooki_table import BRITISH, Table, awaits, lay_out, refused

HANDS = {"p1": "7S 7H 9C", "p2": "2C 3H 4H", "p3": "2D 3D 4D", "p4": "6S 6H 6C"}


def table(
    *,
    laid: tuple[str, ...] = (),
    calls: dict[int, int] | None = None,
    stock: str = "3C 5D 9D 2H 8C 6D",
    pile: str = "4C 5C",
    reshuffles: int = 0,
    **options: OptionValue,
) -> Table:
    """p1 has drawn 3C and is about to throw 9C away; p2 is next."""
    out = lay_out(
        HANDS,
        laid=laid,
        variant=game_named("jamaican", options),
        stock=stock,
        pile=pile,
        reshuffles=reshuffles,
    )
    given = tuple((SeatNumber(seat), count) for seat, count in (calls or {}).items())
    out = Table(replace(out.game, deal=replace(out.deal, calls=given)), out.faces)
    out.play("p1 draw")
    return out


def thrown(**parts: object) -> Table:
    out = table(**parts)  # type: ignore[arg-type]
    out.play("p1 discard 9C")
    return out


def test_after_a_discard_all_may_call_but_the_one_who_threw_and_the_one_in_turn() -> None:
    out = thrown()
    assert pending(out.game) == awaits((2, 3), (1,))
    assert out.view("p3").phase.value == "call"
    with refused("own_discard"):
        out.play("p1 call")
    with refused("not_now", phase="call"):
        out.play("p2 call")
    with refused("not_now", phase="call"):
        out.play("p2 pass")


def test_an_allowed_caller_gets_the_discard_and_a_card_that_only_he_sees() -> None:
    out = thrown()
    out.play("p3 call", "p4 pass")
    assert pending(out.game) == awaits((1,))
    out.play("p2 allow")
    assert out.hand("p3") == "2D 3D 4D 9C 5D"
    slots = out.deal.hands[2]
    assert audience(out.game, slots[-1]) == 2
    assert [str(card) for card in out.view("p1").seats[2].known] == ["9C"]
    assert out.view("p1").seats[2].calls == 1
    with refused("discard_was_called"):
        out.play("p2 take")
    out.play("p2 draw")
    assert out.hand("p2") == "2C 3H 4H 9D"
    assert "calls 2:1" in list(state_lines(out.game))


def test_a_refused_call_has_no_effect_and_the_player_in_turn_takes_the_card() -> None:
    out = thrown()
    out.play("p3 call", "p4 pass", "p2 refuse")
    assert out.hand("p2") == "2C 3H 4H 9C"
    assert out.hand("p3") == "2D 3D 4D"
    assert out.view("p2").seats[2].calls == 0


def test_taking_the_card_ends_the_calls_at_once() -> None:
    out = thrown()
    out.play("p3 call", "p2 take")
    assert out.view("p2").phase.value == "play"
    with refused("not_now"):
        out.play("p4 call")


def test_a_draw_that_was_sent_stands_until_all_have_answered_and_means_allow() -> None:
    out = thrown()
    out.play("p2 draw")
    assert pending(out.game) == awaits((2, 3))
    with refused("already_answered"):
        out.play("p2 draw")
    with refused("already_answered"):
        out.play("p2 take")
    out.play("p4 call", "p3 pass")
    assert out.hand("p4") == "6S 6H 6C 9C 5D"
    assert out.hand("p2") == "2C 3H 4H 9D"


def test_when_all_pass_the_turn_begins_as_ever() -> None:
    out = thrown()
    out.play("p3 pass")
    with refused("already_answered"):
        out.play("p3 pass")
    out.play("p4 pass", "p2 take")
    assert out.hand("p2") == "2C 3H 4H 9C"
    standing = thrown()
    standing.play("p2 draw", "p3 pass", "p4 pass")
    assert standing.hand("p2") == "2C 3H 4H 5D"


def test_who_has_laid_makes_no_calls_and_must_allow_them() -> None:
    out = thrown(laid=("p2", "p4"))
    assert pending(out.game) == awaits((2,), (1,))
    with refused("has_laid"):
        out.play("p4 call")
    out.play("p3 call")
    with refused("must_allow"):
        out.play("p2 refuse")
    with refused("pile_is_locked_after_lay"):
        out.play("p2 take")
    out.play("p2 draw")
    assert out.hand("p3") == "2D 3D 4D 9C 5D"
    assert out.hand("p2") == "2C 3H 4H 9D"


def test_three_calls_are_the_limit_where_it_is_enforced() -> None:
    out = thrown(calls={2: 3})
    assert pending(out.game) == awaits((3,), (1,))
    with refused("no_calls_left", most=3):
        out.play("p3 call")
    loose = thrown(calls={2: 3}, penalties="challenge")
    loose.play("p3 call")
    none = thrown(max_calls=0)
    assert pending(none.game) == awaits((1,))
    with refused("no_calls_left", most=0):
        none.play("p3 call")


def test_where_nobody_may_call_nobody_is_waited_for() -> None:
    out = thrown(laid=("p3", "p4"))
    assert pending(out.game) == awaits((1,))
    with refused("not_now", phase="draw"):
        out.play("p2 allow")
    with refused("not_now", phase="draw"):
        out.play("p2 pass")


def test_a_call_needs_two_cards_that_can_still_be_drawn() -> None:
    out = thrown(stock="3C 5D", reshuffles=1)
    with refused("too_few_to_draw", needed=2):
        out.play("p3 call")
    assert pending(out.game) == awaits((1,))
    with_reshuffle = thrown(stock="3C 5D", pile="4C 5C 6C")
    with_reshuffle.play("p3 call", "p4 pass", "p2 allow")
    assert isinstance(pending(with_reshuffle.game), NeedsStock)


@pytest.mark.parametrize(
    ("options", "answers", "caller"),
    [
        ({}, ("p4 call", "p3 call", "p2 allow"), "p3"),
        ({"call_priority": "first"}, ("p4 call", "p3 call", "p2 allow"), "p4"),
        ({"call_priority": "judge"}, ("p3 call", "p4 call", "p2 allow p4"), "p4"),
        ({"call_priority": "judge"}, ("p3 pass", "p4 call", "p2 allow"), "p4"),
    ],
)
def test_who_comes_first_is_for_the_house_to_say(
    options: dict[str, OptionValue], answers: tuple[str, ...], caller: str
) -> None:
    out = thrown(**options)
    out.play(*answers)
    assert out.hand(caller).endswith("9C 5D")


def test_only_a_judge_names_a_caller_and_only_one_who_called() -> None:
    out = thrown(call_priority="judge")
    out.play("p3 call")
    with refused("calls_are_open", waiting=(3,)):
        out.play("p2 allow p3")
    out.play("p4 call")
    with refused("which_caller", callers=(2, 3)):
        out.play("p2 allow")
    with refused("which_caller"):
        out.play("p2 allow p1")
    plain = thrown()
    plain.play("p3 call", "p4 call")
    with refused("no_judge"):
        plain.play("p2 allow p3")
    with refused("not_your_turn", turn=1):
        plain.play("p3 allow")


def test_there_is_nothing_to_answer_where_nobody_called() -> None:
    out = thrown()
    with refused("nobody_called"):
        out.play("p2 refuse")
    with refused("nobody_called"):
        out.play("p2 allow")


def test_without_a_window_the_pluck_kills_the_card() -> None:
    out = thrown(call_window_ms=0)
    assert pending(out.game) == awaits((1,), (2, 3))
    out.play("p2 draw")
    assert out.hand("p2") == "2C 3H 4H 5D"
    with refused("not_now"):
        out.play("p3 call")
    quick = thrown(call_window_ms=0)
    quick.play("p3 call", "p2 allow")
    assert quick.hand("p3") == "2D 3D 4D 9C 5D"


def test_a_time_out_passes_for_all_and_then_allows() -> None:
    out = thrown()
    out.play("p3 call")
    game, _ = games.close_window(out.game)
    assert pending(game) == awaits((1,))
    game, _ = games.close_window(game)
    assert game.deal is not None
    assert dict(game.deal.calls) == {2: 1}
    quiet, _ = games.close_window(thrown().game)
    assert pending(quiet) == awaits((1,))
    with refused("not_now"):
        games.close_window(quiet)


def test_the_upcard_is_called_only_where_the_house_lets_it() -> None:
    for callable_, waiting in ((False, ()), (True, (2, 3, 0))):
        game = games.new_game(game_named("jamaican", {"upcard_callable": callable_, "dealer_cut": "off"}), 4)
        game, _ = games.begin_deal(game)
        game, _ = games.turn_up(game, BRITISH.start_deck(2)[0])
        needs = pending(game)
        assert isinstance(needs, NeedsAction)
        assert needs.seats == (waiting or (1,))


def test_the_dealer_may_cut_before_anybody_has_answered_for_the_upcard() -> None:
    begun = games.begin_deal(games.new_game(game_named("jamaican", {"upcard_callable": True}), 4))[0]
    game = games.turn_up(begun, BRITISH.start_deck(2)[0])[0]
    assert pending(game) == awaits((2, 3, 0), (1,))
    cutting = games.apply(game, SeatNumber(0), Cut(36))[0]
    with refused("not_now"):
        games.apply(cutting, SeatNumber(2), Call())
    asked = games.cut(cutting, 0)[0]
    assert asked.deal is not None
    assert game.deal is not None
    assert asked.deal.phase == game.deal.phase
    assert asked.deal.beside == ((0, -50),)
    with refused("already_cut"):
        games.apply(asked, SeatNumber(0), Cut(36))
    answers: tuple[tuple[int, Action], ...] = ((2, Pass()), (2, Call()), (1, Draw()))
    for seat, answer in answers:
        late = games.apply(game, SeatNumber(seat), answer)[0]
        with refused("not_now"):
            games.apply(late, SeatNumber(0), Cut(36))


def test_where_nobody_may_call_the_dealer_cuts_before_the_first_draw() -> None:
    begun = games.begin_deal(games.new_game(game_named("jamaican", {"upcard_callable": True, "max_calls": 0}), 4))[0]
    game = games.turn_up(begun, BRITISH.start_deck(2)[0])[0]
    assert pending(game) == awaits((1,), (0,))
    with refused("not_now"):
        games.apply(games.apply(game, SeatNumber(1), Draw())[0], SeatNumber(0), Cut(36))


def restocked(out: Table) -> Table:
    needs = pending(out.game)
    assert isinstance(needs, NeedsStock)
    faces = out.faces | dict(zip(needs.slots, needs.deck, strict=True))
    return Table(games.restock(out.game, needs.slots)[0], faces)


def test_a_stock_that_the_penalty_card_empties_is_renewed_before_the_pluck() -> None:
    out = thrown(stock="3C 5D", pile="4C 5C 6C")
    out.play("p2 draw", "p3 call", "p4 pass")
    assert "phase reshuffle 1" in list(state_lines(out.game))
    out = restocked(out)
    assert out.hand("p3") == "2D 3D 4D 9C 5D"
    assert out.hand("p2") == "2C 3H 4H 4C"


def test_a_discard_that_came_with_the_last_card_is_called_after_the_reshuffle() -> None:
    out = thrown(stock="3C", pile="4C 5C 6C")
    assert "phase reshuffle 0 calls" in list(state_lines(out.game))
    out = restocked(out)
    assert pending(out.game) == awaits((2, 3), (1,))
    assert "phase call 2,3 - 0" in list(state_lines(out.game))
    out.play("p3 call", "p4 pass", "p2 allow")
    assert out.hand("p3") == "2D 3D 4D 9C 4C"


def test_a_lazy_stock_is_renewed_for_the_penalty_card() -> None:
    out = thrown(stock="3C", pile="4C 5C 6C", exhaust="lazy")
    out.play("p3 call", "p4 pass", "p2 allow")
    assert "phase reshuffle 0 2" in list(state_lines(out.game))
    out = restocked(out)
    assert out.hand("p3") == "2D 3D 4D 9C 4C"
    out.play("p2 draw")
    lazy = thrown(stock="3C 5D", pile="4C 5C 6C", exhaust="lazy")
    lazy.play("p3 call", "p4 pass", "p2 allow")
    assert pending(lazy.game) == awaits((1,))


def test_a_turn_that_ends_without_a_discard_opens_no_calls() -> None:
    out = lay_out(
        {"p1": "", "p2": "2C", "p3": "2D", "p4": "2H"}, laid=("p1",), stock="JK 3C", variant=game_named("jamaican")
    )
    out.play("p1 draw", "p1 end JK")
    assert pending(out.game) == awaits((1,))


def test_nothing_is_called_in_the_points_games() -> None:
    out = lay_out({"p1": "7S", "p2": "2C"})
    for move in ("call", "pass", "allow", "refuse"):
        with refused("not_in_this_variant"):
            out.play(f"p2 {move}")


def test_each_call_makes_a_hand_two_cards_bigger() -> None:
    sizes: list[int] = []
    for _ in range(4):
        out = thrown(calls={2: len(sizes)}, penalties="challenge")
        before = len(out.deal.hands[2])
        out.play("p3 call", "p4 pass", "p2 allow")
        sizes.append(len(out.deal.hands[2]) - before)
        assert dict(out.deal.calls)[SeatNumber(2)] == len(sizes)
    assert sizes == [2, 2, 2, 2]


@pytest.mark.parametrize(("exhaust", "move"), [("eager", "discard 9C"), ("lazy", "draw")])
def test_eight_players_in_the_ninth_deal_may_hold_so_much_that_nothing_is_left_to_shuffle(
    exhaust: str, move: str
) -> None:
    variant = game_named("jamaican", {"exhaust": exhaust, "dealer_cut": "off", "max_calls": 0})
    hands = {f"p{place}": "7S 7H 9C" for place in range(1, 9)}
    out = lay_out(
        hands, variant=variant, stock="3C" if exhaust == "eager" else "", pile="" if exhaust == "eager" else "4C"
    )
    out = Table(replace(out.game, number=9, deal=replace(out.deal, number=9)), out.faces)
    dealer = out.game.dealer
    if exhaust == "eager":
        out.play("p1 draw")
    out.play(f"p1 {move}")
    assert "result voided 9 1 nothing_to_reshuffle" in list(state_lines(out.game))
    again, _ = games.begin_deal(out.game)
    assert again.deal is not None
    assert (again.number, again.attempt, again.dealer, again.totals) == (9, 2, dealer, (0,) * 8)
    assert [len(hand) for hand in again.deal.hands] == [16] * 8
