"""Stopping at any moment and going on with what was written: the same seat, hand and duties, the same bytes."""

from dataclasses import replace
from typing import Literal

import pytest

from kalooki.rules.actions import Draw
from kalooki.rules.view import SeatView
from kalooki.table.log import LogError
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber, PlayerNumber, Shares, Shuffle
from kalooki.table.ports import AckPacket, Answer, EntryPacket, GetReady, MessagePacket, PlayAction, Received
from support.table_world import Place, Process, World

TWO = (Place(), Place())


def in_play(places: tuple[Place, ...] = TWO, seed: int = 1) -> World:
    world = World(seed, places, moves=0)
    world.run(lambda: all(view_of(world, number) is not None for number in range(len(places))))
    world.rest(3000)
    world.passive.update(range(len(places)))
    return world


def view_of(world: World, number: int) -> SeatView | None:
    process = world.processes[number]
    if process.node is None or process.node.my_players[0] is None:
        return None
    return process.node.view(process.node.my_players[0])


def player_of(world: World, number: int) -> PlayerNumber:
    player = world.node(number).my_players[0]
    assert player is not None
    return player


def drawer_of(world: World) -> int:
    standing = world.node(0).standing(None)
    assert standing is not None
    return next(number for number in range(len(world.processes)) if player_of(world, number) in standing.waiting_for)


def draw(world: World, number: int) -> str:
    standing = world.node(number).standing(None)
    assert standing is not None
    return world.submit(number, player_of(world, number), PlayAction(standing.move, Draw()))


def wires(process: Process, kind: type) -> set[bytes]:
    """All messages of a kind that a process has ever sent."""
    packets = [packet for _, packet in process.sent if isinstance(packet, MessagePacket)]
    return {packet.message.wire for packet in packets if isinstance(packet.message.payload, kind)}


@pytest.mark.parametrize("number", [0, 1])
def test_after_a_kill_a_node_has_the_same_seat_hand_and_log(number: int) -> None:
    world = in_play()
    before, standing = view_of(world, number), world.node(number).standing(PlayerNumber(number))
    log = world.hashes(number)
    world.kill(number)
    world.rest(700)
    world.restart(number)
    world.rest(2000)
    assert view_of(world, number) == before
    assert before is not None
    assert len(before.hand) == 13
    assert world.node(number).standing(PlayerNumber(number)) == standing
    assert world.hashes(number) == log
    assert world.node(number).number == number


def test_what_is_restored_is_known_as_committed_without_asking_anybody() -> None:
    world = in_play()
    committed = world.node(1).committed_index
    world.kill(1)
    process = world.processes[1]
    node, outputs = Node.restore(process.config, process.tools, world.table, process.store.restored(), world.entropy())
    assert node.committed_index >= committed - 1
    assert not any(isinstance(output, Answer) for output in outputs)


def test_shares_that_were_held_when_the_power_failed_are_sent_as_the_same_bytes() -> None:
    world = in_play()
    drawer = drawer_of(world)
    helper = 1 - drawer
    world.hold = lambda _sender, receiver, packet: isinstance(packet, AckPacket) and receiver == helper
    draw(world, drawer)
    world.rest(600)
    process = world.processes[helper]
    held = [wire for key, wire in process.store.own if key.startswith("shares/")][-1]
    assert held not in wires(process, Shares)
    world.kill(helper)
    world.rest(300)
    world.hold = lambda _sender, _receiver, _packet: False
    world.restart(helper)
    world.rest(2000)
    assert held in wires(process, Shares)
    view = view_of(world, drawer)
    assert view is not None
    assert view.unopened == ()
    assert len(view.hand) == 14


@pytest.mark.parametrize("crash", ["before the write", "after the write"])
@pytest.mark.parametrize("happened", ["entry", "command"])
def test_a_node_that_fails_around_a_write_goes_on(
    crash: Literal["before the write", "after the write"], happened: str
) -> None:
    world = in_play(seed=2)
    drawer = drawer_of(world)
    victim = drawer if happened == "command" else 1 - drawer
    if victim == 0:
        world = in_play(seed=4)
        drawer = drawer_of(world)
        victim = drawer if happened == "command" else 1 - drawer
    world.processes[victim].crash = crash
    name = draw(world, drawer)
    world.rest(600)
    assert world.processes[victim].node is None
    world.restart(victim)
    world.rest(3000)
    if happened == "command" and crash == "before the write":
        assert draw(world, drawer) != name
        world.rest(2000)
    view = view_of(world, drawer)
    assert view is not None
    assert len(view.hand) == 14
    assert world.hashes(0) == world.hashes(1)


