"""Who is host: terms, votes, and when a node stands. It orders nothing, and knows only the time that it is told."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self

from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber, Tip, Vote
from kalooki.table.ports import Heard, Heartbeat, PutBallot, Send, Stand, VotePacket
from kalooki.table.signing import sign
from kalooki.table.state import FIRST_TERM, FOUNDER
from kalooki.table.turn import Turn
from kalooki.table.votes import Electors, elect, is_vote, vote_signing_bytes

SHUNNED_MS = 30_000
"""How long a host that overlooked a message gets no vote."""

MOST_AHEAD = 64
"""How far one peer's word may push the term for which a node stands: a liar cannot use the numbers up."""

REACH = MOST_AHEAD + 1
"""How far ahead of its own term a node would vote: nobody asks for more who has not proven a later term first.

So whoever voted in a term did it at most so far ahead of a quorum, and who forgot it knows how far that may have been.
"""

REMEMBERED_VOTES = 64
"""How many votes of each node are kept, to be held against it; a liar's own crowd out nobody else's."""


BEATS = 4
"""Heartbeats in the shortest wait for a silent host."""


class Role(Enum):
    """What a node is in its term."""

    FOLLOWER = "follower"
    TRIAL = "trial"
    """Asks who would vote for it."""
    CANDIDATE = "candidate"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Timing:
    """In milliseconds: how often a host speaks, and how long the others wait for it, at random between two limits."""

    heartbeat: int = 500
    least: int = 2000
    most: int = 4000

    @classmethod
    def between(cls, least: int, most: int) -> Self:
        """Wait so long; a host speaks several times within the shortest wait."""
        return cls(min(cls().heartbeat, least // BEATS), least, most)


@dataclass(frozen=True, slots=True)
class Ground:
    """What an election stands on: the end of the accepted log, and who votes by it."""

    me: NodeNumber | None
    electors: Electors
    tip: Tip
    settled: Callable[[int], bytes | None] = lambda _index: None
    """The hash of an entry, if it is committed here: who has another one there gets no vote, whatever a liar signed."""
    electors_at: Callable[[Tip], Electors] | None = None
    """Who votes where a term begins; None: those of the newest entry."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """What a node must not forget: its term, its vote in it, and the votes that prove the term."""

    term: int = FIRST_TERM
    vote: Vote | None = None
    proof: tuple[Vote, ...] = ()


class Election:
    """One node's part in who is host."""

    def __init__(self, secret: bytes, table: Digest, timing: Timing) -> None:
        self._secret = secret
        self._table = table
        self._timing = timing
        self.role = Role.FOLLOWER
        self.host: NodeNumber | None = FOUNDER
        """Of our term, as far as we know."""
        self.hosts: dict[int, NodeNumber] = {FIRST_TERM: FOUNDER}
        """Of each term that we know something of."""
        self.outlaws: set[NodeNumber] = set()
        """Of whom there is proof that they signed two things where only one can be."""
        self._ballot = Ballot()
        self._now: int | None = None
        self._deadline = 0
        self._host_heard = 0
        self._host_lost = False
        self._heard: dict[NodeNumber, int] = {}
        """When each voter last said that it follows us."""
        self._wanted: Vote | None = None
        """Our own vote in the round that we hold."""
        self._gathered: dict[NodeNumber, Vote] = {}
        self._spoke = 0
        self._hint = 0
        self._shunned: dict[NodeNumber, int] = {}
        self._seen: dict[tuple[int, NodeNumber], Vote] = {}
        self._sworn: tuple[NodeNumber | None, int] = (None, 0)
        """We, and the last term in which we may have voted or ordered what we lost."""

    @property
    def term(self) -> int:
        """The term that this node is in; never falls."""
        return self._ballot.term

    @property
    def is_host(self) -> bool:
        """Whether we were elected, or founded the table, and know of no later term."""
        return self.role is Role.HOST

    @property
    def votes(self) -> tuple[Vote, ...]:
        """Those by which the host of our term was elected; none for the founder, or while there is no host."""
        proof = self._ballot.proof
        return () if proof and proof[0].trial else proof

    # --- beginnings ---------------------------------------------------------------------------------------------------

    @property
    def patience_ms(self) -> int:
        """How long at least a silent host is waited for."""
        return self._timing.least

    def keep_time(self, silence_ms: int) -> None:
        """Wait for a silent host as the table has it, if it says how long."""
        if silence_ms:
            self._timing = Timing.between(silence_ms, 2 * silence_ms)

    def found(self) -> None:
        """Host the first term."""
        self.role = Role.HOST

    def take_back(self, ballot: Ballot) -> None:
        """Take up what was written before a restart; the log that is taken up after it says who hosts."""
        self._ballot = ballot
        self.host = FOUNDER if ballot.term == FIRST_TERM else None

    def resume(self, me: NodeNumber | None) -> None:
        """The log is taken up: who hosted the term that we are in hosts it still."""
        if me is not None and me == self.host:
            self.role = Role.HOST

    def forswear(self, me: NodeNumber, term: int, turn: Turn | None = None) -> None:
        """Vote and host in no term up to this: that may have been done already, and is lost."""
        self._sworn = (me, term)
        if self.host == me and self.term <= term:
            self.resign()
        if turn is not None:
            self._wait(turn)

    def learn(self, term: int, host: NodeNumber, votes: tuple[Vote, ...], turn: Turn | None = None) -> None:
        """An elected host is known: by the log, or by votes that were found true."""
        self.hosts.setdefault(term, host)
        if term < self.term or (term == self.term and self.host is not None):
            return
        if term > self.term:
            self._enter(Ballot(term, None, votes), turn)
        elif votes:
            self._stop_round()
            self._write(Ballot(term, self._ballot.vote, votes), turn)
        self.host = None if host == self._sworn[0] and term <= self._sworn[1] else host
        self._host_seen()

    # --- time ---------------------------------------------------------------------------------------------------------

    def tick(self, now: int, ground: Ground, turn: Turn) -> None:
        """Time passed: a host is heard, a node that has waited long enough stands."""
        if self._now is None:
            self._now, self._host_heard = now, now
            self._spoke = now - self._timing.heartbeat
            self._wait(turn)
        self._now = now
        if ground.me is None or ground.me not in ground.electors.keys:
            return
        is_time_to_speak = now - self._spoke >= self._timing.heartbeat
        if self.is_host and self.is_active(ground):
            self._wait(turn)
            if is_time_to_speak:
                self._speak(ground, turn)
        elif now >= self._deadline and ground.me in ground.electors.bodies[0]:
            self._try(ground, ground.me, turn)
        elif self._wanted is not None and is_time_to_speak:
            self._ask(turn)

    def is_active(self, ground: Ground) -> bool:
        """Whether enough of those who vote have lately said that they follow us; a host without them is silent."""
        if self._now is None:
            return True
        since = self._now - self._timing.most
        here = {
            node
            for node in ground.electors.keys
            if node == ground.me or self._heard.setdefault(node, self._now) >= since
        }
        return ground.electors.are_enough(here)

    def lose_host(self, peer: NodeNumber, turn: Turn) -> None:
        """The link to a peer fell: of a host it may mean the end, and others will say whether it does."""
        if peer == self.host and self.role is Role.FOLLOWER:
            self._host_lost = True
            self._hasten(turn)

    def give_up_host(self, turn: Turn) -> None:
        """The host overlooks what it was told: it counts as dead, and gets no vote for a while."""
        if self.host is not None and not self.is_host and self._now is not None:
            self._shunned[self.host] = self._now + SHUNNED_MS
            self._hasten(turn)

    def outlaw(self, node: NodeNumber, turn: Turn) -> None:
        """There is proof against a node: it gets no vote any more, and if it is host it counts as dead."""
        self.outlaws.add(node)
        if node == self.host and not self.is_host:
            self._hasten(turn)

    def resign(self) -> None:
        """Give the term up: whatever we are, we follow."""
        self._stop_round()
        self.host = None

    # --- hearing ------------------------------------------------------------------------------------------------------

    def hear_stand(self, peer: NodeNumber, asked: Stand, ground: Ground, turn: Turn) -> None:
        """Somebody stands, or asks whether it may."""
        wanted = Vote(peer, asked.term, peer, asked.tip, trial=True, signature=b"")
        electors = ground.electors
        if ground.me is None or ground.me not in electors.keys or peer not in electors.bodies[0]:
            return
        if asked.term <= self.term and not (asked.term == self.term and asked.trials):
            self._tell_term(peer, turn)
        elif not asked.trials:
            is_near = asked.term <= self.term + REACH
            if is_near and self._may_win(peer, asked.tip, ground) and not self._is_host_alive(ground):
                turn.do(Send(peer, VotePacket(self._sign(ground.me, asked.term, peer, asked.tip, trial=True))))
            else:
                self._tell_term(peer, turn)
        elif elect(self._table, ground.electors, asked.trials, wanted):
            self._vote(ground.me, peer, asked, ground, turn)

    def hear_vote(self, vote: Vote, ground: Ground, turn: Turn) -> None:
        """Somebody votes for us."""
        wanted = self._wanted
        if ground.me is None or wanted is None or vote.node in self.outlaws:
            return
        if replace(vote, node=wanted.node, signature=wanted.signature) == wanted and self._is_true(vote, ground):
            self._gathered[vote.node] = vote
            self._count(ground, ground.me, turn)

    def hear_heartbeat(self, peer: NodeNumber, beat: Heartbeat, ground: Ground, turn: Turn) -> None:
        """A host speaks; of a new term it must show its votes."""
        if beat.term > self.term or (beat.term == self.term and self.host is None):
            self.hear_proof(beat.term, beat.votes, ground, turn)
        if (beat.term, peer) == (self.term, self.host):
            if not self._is_shunned(peer):
                self._stop_round()
                self._host_seen()
                self._wait(turn)
            turn.do(Send(peer, Heard(self.term, ())))
        elif beat.term < self.term:
            self._tell_term(peer, turn)

    def hear_term(self, peer: NodeNumber, heard: Heard, ground: Ground, turn: Turn) -> None:
        """A peer says in which term it is: in ours it follows us, a later one is adopted if there is proof of it."""
        if heard.term == self.term and self.is_host and self._now is not None:
            self._heard[peer] = self._now
        elif heard.term > self.term and heard.proof:
            self.hear_proof(heard.term, heard.proof, ground, turn)
        elif heard.term > self.term:
            self._hint = max(self._hint, min(heard.term, self.term + MOST_AHEAD))
        elif self._wanted is not None and heard.term + REACH < self._wanted.term:
            self.prove_term(peer, turn)  # it would not vote so far ahead

    def hear_proof(self, term: int, proof: tuple[Vote, ...], ground: Ground, turn: Turn) -> None:
        """Votes of a quorum prove that a term was stood for; if they are more than a trial, who hosts it."""
        if not proof or proof[0].term != term:
            return
        electors = ground.electors if ground.electors_at is None else ground.electors_at(proof[0].tip)
        if not elect(self._table, electors, proof, proof[0]):
            return
        if not proof[0].trial:
            self.learn(term, proof[0].candidate, proof, turn)
        elif term > self.term:
            self._enter(Ballot(term, None, proof), turn)

    def doubles(self, votes: Iterable[Vote], electors: Electors) -> tuple[tuple[Vote, Vote], ...]:
        """Remember votes, and return those that contradict an earlier one of the same node in the same term."""
        found = []
        for vote in votes:
            place = (vote.term, vote.node)
            known = self._seen.get(place)
            is_known = known is not None and (known.candidate, known.tip) == (vote.candidate, vote.tip)
            if vote.trial or is_known or not is_vote(self._table, electors, vote):
                continue
            if known is None:
                self._remember(vote)
            else:
                found.append((known, vote))
        return tuple(found)

    def _remember(self, vote: Vote) -> None:
        """Keep a vote, and forget what was kept first of the same node's, whatever terms it names."""
        self._seen[vote.term, vote.node] = vote
        kept = [place for place in self._seen if place[1] == vote.node]
        if len(kept) > REMEMBERED_VOTES:
            del self._seen[kept[0]]

    def _is_true(self, vote: Vote, ground: Ground) -> bool:
        return is_vote(self._table, ground.electors, vote)

    # --- standing -----------------------------------------------------------------------------------------------------

    def _try(self, ground: Ground, me: NodeNumber, turn: Turn) -> None:
        """Ask who would vote for us, before the term is touched."""
        if self.is_host:  # those who are here may be in a later term
            self.resign()
        term = min(max(self.term, self._hint, self._sworn[1]) + 1, self.term + REACH)
        self.role = Role.TRIAL
        self._begin_round(self._sign(me, term, me, ground.tip, trial=True), turn)
        self._count(ground, me, turn)

    def _count(self, ground: Ground, me: NodeNumber, turn: Turn) -> None:
        wanted = self._wanted
        assert wanted is not None, "votes are counted in a round"
        if not ground.electors.are_enough(self._gathered):
            return
        if wanted.tip != ground.tip:  # what they voted for is not our log any more
            self._stop_round()
            return
        votes = tuple(self._gathered[node] for node in sorted(self._gathered))
        if wanted.trial and wanted.term <= self._sworn[1]:  # it only brings us all nearer to a term in which we may
            self._enter(Ballot(wanted.term, None, votes), turn)
            self._tell_term(None, turn)
            self._try(ground, me, turn)
        elif wanted.trial:
            own = self._sign(me, wanted.term, me, wanted.tip, trial=False)
            self._enter(Ballot(wanted.term, own, votes), turn)
            self.role = Role.CANDIDATE
            self._begin_round(own, turn)
            self._count(ground, me, turn)
        else:
            self._write(Ballot(wanted.term, self._ballot.vote, votes), turn)
            self.role, self.host, self._wanted = Role.HOST, me, None
            self.hosts.setdefault(self.term, me)
            self._heard = dict.fromkeys(ground.electors.keys, self._clock)
            self._speak(ground, turn)

    def _stop_round(self) -> None:
        self.role, self._wanted, self._gathered = Role.FOLLOWER, None, {}

    def _begin_round(self, own: Vote, turn: Turn) -> None:
        self._wanted, self._gathered = own, {own.node: own}
        self._wait(turn)
        self._ask(turn)

    def _ask(self, turn: Turn) -> None:
        assert self._wanted is not None, "who stands has begun a round"
        self._spoke = self._clock
        trials = () if self._wanted.trial else self._ballot.proof
        turn.do(Send(None, Stand(self._wanted.term, self._wanted.tip, trials)))

    def _speak(self, ground: Ground, turn: Turn) -> None:
        self._spoke = self._clock
        turn.do(Send(None, Heartbeat(self.term, ground.tip.index, self.votes)))

    # --- voting -------------------------------------------------------------------------------------------------------

    def _vote(self, me: NodeNumber, peer: NodeNumber, asked: Stand, ground: Ground, turn: Turn) -> None:
        if asked.term > self.term:
            self._enter(Ballot(asked.term, None, asked.trials), turn)
        is_free = self._ballot.vote is None and self.term > self._sworn[1]
        if is_free and self.host is None and self._may_win(peer, asked.tip, ground):
            vote = self._sign(me, asked.term, peer, asked.tip, trial=False)
            self._write(Ballot(self.term, vote, self._ballot.proof), turn)
            self._wait(turn)
        given = self._ballot.vote
        if given is not None and (given.candidate, given.tip) == (peer, asked.tip):
            turn.do(Send(peer, VotePacket(given)))  # the same bytes, however often it asks
        elif self.term <= self._sworn[1]:
            turn.do(Send(peer, Heard(self._sworn[1], ())))  # we have no vote for it before a later term

    def _may_win(self, peer: NodeNumber, tip: Tip, ground: Ground) -> bool:
        settled = ground.settled(tip.index)
        return not tip.is_behind(ground.tip) and settled in {None, tip.hash} and not self._is_shunned(peer)

    def _sign(self, me: NodeNumber, term: int, candidate: NodeNumber, tip: Tip, *, trial: bool) -> Vote:
        statement = vote_signing_bytes(self._table, term, candidate, tip, trial=trial)
        return Vote(me, term, candidate, tip, trial=trial, signature=sign(self._secret, statement))

    def _is_host_alive(self, ground: Ground) -> bool:
        if self.is_host:
            return self.is_active(ground)
        lost = self.host is None or self._host_lost or self._is_shunned(self.host)
        return not lost and self._clock - self._host_heard < self._timing.least

    def _is_shunned(self, node: NodeNumber) -> bool:
        return node in self.outlaws or self._shunned.get(node, 0) > self._clock

    # --- the term -----------------------------------------------------------------------------------------------------

    def _enter(self, ballot: Ballot, turn: Turn | None) -> None:
        """Begin a term, with nobody as its host yet."""
        self.resign()
        self._write(ballot, turn)

    def _write(self, ballot: Ballot, turn: Turn | None) -> None:
        self._ballot = ballot
        if turn is not None:
            turn.write(PutBallot(ballot.term, ballot.vote, ballot.proof))

    def _tell_term(self, peer: NodeNumber | None, turn: Turn) -> None:
        turn.do(Send(peer, Heard(self.term, self._ballot.proof)))

    def prove_term(self, peer: NodeNumber, turn: Turn) -> None:
        """Show a peer what proves our term, if it needs any."""
        if self.term > FIRST_TERM:
            self._tell_term(peer, turn)

    def _host_seen(self) -> None:
        self._host_heard, self._host_lost = self._clock, False

    def _wait(self, turn: Turn) -> None:
        self._deadline = self._clock + self._timing.least + self._chance(self._timing.most - self._timing.least, turn)

    def _hasten(self, turn: Turn) -> None:
        self._deadline = min(self._deadline, self._clock + self._chance(self._timing.least, turn))

    def _chance(self, below: int, turn: Turn) -> int:
        return int.from_bytes(turn.chance("election")[:8], "big") % (below + 1)

    @property
    def _clock(self) -> int:
        return self._now or 0
