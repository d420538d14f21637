"""A node's own clock: when a limit is over there, and what it holds against the host's word that it is."""

from dataclasses import replace

from kalooki.rules.actions import Call, Draw, Take
from kalooki.rules.limits import Limit
from kalooki.table.countdown import LEFT_MS, Clock, Countdown, TimeGate, ends_a_limit, said_time_up
from kalooki.table.log import ByNode, Message
from kalooki.table.payloads import Act, NodeNumber, Payload, Ready, TimeUp
from kalooki.table.replica import Applied
from support.contract_tables import dealt, discarded, effective, in_turn, waiting
from support.table_scribe import HOST, Scribe, by_player, scribe_at


def running(scribe: Scribe) -> tuple[Clock, Countdown]:
    clock = Clock()
    clock.see(scribe.state)
    assert clock.now is not None
    return clock, clock.now


def test_a_limit_runs_from_the_first_tick_after_it_began() -> None:
    clock, countdown = running(discarded())
    assert not countdown.is_over(10**9)
    assert countdown.is_in_time(10**9)
    clock.tick(1000)
    clock.tick(2000)
    assert not countdown.is_over(4999)
    assert countdown.is_over(5000)
    assert countdown.is_in_time(5000)
    assert not countdown.is_in_time(5001)


def test_a_state_in_which_the_same_limit_runs_begins_it_no_second_time() -> None:
    scribe = discarded()
    clock, countdown = running(scribe)
    clock.tick(1000)
    effective(scribe.act(waiting(scribe)[0], Call()))
    clock.see(scribe.state)
    assert clock.now is countdown
    effective(scribe.act(in_turn(scribe), Take()))
    clock.see(scribe.state)
    assert clock.now is None
    clock.leave_time()
    clock.see(discarded().state)
    assert clock.now is not countdown


def test_after_a_return_some_time_is_left() -> None:
    clock, countdown = running(discarded())
    clock.tick(1000)
    clock.leave_time()
    assert not countdown.is_over(9000)
    clock.tick(9000)
    assert not countdown.is_over(9000 + LEFT_MS - 1)
    assert countdown.is_over(9000 + LEFT_MS)


def test_nothing_is_shown_any_more_shortly_before_the_end_of_a_limit() -> None:
    clock, countdown = running(discarded())
    assert not clock.is_nearly_over(10**9)
    clock.tick(1000)
    assert countdown.due == 5000
    assert not clock.is_nearly_over(3999)
    assert clock.is_nearly_over(4000)
    short = replace(countdown.running, milliseconds=400)
    countdown.running, countdown.due = short, 5000
    assert not clock.is_nearly_over(4899)
    assert clock.is_nearly_over(4900)


def test_a_turn_makes_nothing_void_and_where_no_limit_runs_nothing_is_late() -> None:
    clock, countdown = running(discarded())
    clock.tick(1000)
    countdown.running = replace(countdown.running, limit=Limit.TURN)
    assert not clock.is_nearly_over(10**9)
    assert not Clock().is_nearly_over(10**9)


# --- what is held against the host's word -----------------------------------------------------------------------------


def gate_of(scribe: Scribe, *, due: int = 5000) -> TimeGate:
    _, countdown = running(scribe)
    countdown.due = due
    before = scribe.state
    message = scribe.message(HOST, TimeUp(before.move, Limit.CALL), stream=before.stream)
    applied = scribe.replica.accept(scribe.entry(message))
    assert said_time_up(applied)
    assert not ends_a_limit(applied)
    return TimeGate(applied, countdown, ends=False)


def said(scribe: Scribe, author: int, payload: Payload, **fields: int) -> Message:
    move = fields.get("move", scribe.state.move)
    return scribe.message(by_player(author), payload, stream=scribe.state.stream, move=move)


def test_only_an_answer_that_was_here_in_time_and_would_count_is_kept_out() -> None:
    scribe = discarded()
    caller = scribe.state.seated(waiting(scribe)[0]).number
    thrower = scribe.state.seated((in_turn(scribe) - 1) % 4).number
    gate = gate_of(scribe)
    call = said(scribe, caller, Act(Call()))
    assert gate.concerns(call, 5000)
    assert not gate.concerns(call, 5001)
    assert not gate.concerns(said(scribe, thrower, Act(Call())), 0)
    assert not gate.concerns(said(scribe, caller, Act(Draw())), 0)
    assert not gate.concerns(said(scribe, caller, Act(Call()), move=0), 0)
    assert not gate.concerns(said(scribe, caller, Ready(2)), 0)
    assert not gate.concerns(replace(call, author=ByNode(NodeNumber(1))), 0)


def test_a_word_of_the_host_that_has_no_effect_is_not_waited_for() -> None:
    scribe = scribe_at("dealt", 2)
    message = scribe.message(HOST, TimeUp(scribe.state.move, Limit.CALL), stream=scribe.state.stream)
    applied: Applied = scribe.replica.accept(scribe.entry(message))
    assert not said_time_up(applied)
    assert not ends_a_limit(applied)


def test_the_second_word_ends_the_limit() -> None:
    scribe = discarded()
    for ends in (False, True):
        message = scribe.message(HOST, TimeUp(scribe.state.move, Limit.CALL), stream=scribe.state.stream)
        assert ends_a_limit(scribe.replica.accept(scribe.entry(message))) is ends


def test_the_time_of_a_turn_goes_on_where_it_stood_when_a_window_in_it_is_closed() -> None:
    scribe = dealt(3)
    scribe.replica.accepted = replace(scribe.state, genesis=replace(scribe.state.genesis, turn_ms=60_000))
    clock, countdown = running(scribe)
    turn = scribe.state
    clock.tick(0)
    clock.see(replace(turn, phase=discarded().state.phase))
    assert clock.now is not countdown
    clock.tick(10_000)
    clock.tick(50_000)
    clock.see(turn)
    assert clock.now is countdown
    clock.tick(60_000)
    assert countdown.due == 110_000


def test_a_word_about_a_turn_is_judged_by_a_time_that_goes_on_whatever_comes_after_it() -> None:
    scribe = dealt(3)
    scribe.replica.accepted = replace(scribe.state, genesis=replace(scribe.state.genesis, turn_ms=60_000))
    clock, countdown = running(scribe)
    fresh = clock.held_to()
    clock.tick(0)
    later = clock.held_to()
    clock.see(scribe_at("gathered", 2).state)
    clock.tick(70_000)
    assert countdown.due is None
    assert (fresh.due, later.due) == (60_000, 60_000)


def test_a_new_host_leaves_time_three_times_in_a_deal_and_gives_nobody_more_than_is_left() -> None:
    scribe = dealt(3)
    scribe.replica.accepted = replace(scribe.state, genesis=replace(scribe.state.genesis, turn_ms=60_000))
    clock, countdown = running(scribe)
    clock.tick(0)
    for now, due in ((10_000, 60_000), (50_000, 70_000), (65_000, 85_000), (80_000, 85_000)):
        clock.tick(now)
        clock.leave_time()
        clock.tick(now)
        assert countdown.due == due


def test_what_is_left_of_a_limit_is_told_by_the_clock_that_runs() -> None:
    scribe = discarded()
    clock, countdown = running(scribe)
    assert clock.left_of(countdown.running, 0) == 4000
    clock.tick(1000)
    assert clock.left_of(countdown.running, 2000) == 3000
    assert clock.left_of(countdown.running, 9000) == 0
    assert clock.left_of(replace(countdown.running, move=99), 2000) == 4000
