"""Limits in the log: what the host's word does, when it is void, and where it may stand."""

from dataclasses import replace

import pytest

from kalooki.cards import JOKER, SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import Call, Discard, Draw, Lay, NewMeld, Pass, Placed, Shown
from kalooki.rules.deal import Calling, InTurn
from kalooki.rules.events import CallGranted, Declined
from kalooki.rules.limits import Limit
from kalooki.table.countdown import Clock
from kalooki.table.log import ByNode, Digest
from kalooki.table.payloads import NodeNumber, TimeUp
from kalooki.table.results import Result
from kalooki.table.standing import standing
from kalooki.table.state import Playing
from kalooki.table.state_text import state_lines
from kalooki.table.timing import bank_left, limit_of
from kalooki.table.timing import in_turn as turn_player
from kalooki.table.wellformed import MalformedEntryError
from support.contract_tables import (
    at_move,
    code,
    deal_phase,
    dealt,
    discarded,
    effective,
    in_turn,
    throw,
    throw_away,
    waiting,
)
from support.kalooki_table import BRITISH, score
from support.table_scribe import HOST, Scribe, by_player, scribe_at


def time_up(scribe: Scribe, limit: Limit) -> Result:
    return scribe.say(HOST, TimeUp(scribe.state.move, limit), stream=scribe.state.stream)


def with_limits(
    scribe: Scribe, *, answer_ms: int = 0, buy_in_ms: int = 0, turn_ms: int = 0, bank_ms: int = 0
) -> Scribe:
    """The same table, of which the genesis gives these limits."""
    given = replace(scribe.state.genesis, answer_ms=answer_ms, buy_in_ms=buy_in_ms, turn_ms=turn_ms, bank_ms=bank_ms)
    scribe.replica.accepted = replace(scribe.state, genesis=given)
    return scribe


# --- which limit runs -------------------------------------------------------------------------------------------------


def test_a_window_closes_when_the_host_has_said_twice_that_its_time_is_over() -> None:
    scribe = discarded()
    move, limit = scribe.state.move, limit_of(scribe.state)
    assert limit is not None
    assert (limit.limit, limit.milliseconds) == (Limit.CALL, 4000)
    effective(time_up(scribe, Limit.CALL))
    assert isinstance(deal_phase(scribe), Calling)
    assert scribe.state.overdue == scribe.state.index
    seen = standing(scribe.state, None)
    assert (seen.limit, seen.limit_ms, seen.overdue) == ("call", 4000, True)
    effective(time_up(scribe, Limit.CALL))
    assert isinstance(deal_phase(scribe), InTurn)
    assert scribe.state.overdue == 0
    seen = standing(scribe.state, None)
    assert (seen.limit, seen.limit_ms, seen.overdue) == ("", 0, False)
    assert scribe.state.move == move  # nobody's card has moved: what the player in turn has chosen stands
    effective(at_move(scribe, in_turn(scribe), Draw(), move))


def test_between_the_two_an_answer_counts_as_before() -> None:
    scribe = discarded()
    one, two = waiting(scribe)
    effective(time_up(scribe, Limit.CALL))
    effective(scribe.act(two, Call()))
    effective(scribe.act(one, Pass()))
    assert scribe.state.overdue == 0  # another limit runs: that of the answer
    assert code(time_up(scribe, Limit.CALL)) == "stale"


def test_after_the_time_a_call_is_void_by_name() -> None:
    scribe = discarded()
    one, _ = waiting(scribe)
    move = scribe.state.move
    effective(time_up(scribe, Limit.CALL))
    effective(time_up(scribe, Limit.CALL))
    assert code(at_move(scribe, one, Call(), move)) == "not_now"


def test_who_does_not_answer_a_call_in_time_allows_it() -> None:
    scribe = with_limits(discarded(), answer_ms=15_000)
    one, two = waiting(scribe)
    effective(scribe.act(two, Call()))
    effective(scribe.act(one, Call()))
    effective(time_up(scribe, Limit.ANSWER))
    granted = effective(time_up(scribe, Limit.ANSWER)).events
    assert [event.seat for event in granted if isinstance(event, CallGranted)] == [one]


