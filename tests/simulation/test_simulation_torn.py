"""A disk loses its end: its node may have acknowledged or voted for that, and is silent until it has it again."""

from collections.abc import Callable

import pytest

from kalooki.codec.transcript import write_transcript
from kalooki.table.election import REACH, Timing
from kalooki.table.log import Stream
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber, Tip, Vote
from kalooki.table.pen import LEAP
from kalooki.table.ports import (
    GetReady,
    Head,
    Heard,
    PeerDown,
    PutAck,
    PutBallot,
    PutOwn,
    PutRecovered,
    Received,
    Record,
    Recovering,
    Stand,
    VotePacket,
)
from kalooki.table.signing import sign
from kalooki.table.votes import quorum, vote_signing_bytes
from kalooki.verify.report import Verdict
from kalooki.verify.verifier import verify_transcript
from support.election_world import Arena, skipping, storm, trustful
from support.observed_world import LostError
from support.table_world import BRISK, Place, World

SLOW = Timing(250, 60_000, 120_000)
"""Nobody stands by himself."""


@pytest.mark.parametrize("seed", [1, 2, 4, 5])
def test_a_table_outlives_a_storm_in_which_disks_lose_their_ends(seed: int) -> None:
    storm(seed, torn=True)


def test_the_storm_finds_a_node_that_does_not_care() -> None:
    with pytest.raises(LostError):
        storm(13, skipping, torn=True)


def is_silent(world: Arena, number: int) -> bool:
    return world.node(number)._desk.recovery.is_on  # noqa: SLF001 - what nobody else asks


def signed_since(world: Arena, number: int, count: int) -> list[Record]:
    """What a node has signed and written after so many writes."""
    records = [record for records in world.processes[number].store.history[count:] for record in records]
    own = [record for record in records if isinstance(record, PutAck) and record.ack.node == number]
    return [*own, *(one for one in records if isinstance(one, PutOwn) or (isinstance(one, PutBallot) and one.vote))]


def lost_with_its_only_witness_away(plant: Callable[[Node], None] = lambda _node: None) -> Arena:
    """An entry is committed by two of three; one of them loses it, and the other is cut off."""
    world = Arena(1, 3, plant=plant)
    world.part((0, 1), (2,))
    writes = len(world.processes[1].store.history)
    said = world.say(0)
    world.until(lambda: world.is_settled(0, said), "two are enough")
    world.part((0,), (1, 2))
    world.tear(1, len(world.processes[1].store.history) - writes)
    world.restart(1)
    world.rest(15_000)
    return world


def test_what_two_have_committed_is_not_undone_when_one_of_them_loses_it() -> None:
    world = lost_with_its_only_witness_away()
    assert is_silent(world, 1)
    assert world.newest_host() in {0, None}
    world.heal()
    assert not is_silent(world, 1)
    assert world.processes[1].store.sworn == world.election(1).term or world.processes[1].store.sworn >= 1


def test_a_node_that_does_not_care_undoes_it() -> None:
    with pytest.raises(LostError, match="committed twice"):
        lost_with_its_only_witness_away(skipping).heal()


def test_a_silent_node_neither_acknowledges_nor_votes_nor_says_anything_but_hears() -> None:
    world = Arena(2, 3)
    world.part((0, 2), (1,))
    world.tear(1, 4)
    writes, packets = len(world.processes[1].store.history), len(world.processes[1].sent)
    world.restart(1)
    world.say(0)
    world.rest(10_000)
    assert signed_since(world, 1, writes) == []
    said = [packet for _, packet in world.processes[1].sent[packets:]]
    assert any(isinstance(packet, Recovering) for packet in said)
    assert not any(isinstance(packet, VotePacket | Stand) for packet in said)
    world.part((0,), (1, 2))  # one of the two others is not enough
    world.rest(10_000)
    assert is_silent(world, 1)
    assert signed_since(world, 1, writes) == []
    world.heal()
    assert signed_since(world, 1, writes) != []


