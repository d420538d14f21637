"""Stopping for today and sending somebody away: who has a say, when it is done, and what is void."""

from dataclasses import replace

import pytest

from kalooki.rules.actions import Draw
from kalooki.rules.events import WentAway
from kalooki.table.log import TABLE, ByNode, Stream
from kalooki.table.missing import SILENT_MS, Watch
from kalooki.table.payloads import Act, Agree, Begin, Motion, NodeNumber, PlayerNumber
from kalooki.table.results import Effective, Result, Void
from kalooki.table.state import Agreement, Playing, TableState
from kalooki.table.state_text import state_lines
from kalooki.table.timing import limit_of
from support.table_scribe import HOST, Scribe, by_player, scribe_at

ADJOURN, REMOVE = Motion.ADJOURN, Motion.REMOVE


def node(number: int) -> ByNode:
    return ByNode(NodeNumber(number))


def code(result: Result) -> str:
    return result.code if isinstance(result, Void) else ""


def stop(scribe: Scribe, by: int, *silent: int, withdrawn: bool = False) -> Result:
    return scribe.say(node(by), Agree(ADJOURN, None, tuple(map(NodeNumber, silent)), withdrawn))


def kick(scribe: Scribe, by: int, player: int, *, withdrawn: bool = False) -> Result:
    return scribe.say(node(by), Agree(REMOVE, PlayerNumber(player), (), withdrawn))


def lines(scribe: Scribe, *starts: str) -> list[str]:
    return [line for line in state_lines(scribe.state) if line.startswith(starts)]


# --- to stop for today ---------------------------------------------------------------------------------------------


def test_all_who_play_must_want_to_stop_and_then_nothing_is_wanted_any_more() -> None:
    scribe = scribe_at("dealt", 3)
    for by in (0, 1):
        assert code(stop(scribe, by)) == ""
        assert scribe.state.adjourned == 0
    assert lines(scribe, "agreement", "adjourned") == ["agreement.0.adjourn - -", "agreement.1.adjourn - -"]
    assert code(stop(scribe, 2)) == ""
    assert scribe.state.adjourned == scribe.state.index
    assert lines(scribe, "agreement", "adjourned") == [f"adjourned {scribe.state.index}"]


def test_whoever_takes_it_back_is_asked_again() -> None:
    scribe = scribe_at("dealt", 2)
    stop(scribe, 0)
    stop(scribe, 0, withdrawn=True)
    stop(scribe, 1)
    assert scribe.state.adjourned == 0
    assert [one.node for one in scribe.state.agreements] == [1]
    stop(scribe, 0)
    assert scribe.state.adjourned


def test_who_is_not_heard_by_any_of_those_who_want_to_stop_is_not_asked() -> None:
    scribe = scribe_at("dealt", 3)
    stop(scribe, 0, 2)
    stop(scribe, 1)  # it hears the third
    assert scribe.state.adjourned == 0
    stop(scribe, 1, 2)
    assert scribe.state.adjourned


def test_half_of_those_who_play_do_not_stop_for_all() -> None:
    scribe = scribe_at("dealt", 2)
    stop(scribe, 0, 1)
    assert scribe.state.adjourned == 0


def test_bots_are_not_asked_and_have_no_say() -> None:
    scribe = scribe_at("dealt", 3)
    players = (*scribe.state.players[:2], replace(scribe.state.players[2], bot="greedy"))
    scribe.replica.accepted = replace(scribe.state, players=players)
    scribe.replica._digest = None  # noqa: SLF001 - another state has taken the place of the first
    assert code(stop(scribe, 2)) == "no_say"
    stop(scribe, 0)
    stop(scribe, 1)
    assert scribe.state.adjourned


def test_only_a_node_says_it_and_at_the_table() -> None:
    scribe = scribe_at("dealt", 2)
    assert code(scribe.say(by_player(0), Agree(ADJOURN))) == "wrong_author"
    assert code(scribe.say(node(0), Agree(ADJOURN), stream=Stream(1, 1))) == "wrong_author"


def test_who_plays_on_after_all_have_stopped_has_begun_again() -> None:
    scribe = scribe_at("dealt", 2)
    stop(scribe, 0)
    stop(scribe, 1)
    (player,) = [one for one in scribe.state.players if one.seat == scribe.game.deal.turn.seat]  # type: ignore[union-attr]
    move = scribe.state.move
    assert isinstance(
        scribe.say(by_player(player.number), Act(Draw()), stream=scribe.state.stream, move=move), Effective
    )
    assert scribe.state.adjourned == 0


def test_a_move_that_was_on_its_way_when_all_stopped_does_not_begin_the_evening_again() -> None:
    scribe = scribe_at("dealt", 2)
    (player,) = [one for one in scribe.state.players if one.seat == scribe.game.deal.turn.seat]  # type: ignore[union-attr]
    sent = scribe.message(by_player(player.number), Act(Draw()), stream=scribe.state.stream, move=scribe.state.move)
    stop(scribe, 0)
    stop(scribe, 1)
    stopped = scribe.state.adjourned
    assert isinstance(scribe.order(sent)[0], Effective)
    assert scribe.state.adjourned == stopped > 0


def test_no_time_runs_out_while_all_have_stopped() -> None:
    scribe = scribe_at("dealt", 2)

    def timed() -> TableState:
        return replace(scribe.state, genesis=replace(scribe.state.genesis, turn_ms=60_000))

    running = limit_of(timed())
    assert running is not None
    stop(scribe, 0)
    stop(scribe, 1)
    assert limit_of(timed()) is None
    assert limit_of(replace(timed(), adjourned=0)) == running


