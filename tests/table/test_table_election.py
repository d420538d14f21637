"""Terms, votes and standing for host: one node's part, with the others played by hand."""

from dataclasses import replace

import pytest

from kalooki.table.election import MOST_AHEAD, REACH, SHUNNED_MS, Ballot, Election, Ground, Role, Timing
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber, Tip, Vote
from kalooki.table.ports import Heard, Heartbeat, Output, Persist, PutBallot, Send, Stand, VotePacket
from kalooki.table.signing import public_key, sign
from kalooki.table.state import FIRST_TERM
from kalooki.table.turn import Turn
from kalooki.table.votes import Electors, elect, is_vote, vote_signing_bytes
from support.table_scribe import fresh, secret_of

TABLE_ID = Digest(b"t" * 32)
TIMING = Timing(50, 100, 200)
TIP = Tip(1, 7, b"7" * 32)
SHORTER = Tip(1, 6, b"6" * 32)
ZERO, ONE, TWO = NodeNumber(0), NodeNumber(1), NodeNumber(2)


def electors(count: int = 3) -> Electors:
    keys = {NodeNumber(number): public_key(secret_of(f"node {number}")) for number in range(count)}
    return Electors(keys, (frozenset(keys),))


def vote(node: int, term: int, candidate: int, *, trial: bool = False, tip: Tip = TIP) -> Vote:
    statement = vote_signing_bytes(TABLE_ID, term, NodeNumber(candidate), tip, trial=trial)
    signature = sign(secret_of(f"node {node}"), statement)
    return Vote(NodeNumber(node), term, NodeNumber(candidate), tip, trial, signature)


def quorum_of(term: int, candidate: int, *nodes: int, trial: bool = False, tip: Tip = TIP) -> tuple[Vote, ...]:
    return tuple(vote(node, term, candidate, trial=trial, tip=tip) for node in nodes)


class Part:
    """One node's election, and what came of each call."""

    def __init__(self, me: int | None = 1, *, voters: int = 3, started: bool = True) -> None:
        self.election = Election(secret_of(f"node {me}"), TABLE_ID, TIMING)
        self.ground = Ground(None if me is None else NodeNumber(me), electors(voters), TIP)
        self.now = 1000
        self.calls = 0
        if started:
            self.tick(0)

    def turn(self) -> Turn:
        self.calls += 1
        return Turn(fresh(str(self.calls)))

    def tick(self, milliseconds: int) -> tuple[Output, ...]:
        self.now += milliseconds
        turn = self.turn()
        self.election.tick(self.now, self.ground, turn)
        return turn.outputs()

    def stand(self, peer: int, asked: Stand) -> tuple[Output, ...]:
        turn = self.turn()
        self.election.hear_stand(NodeNumber(peer), asked, self.ground, turn)
        return turn.outputs()

    def vote(self, given: Vote) -> tuple[Output, ...]:
        turn = self.turn()
        self.election.hear_vote(given, self.ground, turn)
        return turn.outputs()

    def beat(self, peer: int, beat: Heartbeat) -> tuple[Output, ...]:
        turn = self.turn()
        self.election.hear_heartbeat(NodeNumber(peer), beat, self.ground, turn)
        return turn.outputs()

    def heard(self, peer: int, heard: Heard) -> tuple[Output, ...]:
        turn = self.turn()
        self.election.hear_term(NodeNumber(peer), heard, self.ground, turn)
        return turn.outputs()


def sent(outputs: tuple[Output, ...]) -> list[object]:
    return [output.packet for output in outputs if isinstance(output, Send)]


def ballots(outputs: tuple[Output, ...]) -> list[PutBallot]:
    records = [record for output in outputs if isinstance(output, Persist) for record in output.records]
    return [record for record in records if isinstance(record, PutBallot)]


@pytest.fixture
def standing() -> Part:
    """A node that has waited long enough, and asks who would vote for it."""
    part = Part()
    (asked,) = sent(part.tick(500))
    assert asked == Stand(2, TIP)
    assert part.election.role is Role.TRIAL
    assert part.election.term == FIRST_TERM
    return part


# --- standing -----------------------------------------------------------------------------------------------------


