"""A new host: whoever dies, is cut off or comes back, one log goes on, and nothing that was committed is lost."""

from collections.abc import Callable

import pytest

from kalooki.codec import decode_entry
from kalooki.codec.transcript import write_transcript
from kalooki.table.config import Founding
from kalooki.table.desk import MAX_VOID
from kalooki.table.hosting import make_entry
from kalooki.table.log import TABLE, Ack, ByNode, Entry, ack_signing_bytes
from kalooki.table.node import Node
from kalooki.table.payloads import Accuse, CeremonyNumber, NodeNumber, TermStart, Tip, Vote
from kalooki.table.pen import Heading
from kalooki.table.ports import AckPacket, EntryPacket, MessagePacket, PeerDown, Received, Stand, VotePacket
from kalooki.table.signing import sign
from kalooki.table.state import TableState
from kalooki.table.turn import Turn
from kalooki.table.votes import vote_signing_bytes
from kalooki.table.wellformed import is_by
from kalooki.verify.report import Check, Verdict
from kalooki.verify.verifier import verify_transcript
from support.election_world import Arena, careless, counting, forgetful, hasty, storm
from support.observed_world import LostError
from support.table_world import BRISK, Place, World

THREE = (Place(), Place(), Place())


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 6, 9, 10, 14])
def test_a_table_outlives_a_storm_and_loses_nothing(seed: int) -> None:
    storm(seed)


# --- the rules of the election, one by one ------------------------------------------------------------------------


def elected(world: Arena, *among: int) -> Callable[[], bool]:
    """Whether one of these hosts a later term than the first."""
    return lambda: any(number in among and world.election(number).term > 1 for number in world.hosts())


def test_the_others_elect_a_host_when_theirs_is_gone_and_he_follows_when_he_is_back() -> None:
    world = Arena(1, 3)
    before = world.say(0)
    world.rest(100)
    world.kill(0)
    world.until(elected(world, 1, 2), "nobody is elected")
    said = world.say(1)
    world.until(lambda: world.is_settled(1, said), "the new host commits nothing")
    world.restart(0)
    world.until(lambda: world.hashes(0) == world.hashes(1) == world.hashes(2), "he does not follow")
    assert world.is_settled(0, before)
    assert 0 not in world.hosts()


def test_a_link_that_falls_hastens_the_election() -> None:
    world = Arena(2, 3)
    world.rest(1000)
    start = world.now
    world.kill(0)
    for number in (1, 2):
        world.give(number, PeerDown(NodeNumber(0)))
    world.until(elected(world, 1, 2), "nobody is elected")
    assert world.now - start <= BRISK.most


def test_a_host_that_overlooks_everything_loses_the_table_to_one_who_does_not() -> None:
    world = Arena(12, 3)
    world.hold = lambda _sender, receiver, packet: receiver == 0 and isinstance(packet, MessagePacket)
    said = world.say(1)
    world.until(lambda: world.is_settled(1, said), "what was said is never ordered")
    assert world.election(1).term > 1
    assert world.newest_host() != 0


def test_a_host_that_orders_no_more_of_what_is_void_keeps_the_table() -> None:
    world = Arena(13, 3)
    for _ in range(MAX_VOID + 2):
        world.say(1)
    world.rest(10_000)
    assert world.election(1).term == 1
    assert world.newest_host() == 0


def test_whoever_lost_only_his_own_link_disturbs_nobody() -> None:
    world = Arena(3, 3)
    world.cut = lambda sender, receiver: {sender, receiver} == {0, 1}
    world.give(1, PeerDown(NodeNumber(0)))
    world.rest(10_000)
    assert world.hosts() == [0]
    assert world.election(2).term == 1


def test_a_minority_commits_nothing_and_its_host_is_silent() -> None:
    world = Arena(4, 5)
    world.part((0, 1), (2, 3, 4))
    committed = world.node(0).committed_index
    said = world.say(1)
    world.rest(15_000)
    assert not world.is_settled(1, said)
    assert world.node(0).committed_index == committed
    world.heal()


def test_four_of_five_go_on_and_three_of_five_wait() -> None:
    world = Arena(5, 5)
    world.kill(0)
    world.until(elected(world, 1, 2, 3, 4), "four are enough")
    world.kill(world.hosts()[0])
    term = max(world.election(number).term for number, one in enumerate(world.processes) if one.node is not None)
    world.rest(15_000)
    assert world.hosts() == []
    assert {node._desk.election.term for node in world.nodes} == {term}  # noqa: SLF001 - no term is used up
    world.heal()


def test_two_candidates_in_one_term_share_the_votes_and_one_wins_the_next() -> None:
    world = Arena(6, 4)
    world.kill(0)
    world.rest(50)
    for number in (1, 2):
        world.election(number)._deadline = world.now  # noqa: SLF001 - both have waited as long
    world.election(3)._deadline = world.now + 10**6  # noqa: SLF001 - and it longer
    world.until(elected(world, 1, 2, 3), "nobody is elected")
    assert len(world.hosts()) == 1
    world.heal()


