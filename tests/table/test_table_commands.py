"""What a node's own players may ask, and who is let in."""

import pytest

from kalooki.rules.actions import Action, Discard, Draw, Shown
from kalooki.table.config import Founding, NodeConfig, PlayerConfig, Restored
from kalooki.table.payloads import (
    Admit,
    PlayerNumber,
)
from kalooki.table.ports import (
    Admitted,
    BeginGame,
    CloseTable,
    GetReady,
    PlayAction,
    PutSecret,
    Submitted,
    Ticked,
)
from support.table_scenes import ONE_VOTER, THREE, codes, draw, in_lobby, in_play, refusal, reports
from support.table_world import Place, World


@pytest.mark.parametrize("reason", ["x" * 201, "over\n", "a\u202eb", " blank"])
def test_a_reason_that_nobody_could_read_is_not_signed(reason: str) -> None:
    world = in_lobby()
    before = world.node(0).last_index
    assert refusal(world, 0, 0, CloseTable(reason)) == "bad_reason"
    assert world.node(0).last_index == before
    world.submit(0, PlayerNumber(0), CloseTable("enough"))
    world.run(lambda: world.all_at("closed"))


def test_a_secret_is_not_shown_where_its_holder_is_printed() -> None:
    secret = bytes(range(65, 97))
    player = PlayerConfig(secret, "Ann")
    for holder in (
        player,
        NodeConfig(secret, b"", (player,)),
        PutSecret("x", secret),
        Restored((), (), (), (("x", secret),)),
    ):
        assert secret.decode() not in repr(holder)


def test_the_same_command_has_one_effect_and_one_answer() -> None:
    world = in_lobby(ONE_VOTER)
    before = world.node(0).last_index
    for _ in range(3):
        world.submit(0, PlayerNumber(0), GetReady(0), "once")
    assert world.node(0).last_index == before + 1
    assert [(answer.command_id, answer.code) for answer in world.processes[0].answers] == [("once", "")] * 3


def test_while_one_command_is_on_its_way_another_is_stale() -> None:
    world = in_lobby()
    world.hold = lambda _sender, _receiver, _packet: True
    assert not world.node(1).is_busy(PlayerNumber(1))
    world.submit(1, PlayerNumber(1), GetReady(0), "first")
    world.submit(1, PlayerNumber(1), GetReady(0), "first")
    assert codes(world, 1) == []
    assert world.node(1).is_busy(PlayerNumber(1))
    world.submit(1, PlayerNumber(1), GetReady(0), "second")
    assert [(answer.command_id, answer.code) for answer in world.processes[1].answers] == [("second", "stale")]


def test_a_command_that_the_log_would_refuse_is_refused_at_once() -> None:
    world = in_lobby()
    assert refusal(world, 1, 0, GetReady(0)) == "not_your_seat"
    assert refusal(world, 1, 1, GetReady(3)) == "not_now"
    assert refusal(world, 1, 1, BeginGame()) == "not_host"
    assert refusal(world, 1, 1, CloseTable("x")) == "not_host"
    assert refusal(world, 0, 0, BeginGame()) == "not_ready"
    assert refusal(world, 1, 1, PlayAction(0, Draw())) == "not_now"
    assert refusal(world, 1, 1, PlayAction(5, Draw())) == "stale"


def test_before_the_table_is_known_nobody_has_a_seat() -> None:
    world = World(1, THREE)
    world.hold = lambda _sender, _receiver, _packet: True
    world.rest(5)
    assert refusal(world, 1, 1, GetReady(0)) == "not_your_seat"


def test_fifty_ends_of_a_turn_end_one_turn() -> None:
    world = in_play()
    number, player, _ = draw(world)
    world.run(lambda: player not in world.processes[number].waiting)
    world.rest(500)
    view = world.node(number).view(player)
    standing = world.node(number).standing(player)
    assert view is not None
    assert standing is not None
    process = world.processes[number]
    process.answers.clear()
    for _ in range(50):
        world.submit(number, player, PlayAction(standing.move, Discard(view.hand[0])))
    world.rest(2_000)
    assert sorted(answer.code for answer in process.answers) == ["", *["stale"] * 49]
    after = world.node(number).view(player)
    assert after is not None
    assert (after.turn_number, len(after.hand)) == (view.turn_number + 1, len(view.hand) - 1)


def test_an_old_move_is_stale_and_nobody_draws_twice() -> None:
    world = in_play()
    number, player, move = draw(world)
    world.run(lambda: player not in world.processes[number].waiting)
    assert refusal(world, number, player, PlayAction(move, Draw())) == "stale"
    assert refusal(world, number, player, PlayAction(move + 1, Draw())) == "already_drawn"


def test_nobody_shows_a_card_that_he_does_not_see() -> None:
    world = in_play()
    number, player, move = draw(world)
    world.run(lambda: player not in world.processes[number].waiting)
    view = world.node(number).view(player)
    assert view is not None
    first, second = view.hand[0], next(one for one in view.hand if one.card != view.hand[0].card)
    wrong: Action = Discard(Shown(first.slot, second.card))
    assert refusal(world, number, player, PlayAction(move + 1, wrong)) == "not_seen"


def test_a_closed_table_refuses_commands() -> None:
    world = in_lobby(ONE_VOTER)
    world.submit(0, PlayerNumber(0), CloseTable("good night"))
    assert refusal(world, 0, 0, GetReady(0)) == "closed"
    standing = world.node(0).standing(None)
    assert standing is not None
    assert (standing.phase, standing.closed, standing.doing) == ("closed", "good night", "")


def test_a_node_is_let_in_once_and_one_at_a_time() -> None:
    world = in_lobby()
    admit: Admit = world.admit(1)
    before = world.node(0).last_index
    world.give(0, Admitted(admit))
    assert world.node(0).last_index == before
    world.give(1, Admitted(admit))
    world.rest(500)
    assert world.node(0).last_index == before


def test_a_player_for_whom_there_is_no_seat_is_told() -> None:
    world = World(1, (Place(), Place(), Place(vote=False)), founding=Founding("british", seats=2))
    world.passive.update(range(3))
    world.rest(1000)
    assert reports(world, 2) == {"table_full"}
    assert world.node(2).my_players == (None,)


def test_submitted_is_an_input_like_any_other() -> None:
    world = in_lobby(ONE_VOTER)
    outputs = world.node(0).step(Submitted(PlayerNumber(0), "id", GetReady(0)), world.entropy())
    assert outputs
    assert world.node(0).step(Ticked(world.now + 1000), world.entropy())


def test_a_spectator_sees_nobodys_hand() -> None:
    world = in_play()
    view = world.node(0).view(None)
    assert view is not None
    assert view.seat is None
    assert view.hand == ()
    assert [line.cards for line in view.seats] == [13, 13]