def test_a_node_is_host_by_the_votes_of_a_quorum_after_a_trial(standing: Part) -> None:
    outputs = standing.vote(vote(2, 2, 1, trial=True))
    (ballot,) = ballots(outputs)
    assert (ballot.term, ballot.proof) == (2, quorum_of(2, 1, 1, 2, trial=True))
    assert ballot.vote == vote(1, 2, 1)
    assert sent(outputs) == [Stand(2, TIP, quorum_of(2, 1, 1, 2, trial=True))]
    assert standing.election.role is Role.CANDIDATE
    assert standing.election.votes == ()
    outputs = standing.vote(vote(2, 2, 1))
    assert standing.election.is_host
    assert standing.election.votes == quorum_of(2, 1, 1, 2)
    assert sent(outputs) == [Heartbeat(2, TIP.index, quorum_of(2, 1, 1, 2))]


@pytest.mark.parametrize(
    "false",
    [
        vote(2, 3, 1, trial=True),
        vote(2, 2, 0, trial=True),
        vote(2, 2, 1, trial=True, tip=SHORTER),
        vote(2, 2, 1),
        replace(vote(2, 2, 1, trial=True), signature=bytes(64)),
        replace(vote(2, 2, 1, trial=True), node=NodeNumber(9)),
    ],
    ids=["another term", "another candidate", "another log", "no trial vote", "unsigned", "no voter's"],
)
def test_a_vote_for_something_else_does_not_count(standing: Part, false: Vote) -> None:
    assert standing.vote(false) == ()
    assert standing.election.role is Role.TRIAL


def test_who_does_not_stand_counts_no_votes_and_an_outlaws_never(standing: Part) -> None:
    assert Part().vote(vote(2, 2, 1, trial=True)) == ()
    standing.election.outlaw(TWO, standing.turn())
    assert standing.vote(vote(2, 2, 1, trial=True)) == ()


def test_votes_for_a_log_that_is_not_ours_any_more_elect_nobody(standing: Part) -> None:
    standing.ground = replace(standing.ground, tip=Tip(1, 8, b"8" * 32))
    standing.vote(vote(2, 2, 1, trial=True))
    assert standing.election.role is Role.FOLLOWER
    assert standing.election.host == ZERO


def test_who_stands_asks_again_and_then_anew(standing: Part) -> None:
    assert sent(standing.tick(60)) == [Stand(2, TIP)]
    assert sent(standing.tick(10)) == []
    standing.vote(vote(2, 2, 1, trial=True))
    assert sent(standing.tick(60)) == [Stand(2, TIP, quorum_of(2, 1, 1, 2, trial=True))]
    assert sent(standing.tick(500)) == [Stand(3, TIP)]


def test_one_voter_elects_itself_and_nobody_without_a_vote_stands() -> None:
    alone = Part(0, voters=1)
    assert isinstance(sent(alone.tick(500))[-1], Heartbeat)
    assert alone.election.is_host
    assert sent(Part(5).tick(500)) == []
    assert sent(Part(None).tick(500)) == []


# --- hosting ------------------------------------------------------------------------------------------------------


def test_a_host_speaks_while_enough_follow_it_and_stands_anew_when_they_do_not() -> None:
    part = Part(0, started=False)
    part.election.found()
    assert part.election.is_active(part.ground)
    assert sent(part.tick(0)) == [Heartbeat(1, TIP.index)]
    assert sent(part.tick(10)) == []
    part.heard(1, Heard(1))
    assert sent(part.tick(150)) == [Heartbeat(1, TIP.index)]
    part.tick(40)
    assert part.election.is_active(part.ground)
    part.tick(20)
    assert not part.election.is_active(part.ground)
    assert sent(part.tick(400)) == [Stand(2, TIP)]
    assert part.election.host is None


def test_a_host_steps_down_when_a_later_term_is_proven() -> None:
    part = Part(0, started=False)
    part.election.found()
    part.tick(0)
    proof = quorum_of(4, 2, 1, 2, trial=True)
    assert ballots(part.heard(2, Heard(4, proof))) == [PutBallot(4, None, proof)]
    assert (part.election.role, part.election.term, part.election.host) == (Role.FOLLOWER, 4, None)
    assert sent(part.beat(0, Heartbeat(3, 9))) == [Heard(4, proof)]