def test_a_command_that_was_on_its_way_is_answered_after_the_restart_and_has_one_effect() -> None:
    world = in_play(seed=2)
    drawer = drawer_of(world)
    world.processes[drawer].crash = "after the write"
    name = draw(world, drawer)
    assert world.processes[drawer].node is None
    world.restart(drawer)
    world.submit(drawer, player_of(world, drawer), PlayAction(0, Draw()), name)
    world.rest(3000)
    answers = [answer for answer in world.processes[drawer].answers if answer.command_id == name]
    assert [answer.code for answer in answers] == [""]
    world.submit(drawer, player_of(world, drawer), PlayAction(0, Draw()), name)
    assert [answer.code for answer in world.processes[drawer].answers if answer.command_id == name] == ["", ""]
    standing = world.node(0).standing(None)
    assert standing is not None
    assert standing.move == 1


def test_an_outcome_is_remembered_over_a_restart() -> None:
    world = in_play()
    player = player_of(world, 1)
    world.submit(1, player, GetReady(5), "early")
    world.kill(1)
    world.restart(1)
    world.submit(1, player, GetReady(5), "early")
    assert [answer.code for answer in world.processes[1].answers][-2:] == ["not_now", "not_now"]


def test_a_shuffle_that_was_not_sent_is_made_afresh_and_one_that_was_is_sent_again() -> None:
    world = World(3, TWO, moves=0)
    world.run(lambda: world.all_at("seat_draw"))
    victim = world.processes[1]
    while not wires(victim, Shuffle):
        world.kill(1)
        world.restart(1)
        world.rest(120)
    sent = wires(victim, Shuffle)
    assert len(sent) == 1
    world.hold = lambda sender, _receiver, packet: sender == 1 and isinstance(packet, MessagePacket)
    world.kill(1)
    world.restart(1)
    world.rest(2500)
    again = [packet for _, packet in victim.sent if isinstance(packet, MessagePacket) and packet.message.wire in sent]
    assert len(again) >= 1
    world.let_through()
    world.run(lambda: world.all_at("playing"))
    first = {wire for wire in wires(victim, Shuffle) if wire in sent}
    assert first == sent


def test_the_secrets_of_a_deal_are_dropped_when_it_is_over() -> None:
    world = World(5, TWO, deals=1)
    world.run(lambda: world.deals_done(1))
    world.rest(1000)
    for process in world.processes:
        names = set(process.store.secrets)
        assert len(names) <= 1  # of the next deal, if its deck has begun to be made
        assert not any(name.startswith(("ceremony/1/", "ceremony/2/")) for name in names)


def test_a_log_of_another_table_is_not_restored() -> None:
    world = in_play()
    process = world.processes[1]
    stored = process.store.restored()
    wrong = replace(stored, entries=stored.entries[1:])
    with pytest.raises(LogError):
        Node.restore(process.config, process.tools, world.table, wrong, world.entropy())


def test_the_host_goes_on_too_if_its_disk_is_whole() -> None:
    world = in_play(seed=2)
    world.kill(0)
    world.rest(500)
    world.restart(0)
    world.passive.clear()
    world.moves = 6
    world.rest(4000)
    standing = world.node(1).standing(None)
    assert standing is not None
    assert standing.move == 6


def test_a_state_that_was_damaged_in_memory_is_mended_from_the_log() -> None:
    world = in_play((Place(), Place(), Place()))
    victim = next(number for number in (1, 2) if number != drawer_of(world))
    node = world.node(victim)
    replica = node._desk.replica  # noqa: SLF001 - nothing outside can damage it
    assert replica.accepted is not None
    replica.accepted = replace(replica.accepted, move=replica.accepted.move + 1)
    replica._digest = replica._digester.digest(replica.accepted)  # noqa: SLF001 - likewise
    before = node.last_index
    draw(world, drawer_of(world))
    world.rest(2000)
    assert node.last_index > before
    assert world.hashes(0) == world.hashes(victim)
    assert world.processes[victim].reports == []


def test_an_entry_that_comes_twice_is_taken_once() -> None:
    world = in_play()
    node = world.node(1)
    last = node.entries(node.last_index, 1)[0]
    before = len(world.processes[1].store.entries)
    world.give(1, Received(NodeNumber(0), EntryPacket(last, last.index)))
    assert len(world.processes[1].store.entries) == before
    assert world.processes[1].reports == []


def test_a_node_that_stops_before_it_has_an_entry_begins_again_as_one_that_joins() -> None:
    world = World(6, TWO)
    world.hold = lambda _sender, receiver, packet: receiver == 1 and isinstance(packet, EntryPacket)
    world.rest(1000)
    assert world.node(1).last_index == 0
    world.kill(1)
    world.restart(1)
    assert world.node(1).number is None
    world.let_through()
    world.run(lambda: world.all_at("playing"))
    assert world.hashes(0)[: len(world.hashes(1))] == world.hashes(1)
