"""The lobby: who comes in, who sits down, who is ready, and when the founder may begin."""

from dataclasses import replace

import pytest

from kalooki.rules.actions import Draw
from kalooki.table.log import ByNode
from kalooki.table.payloads import Act, Admit, Begin, Closed, NodeNumber, Payload, Ready, TakeSeat
from kalooki.table.results import Effective, Result, Void
from kalooki.table.seating import MAX_NODES, begins
from kalooki.table.signing import admission_bytes, public_key, sign
from kalooki.table.state import Lobby, SeatDraw, Shut
from support.table_scribe import HOST, Scribe, by_player, scribe_at, secret_of

NODE_1 = ByNode(NodeNumber(1))
NONCE = secret_of("nonce")


def code(result: Result) -> str:
    assert isinstance(result, Void), result
    return result.code


def admitted(count: int, players: int = 2) -> Scribe:
    scribe = scribe_at("found", players)
    for number in range(count):
        scribe.must(HOST, scribe.admission(number))
    return scribe


def test_nodes_come_in_one_after_the_other_the_founder_first() -> None:
    scribe = admitted(3)
    assert [member.number for member in scribe.state.members] == [0, 1, 2]
    assert scribe.state.members[0].identity == scribe.genesis.founder


def test_nobody_comes_in_before_the_founder() -> None:
    scribe = scribe_at("found")
    assert code(scribe.say(HOST, scribe.admission(1))) == "founder_first"
    assert code(scribe.say(HOST, scribe.admission(0, vote=False))) == "founder_first"


def test_a_node_comes_in_once() -> None:
    scribe = admitted(2)
    assert code(scribe.say(HOST, scribe.admission(1))) == "already_member"


def test_a_node_that_did_not_ask_does_not_come_in() -> None:
    scribe = admitted(1)
    asked = scribe.admission(1)
    assert code(scribe.say(HOST, replace(asked, tls_certificate=b"another"))) == "bad_admission"
    assert code(scribe.say(HOST, replace(asked, vote=False))) == "bad_admission"
    assert len(scribe.state.members) == 1


def test_a_node_with_a_key_of_small_order_does_not_come_in() -> None:
    scribe = admitted(1)
    assert code(scribe.say(HOST, replace(scribe.admission(1), identity=bytes(32)))) == "bad_identity"


def test_only_the_host_lets_nodes_in() -> None:
    scribe = admitted(2)
    assert code(scribe.say(NODE_1, scribe.admission(2))) == "wrong_author"


def test_the_table_has_room_for_so_many_nodes_and_no_more() -> None:
    scribe = admitted(1)
    for number in range(1, MAX_NODES):
        secret = secret_of(f"spectator {number}")
        statement = admission_bytes(scribe.table, public_key(secret), b"cert", vote=False)
        scribe.must(HOST, Admit(public_key(secret), b"cert", vote=False, signature=sign(secret, statement)))
    assert code(scribe.say(HOST, scribe.admission(1))) == "too_many_nodes"


def test_a_player_sits_at_the_node_that_certifies_it() -> None:
    scribe = admitted(2)
    scribe.must(NODE_1, scribe.seat(1, 0))
    player = scribe.state.players[0]
    assert (player.node, player.identity, player.name) == (1, scribe.identity(by_player(0)), "Player 0")


def test_one_node_may_seat_several_players() -> None:
    scribe = admitted(1)
    scribe.must(HOST, scribe.seat(0, 0))
    scribe.must(HOST, scribe.seat(0, 1))
    assert [player.node for player in scribe.state.players] == [0, 0]


def test_a_player_has_one_seat() -> None:
    scribe = admitted(2)
    scribe.must(HOST, scribe.seat(0, 0))
    assert code(scribe.say(NODE_1, scribe.seat(1, 0))) == "already_seated"


def test_a_full_table_takes_nobody_more() -> None:
    scribe = admitted(2)
    scribe.must(HOST, scribe.seat(0, 0))
    scribe.must(HOST, scribe.seat(0, 1))
    assert code(scribe.say(NODE_1, scribe.seat(1, 2))) == "table_full"


def test_a_seat_wants_the_signatures_of_node_and_player() -> None:
    scribe = admitted(2)
    taken = scribe.seat(1, 0)
    refused: list[TakeSeat] = [
        replace(taken, certificate=bytes(64)),
        replace(taken, consent=bytes(64)),
        replace(taken, name="Somebody else"),
        replace(taken, bot="greedy"),
    ]
    assert [code(scribe.say(NODE_1, one)) for one in refused] == ["bad_seat"] * 4
    assert code(scribe.say(HOST, taken)) == "bad_seat"


def test_a_player_cannot_seat_another() -> None:
    scribe = admitted(2)
    scribe.must(HOST, scribe.seat(0, 0))
    assert code(scribe.say(by_player(0), scribe.seat(1, 1))) == "wrong_author"