def test_a_mere_word_of_a_later_term_moves_nothing_but_the_next_try() -> None:
    part = Part()
    part.heard(2, Heard(5))
    part.heard(2, Heard(3))
    assert part.election.term == FIRST_TERM
    assert sent(part.tick(500)) == [Stand(6, TIP)]
    far = Part()
    far.heard(2, Heard(10**9))
    assert sent(far.tick(500)) == [Stand(1 + MOST_AHEAD + 1, TIP)]


@pytest.mark.parametrize(
    "proof",
    [
        quorum_of(4, 2, 2, trial=True),
        quorum_of(3, 2, 1, 2, trial=True),
        (vote(1, 4, 2, trial=True), vote(1, 4, 2, trial=True)),
        (vote(1, 4, 2, trial=True), vote(2, 4, 0, trial=True)),
        (vote(1, 4, 2, trial=True), replace(vote(2, 4, 2, trial=True), signature=bytes(64))),
        quorum_of(4, 9, 1, 2),
    ],
    ids=["too few", "another term", "one twice", "two candidates", "one unsigned", "no voter stands"],
)
def test_a_term_is_not_entered_without_the_votes_of_a_quorum(proof: tuple[Vote, ...]) -> None:
    part = Part()
    part.heard(2, Heard(4, proof))
    part.beat(2, Heartbeat(4, 9, proof))
    assert part.election.term == FIRST_TERM


def test_nobody_would_vote_far_ahead_of_its_own_term_before_the_term_between_is_proven() -> None:
    part = Part()
    part.election.lose_host(ZERO, part.turn())
    assert sent(part.stand(2, Stand(FIRST_TERM + REACH + 1, TIP))) == [Heard(FIRST_TERM)]
    (given,) = sent(part.stand(2, Stand(FIRST_TERM + REACH, TIP)))
    assert isinstance(given, VotePacket)
    part.heard(2, Heard(9, quorum_of(9, 2, 0, 2, trial=True)))
    (given,) = sent(part.stand(2, Stand(9 + REACH, TIP)))
    assert isinstance(given, VotePacket)


def test_who_stands_shows_its_term_to_whom_it_is_too_far_ahead() -> None:
    proof = quorum_of(9, 2, 0, 2, trial=True)
    part = Part()
    part.heard(2, Heard(9, proof))
    part.heard(0, Heard(10**9))
    assert sent(part.tick(500)) == [Stand(9 + REACH, TIP)]
    assert sent(part.heard(0, Heard(8))) == [Heard(9, proof)]
    assert sent(part.heard(0, Heard(9))) == []


def test_who_may_have_voted_votes_in_no_such_term_and_says_in_which_it_will() -> None:
    part = Part()
    part.election.forswear(ONE, FIRST_TERM + REACH, part.turn())
    part.election.lose_host(ZERO, part.turn())
    said = sent(part.stand(2, Stand(2, TIP, quorum_of(2, 2, 0, 2, trial=True))))
    assert said == [Heard(FIRST_TERM + REACH)]
    later = 2 + REACH
    (given,) = sent(part.stand(2, Stand(later, TIP, quorum_of(later, 2, 0, 2, trial=True))))
    assert given == VotePacket(vote(1, later, 2))


def test_who_may_have_voted_brings_the_others_on_to_a_term_in_which_it_may_stand() -> None:
    part = Part()
    part.election.forswear(ONE, FIRST_TERM + REACH, part.turn())
    between, later = FIRST_TERM + REACH, FIRST_TERM + REACH + 1
    assert sent(part.tick(500)) == [Stand(between, TIP)]
    proof = quorum_of(between, 1, 0, 1, trial=True)
    outputs = part.vote(vote(0, between, 1, trial=True))
    assert ballots(outputs) == [PutBallot(between, None, proof)]
    assert sent(outputs) == [Heard(between, proof), Stand(later, TIP)]
    part.vote(vote(0, later, 1, trial=True))
    part.vote(vote(0, later, 1))
    assert part.election.is_host
    assert part.election.term == later