def test_no_limit_that_does_not_run_can_be_over() -> None:
    scribe = discarded()
    assert code(time_up(scribe, Limit.ANSWER)) == "stale"
    assert code(scribe.say(HOST, TimeUp(scribe.state.move + 1, Limit.CALL), stream=scribe.state.stream)) == "stale"
    assert code(scribe.say(HOST, TimeUp(scribe.state.move, Limit.CALL))) == "stale"
    assert code(scribe.say(by_player(0), TimeUp(scribe.state.move, Limit.CALL), stream=scribe.state.stream)) == (
        "wrong_author"
    )
    assert code(time_up(scribe_at("dealt", 2), Limit.TURN)) == "stale"  # as long as he likes
    assert code(time_up(scribe_at("seated", 2), Limit.TURN)) == "stale"
    assert code(time_up(scribe_at("gathered", 2), Limit.TURN)) == "not_now"


def test_nobody_plays_a_turn_whose_time_is_over_for_its_player() -> None:
    scribe = with_limits(dealt(3), turn_ms=60_000)
    effective(time_up(scribe, Limit.TURN))
    assert standing(scribe.state, None).overdue
    assert code(time_up(scribe, Limit.TURN)) == "not_now"
    effective(scribe.act(in_turn(scribe), Draw()))
    assert scribe.state.overdue  # the limit is the whole turn's
    scribe.give_shares()
    throw_away(scribe)
    assert scribe.state.overdue == 0


# --- the bank of time -------------------------------------------------------------------------------------------------


def spend(scribe: Scribe) -> None:
    """The time of a turn, or of a step of the bank, is over, and the next step begins."""
    effective(time_up(scribe, Limit.TURN))
    effective(time_up(scribe, Limit.TURN))


def left(scribe: Scribe) -> int:
    return bank_left(scribe.state, turn_player(scribe.state))


def lengths(scribe: Scribe) -> tuple[int, bool]:
    """How long the limit is that runs, and whether it is the bank's."""
    seen = standing(scribe.state, None)
    assert seen.clock is not None
    return seen.limit_ms, seen.clock.on_bank


def test_after_the_time_of_a_turn_the_bank_is_spent_step_by_step_and_then_the_turn_is_overdue() -> None:
    scribe = with_limits(dealt(3), turn_ms=60_000, bank_ms=12_000)
    assert (lengths(scribe), left(scribe)) == ((60_000, False), 12_000)
    for length, rest in ((5_000, 7_000), (5_000, 2_000), (2_000, 0)):
        spend(scribe)
        assert (lengths(scribe), left(scribe), scribe.state.overdue) == ((length, True), rest, 0)
    effective(time_up(scribe, Limit.TURN))
    assert code(time_up(scribe, Limit.TURN)) == "not_now"
    assert scribe.state.overdue > 0
    assert "bank_steps 3\nbank.0 12000" in "\n".join(state_lines(scribe.state)).replace(
        f"bank.{turn_player(scribe.state)} ", "bank.0 "
    )


def test_a_bank_lasts_for_a_deal_and_a_step_for_a_turn() -> None:
    scribe = with_limits(dealt(3, dealer_cut="off"), turn_ms=60_000, bank_ms=12_000)
    player = turn_player(scribe.state)
    spend(scribe)
    effective(scribe.act(in_turn(scribe), Draw()))
    assert scribe.state.bank_steps == 1
    scribe.give_shares()
    throw_away(scribe)
    assert (scribe.state.bank_steps, bank_left(scribe.state, player)) == (0, 7_000)
    effective(time_up(scribe, Limit.CALL))
    effective(time_up(scribe, Limit.CALL))
    assert (lengths(scribe), left(scribe)) == ((60_000, False), 12_000)
    throw(scribe)
    assert standing(scribe.state, None).players[player].bank_ms == 7_000


def test_while_the_others_parts_of_a_card_are_missing_no_time_of_a_turn_passes() -> None:
    scribe = with_limits(dealt(3, dealer_cut="off"), turn_ms=60_000)
    clock = Clock()
    clock.see(scribe.state)
    clock.tick(0)
    effective(scribe.act(in_turn(scribe), Draw()))
    seen = standing(scribe.state, None)
    assert seen.clock is not None
    assert seen.clock.stands_still
    for now in (1_000, 100_000):
        clock.see(scribe.state)
        clock.tick(now)
    assert clock.now is not None
    assert (clock.now.left_at(100_000), clock.now.is_over(100_000)) == (59_000, False)
    scribe.give_shares()
    clock.see(scribe.state)
    clock.tick(100_001)
    assert (clock.now.due, clock.now.is_over(159_000), clock.now.is_over(159_001)) == (159_001, False, True)