def test_a_node_votes_once_in_a_term_also_after_a_restart() -> None:
    world = Arena(7, 3)
    world.kill(0)
    world.until(elected(world, 1, 2), "nobody is elected")
    host = world.hosts()[0]
    voter = 3 - host
    term = world.election(host).term
    world.kill(voter)
    world.restart(voter)
    assert world.election(voter).term == term
    vote = world.processes[voter].store.ballot.vote
    assert vote is not None
    assert (vote.term, vote.candidate) == (term, host)


def test_a_returning_host_takes_its_longer_tail_back_and_says_again_what_was_in_it() -> None:
    world = Arena(8, 3)
    world.part((0,), (1, 2))
    said = [world.say(0) for _ in range(5)]
    world.rest(500)
    longer = world.node(0).last_index
    assert longer > world.node(1).last_index
    world.until(elected(world, 1, 2), "nobody is elected")
    assert longer > world.node(1).last_index
    world.heal()
    assert all(world.is_settled(0, key) for key in said)
    assert world.election(0).term > 1


def figure_eight(plant: Callable[[Node], None] = lambda _node: None) -> Arena:
    """An entry of term 1 comes to a majority in term 3, and then the host of term 2 has the better log."""
    world = Arena(9, 3, plant=plant)
    index = world.node(0).last_index + 1
    world.part((0,), (1, 2))
    world.say(0)  # entry `index` of term 1, at 0 alone
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, EntryPacket) and packet.entry.term > 1
    world.election(2)._deadline = world.now + 10**6  # noqa: SLF001 - 1 stands, not 2
    world.until(lambda: world.election(1).is_host, "1 is not elected")
    assert (world.node(1).last_index, world.node(2).last_index) == (index, index - 1)  # of term 2, at 1 alone
    world.part((1,), (0, 2))
    world.until(lambda: world.election(0).is_host and world.election(0).term > world.election(1).term, "0 is not host")
    world.rest(1000)
    assert world.hashes(2)[index - 1] == world.hashes(0)[index - 1]  # the entry of term 1 is on two of three disks
    world.part((0,), (1, 2))
    world.rest(10)
    world.hold = lambda _sender, _receiver, _packet: False
    world.until(lambda: world.election(1).is_host and world.election(1).term > world.election(0).term, "1 is not host")
    said = world.say(1)
    world.until(lambda: world.is_settled(1, said), "1 commits nothing")
    world.heal()
    return world


def test_an_entry_of_an_old_term_is_not_committed_by_counting_who_has_it() -> None:
    """Raft's figure 8: what lies on a majority's disks may still be taken back."""
    world = figure_eight()
    assert len({world.chosen[index] for index in world.chosen}) == len(world.chosen)


def test_figure_eight_finds_a_node_that_counts() -> None:
    with pytest.raises(LostError, match="committed twice"):
        figure_eight(counting)


def test_the_table_says_how_long_a_silent_host_is_waited_for() -> None:
    founding = Founding("british", seats=3, silence_ms=6_000)
    world = World(14, THREE, timing=BRISK, founding=founding)
    world.passive.update(range(3))
    world.run(lambda: len(world.nodes) == 3 and all(len(node.members) == 3 for node in world.nodes))
    world.rest(1_000)
    assert [node.patience_ms for node in world.nodes] == [6_000] * 3
    world.kill(0)
    world.rest(5_000)
    assert not any(node.hosts for node in world.nodes)
    world.run(lambda: any(node.hosts for node in world.nodes), limit=world.now + 15_000)
    world.kill(1)
    world.restart(1)
    assert world.node(1).patience_ms == 6_000


PLANTED: list[tuple[str, Callable[[Node], None], range]] = [
    ("it commits before the quorum", hasty, range(5)),
    ("it votes for whoever asks", careless, range(236, 237)),
    ("it commits an old term by counting", counting, range(5)),
]
"""What is wrong with every node, and the seeds of which one shows it; scripts/simulate.py finds others."""


def asked_twice(plant: Callable[[Node], None] = lambda _node: None) -> Arena:
    """A node is asked for its vote by two candidates of one term, and its power fails in between."""
    world = Arena(7, 3, plant=plant)
    world.cut = lambda _sender, _receiver: True
    world.rest(3 * BRISK.most)
    tip = Tip(1, world.node(2).last_index, world.hashes(2)[-1])
    for candidate in (0, 1):
        trials = tuple(trial(world, node, candidate, tip) for node in (0, 1))
        world.give(2, Received(NodeNumber(candidate), Stand(50, tip, trials)))
        world.kill(2)
        world.restart(2)
    return world


def trial(world: Arena, node: int, candidate: int, tip: Tip) -> Vote:
    statement = vote_signing_bytes(world.table, 50, NodeNumber(candidate), tip, trial=True)
    signature = sign(world.processes[node].config.key, statement)
    return Vote(NodeNumber(node), 50, NodeNumber(candidate), tip, trial=True, signature=signature)