def test_a_proof_of_an_older_term_changes_nothing() -> None:
    part = Part()
    part.heard(2, Heard(4, quorum_of(4, 2, 1, 2, trial=True)))
    turn = part.turn()
    part.election.hear_proof(3, quorum_of(3, 2, 1, 2, trial=True), part.ground, turn)
    part.election.hear_proof(3, quorum_of(3, 2, 1, 2), part.ground, turn)
    assert (part.election.term, part.election.host, part.election.hosts[3]) == (4, None, TWO)


# --- following ----------------------------------------------------------------------------------------------------


def test_a_heartbeat_of_a_new_term_with_its_votes_makes_us_follow() -> None:
    part = Part()
    votes = quorum_of(3, 2, 0, 2)
    outputs = part.beat(2, Heartbeat(3, 9, votes))
    assert ballots(outputs) == [PutBallot(3, None, votes)]
    assert sent(outputs) == [Heard(3)]
    assert (part.election.host, part.election.votes) == (TWO, votes)
    assert sent(part.beat(0, Heartbeat(3, 9, votes))) == []  # somebody else's word


def test_a_candidate_follows_whoever_was_elected_in_its_term(standing: Part) -> None:
    standing.vote(vote(2, 2, 1, trial=True))
    outputs = standing.beat(0, Heartbeat(2, 9, quorum_of(2, 0, 0, 2)))
    assert standing.election.role is Role.FOLLOWER
    assert standing.election.host == ZERO
    (ballot,) = ballots(outputs)
    assert ballot.vote == vote(1, 2, 1)  # for itself, and it stays so


def test_a_living_host_keeps_everybody_from_standing_and_from_voting() -> None:
    part = Part()
    for _ in range(20):
        part.tick(50)
        assert sent(part.beat(0, Heartbeat(1, 7))) == [Heard(1)]
    assert part.election.role is Role.FOLLOWER
    assert sent(part.stand(2, Stand(2, TIP))) == [Heard(1)]
    part.tick(99)
    assert sent(part.stand(2, Stand(2, TIP))) == [Heard(1)]
    part.tick(1)
    assert sent(part.stand(2, Stand(2, TIP))) == [VotePacket(vote(1, 2, 2, trial=True))]


def test_a_host_that_is_heard_again_ends_the_try(standing: Part) -> None:
    standing.beat(0, Heartbeat(1, 7))
    assert standing.election.role is Role.FOLLOWER


def test_a_link_that_falls_ends_the_trust_in_the_host_and_no_other_does() -> None:
    part = Part()
    part.election.lose_host(TWO, part.turn())
    assert sent(part.stand(2, Stand(2, TIP))) == [Heard(1)]
    part.election.lose_host(ZERO, part.turn())
    assert sent(part.stand(2, Stand(2, TIP))) == [VotePacket(vote(1, 2, 2, trial=True))]
    assert sent(part.tick(100)) == [Stand(2, TIP)]


def test_a_host_that_overlooks_messages_is_given_up_and_gets_no_vote_for_a_while() -> None:
    part = Part()
    part.election.give_up_host(part.turn())
    part.beat(0, Heartbeat(1, 7))  # heard, and yet not waited for
    assert isinstance(sent(part.tick(100))[0], Stand)
    assert sent(part.stand(2, Stand(2, TIP))) == [VotePacket(vote(1, 2, 2, trial=True))]
    assert sent(part.stand(0, Stand(2, TIP))) == [Heard(1)]
    part.tick(SHUNNED_MS)
    assert sent(part.stand(0, Stand(9, TIP))) == [VotePacket(vote(1, 9, 0, trial=True))]


def test_nobody_gives_himself_up() -> None:
    part = Part(0, started=False)
    part.election.give_up_host(part.turn())
    part.election.found()
    part.tick(0)
    part.election.give_up_host(part.turn())
    part.election.lose_host(ZERO, part.turn())
    part.election.outlaw(ZERO, part.turn())
    assert part.election.is_host


def test_an_outlaw_gets_no_vote_and_counts_as_dead_where_he_hosts() -> None:
    part = Part()
    part.election.outlaw(ZERO, part.turn())
    assert sent(part.stand(0, Stand(2, TIP))) == [Heard(1)]
    assert sent(part.stand(2, Stand(2, TIP))) == [VotePacket(vote(1, 2, 2, trial=True))]
    assert isinstance(sent(part.tick(100))[0], Stand)


