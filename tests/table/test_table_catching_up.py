"""How a node gets what it missed, and how others answer it."""

from dataclasses import replace

import pytest

from kalooki.table.payloads import (
    NodeNumber,
    PlayerNumber,
    Ready,
)
from kalooki.table.ports import (
    AckPacket,
    EntryPacket,
    GetReady,
    Heartbeat,
    MessagePacket,
    PeerDown,
    PeerUp,
    Received,
    Want,
)
from support.table_scenes import (
    ONE_VOTER,
    THREE,
    entries_sent,
    forged_entry,
    forged_message,
    in_lobby,
    in_play,
    kept,
    signed_entry,
)
from support.table_world import World


def test_what_was_missed_is_asked_for_page_by_page() -> None:
    world = in_play(THREE)
    lost = World(1, THREE)
    assert lost.table == world.table  # the same seed, the same table
    lost.hold = lambda _sender, _receiver, _packet: True
    lost.rest(5)
    newcomer = lost.processes[2]
    asked = 0
    entries = world.node(0).entries(1, 10_000)
    lost.give(2, Received(NodeNumber(0), Heartbeat(1, len(entries))))
    while lost.node(2).last_index < len(entries):
        wants = [packet for _, packet in newcomer.sent if isinstance(packet, Want)]
        assert len(wants) > asked
        asked = len(wants)
        for entry in world.node(0).entries(wants[-1].from_index, 32):
            lost.give(2, Received(NodeNumber(0), EntryPacket(entry, len(entries))))
    assert asked == 1 + len(entries) // 32 or asked == 2 + len(entries) // 32
    assert lost.node(2).number == 2


def test_a_question_is_answered_with_a_page_and_the_newest_acknowledgements() -> None:
    world = in_play(THREE)
    sent = world.processes[0].sent
    sent.clear()
    world.give(0, Received(NodeNumber(1), Want(3)))
    pages = [packet.entry.index for _, packet in sent if isinstance(packet, EntryPacket)]
    assert pages == list(range(3, 3 + len(pages)))
    assert len(pages) == min(32, world.node(0).last_index - 2)
    assert {packet.ack.node for _, packet in sent if isinstance(packet, AckPacket)} == {0, 1, 2}


def test_a_page_has_so_many_bytes_and_at_least_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    world = in_lobby()
    total = world.node(0).last_index
    for limit, answered in ((1, 1), (1 << 20, total)):
        monkeypatch.setattr("kalooki.table.talking.PAGE_BYTES", limit)
        world.rest(1000)
        world.processes[0].sent.clear()
        world.give(0, Received(NodeNumber(1), Want(1)))
        assert entries_sent(world) == list(range(1, answered + 1))


def test_a_question_that_was_just_answered_is_not_answered_again() -> None:
    world = in_lobby()
    total = world.node(0).last_index
    world.rest(1000)
    world.processes[0].sent.clear()
    for index in (total, total, 1, total + 1):
        world.give(0, Received(NodeNumber(1), Want(index)))
    assert entries_sent(world) == [total]
    world.give(0, PeerUp(NodeNumber(1)))
    world.give(0, Received(NodeNumber(1), Want(total)))
    world.rest(1000)
    world.give(0, Received(NodeNumber(1), Want(total)))
    assert entries_sent(world) == [total] * 3


def test_a_gap_is_asked_about_again_if_no_answer_comes() -> None:
    world = in_lobby()
    process = world.processes[1]
    process.sent.clear()
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, Want | EntryPacket)
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(3000)
    assert 2 <= sum(isinstance(packet, Want) for _, packet in process.sent) <= 8


def test_a_lost_link_means_nothing_to_a_node() -> None:
    world = in_lobby()
    assert world.node(1).step(PeerDown(NodeNumber(0)), world.entropy()) == ()


def test_a_new_link_brings_what_may_have_been_lost() -> None:
    world = in_lobby()
    world.hold = lambda _sender, _receiver, _packet: True
    world.submit(1, PlayerNumber(1), GetReady(0))
    sent = world.processes[1].sent
    sent.clear()
    world.give(1, PeerUp(NodeNumber(0)))
    assert {type(packet) for _, packet in sent} == {Want, AckPacket, MessagePacket}
    assert {to for to, _ in sent} == {0}
    world.processes[0].sent.clear()
    world.give(0, PeerUp(NodeNumber(1)))
    assert any(isinstance(packet, Heartbeat) for _, packet in world.processes[0].sent)


def test_entries_that_come_far_too_early_are_not_all_kept() -> None:
    world = in_lobby(ONE_VOTER)
    true = forged_entry(world, world.node(0), forged_message(world, 1, Ready(9)))
    for ahead in range(1, 200):
        early = signed_entry(world, replace(true, index=true.index + ahead))
        world.give(1, Received(NodeNumber(0), EntryPacket(early, 0)))
    world.give(1, Received(NodeNumber(0), EntryPacket(true, 0)))
    assert world.node(1).last_index == true.index
    assert kept(world, 1) == ["fork"]
