"""Peers that say too much, and hosts that say there is more: no node is filled by it, and none is held up."""

from dataclasses import replace

from kalooki.table.branches import MAX_EARLY
from kalooki.table.following import ASK_AGAIN_MS
from kalooki.table.log import Digest, Entry, body_bytes
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber, Ready, Tip, Vote
from kalooki.table.ports import (
    AckPacket,
    EntryPacket,
    GetReady,
    Heartbeat,
    Packet,
    PutAck,
    Received,
    Submitted,
    VotePacket,
)
from kalooki.table.signing import sign
from kalooki.table.turn import Turn
from kalooki.table.votes import vote_signing_bytes
from support.election_world import Arena
from support.table_scenes import THREE, ack_of, forged_entry, forged_message, in_lobby, kept, reports, signed_entry
from support.table_world import World

LIAR = NodeNumber(2)


def hear(world: World, number: int, packet: Packet, peer: NodeNumber = LIAR) -> None:
    world.give(number, Received(peer, packet))


# --- acknowledgements ---------------------------------------------------------------------------------------------


def test_of_many_acknowledgements_of_one_node_the_newest_is_written() -> None:
    world = in_lobby(THREE)
    last = world.node(1).last_index
    for term in range(2, 60):
        hear(world, 1, AckPacket(ack_of(world, LIAR, last, world.hashes(1)[-1], term)))
    before = len(world.processes[1].store.history)
    player = world.node(1).my_players[0]
    assert player is not None
    world.give(1, Submitted(player, "ready", GetReady(0)))
    records = [record for records in world.processes[1].store.history[before:] for record in records]
    acks = [record.ack for record in records if isinstance(record, PutAck)]
    assert [ack.term for ack in acks if ack.node == LIAR] == [59]


def test_who_names_ever_another_log_gets_an_answer_now_and_then() -> None:
    world = in_lobby(THREE)
    last = world.node(1).last_index

    def answers() -> int:
        return sum(to == LIAR and isinstance(packet, EntryPacket) for to, packet in world.processes[1].sent)

    before = answers()
    for number in range(1, 51):
        hear(world, 1, AckPacket(ack_of(world, LIAR, last, Digest(bytes([number]) * 32))))
    assert answers() == before + 1
    world.hold = lambda *_: True
    world.rest(ASK_AGAIN_MS + world.tick)
    hear(world, 1, AckPacket(ack_of(world, LIAR, last, Digest(bytes([1]) * 32))))
    assert answers() == before + 1  # of that one it was asked
    world.rest(ASK_AGAIN_MS + world.tick)
    for _ in range(2):
        hear(world, 1, AckPacket(ack_of(world, LIAR, last, Digest(bytes([50]) * 32))))
    assert answers() == before + 2
    assert reports(world, 1) == {"forked_ack"}


# --- votes --------------------------------------------------------------------------------------------------------


def vote_of(world: World, number: NodeNumber, term: int, candidate: int) -> VotePacket:
    node = world.node(1)
    tip, chosen = Tip(1, node.last_index, world.hashes(1)[-1]), NodeNumber(candidate)
    signature = sign(
        world.processes[number].config.key, vote_signing_bytes(world.table, term, chosen, tip, trial=False)
    )
    return VotePacket(Vote(number, term, chosen, tip, trial=False, signature=signature))


def test_who_votes_in_a_far_term_first_is_convicted_of_two_votes_all_the_same() -> None:
    world = in_lobby(THREE)
    for term, candidate in ((10**9, 2), (5, 2), (5, 1)):
        hear(world, 1, vote_of(world, LIAR, term, candidate))
    assert reports(world, 1) == {"double_vote"}
    assert kept(world, 1) == ["double_vote", "double_vote"]


def test_of_each_node_only_so_many_votes_are_remembered_and_none_crowds_out_another() -> None:
    world = in_lobby(THREE)
    hear(world, 1, vote_of(world, NodeNumber(0), 3, 0), NodeNumber(0))
    for term in range(3, 103):
        hear(world, 1, vote_of(world, LIAR, term, 2))
    hear(world, 1, vote_of(world, LIAR, 3, 1))
    assert reports(world, 1) == set()  # it was long ago
    hear(world, 1, vote_of(world, NodeNumber(0), 3, 1), NodeNumber(0))
    assert [(report.code, report.node) for report in world.processes[1].reports] == [("double_vote", 0)]


# --- entries ------------------------------------------------------------------------------------------------------


def entries_kept(node: Node) -> int:
    return len(node._follower._branches._kept)  # noqa: SLF001 - what fills its memory


def test_a_host_that_is_proven_to_lie_fills_nobody_with_further_entries() -> None:
    world = in_lobby(THREE)
    host, index = world.node(0), world.node(1).last_index + 1
    entries = [forged_entry(world, host, forged_message(world, 1, Ready(9 + one))) for one in range(MAX_EARLY + 50)]
    for entry in entries:
        hear(world, 1, EntryPacket(entry, 0), NodeNumber(0))
    assert reports(world, 1) == {"fork"}
    for entry in entries:
        following = signed_entry(world, replace(entry, index=index + 1))
        hear(world, 1, EntryPacket(following, 0), NodeNumber(0))
    assert entries_kept(world.node(1)) == MAX_EARLY