def test_without_a_limit_of_turns_there_is_no_bank_and_no_clock() -> None:
    scribe = with_limits(dealt(3), bank_ms=12_000)
    assert (standing(scribe.state, None).clock, left(scribe)) == (None, 0)


def test_another_node_that_votes_may_say_that_a_time_is_over_and_one_without_a_vote_may_not() -> None:
    scribe = with_limits(dealt(3), turn_ms=60_000, bank_ms=12_000)
    said = TimeUp(scribe.state.move, Limit.TURN)
    effective(scribe.say(ByNode(NodeNumber(1)), said, stream=scribe.state.stream))
    mute = tuple(replace(member, vote=member.number != 2) for member in scribe.state.members)
    scribe.replica.accepted = replace(scribe.state, members=mute)
    assert code(scribe.say(ByNode(NodeNumber(2)), said, stream=scribe.state.stream)) == "wrong_author"


def test_a_lay_that_nobody_challenges_in_time_stands() -> None:
    scribe = dealt(3, penalties="challenge", challenge_window_ms="3000", dealer_cut="off")
    seat = in_turn(scribe)
    effective(scribe.act(seat, Draw()))
    scribe.give_shares()
    assert scribe.game.deal is not None
    *some, last = [slot for slot in scribe.game.deal.hands[seat] if scribe.face(slot) != JOKER]
    lay = Lay((NewMeld(tuple(Placed(slot, scribe.face(slot)) for slot in some[:2])),))
    effective(scribe.act(seat, lay))
    effective(scribe.act(seat, Discard(Shown(last, scribe.face(last)))))
    limit = limit_of(scribe.state)
    assert limit is not None
    assert (limit.limit, limit.milliseconds) == (Limit.CHALLENGE, 3000)
    effective(time_up(scribe, Limit.CHALLENGE))
    effective(time_up(scribe, Limit.CHALLENGE))
    assert isinstance(deal_phase(scribe), Calling)
    assert in_turn(scribe) != seat


def test_the_host_ends_a_limit_only_where_it_knew_that_the_log_says_it_is_over() -> None:
    scribe = discarded()
    before = scribe.replica.known
    effective(time_up(scribe, Limit.CALL))
    over = TimeUp(scribe.state.move, Limit.CALL)
    early = scribe.message(HOST, over, stream=scribe.state.stream, known=(before[0], Digest(before[1])))
    assert code(scribe.order(early)[0]) == "not_known"


def test_that_a_limit_is_over_stands_alone_in_its_entry() -> None:
    scribe = discarded()
    one, _ = waiting(scribe)
    over = scribe.message(HOST, TimeUp(scribe.state.move, Limit.CALL), stream=scribe.state.stream)
    payload = scribe.act_payload(one, Pass())
    author = by_player(scribe.state.seated(one).number)
    passed = scribe.message(author, payload, stream=scribe.state.stream, move=scribe.state.move)
    with pytest.raises(MalformedEntryError):
        scribe.order(over, passed)


def test_who_does_not_decide_in_time_declines() -> None:
    scribe = with_limits(scribe_at("dealt", 4), buy_in_ms=60_000)
    game, _ = score(games.new_game(BRITISH, 4), "p1", "call-up", {"p2": 151, "p3": 160})
    assert game.deciding == (SeatNumber(1), SeatNumber(2))
    playing = scribe.playing
    scribe.replica.accepted = replace(scribe.state, phase=replace(playing, game=game), slots=())
    assert isinstance(scribe.state.phase, Playing)
    for seat in game.deciding:
        limit = limit_of(scribe.state)
        assert limit is not None
        assert (limit.limit, limit.milliseconds) == (Limit.BUY_IN, 60_000)
        effective(time_up(scribe, Limit.BUY_IN))
        assert Declined(seat) in effective(time_up(scribe, Limit.BUY_IN)).events