def test_of_two_the_one_that_hosted_takes_the_others_log_and_hosts_only_a_later_term() -> None:
    world = Arena(3, 2)
    said = [world.say(1) for _ in range(3)]
    world.until(lambda: all(world.is_settled(1, one) for one in said), "nothing is committed")
    log = world.hashes(1)
    world.tear(0, 1000)  # all of it
    world.restart(0)
    world.until(lambda: world.is_whole(0), "it does not come back")
    assert world.hashes(0)[: len(log)] == log
    assert world.hosts() == []
    world.until(lambda: bool(world.hosts()), "nobody hosts")
    assert world.election(world.hosts()[0]).term > 1
    world.heal()
    world.kill(0)
    world.restart(0)
    assert world.processes[0].store.sworn == 1 + REACH
    world.heal()


def test_who_has_sworn_off_a_term_does_not_host_it_after_another_restart_either() -> None:
    world = Arena(4, 2, timing=SLOW)
    world.tear(0, 2)
    world.restart(0)
    world.run(lambda: world.is_whole(0))
    world.kill(0)
    world.restart(0)
    world.rest(5_000)
    assert not is_silent(world, 0)
    assert world.hosts() == []


def test_two_of_three_that_lost_something_wait_for_what_nobody_can_tell_them() -> None:
    world = Arena(5, 3)
    for number in (1, 2):
        world.tear(number, 2)
        world.restart(number)
    world.rest(20_000)
    assert is_silent(world, 1)
    assert is_silent(world, 2)


def test_a_vote_that_was_lost_is_not_given_to_another() -> None:
    world = Arena(7, 3, timing=SLOW)
    world.rest(1000)
    tip = Tip(1, world.node(2).last_index, world.hashes(2)[-1])

    def ask(candidate: int) -> None:
        trials = tuple(trial(world, node, candidate, tip) for node in (0, 1))
        world.give(2, Received(NodeNumber(candidate), Stand(50, tip, trials)))

    ask(0)
    world.tear(2, 1)  # its vote, and no more
    world.restart(2)
    ask(1)
    assert world.processes[2].store.ballot.vote is None
    nonce = world.node(2)._desk.recovery.nonce  # noqa: SLF001 - what it has asked with
    world.give(2, Received(NodeNumber(0), Head(nonce, 50, tip)))
    world.give(2, Received(NodeNumber(1), Head(nonce, 1, tip)))
    assert is_silent(world, 2)  # the first is in a term that it has not heard of
    trials = tuple(trial(world, node, 0, tip) for node in (0, 1))
    world.give(2, Received(NodeNumber(0), Heard(50, trials)))
    assert not is_silent(world, 2)
    ask(1)
    assert (world.election(2).term, world.processes[2].store.sworn) == (50, 50 + REACH)
    assert world.processes[2].store.ballot.vote is None


def voted_for_one_who_vanished(voters: int, plant: Callable[[Node], None] = lambda _node: None) -> Arena:
    """Node 2 votes for node 1, whom nobody hears any more, and loses that vote; then node 3 stands."""
    world = Arena(6, voters, timing=SLOW, plant=plant)
    world.rest(1000)
    world.kill(0)
    world.hold = lambda sender, receiver, packet: (
        sender == 1 and receiver != 2 and isinstance(packet, Stand) and packet.trials != ()
    )
    let_stand(world, 1)
    vote = world.processes[2].store.ballot.vote
    assert vote is not None
    assert (vote.term, vote.candidate) == (2, 1)
    world.part((1,), tuple(number for number in range(voters) if number != 1))
    world.tear(2, 1)  # its vote, and no more
    assert world.processes[2].store.ballot.vote is None
    world.restart(0)
    world.restart(2)
    world.until(lambda: world.is_whole(2), "it does not come back")
    assert world.election(2).term == 1  # whom it heard know of no other
    for number in (0, *range(2 + quorum(voters), voters)):
        world.kill(number)  # there are just enough for an election, and no more
    let_stand(world, 3)
    return world


def let_stand(world: Arena, who: int) -> None:
    """Everybody sees that the host is gone, and one stands."""
    for number, process in enumerate(world.processes):
        if process.node is not None:
            world.give(number, PeerDown(NodeNumber(0)))
            world.election(number)._deadline = world.now + (0 if number == who else 10**9)  # noqa: SLF001 - not by chance
    world.rest(500)