def test_what_no_host_has_signed_fills_nobody() -> None:
    world = Arena(9, 3)
    world.kill(0)
    world.until(lambda: world.newest_host() in {1, 2}, "nobody is elected")
    world.rest(1000)
    host = world.newest_host()
    other = 3 - (host or 0)
    node, before = world.node(other), entries_kept(world.node(other))
    message = forged_message(world, 1, Ready(9))
    for number in range(MAX_EARLY + 50):
        previous = Digest(number.to_bytes(32, "big"))
        entry = Entry(
            1, node.last_index + 1, previous, previous, body_bytes((message.wire,)), (message,), b"x" * 64, b""
        )
        hear(world, other, EntryPacket(entry, 0), NodeNumber(host or 0))
    assert entries_kept(node) - before <= MAX_EARLY


def fill(world: World, number: int) -> None:
    """The host shows a node more entries of far away than it keeps of one term."""
    last = world.node(number).last_index
    message = forged_message(world, 0, Ready(9))
    for one in range(MAX_EARLY + 10):
        state = Digest(one.to_bytes(32, "big"))
        entry = Entry(1, last + 1000 + one, state, state, body_bytes((message.wire,)), (message,), b"", b"")
        hear(world, number, EntryPacket(signed_entry(world, entry), 0), NodeNumber(0))
    assert entries_kept(world.node(number)) == MAX_EARLY


def follows_another(world: Arena, number: int) -> None:
    """Those who are not cut off from each other elect another host, whom this node follows then."""
    world.until(lambda: world.newest_host() is not None and world.election(2).term > 1, "nobody is elected")
    for _ in range(3):
        world.say(3)
    world.rest(1000)
    world.cut = lambda _sender, _receiver: False
    for one in range(4):
        world.link(one)
    world.until(lambda: world.hashes(number) == world.hashes(2), "it does not follow the new host")
    world.until(lambda: world.node(number).committed_index == world.node(2).last_index, "it commits nothing there")


def test_a_host_that_filled_a_node_with_entries_of_far_away_keeps_it_from_no_other_host() -> None:
    world = Arena(7, 4)
    last, disk = world.node(1).last_index, world.processes[0].store
    there = disk.after(len(disk.history))
    fill(world, 1)
    # It shows this node alone some entries, and forgets them: then another one hosts, without them.
    world.part((0, 1), (2, 3))
    for _ in range(3):
        world.say(0)
        world.rest(30)
    assert world.node(1).last_index > last
    world.kill(0)
    world.part((0, 2, 3), (1,))
    world.processes[0].store = there
    world.restart(0)
    world.election(0).resign()
    follows_another(world, 1)


def test_what_a_filled_node_lacks_of_an_elected_hosts_log_finds_a_place() -> None:
    world = Arena(7, 4)
    fill(world, 1)
    mine = forged_entry(world, world.node(1), forged_message(world, 1, Ready(9)))
    world.part((0, 2, 3), (1,))
    world.say(3)
    world.rest(200)
    assert world.node(2).committed_index == mine.index
    hear(world, 1, EntryPacket(mine, 0), NodeNumber(0))
    assert world.node(1).last_index == mine.index
    world.election(0).resign()
    world.election(0)._hasten(Turn(world.entropy()))  # noqa: SLF001 - it will not host any longer
    follows_another(world, 1)
    assert world.election(1).outlaws == {0}


# --- the host's word that there is more -----------------------------------------------------------------------------


def overlook(world: Arena, host: int, author: int) -> None:
    """A host orders nothing of what a node says."""
    pool = world.node(host)._desk.pool  # noqa: SLF001 - what it orders from
    choose = pool.choose
    pool.choose = lambda state, is_fit, now: choose(  # type: ignore[method-assign]
        state, lambda message: is_fit(message) and getattr(message.author, "node", None) != author, now
    )


def boast(world: Arena, host: int) -> None:
    """A host says that its log is longer than it is."""
    send = world._send  # noqa: SLF001 - what everybody sends with

    def boasting(number: int, to: NodeNumber | None, packet: Packet) -> None:
        if number == host and isinstance(packet, Heartbeat):
            packet = replace(packet, last_index=packet.last_index + 1000)
        send(number, to, packet)

    world._send = boasting  # type: ignore[method-assign] # noqa: SLF001 - likewise


def test_a_host_that_overlooks_somebody_hides_it_behind_no_entries_that_there_are_not() -> None:
    world = Arena(5, 3)
    overlook(world, 0, 1)
    boast(world, 0)
    said = world.say(1)
    end = world.now + 40_000
    while world.now < end and not world.is_settled(1, said):
        world.rest(1000)
        world.say(2)
    assert world.is_settled(1, said)
    assert world.newest_host() != 0


def test_a_host_that_was_elected_and_orders_nothing_loses_the_table() -> None:
    world = Arena(5, 3)
    world.node(1)._host.order = lambda _turn: None  # type: ignore[assignment, method-assign] # noqa: SLF001 - it only says that it is there
    world.part((0,), (1, 2))
    world.until(lambda: world.newest_host() == 1, "the idle one is not elected")
    world.cut = lambda _sender, _receiver: False
    said = world.say(2)
    world.until(lambda: world.is_settled(2, said), "what was said is never ordered")
