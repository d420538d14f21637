"""A host that plays two games at one table: with three nodes it can certify both, and it gains nothing by it."""

from kalooki.codec.transcript import Evidence, write_transcript
from kalooki.table.log import Certificate
from kalooki.table.payloads import NodeNumber, Ready
from kalooki.table.ports import MessagePacket, Received
from kalooki.verify import Check, Verdict, verify_transcript
from support.forger import SEED
from support.table_scenes import THREE, draw, forged_message, in_play, kept, meet, node_in_turn, reports, shares_sent
from support.table_world import World

HOST = 0


def cut_off(number: int) -> World:
    """The table, at the moment at which the host begins to tell one node nothing."""
    world = in_play(THREE)
    friend = 3 - number
    apart = {(HOST, number), (number, friend), (friend, number)}
    world.hold = lambda sender, receiver, _packet: (sender, receiver) in apart
    return world


def two_games() -> tuple[World, int, World, int, int]:
    """Both games up to a certificate: each world with the node that believes it, and the index where they part."""
    drawer, _ = node_in_turn(in_play(THREE))
    assert drawer != HOST
    other = 3 - drawer
    one, two = cut_off(other), cut_off(drawer)
    assert one.hashes(HOST) == two.hashes(HOST)
    index = one.node(HOST).last_index + 1
    # In the second game the host orders something without effect before the draw.
    two.give(HOST, Received(NodeNumber(other), MessagePacket(forged_message(two, HOST, Ready(9)))))
    for world in (one, two):
        world.rest(3000)
        draw(world)
        world.rest(3000)
    return one, drawer, two, other, index


def certificate_of(world: World, number: int, index: int) -> Certificate:
    """The certificate by which a node took an entry, or a later one, for committed."""
    certificate = world.node(number).certificate()
    assert certificate is not None
    assert certificate.index >= index
    assert {ack.node for ack in certificate.acks} == {HOST, number}
    return certificate


def test_a_host_that_certifies_two_entries_for_one_index_opens_nothing_and_is_named_when_the_two_meet() -> None:
    """Attack 61, by a whole host: it plays on with one node as if the other were away, and the same the other way."""
    fresh = in_play(THREE)
    one, first, two, second, index = two_games()
    assert one.node(first).entries(index, 1) != two.node(second).entries(index, 1)
    certificate_of(one, first, index)
    certificate_of(two, second, index)

    def nothing_is_open() -> None:
        for world, number in ((one, first), (two, second)):
            for node in (HOST, number):
                assert shares_sent(world, node) == shares_sent(fresh, node)
            state = world.node(number)._desk.state  # noqa: SLF001 - what a draw owes
            assert state.owed

    nothing_is_open()
    meet(one, first, two, second)
    nothing_is_open()
    for world, number in ((one, first), (two, second)):
        assert "fork" in reports(world, number)
        assert {report.node for report in world.processes[number].reports if report.code == "fork"} == {HOST}
        assert kept(world, number).count("fork") == 2
        # What each of them saved convicts the host before a stranger.
        node = world.node(number)
        evidence = [Evidence(kind, wire) for kind, wire in world.processes[number].store.evidence]
        entries = node.entries(1, node.committed_index)
        data = write_transcript([*entries, certificate_of(world, number, index), *evidence])
        report = verify_transcript(data, world.group, SEED)
        (finding,) = report.findings
        assert report.verdict is Verdict.INVALID
        assert (finding.check, finding.code, finding.node, finding.player) == (Check.EVIDENCE, "fork", HOST, None)