def test_a_bot_that_plays_does_not_begin_the_evening_again() -> None:
    scribe = scribe_at("dealt", 2)
    stop(scribe, 0)
    stop(scribe, 1)
    (player,) = [one for one in scribe.state.players if one.seat == scribe.game.deal.turn.seat]  # type: ignore[union-attr]
    scribe.replica.accepted = scribe.state.with_player(replace(player, bot="greedy"))
    scribe.replica._digest = None  # noqa: SLF001 - another state has taken the place of the first
    scribe.must(by_player(player.number), Act(Draw()), stream=scribe.state.stream, move=scribe.state.move)
    assert scribe.state.adjourned


def test_what_was_wanted_in_one_deal_is_not_wanted_in_the_next() -> None:
    scribe = Scribe(3).draw_seats()
    stop(scribe, 0)
    scribe.deal()
    assert scribe.state.agreements == ()


# --- to send somebody away -------------------------------------------------------------------------------------------


def test_before_a_deal_all_the_others_can_send_somebody_away() -> None:
    scribe = Scribe(3).draw_seats()
    assert code(kick(scribe, 0, 2)) == ""
    assert lines(scribe, "agreement") == ["agreement.0.remove 2 -"]
    assert not scribe.state.players[2].gone
    result = kick(scribe, 1, 2)
    assert isinstance(result, Effective)
    seat = scribe.state.players[2].seat
    assert result.events[0] == WentAway(seat, "removed")  # type: ignore[arg-type]
    assert scribe.state.players[2].gone
    assert not scribe.state.members[2].vote
    assert scribe.state.agreements == ()
    assert code(kick(scribe, 0, 2)) == "plays_not"
    assert isinstance(scribe.state.phase, Playing)
    assert not scribe.game.winners


def test_one_friend_is_enough_to_stay_and_who_takes_it_back_counts_no_more() -> None:
    scribe = Scribe(4).draw_seats()
    kick(scribe, 0, 3)
    kick(scribe, 1, 3)
    kick(scribe, 1, 3, withdrawn=True)
    kick(scribe, 2, 3)
    assert not scribe.state.players[3].gone
    kick(scribe, 2, 1)  # a node wants one of these at a time
    assert [(one.node, one.player) for one in scribe.state.agreements] == [(0, 3), (2, 1)]


def test_in_the_lobby_a_seat_is_free_again_but_the_host_stays() -> None:
    scribe = Scribe(3, seats=3).gather()
    assert code(kick(scribe, 1, 0)) == "hosts_lobby"
    kick(scribe, 0, 1)
    kick(scribe, 2, 1)
    assert scribe.state.players[1].gone
    assert code(scribe.say(node(1), scribe.seat(1, 1))) == "already_seated"
    scribe.must(HOST, Begin())


def test_in_the_lobby_the_founder_alone_can_send_the_only_guest_away() -> None:
    scribe = Scribe(2, seats=4).gather()
    kick(scribe, 0, 1)
    assert scribe.state.players[1].gone


@pytest.mark.parametrize("scene", ["dealt", "draw"])
def test_while_cards_are_out_or_seats_are_drawn_nobody_is_sent_away(scene: str) -> None:
    scribe = scribe_at("dealt", 3) if scene == "dealt" else Scribe(3).begin()
    assert code(kick(scribe, 0, 2)) == "not_between_deals"
    assert scribe.state.agreements == ()


def test_nobody_sends_himself_away_nor_anybody_who_is_not_there() -> None:
    scribe = Scribe(3).draw_seats()
    assert code(kick(scribe, 0, 0)) == "own_player"
    assert code(kick(scribe, 0, 7)) == "plays_not"


def test_of_two_who_play_none_can_send_the_other_away() -> None:
    scribe = Scribe(2).draw_seats()
    assert code(kick(scribe, 0, 1)) == "only_two"


def test_what_cannot_be_done_any_more_is_forgotten() -> None:
    scribe = Scribe(4).draw_seats()
    for by in (0, 1):
        kick(scribe, by, 3)
    stop(scribe, 3)
    kick(scribe, 2, 3)
    assert scribe.state.players[3].gone
    assert scribe.state.agreements == ()  # who is gone has no say any more, either


def test_a_game_of_two_ends_when_the_third_and_the_second_are_sent_away_never() -> None:
    scribe = Scribe(3).draw_seats()
    kick(scribe, 0, 2)
    kick(scribe, 1, 2)
    assert code(kick(scribe, 0, 1)) == "only_two"


# --- who is heard ---------------------------------------------------------------------------------------------------


def test_a_node_is_silent_when_nothing_was_heard_of_it_for_some_seconds() -> None:
    scribe = Scribe(3).draw_seats()
    watch, nodes = Watch(), [NodeNumber(2), NodeNumber(1)]
    assert watch.silent(nodes) == ()
    watch.tick(1000, scribe.state)
    assert watch.silent(nodes) == ()
    watch.tick(1000 + SILENT_MS - 1, scribe.state)
    watch.hear(NodeNumber(1))
    watch.tick(1000 + SILENT_MS, scribe.state)
    assert watch.silent(nodes) == (2,)
    assert watch.silent([NodeNumber(9)]) == ()


def test_an_agreement_is_named_by_its_node_and_kind() -> None:
    scribe = Scribe(3).draw_seats()
    stop(scribe, 1, 2)
    kick(scribe, 1, 2)
    assert scribe.state.agreements == (
        Agreement(NodeNumber(1), ADJOURN, None, (NodeNumber(2),)),
        Agreement(NodeNumber(1), REMOVE, PlayerNumber(2), ()),
    )
    assert scribe.state.stream == TABLE