# --- voting -------------------------------------------------------------------------------------------------------


def asked(term: int, candidate: int = 2, tip: Tip = TIP) -> Stand:
    return Stand(term, tip, quorum_of(term, candidate, 0, 2, trial=True, tip=tip))


def test_a_node_votes_once_in_a_term_and_writes_it_down_first() -> None:
    part = Part()
    outputs = part.stand(2, asked(2))
    assert isinstance(outputs[0], Persist)
    assert ballots(outputs)[-1] == PutBallot(2, vote(1, 2, 2), quorum_of(2, 2, 0, 2, trial=True))
    assert sent(outputs) == [VotePacket(vote(1, 2, 2))]
    assert sent(part.stand(2, asked(2))) == [VotePacket(vote(1, 2, 2))]  # the same, however often it is asked
    assert sent(part.stand(0, asked(2, 0))) == []
    assert sent(part.stand(2, asked(2, tip=Tip(1, 9, b"9" * 32)))) == []
    assert sent(part.stand(0, Stand(2, TIP))) == [Heard(2, quorum_of(2, 2, 0, 2, trial=True))]


def test_no_vote_goes_to_a_log_that_is_behind_or_that_contradicts_what_is_committed() -> None:
    part = Part()
    assert sent(part.stand(2, asked(2, tip=SHORTER))) == []
    assert part.election.term == 2  # the term is proven all the same
    part.ground = replace(part.ground, settled=lambda _index: b"x" * 32)
    assert sent(part.stand(2, asked(3))) == []


def test_no_vote_without_the_trial_votes_of_a_quorum_and_none_for_or_by_who_has_none() -> None:
    part = Part()
    assert part.stand(2, Stand(2, TIP, quorum_of(2, 2, 2, trial=True))) == ()
    assert part.stand(9, Stand(2, TIP)) == ()
    assert Part(9).stand(2, asked(2)) == ()
    assert Part(None).stand(2, asked(2)) == ()
    assert part.election.term == FIRST_TERM


def test_what_was_written_is_taken_up_again() -> None:
    part = Part(started=False)
    given = vote(1, 3, 2)
    part.election.take_back(Ballot(3, given, quorum_of(3, 2, 0, 2, trial=True)))
    part.election.learn(2, ZERO, quorum_of(2, 0, 0, 2), part.turn())
    part.election.resume(ONE)
    assert (part.election.term, part.election.host, part.election.role) == (3, None, Role.FOLLOWER)
    part.tick(0)
    assert sent(part.stand(0, asked(3, 0))) == []
    assert sent(part.stand(2, asked(3))) == [VotePacket(given)]
    founder = Part(0, started=False)
    founder.election.take_back(Ballot())
    founder.election.resume(None)
    assert not founder.election.is_host
    founder.election.resume(ZERO)
    assert founder.election.is_host


# --- proof against voters -----------------------------------------------------------------------------------------


def test_two_votes_in_one_term_are_found_and_trial_votes_are_free() -> None:
    part = Part()
    first, second = vote(2, 3, 1), vote(2, 3, 0)
    assert part.election.doubles((first, vote(2, 3, 0, trial=True), first), electors()) == ()
    assert part.election.doubles((replace(second, signature=bytes(64)),), electors()) == ()
    assert part.election.doubles((vote(2, 4, 0), second), electors()) == ((first, second),)
    assert part.election.doubles((replace(first, signature=second.signature),), electors()) == ()


def test_a_host_of_the_log_is_known_without_its_votes() -> None:
    part = Part()
    part.heard(2, Heard(4, quorum_of(4, 2, 1, 2, trial=True)))
    part.election.learn(4, TWO, (), part.turn())
    assert (part.election.host, part.election.votes) == (TWO, ())


def test_votes_elect_only_all_together() -> None:
    wanted = vote(1, 2, 1)
    assert elect(TABLE_ID, electors(), quorum_of(2, 1, 1, 2), wanted)
    assert not elect(TABLE_ID, electors(), (*quorum_of(2, 1, 1, 2), vote(0, 2, 0)), wanted)
    assert not is_vote(TABLE_ID, electors(2), vote(2, 2, 1))
