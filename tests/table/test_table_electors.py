"""Who decides while it is not settled that others vote: a quorum of these, and one of those who voted before."""

import pytest

from kalooki.codec import encode, encode_vote, seal_entry, seal_message, unseal
from kalooki.table.acks import Acks
from kalooki.table.config import NodeConfig, PlayerConfig, Restored, Tools
from kalooki.table.election import Election, Ground, Role, Timing
from kalooki.table.log import Ack, ByNode, Certificate, ack_signing_bytes
from kalooki.table.node import Node
from kalooki.table.payloads import Closed, Leave, NodeNumber, PlayerNumber, Ready, Settled, TermStart, Vote
from kalooki.table.ports import Head, Heard, Heartbeat, LeaveTable, Send, Stand, Ticked, VotePacket
from kalooki.table.recovery import Recovery
from kalooki.table.replay import BadCertificateError, check_certificate
from kalooki.table.replica import Applied
from kalooki.table.results import Effective, Void
from kalooki.table.signing import sign
from kalooki.table.turn import Turn
from kalooki.table.votes import Electors, vote_signing_bytes
from kalooki.table.wellformed import NotElectedError
from support.table_scenes import THREE, in_play, state_of
from support.table_scribe import HOST, Scribe, by_player, fresh, scribe_at, secret_of

TIMING = Timing(50, 100, 200)


def nodes(*numbers: int) -> frozenset[NodeNumber]:
    return frozenset(map(NodeNumber, numbers))


def by_node(number: int) -> ByNode:
    return ByNode(NodeNumber(number))


def leaving(*players: int) -> tuple[Scribe, Applied]:
    """A lobby of four, and the entry by which players leave."""
    scribe = scribe_at("gathered", 4)
    said = tuple(scribe.message(by_player(player), Leave()) for player in players)
    applied = scribe.replica.accept(scribe.entry(*said))
    assert all(isinstance(result, Effective) for result in applied.results)
    return scribe, applied


def vote(scribe: Scribe, node: int, candidate: int, *, term: int = 2, trial: bool = False) -> Vote:
    tip = scribe.replica.tip
    statement = vote_signing_bytes(scribe.table, term, NodeNumber(candidate), tip, trial=trial)
    signature = sign(secret_of(f"node {node}"), statement)
    return Vote(NodeNumber(node), term, NodeNumber(candidate), tip, trial, signature)


def ack(scribe: Scribe, node: int, term: int) -> Ack:
    index = scribe.replica.last_index
    digest = scribe.replica.hash_at(index)
    signature = sign(secret_of(f"node {node}"), ack_signing_bytes(scribe.table, term, index, digest))
    return Ack(NodeNumber(node), term, index, digest, signature)


def certify(scribe: Scribe, *signers: int) -> None:
    index, term = scribe.replica.last_index, scribe.state.term
    digest = scribe.replica.hash_at(index)
    acks = tuple(ack(scribe, node, term) for node in signers)
    check_certificate(scribe.state, Certificate(index, digest, acks), digest)


def begin_term(scribe: Scribe, *voters: int, term: int = 2) -> Applied:
    """The founder hosts another term, by these votes."""
    votes = tuple(vote(scribe, node, 0, term=term) for node in voters)
    start = scribe.message(HOST, TermStart(term, votes), counter=0)
    return scribe.replica.accept(scribe.entry(start, term=term))


# --- who that is ------------------------------------------------------------------------------------------------------


def test_enough_are_a_quorum_of_each_body() -> None:
    electors = Electors({}, (nodes(0, 1), nodes(0, 1, 2, 3)))
    assert electors.are_enough(nodes(0, 1, 2))
    assert not electors.are_enough(nodes(0, 1))
    assert not electors.are_enough(nodes(0, 2, 3))
    assert not electors.are_enough(nodes(0, 7, 8, 9))


def test_who_voted_before_is_asked_until_something_follows_that_begins_no_term() -> None:
    scribe, _ = leaving(1, 2)
    assert scribe.state.electors().bodies == (nodes(0, 3), nodes(0, 1, 2, 3))
    assert scribe.state.electors().keys == {member.number: member.identity for member in scribe.state.members}
    begin_term(scribe, 0, 1, 3)
    assert scribe.state.electors().bodies == (nodes(0, 3), nodes(0, 1, 2, 3))
    scribe.replica.accept(scribe.entry(scribe.message(by_player(3), Ready(0)), term=2))
    assert scribe.state.electors().bodies == (nodes(0, 3),)
    assert scribe.state.electors().keys.keys() == nodes(0, 3)