def test_the_founder_sits_down_only_after_it_has_come_in() -> None:
    scribe = scribe_at("found")
    assert code(scribe.say(HOST, scribe.seat(0, 0))) == "not_a_member"


def test_a_player_is_ready_once_and_with_a_nonce() -> None:
    scribe = admitted(1)
    scribe.must(HOST, scribe.seat(0, 0))
    assert code(scribe.say(by_player(0), Ready(0))) == "not_now"
    assert code(scribe.say(by_player(0), Ready(1))) == "not_now"
    scribe.must(by_player(0), Ready(0, NONCE))
    assert code(scribe.say(by_player(0), Ready(0, NONCE))) == "already_ready"
    assert scribe.state.players[0].nonce == NONCE


def test_a_node_is_not_ready_for_its_players() -> None:
    assert code(admitted(1).say(HOST, Ready(0, NONCE))) == "wrong_author"


def test_a_game_begins_when_enough_players_are_ready() -> None:
    scribe = admitted(1)
    scribe.must(HOST, scribe.seat(0, 0))
    scribe.must(by_player(0), Ready(0, NONCE))
    assert code(scribe.say(HOST, Begin())) == "too_few_players"
    scribe.must(HOST, scribe.seat(0, 1))
    assert code(scribe.say(HOST, Begin())) == "not_ready"
    scribe.must(by_player(1), Ready(0, NONCE))
    scribe.must(HOST, Begin())
    assert isinstance(scribe.state.phase, SeatDraw)
    assert scribe.state.session


def test_a_table_may_begin_with_empty_seats() -> None:
    scribe = Scribe(2, seats=4).gather()
    scribe.must(HOST, Begin())
    assert len(scribe.provers(1)) == 2


def test_the_session_is_bound_to_every_nonce() -> None:
    sessions = set()
    for nonce in (secret_of("one"), secret_of("two")):
        scribe = admitted(1)
        for player in range(2):
            scribe.must(HOST, scribe.seat(0, player))
        scribe.must(by_player(0), Ready(0, NONCE))
        scribe.must(by_player(1), Ready(0, nonce))
        scribe.must(HOST, Begin())
        sessions.add(scribe.state.session)
    assert len(sessions) == 2


def test_once_the_game_has_begun_the_lobby_is_closed() -> None:
    scribe = scribe_at("begun")
    said = [scribe.say(HOST, scribe.admission(2)), scribe.say(HOST, scribe.seat(0, 2)), scribe.say(HOST, Begin())]
    assert [code(result) for result in said] == ["lobby_closed"] * 3
    assert code(scribe.say(by_player(0), Ready(0, NONCE))) == "not_now"


def test_nothing_is_played_in_the_lobby() -> None:
    scribe = scribe_at("gathered")
    assert code(scribe.say(by_player(0), Act(Draw()))) == "not_now"
    assert isinstance(scribe.state.phase, Lobby)


def test_a_genesis_comes_once() -> None:
    scribe = scribe_at("gathered")
    message = scribe.message(HOST, scribe.genesis)
    with pytest.raises(Exception, match="first entry only"):
        scribe.order(message)


def test_a_closed_table_answers_so() -> None:
    scribe = scribe_at("gathered")
    assert code(scribe.say(by_player(0), Closed("mine"))) == "wrong_author"
    scribe.must(HOST, Closed("good night"))
    assert scribe.state.phase == Shut("good night", None)
    said: list[Payload] = [Begin(), Closed("again"), scribe.admission(2)]
    assert [code(scribe.say(HOST, payload)) for payload in said] == ["closed"] * 3


def test_a_counter_rises_also_with_a_void_message() -> None:
    scribe = scribe_at("gathered")
    before = scribe.state
    result = scribe.say(by_player(0), Ready(7))
    after = scribe.state
    assert isinstance(result, Void)
    place = (by_player(0), scribe.message(by_player(0), Ready(0)).stream)
    assert after.counters[place] == before.counters[place] + 1
    assert replace(after, counters=before.counters, index=before.index) == before


def test_what_took_effect_says_so() -> None:
    assert scribe_at("gathered").say(HOST, Closed("x")) == Effective()


def test_a_table_that_begins_by_itself_does_so_when_it_is_full_and_all_are_ready() -> None:
    scribe = admitted(1)

    def is_time() -> bool:
        return begins(replace(scribe.state, genesis=replace(scribe.genesis, begins_when_full=True)))

    scribe.must(HOST, scribe.seat(0, 0))
    scribe.must(by_player(0), Ready(0, NONCE))
    assert not is_time()
    scribe.must(HOST, scribe.seat(0, 1))
    assert not is_time()
    scribe.must(by_player(1), Ready(0, NONCE))
    assert is_time()
    assert not begins(scribe.state)
    scribe.must(HOST, Begin())
    assert not is_time()