@pytest.mark.parametrize("voters", [6, 7, 8])
def test_a_vote_for_one_whom_nobody_hears_is_not_given_again_where_many_vote(voters: int) -> None:
    world = voted_for_one_who_vanished(voters)
    assert world.election(3).term == 2
    assert world.processes[2].store.ballot.vote is None
    let_stand(world, 3)
    assert world.hosts() == [3]  # by the same votes, in a term in which none can be lost
    assert world.election(3).term > 1 + REACH
    world.heal()


@pytest.mark.parametrize("voters", [6, 8])
def test_who_trusts_a_quorum_to_know_of_his_vote_votes_twice_there(voters: int) -> None:
    with pytest.raises(LostError, match="node 2 votes twice in term 2"):
        voted_for_one_who_vanished(voters, trustful)


def trial(world: Arena, node: int, candidate: int, tip: Tip) -> Vote:
    statement = vote_signing_bytes(world.table, 50, NodeNumber(candidate), tip, trial=True)
    signature = sign(world.processes[node].config.key, statement)
    return Vote(NodeNumber(node), 50, NodeNumber(candidate), tip, trial=True, signature=signature)


def test_a_head_for_another_nonce_counts_for_nothing_and_so_does_one_that_was_not_asked_for() -> None:
    world = Arena(8, 3, timing=SLOW)
    world.cut = lambda _sender, _receiver: True
    world.tear(1, 2)
    world.restart(1)
    tip = Tip(1, 1, world.hashes(0)[0])
    for other in (0, 2):
        world.give(1, Received(NodeNumber(other), Head(bytes(32), 1, tip)))
    assert is_silent(world, 1)
    recovery = world.node(0)._desk.recovery  # noqa: SLF001 - of one that lost nothing
    world.give(0, Received(NodeNumber(1), Head(recovery.nonce, 1, tip)))
    assert recovery.heads == {}


def test_a_node_whose_disk_lost_its_end_plays_on_and_uses_no_counter_twice() -> None:
    places = (Place(), Place(), Place())
    world = World(9, places, timing=BRISK, moves=3)
    world.run(lambda: world.all_at("playing") and moves(world) >= 3)
    world.rest(3000)
    victim = next(number for number in range(3) if not world.node(number)._desk.is_host)  # noqa: SLF001 - likewise
    world.tear(victim, 6)
    world.restart(victim)
    player = world.node(victim).my_players[0]
    assert player is not None
    world.submit(victim, player, GetReady(7), "early")  # it waits until the node may speak
    assert not any(answer.command_id == "early" for answer in world.processes[victim].answers)
    world.moves = 8
    world.run(lambda: moves(world) >= 8)
    world.rest(3000)
    assert [answer.code for answer in world.processes[victim].answers if answer.command_id == "early"] == ["not_now"]
    assert world.hashes(0) == world.hashes(1) == world.hashes(2)
    codes = {report.code for process in world.processes for report in process.reports}
    assert codes == {"recovering", "recovered"}
    state = world.node(0).moment().state
    assert state is not None
    used = [counter for (author, stream), counter in state.counters.items() if stream != Stream(0, 0)]
    assert max(used) > LEAP
    certificate = world.node(0).certificate()
    assert certificate is not None
    entries = world.node(0).entries(1, certificate.index)
    report = verify_transcript(write_transcript([*entries, certificate]), world.group, bytes(32))
    assert report.verdict is Verdict.VALID


def moves(world: World) -> int:
    return max(standing.move for node in world.nodes if (standing := node.standing(None)) is not None)


def test_who_alone_votes_cannot_know_what_it_lost() -> None:
    world = World(10, (Place(), Place(vote=False)), moves=2)
    world.run(lambda: world.all_at("playing") and moves(world) >= 2)
    world.tear(0, 3)
    world.restart(0)
    world.rest(20_000)
    assert world.node(0)._desk.recovery.is_on  # noqa: SLF001 - likewise
    world.tear(1, 3)
    assert not any(isinstance(one, PutRecovered) for records in world.processes[0].store.history for one in records)


def test_who_does_not_vote_speaks_again_when_the_voters_have_told_it() -> None:
    world = World(11, (Place(), Place(vote=False)), moves=2)
    world.run(lambda: world.all_at("playing") and moves(world) >= 2)
    world.rest(2000)
    world.tear(1, 3)
    world.restart(1)
    world.moves = 5
    world.run(lambda: moves(world) >= 5)
    assert not world.node(1)._desk.recovery.is_on  # noqa: SLF001 - likewise