def test_two_changes_at_once_ask_all_three_bodies() -> None:
    scribe, _ = leaving(1)
    votes = tuple(vote(scribe, node, 0) for node in range(3))
    start = scribe.message(HOST, TermStart(2, votes), counter=0)
    scribe.replica.accept(scribe.entry(start, scribe.message(by_player(2), Leave()), term=2))
    assert scribe.state.electors().bodies == (nodes(0, 3), nodes(0, 1, 2, 3), nodes(0, 2, 3))


def test_where_nobody_loses_a_vote_only_those_are_asked_who_vote() -> None:
    scribe = scribe_at("gathered", 4)
    scribe.must(HOST, scribe.admission(4, vote=False))
    assert scribe.state.electors().bodies == (nodes(0, 1, 2, 3),)
    scribe.must(HOST, scribe.admission(5))
    assert scribe.state.electors().bodies == (nodes(0, 1, 2, 3, 5),)


# --- what they commit -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("enough", [(0, 3, 1), (0, 3, 2), (0, 1, 2, 3)])
@pytest.mark.parametrize("begun", [False, True], ids=["by which they leave", "by which a term begins after it"])
def test_a_certificate_of_an_entry_has_both_quorums(enough: tuple[int, ...], begun: bool) -> None:
    scribe, _ = leaving(1, 2)
    if begun:
        begin_term(scribe, 0, 1, 3)
    certify(scribe, *enough)
    for few in ((0, 3), (0, 1, 2), (1, 2, 3)):
        with pytest.raises(BadCertificateError, match="no quorum"):
            certify(scribe, *few)
    scribe.replica.accept(scribe.entry(scribe.message(by_player(3), Ready(0)), term=scribe.state.term))
    certify(scribe, 0, 3)


@pytest.mark.parametrize("begun", [False, True], ids=["by which they leave", "by which a term begins after it"])
def test_an_entry_is_committed_by_both_quorums(begun: bool) -> None:
    scribe, applied = leaving(1, 2)
    if begun:
        applied = begin_term(scribe, 0, 1, 3)
    acks = Acks()
    acks.expect(applied.after)
    for node in (0, 3):
        assert acks.note(ack(scribe, node, scribe.state.term), scribe.replica)
        assert not acks.commits(applied)
        assert acks.unproven(applied.after) == applied.entry.index
        assert acks.certificate(scribe.replica) is None
    acks.note(ack(scribe, 2, scribe.state.term), scribe.replica)
    assert acks.commits(applied)
    assert acks.unproven(applied.after) is None
    assert acks.certificate(scribe.replica) is not None


# --- whom they elect --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("few", [(0, 3), (0, 1, 2), (1, 2, 3)])
def test_a_term_begins_by_both_quorums(few: tuple[int, ...]) -> None:
    scribe, _ = leaving(1, 2)
    with pytest.raises(NotElectedError):
        begin_term(scribe, *few)
    begin_term(scribe, 0, 3, 2)
    with pytest.raises(NotElectedError):  # and the next one, too
        begin_term(scribe, *few, term=3)
    begin_term(scribe, 0, 3, 1, term=3)


class Part:
    """One node's election on the ground of a scribe's log."""

    def __init__(self, scribe: Scribe, me: int) -> None:
        self.scribe = scribe
        self.election = Election(secret_of(f"node {me}"), scribe.table, TIMING)
        self.ground = Ground(NodeNumber(me), scribe.state.electors(), scribe.replica.tip)
        self.now = 1000
        self.tick(0)
        self.election.resign()

    def tick(self, milliseconds: int) -> list[object]:
        self.now += milliseconds
        turn = Turn(fresh(str(self.now)))
        self.election.tick(self.now, self.ground, turn)
        return [output.packet for output in turn.outputs() if isinstance(output, Send)]

    def hear(self, *votes: Vote) -> None:
        for one in votes:
            self.election.hear_vote(one, self.ground, Turn(fresh("vote")))

    def asked(self, peer: int, *, trials: tuple[Vote, ...] = ()) -> list[object]:
        turn = Turn(fresh("asked"))
        asked = Stand(2, self.ground.tip, trials)
        self.election.hear_stand(NodeNumber(peer), asked, self.ground, turn)
        return [output.packet for output in turn.outputs() if isinstance(output, Send)]


