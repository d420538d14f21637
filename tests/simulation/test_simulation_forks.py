"""A host that plays two games at one table: with three nodes it can certify both, and it gains nothing by it."""

from functools import partial

from kalooki.codec.transcript import Branch, Evidence, write_transcript
from kalooki.table.log import Certificate
from kalooki.table.payloads import Genesis, NodeNumber, Ready
from kalooki.table.ports import MessagePacket, Received
from kalooki.verify import Check, Verdict, verify_transcript
from support.continued_world import Continued, want
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


def test_attack_61_a_host_that_certifies_two_entries_for_one_index_opens_nothing_and_is_named_when_the_two_meet() -> (
    None
):
    """It plays on with one node as if the other were away, and the same the other way."""
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


def shown(world: World, number: int) -> tuple[bool, tuple[int, ...]]:
    """Whether its players are told that nothing can be decided any more, and whose two games are the reason."""
    standing = world.node(number).standing(None)
    assert standing is not None
    return standing.stuck, standing.two_games


def go_on_together(one: World, first: int, two: World, second: int) -> Genesis:
    """The host is gone from both games; whoever believed each of them hears the other, and wants to go on."""
    sides = ((one, first, two, second), (two, second, one, first))
    for world, number, _, _ in sides:
        for other in {0, 1, 2} - {number}:
            world.kill(other)
        world.hold = lambda _sender, _receiver, _packet: False
    one.restart(first)  # what it has found out about the host it keeps
    heard = {first: len(one.processes[first].sent), second: len(two.processes[second].sent)}
    for turn in range(36):
        for world, number, there, other in sides:
            world.rest(250)
            sent = world.processes[number].sent
            fresh, heard[number] = sent[heard[number] :], len(sent)
            for to, packet in fresh:
                if to in {None, other}:
                    there.give(other, Received(NodeNumber(number), packet))
        if turn == 12:
            assert [shown(world, number) for world, number, _, _ in sides] == [(True, (HOST,))] * 2
            assert [want(world, number) for world, number, _, _ in sides] == ["", ""]
    (genesis,) = {opened for world, number, _, _ in sides for opened in world.processes[number].opened}
    assert all(world.processes[number].opened for world, number, _, _ in sides)
    return genesis


def test_two_who_were_shown_two_games_go_on_from_before_them_without_the_host_whom_the_record_names() -> None:
    one, first, two, second, index = two_games()
    meet(one, first, two, second)
    genesis = go_on_together(one, first, two, second)
    old = genesis.continues
    assert old is not None
    assert old.index < index
    numbers = {member.identity: member.number for member in one.node(first).members}
    assert sorted(numbers[party.identity] for party in old.going) == [1, 2]
    for world, number in ((one, first), (two, second)):
        table = Continued(world, genesis, deals=0)
        table.run(partial(table.all_at, "playing"))
        table.rest(1_000)
        evidence = [Evidence(kind, wire) for kind, wire in world.processes[number].store.evidence]
        entries = world.node(number).entries(1, world.node(number).committed_index)
        branch = Branch(write_transcript([*entries, certificate_of(world, number, index), *evidence]))
        newest = table.node(0).certificate()
        assert newest is not None
        record = write_transcript([branch, *table.node(0).entries(1, newest.index), newest])
        report = verify_transcript(record, world.group, SEED)
        assert report.verdict is Verdict.VALID
        name = next(
            heir.name for heir in old.heirs if old.parties[heir.node].identity == one.node(first).members[0].identity
        )
        assert any(f"convicts {name}, who does not go on: the host signed two entries" in note for note in report.notes)
