"""Which limit runs while a game waits, and what comes of it when the time is up."""

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules import game as games
from kalooki.rules.deal import Calling, InTurn
from kalooki.rules.errors import NotNowError
from kalooki.rules.events import CallGranted, Declined, Penalized
from kalooki.rules.limits import Limit, expire, running
from kalooki.rules.variant import OptionValue
from support.contract_presets import game_named
from support.kalooki_table import BRITISH, Table, lay_out, score

CONTRACT = "7S 7H 7D 8S 8H 8D 9S 9H 9D"
FALSE = "p1 lay 7S 7H 7D; 8S 8H 8D; 9S 9H 2C"


def table(hand: str = f"{CONTRACT} 2C 2D", **options: OptionValue) -> Table:
    """p1 is in turn and holds the contract."""
    return lay_out(
        {"p1": hand, "p2": "2S 3H 4H", "p3": "2D 3D 4D", "p4": "5D 6D 8D"},
        variant=game_named("jamaican", options),
        stock="3C 5C 6C 4C TC",
    )


def expired(out: Table) -> Table:
    return Table(expire(out.game)[0], out.faces)


def test_a_turn_ends_by_no_clock() -> None:
    out = table()
    assert running(out.game) is Limit.TURN
    with pytest.raises(NotNowError):
        expire(out.game)


def test_no_limit_runs_while_nobody_is_waited_for() -> None:
    game = games.new_game(BRITISH, 3)
    assert running(game) is None
    assert running(games.begin_deal(game)[0]) is None
    with pytest.raises(NotNowError):
        expire(game)


def test_who_has_not_called_in_time_passes() -> None:
    out = table()
    out.play("p1 draw", "p1 discard 2D")
    assert running(out.game) is Limit.CALL
    closed = expired(out)
    assert isinstance(closed.deal.phase, InTurn)
    assert running(closed.game) is Limit.TURN


def test_who_does_not_answer_in_time_allows_the_first_clockwise() -> None:
    out = table()
    out.play("p1 draw", "p1 discard 2D", "p4 call", "p3 call")
    assert running(out.game) is Limit.ANSWER
    after, events = expire(out.game)
    assert [event.seat for event in events if isinstance(event, CallGranted)] == [SeatNumber(2)]
    assert running(after) is Limit.TURN


def test_where_there_is_no_time_to_call_the_others_pass_and_the_call_is_allowed() -> None:
    out = table(call_window_ms=0)
    out.play("p1 draw", "p1 discard 2D")
    assert running(out.game) is Limit.TURN
    out.play("p4 call")
    assert isinstance(out.deal.phase, Calling)
    assert running(out.game) is Limit.ANSWER
    _, events = expire(out.game)
    assert [event.seat for event in events if isinstance(event, CallGranted)] == [SeatNumber(3)]


def test_a_lay_that_nobody_challenges_in_time_stands() -> None:
    out = table(penalties="challenge")
    out.play("p1 draw", FALSE, "p1 discard 2D")
    assert running(out.game) is Limit.CHALLENGE
    closed = expired(out)
    assert closed.deal.turn.seat == SeatNumber(1)
    assert running(closed.game) is Limit.CALL


def test_who_does_not_lay_again_in_time_gives_the_lay_up() -> None:
    out = table(penalties="challenge")
    out.play("p1 draw", FALSE, "p2 challenge p1 lay")
    assert running(out.game) is Limit.ANSWER
    after, events = expire(out.game)
    assert [event.why for event in events if isinstance(event, Penalized)] == ["false_lay"]
    assert running(after) is Limit.TURN


def test_who_does_not_decide_in_time_declines() -> None:
    game, _ = score(games.new_game(BRITISH, 3), "p1", "call-up", {"p2": 151})
    assert running(game) is Limit.BUY_IN
    _, events = expire(game)
    assert Declined(SeatNumber(1)) in events