def test_who_stands_needs_those_who_voted_before_it_and_is_silent_without_them() -> None:
    scribe, _ = leaving(1, 2)
    part = Part(scribe, 0)
    assert Stand(2, part.ground.tip) in part.tick(500)
    part.hear(vote(scribe, 3, 0, trial=True))
    assert part.election.role is Role.TRIAL
    part.hear(vote(scribe, 1, 0, trial=True), vote(scribe, 3, 0))
    assert not part.election.is_host
    part.hear(vote(scribe, 2, 0))
    assert part.election.is_host
    assert part.election.is_active(part.ground)
    part.now += 300
    part.election.hear_term(NodeNumber(3), Heard(2), part.ground, Turn(fresh("heard")))
    part.tick(0)
    assert not part.election.is_active(part.ground)


def test_who_voted_before_votes_still_and_cannot_host() -> None:
    scribe, _ = leaving(1, 2)
    part = Part(scribe, 1)
    assert not any(isinstance(packet, Stand) for packet in part.tick(500))
    assert part.asked(0) == [VotePacket(vote(scribe, 1, 0, trial=True))]
    trials = tuple(vote(scribe, node, 0, trial=True) for node in (0, 1, 3))
    assert part.asked(0, trials=trials) == [VotePacket(vote(scribe, 1, 0))]
    assert part.asked(2) == []
    for_a_leaver = tuple(vote(scribe, node, 2, trial=True) for node in (0, 1, 2, 3))
    assert part.asked(2, trials=for_a_leaver) == []


def test_who_has_lost_his_end_of_the_log_asks_those_who_voted_before_it_too() -> None:
    scribe, _ = leaving(1, 2)
    recovery, election = Recovery(), Election(secret_of("node 3"), scribe.table, TIMING)
    recovery.begin(b"nonce", 0)
    for node, is_over in ((0, False), (1, False), (2, True)):
        assert recovery.hear(NodeNumber(node), Head(b"nonce", 1, scribe.replica.tip))
        assert recovery.is_over(scribe.replica, election, NodeNumber(3)) is is_over


# --- a host that is alone ---------------------------------------------------------------------------------------------


def lonely(*, sworn: int = 0) -> tuple[Node, Scribe]:
    """A host that comes back alone, with an entry by which all others have left, and which only it has."""
    scribe, applied = leaving(1, 2, 3)
    assert applied.after.voters() == nodes(0)
    config = NodeConfig(
        secret_of("node 0"), b"certificate 0", (PlayerConfig(secret_of("player 0"), "Player 0"),), timing=TIMING
    )
    tools = Tools(encode, seal_message, unseal, seal_entry, encode_vote, scribe.group)
    closed = scribe.message(HOST, Closed("alone"))
    restored = Restored(tuple(scribe.replica.entries), own=(("command/0/close", closed.wire),), sworn=sworn)
    node, _ = Node.restore(config, tools, scribe.table, restored, fresh("restart"))
    return node, scribe


@pytest.mark.parametrize("sworn", [0, 1], ids=["killed", "without power"])
def test_a_host_that_comes_back_alone_elects_nobody_and_orders_nothing(sworn: int) -> None:
    node, scribe = lonely(sworn=sworn)
    before = scribe.replica.last_index
    said: list[object] = []
    for now in range(1000, 6000, 50):
        outputs = node.step(Ticked(now), fresh(str(now)))
        said += [output.packet for output in outputs if isinstance(output, Send)]
    assert node.last_index == before
    assert node.committed_index < before
    assert any(isinstance(packet, Stand) for packet in said)
    assert not any(isinstance(packet, Heartbeat) and packet.term > 1 for packet in said)


def test_a_host_says_that_it_is_settled_who_votes_where_nobody_says_anything() -> None:
    world = in_play(THREE)
    world.submit(2, PlayerNumber(2), LeaveTable())
    world.rest(3000)
    state = state_of(world)
    assert state.voters() == nodes(0, 1)
    assert state.electors().bodies == (nodes(0, 1),)
    said = [message.payload for entry in world.node(0).entries(1, 10_000) for message in entry.messages]
    assert said.count(Settled()) == 1


def test_that_it_is_settled_says_the_host_alone_and_only_after_somebody_has_gone() -> None:
    scribe, _ = leaving(1)
    assert isinstance(scribe.say(by_node(0), Settled()), Effective)
    assert scribe.state.electors().bodies == (nodes(0, 2, 3),)
    for author, word in ((0, "not_now"), (2, "wrong_author")):
        result = scribe.say(by_node(author), Settled())
        assert isinstance(result, Void)
        assert result.code == word