def test_a_node_that_was_asked_twice_votes_once() -> None:
    world = asked_twice()
    votes = [packet.vote for _, packet in world.processes[2].sent if isinstance(packet, VotePacket)]
    assert [(vote.term, vote.candidate) for vote in votes if not vote.trial] == [(50, 0)]


def test_a_node_that_does_not_write_its_vote_down_votes_twice() -> None:
    with pytest.raises(LostError, match="votes twice"):
        asked_twice(forgetful)


@pytest.mark.parametrize(("name", "plant", "seeds"), PLANTED, ids=[name for name, _, _ in PLANTED])
def test_the_storm_finds_a_node_when(name: str, plant: Callable[[Node], None], seeds: range) -> None:
    assert name
    with pytest.raises(LostError):
        storms(seeds, plant)


def storms(seeds: range, plant: Callable[[Node], None]) -> None:
    for seed in seeds:
        storm(seed, plant)


# --- a host that lies ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("voters", "some"), [(3, (1,)), (4, (1,)), (4, (1, 2)), (5, (1,)), (5, (1, 2)), (5, (1, 2, 3))]
)
def test_a_host_that_shows_two_logs_never_makes_two_or_is_proven_to_have_done_it(
    voters: int, some: tuple[int, ...]
) -> None:
    world = Arena(voters, voters)
    world.forgiving = True
    liar, world.processes[0].node = world.node(0), None
    one, other = lie(world, liar, 901), lie(world, liar, 902)
    for number in range(1, voters):
        entry = one if number in some else other
        world.give(number, Received(NodeNumber(0), EntryPacket(entry, 0)))
        world.give(number, Received(NodeNumber(0), AckPacket(ack_by(world, liar, entry))))
    world.rest(15_000)
    proofs = [
        dict.fromkeys(wire for kind, wire in process.store.evidence if kind == "fork") for process in world.processes
    ]
    entries = [[decode_entry(wire) for wire in proof] for proof in proofs if proof]
    assert entries
    for first, second in entries:
        assert (first.term, first.index) == (second.term, second.index)
        assert all(is_by(state_of(world, 1), NodeNumber(0), entry) for entry in (first, second))
    accused = {report.node for process in world.processes for report in process.reports if report.code == "fork"}
    assert accused <= {0, None}
    if world.conflicts:
        assert voters == 3
    else:
        logs = [world.hashes(number) for number in range(1, voters)]
        assert all(log == logs[0] for log in logs)
        assert 0 not in {world.election(number).host for number in range(1, voters)}


def lie(world: Arena, liar: Node, number: int) -> Entry:
    """An entry for the next place, signed as it must be, though there is another."""
    desk, turn = liar._desk, Turn(world.entropy())  # noqa: SLF001 - what nobody else can do
    heading = Heading(ByNode(NodeNumber(0)), desk.config.key, TABLE, desk.replica.known)
    message = desk.pen.write(f"lie/{number}", heading, Accuse(1, CeremonyNumber(number)), turn)
    return make_entry(desk.replica, 1, (message,), desk.config.key, desk.tools)


def ack_by(world: Arena, liar: Node, entry: Entry) -> Ack:
    digest = entry.hash(world.table)
    signature = sign(liar._desk.config.key, ack_signing_bytes(world.table, 1, entry.index, digest))  # noqa: SLF001
    return Ack(NodeNumber(0), 1, entry.index, digest, signature)


def state_of(world: World, number: int) -> TableState:
    state = world.node(number)._desk.replica.accepted  # noqa: SLF001 - what the node works from
    assert state is not None
    return state


# --- a game -------------------------------------------------------------------------------------------------------


def moves_of(world: World) -> int:
    return max(standing.move for node in world.nodes if (standing := node.standing(None)) is not None)


def test_a_game_goes_on_under_a_new_host_and_its_transcript_proves_who_hosted() -> None:
    world = World(3, THREE, timing=BRISK, moves=8)
    world.run(lambda: world.all_at("playing") and moves_of(world) >= 2)
    world.kill(0)
    world.run(lambda: any(node._desk.is_host for node in world.nodes))  # noqa: SLF001 - what the log says later
    world.rest(3000)
    standing = world.node(1).standing(None)
    assert standing is not None
    assert standing.host in {1, 2}
    world.restart(0)
    world.run(lambda: moves_of(world) >= 8)
    world.rest(5000)
    assert world.hashes(0) == world.hashes(1) == world.hashes(2)
    node = world.node(1)
    certificate = node.certificate()
    assert certificate is not None
    entries = node.entries(1, certificate.index)
    starts = [entry for entry in entries if isinstance(entry.messages[0].payload, TermStart)]
    assert starts
    report = verify_transcript(write_transcript([*entries, certificate]), world.group, bytes(32))
    assert report.verdict is Verdict.VALID
    hosts = next(result for result in report.results if result.check is Check.HOSTS)
    assert hosts.count == 1 + len(starts)
