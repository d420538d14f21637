"""Which seats' bots are asked for an action, and when."""

from kalooki.cards import SeatNumber
from kalooki.rules import game as games
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, view
from kalooki.shell.bot_player import asked
from support.contract_presets import game_named
from support.kalooki_table import BRITISH, Table, lay_out, score


def thrown(**options: OptionValue) -> Table:
    """p1 has thrown a card away, p2 is in turn, p3 and p4 may call it."""
    out = lay_out(
        {"p1": "2S 3S 4S", "p2": "2H 3H", "p3": "2D 3D", "p4": "2C 3C"},
        variant=game_named("jamaican", options),
        stock="5C 6C 7C 8C 9C",
    )
    out.play("p1 draw", "p1 discard 2S")
    return out


def seats(seen: SeatView) -> set[SeatNumber | None]:
    return set(asked(seen))


def test_in_a_turn_its_player_is_asked_and_nobody_else_not_even_for_a_challenge() -> None:
    out = thrown(penalties="challenge")
    out.play("p2 take")
    assert set(out.view("p1").may_act) == {0, 2, 3}
    assert seats(out.view("p1")) == {1}


def test_while_calls_are_open_who_may_call_and_who_is_in_turn_are_asked_at_once() -> None:
    out = thrown(penalties="challenge")
    assert seats(out.view("p1")) == {1, 2, 3}
    out.play("p2 draw", "p3 pass")
    assert seats(out.view("p1")) == {3}


def test_without_a_time_for_calls_they_are_asked_as_well() -> None:
    out = thrown(call_window_ms=0)
    assert out.view("p1").awaited == (1,)
    assert seats(out.view("p1")) == {1, 2, 3}


def test_who_may_buy_in_is_asked() -> None:
    game, _ = score(games.new_game(BRITISH, 4), "p1", "call-up", {"p2": 151})
    assert seats(view(game, SeatNumber(0), {})) == {1}
