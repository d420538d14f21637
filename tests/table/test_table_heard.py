"""Messages that a node hears: what it keeps, orders and passes on, and what is proof."""

from dataclasses import replace

from kalooki.table.desk import MAX_VOID
from kalooki.table.log import (
    ByNode,
    ByPlayer,
    Digest,
    Stream,
)
from kalooki.table.payloads import (
    Closed,
    NodeNumber,
    PlayerNumber,
    Ready,
)
from kalooki.table.ports import (
    AckPacket,
    EntryPacket,
    GetReady,
    MessagePacket,
    Received,
)
from support.table_scenes import (
    ONE_VOTER,
    THREE,
    ack_of,
    draw,
    forged_message,
    in_lobby,
    in_play,
    kept,
    node_in_turn,
    of_player,
    reports,
    written,
)


def test_two_messages_with_one_counter_are_kept_as_proof_against_their_author() -> None:
    world = in_lobby()
    for payload in (Ready(8), Ready(9)):
        world.give(1, Received(NodeNumber(0), MessagePacket(forged_message(world, 0, payload))))
    assert kept(world, 1) == ["double_message", "double_message"]
    (report,) = world.processes[1].reports
    assert (report.code, report.player) == ("double_message", 0)


def test_a_message_that_its_author_did_not_sign_is_not_kept() -> None:
    world = in_lobby()
    message = replace(forged_message(world, 0, Ready(9)), signature=bytes(64))
    world.give(1, Received(NodeNumber(0), MessagePacket(message)))
    assert reports(world, 1) == {"bad_signature"}
    stranger = replace(message, author=ByPlayer(PlayerNumber(7)))
    nobody = replace(message, author=ByNode(NodeNumber(7)))
    world.give(1, Received(NodeNumber(0), MessagePacket(stranger)))
    world.give(1, Received(NodeNumber(0), MessagePacket(nobody)))
    assert len(world.processes[1].reports) == 1


def test_acknowledgements_count_only_for_our_own_log() -> None:
    world = in_lobby()
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, AckPacket)
    world.submit(0, PlayerNumber(0), GetReady(0))
    node = world.node(0)
    index, before = node.last_index, node.committed_index
    digest = node.entries(index, 1)[0].hash(world.table)
    true = ack_of(world, 1, index, digest)
    refused = [
        replace(true, signature=bytes(64)),
        replace(true, node=NodeNumber(9)),
    ]
    for ack in refused:
        world.give(0, Received(NodeNumber(1), AckPacket(ack)))
    assert node.committed_index == before
    world.give(0, Received(NodeNumber(1), AckPacket(ack_of(world, 1, index, Digest(b"x" * 32)))))
    assert node.committed_index == before
    assert reports(world, 0) == {"forked_ack"}
    world.give(0, Received(NodeNumber(1), AckPacket(true)))
    assert node.committed_index == index


def test_an_acknowledgement_of_another_term_than_the_entrys_commits_nothing() -> None:
    world = in_lobby()
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, AckPacket)
    world.submit(0, PlayerNumber(0), GetReady(0))
    node = world.node(0)
    index, before = node.last_index, node.committed_index
    digest = node.entries(index, 1)[0].hash(world.table)
    world.give(0, Received(NodeNumber(1), AckPacket(ack_of(world, 1, index, digest, term=2))))
    assert node.committed_index == before
    assert reports(world, 0) == set()


def test_an_acknowledgement_that_comes_before_its_entry_counts_when_the_entry_is_there() -> None:
    world = in_lobby()
    world.hold = lambda sender, _receiver, packet: sender == 0 and isinstance(packet, EntryPacket)
    world.submit(0, PlayerNumber(0), GetReady(0))
    world.rest(100)
    before = world.node(1).committed_index
    assert world.node(1).last_index == before
    world.let_through()
    assert world.node(1).committed_index == before + 1


def test_a_message_that_the_host_overlooks_is_passed_on_by_the_others() -> None:
    world = in_play(THREE)
    drawer, _ = node_in_turn(world)
    assert drawer != 0
    world.hold = lambda sender, receiver, packet: (
        isinstance(packet, MessagePacket) and sender == drawer and receiver == 0
    )
    before = world.node(0).last_index
    draw(world)
    world.rest(3000)
    assert world.node(0).last_index > before


def test_of_one_author_proof_is_kept_once() -> None:
    world = in_lobby()
    for deal in range(5, 9):
        world.give(1, Received(NodeNumber(0), MessagePacket(forged_message(world, 0, Ready(deal)))))
    assert kept(world, 1) == ["double_message"] * 2


def test_messages_without_effect_are_ordered_so_often_and_no_more() -> None:
    world = in_lobby(ONE_VOTER)
    secret = world.processes[1].config.players[0].key
    counted = [message.counter for message in of_player(world, 1)]
    first, before = max(counted, default=0) + 1, world.node(0).last_index
    for counter in range(first, first + MAX_VOID + 9):
        message = written(world, ByPlayer(PlayerNumber(1)), secret, Ready(7), counter=counter)
        world.give(0, Received(NodeNumber(1), MessagePacket(message)))
    world.rest(2000)
    entries = world.node(0).entries(before + 1, 1000)
    assert sum(len(entry.messages) for entry in entries) == MAX_VOID


def test_messages_of_a_far_deal_are_neither_ordered_nor_counted() -> None:
    world = in_lobby(ONE_VOTER)
    secret = world.processes[1].config.players[0].key
    before = world.node(0).last_index
    for deal in range(2, 9):
        far = written(world, ByPlayer(PlayerNumber(1)), secret, Ready(7), counter=1, stream=Stream(deal, 1))
        world.give(0, Received(NodeNumber(1), MessagePacket(far)))
    world.rest(2000)
    assert world.node(0).last_index == before


def test_two_messages_of_one_node_with_one_counter_are_its_fault() -> None:
    world = in_lobby()
    secret = world.processes[0].config.key
    for reason in ("one", "two"):
        message = written(world, ByNode(NodeNumber(0)), secret, Closed(reason))
        world.give(1, Received(NodeNumber(0), MessagePacket(message)))
    assert [(one.code, one.node, one.player) for one in world.processes[1].reports] == [("double_message", 0, None)]


def test_a_message_made_in_another_log_is_not_ordered() -> None:
    world = in_lobby(ONE_VOTER)
    secret = world.processes[1].config.players[0].key
    other = written(world, ByPlayer(PlayerNumber(1)), secret, Ready(9), Digest(b"x" * 32))
    before = world.node(0).last_index
    world.give(0, Received(NodeNumber(1), MessagePacket(other)))
    world.rest(3000)
    assert world.node(0).last_index == before
