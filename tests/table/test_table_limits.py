"""Limits in the log: what the host's word does, when it is void, and where it may stand."""

from dataclasses import replace

import pytest

from kalooki.cards import JOKER, SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import Call, Discard, Draw, Lay, NewMeld, Pass, Placed, Shown
from kalooki.rules.deal import Calling, InTurn
from kalooki.rules.events import CallGranted, Declined
from kalooki.rules.limits import Limit
from kalooki.table.log import Digest
from kalooki.table.payloads import TimeUp
from kalooki.table.results import Result
from kalooki.table.standing import standing
from kalooki.table.state import Playing
from kalooki.table.timing import limit_of
from kalooki.table.wellformed import MalformedEntryError
from support.contract_tables import at_move, code, deal_phase, dealt, discarded, effective, in_turn, waiting
from support.kalooki_table import BRITISH, score
from support.table_scribe import HOST, Scribe, by_player, scribe_at


def time_up(scribe: Scribe, limit: Limit) -> Result:
    return scribe.say(HOST, TimeUp(scribe.state.move, limit), stream=scribe.state.stream)


def with_limits(scribe: Scribe, *, answer_ms: int = 0, buy_in_ms: int = 0, turn_ms: int = 0) -> Scribe:
    """The same table, of which the genesis gives these limits."""
    given = replace(scribe.state.genesis, answer_ms=answer_ms, buy_in_ms=buy_in_ms, turn_ms=turn_ms)
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
    assert scribe.state.overdue == 0


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
