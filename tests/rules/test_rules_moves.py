"""Which actions begin a new move: what nobody else's choice depends on leaves the move as it is."""

from dataclasses import replace

from kalooki.cards import JOKER, SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import Action, Call, Challenge, Discard, Draw, Pass, Show, Shown, Take
from kalooki.rules.deal import Calling, Holding, InTurn
from kalooki.rules.moves import is_same_move
from kalooki.rules.standings import Game
from support.contract_presets import game_named
from support.kalooki_table import Table, lay_out


def seat(name: str) -> SeatNumber:
    return SeatNumber(int(name[1:]) - 1)


def is_answer(game: Game, who: str, action: Action) -> bool:
    """Whether the action leaves the move as it is."""
    return is_same_move(game, games.apply(game, seat(who), action)[0])


def called(**options: object) -> Table:
    """p1 has discarded, p2 is in turn, and p3 and p4 may call."""
    out = lay_out(
        {"p1": "2S 3S", "p2": "2C 4C", "p3": "2D 4D", "p4": "2H 4H"},
        stock="5S 6S 7S 8S",
        variant=game_named("jamaican", {"dealer_cut": "off", **options}),  # type: ignore[dict-item]
    )
    out.play("p1 draw")
    out.play("p1 discard 2S")
    assert isinstance(out.deal.phase, Calling)
    return out


def test_calls_passes_and_a_draw_that_stands_leave_the_move_as_it_is() -> None:
    assert is_answer(called().game, "p3", Call())
    assert is_answer(called().game, "p4", Pass())
    assert is_answer(called().game, "p2", Draw())


def test_the_last_answer_leaves_it_too_while_no_card_has_moved() -> None:
    out = called()
    out.play("p3 pass")
    after, _ = games.apply(out.game, seat("p4"), Pass())
    assert after.deal is not None
    assert isinstance(after.deal.phase, InTurn)
    assert is_same_move(out.game, after)


def test_an_answer_by_which_a_card_moves_begins_a_new_move() -> None:
    out = called()
    assert not is_answer(out.game, "p2", Take())
    out.play("p3 call")
    out.play("p2 draw")
    assert not is_answer(out.game, "p4", Pass())


def test_a_challenge_that_only_costs_points_leaves_the_move_as_it_is() -> None:
    out = called(penalties="challenge")
    assert is_answer(out.game, "p3", Challenge(seat("p4"), "overcall"))
    out.play("p2 take")
    assert is_answer(out.game, "p3", Challenge(seat("p4"), "overcall"))


def test_draws_and_discards_begin_a_new_move() -> None:
    out = lay_out({"p1": "2S 3S", "p2": "2C 4C", "p3": "2D 4D"}, stock="5S 6S 7S 8S", variant=game_named("jamaican"))
    assert not is_answer(out.game, "p1", Draw())
    out.play("p1 draw")
    shown = next(one for one in out.view("p1").hand)
    assert not is_answer(out.game, "p1", Discard(shown))


def test_between_deals_every_action_begins_a_new_move() -> None:
    game = games.new_game(game_named("jamaican"), 3)
    assert not is_same_move(game, game)


def test_cards_that_are_shown_leave_the_move_as_it_is() -> None:
    variant = game_named("south_african")
    hands = {"p1": "2S 3S", "p2": "JK JK JK", "p3": "2D 4D"}
    out = lay_out(hands, variant=variant, number=0)
    jokers = tuple(Shown(slot, JOKER) for slot in out.deal.hands[1])
    assert is_answer(out.game, "p2", Show(jokers))
    assert not is_answer(out.game, "p1", Take())


def test_who_does_not_challenge_leaves_the_move_as_it_is_and_the_last_ends_the_turn() -> None:
    out = called(penalties="challenge")
    held = replace(out.game, deal=replace(out.deal, phase=Holding((seat("p3"), seat("p4")), calls=True)))
    assert is_answer(held, "p3", Pass())
    after, _ = games.apply(held, seat("p3"), Pass())
    assert not is_answer(after, "p4", Pass())
