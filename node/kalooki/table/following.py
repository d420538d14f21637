"""Accepting entries, acknowledging them, committing them: what every node does, the host too."""

from collections.abc import Callable
from dataclasses import dataclass

from kalooki.fair.ceremony import Ceremony
from kalooki.rules.game import NeedsDeal, pending
from kalooki.table.acks import ForkedAckError
from kalooki.table.authors import node_key
from kalooki.table.branches import Branches, Kept
from kalooki.table.countdown import TimeGate, ends_a_limit, needs_certificate, said_time_up
from kalooki.table.desk import MAX_VOID, Desk
from kalooki.table.genesis import GenesisError
from kalooki.table.log import (
    NO_DIGEST,
    Ack,
    ByNode,
    Digest,
    Entry,
    ForkError,
    GapError,
    LogError,
    ack_signing_bytes,
)
from kalooki.table.payloads import Admit, KeyShare, NodeNumber, Shuffle, TermStart
from kalooki.table.ports import (
    AckPacket,
    EntryPacket,
    MessagePacket,
    Mismatch,
    PutAck,
    PutEntry,
    PutEvidence,
    Report,
    Send,
    Want,
)
from kalooki.table.relaying import Relay
from kalooki.table.replica import Applied, started_decks
from kalooki.table.results import Void
from kalooki.table.signing import sign
from kalooki.table.standing_in import learn
from kalooki.table.state import FIRST_TERM, FOUNDER, SeatDraw, TableState
from kalooki.table.turn import Turn
from kalooki.table.wellformed import MismatchError, UnsignedEntryError, host_of, is_by

ASK_AGAIN_MS = 500
"""How long a node is not asked again about the other log that it seems to have: each answer is a whole entry."""


@dataclass(frozen=True, slots=True)
class Gate:
    """An entry that is not acknowledged before the proofs and the backups of a ceremony were found true here."""

    index: int
    ceremony: Ceremony


class Follower:
    """A node's hold on the log."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._branches = Branches(desk)
        self.relay = Relay(desk)
        self._gates: list[Gate] = []
        self._time_gates: list[TimeGate] = []
        self._ends: list[int] = []
        self._quiet_since: int | None = None
        """When the first entry was here that is not acknowledged at once, since nobody waits for that."""
        self._deferred: dict[tuple[NodeNumber, int], Ack] = {}
        """Others' acknowledgements that are not written yet: each node's newest, and those of entries that end a limit.

        However often somebody acknowledges, no more is kept of him.
        """
        self._asked_about: dict[NodeNumber, tuple[Digest, int]] = {}
        """Of which other entry each node was asked last, and when."""
        self._term = FIRST_TERM
        """In which `acknowledged` was said."""
        self.rewound: Callable[[tuple[Entry, ...], Turn], None] = lambda _, __: None
        """Told what was taken back of the log."""
        self.acknowledged = 0
        """The last entry that this node has acknowledged in its term."""
        self.highest = 0
        """The highest index of which somebody has spoken."""

    # --- entries ------------------------------------------------------------------------------------------------

    def hear(self, peer: NodeNumber | None, entry: Entry, turn: Turn) -> None:
        """Take an entry, from a peer or (None) from our own host's half; it is accepted when its turn comes."""
        replica = self._desk.replica
        digest = entry.hash(self._desk.table)
        if entry.index <= replica.last_index and digest == replica.hash_at(entry.index):
            return
        signer = self._branches.signer(entry, turn)
        if entry.index <= replica.last_index and entry.term == replica.term_at(entry.index) and signer is not None:
            self._accuse_host(signer, entry, ForkError(f"entry {entry.index} is another one here"), turn)
        # The other one is kept all the same: an honest host may have been elected with it.
        if entry.index > replica.committed_index and (signer is not None or self._is_next(entry)):
            self.highest = max(self.highest, entry.index)
            self._branches.keep(digest, peer, entry, signer)

    def _is_next(self, entry: Entry) -> bool:
        """Say whether an entry of which we do not know who may have signed it is to be judged all the same."""
        state = self._desk.replica.accepted
        if entry.index != self._desk.replica.last_index + 1:
            return False
        if state is None or entry.term == state.term or is_by(state, host_of(state, entry), entry):
            return True
        return (
            entry.term < state.term and entry.term in self._desk.election.hosts
        )  # else an honest host may have ordered it

    def accept_ripe(self, turn: Turn) -> bool:
        """Accept what can be accepted now; say whether there was something."""
        desk, progress = self._desk, False
        while not desk.halted and (found := self._next(turn)) is not None:
            peer, entry, key = found
            if key is not None and key == node_key(desk.state, host_of(desk.state, entry)):
                desk.pool.wires.add(entry.wire)  # its signature was found true when it came
            try:
                applied = desk.replica.accept(entry)
            except LogError as wrong:
                desk.pool.wires.discard(entry.wire)
                self._refuse(peer, entry, wrong, turn)
                return progress
            if peer is not None:  # our own host's half has had it written
                turn.jot(
                    PutEntry(entry, desk.replica.hash_at(entry.index))
                )  # our acknowledgement brings it to the disk
            self.take_in(applied, turn)
            for ack in desk.acks.caught_up(desk.replica):
                self.note(ack, turn)
            progress = True
        return progress

    def _next(self, turn: Turn) -> Kept | None:
        """Return the entry to accept next; for an elected host's log our own tail is taken back."""
        desk, branch = self._desk, self._branches.elected()
        if branch is None:
            return self._branches.following()
        if branch.fork < desk.replica.committed_index:
            desk.halted, desk.fork = "fork", branch.fork
            desk.alarm(turn, Report("fork", f"entry {branch.fork + 1} was committed twice"), branch.fork + 1)
            return None
        if branch.fork < desk.replica.last_index:
            self._take_back(branch.fork, turn)
        return self._branches.take(branch.first)

    def _take_back(self, index: int, turn: Turn) -> None:
        desk = self._desk
        removed = desk.replica.truncate(index)
        desk.acks.truncate(index)
        desk.astray.clear()  # they may have had the log that is ours now
        self._gates = [gate for gate in self._gates if gate.index <= index]
        self._time_gates = [gate for gate in self._time_gates if gate.index <= index]
        self._ends = [end for end in self._ends if end <= index]
        desk.clock.see(desk.state)
        self._deferred = {place: ack for place, ack in self._deferred.items() if ack.index <= index}
        self.acknowledged = min(self.acknowledged, index)
        self.rewound(removed, turn)

    def take_in(self, applied: Applied, turn: Turn) -> None:
        """Note what an accepted entry means for us."""
        desk, entry = self._desk, applied.entry
        for message in entry.messages:
            other = desk.pool.other(message)
            if other is not None:
                desk.accuse_author(message, other, turn)
        desk.pool.clear(applied.after, entry.messages)
        if (applied.before.stream, applied.before.move) != (applied.after.stream, applied.after.move):
            desk.voids.clear()
        paired = zip(entry.messages, applied.results, strict=True)
        desk.voids.update(message.author for message, result in paired if isinstance(result, Void))
        self.highest = max(self.highest, entry.index)
        if entry.index == 1:
            desk.election.keep_time(desk.state.genesis.silence_ms)
        start = entry.messages[0].payload
        if entry.term > applied.before.term and isinstance(start, TermStart):
            desk.accuse_voters(start.votes, turn)
            desk.election.learn(entry.term, applied.after.host, start.votes, turn)
        if desk.number is None:
            mine = [member.number for member in applied.after.members if member.identity == desk.identity]
            desk.number = mine[0] if mine else None
            if desk.number is not None and desk.sworn:
                desk.election.forswear(desk.number, desk.sworn)
        if len(applied.after.players) != len(applied.before.players):
            learn(desk, applied.after)
        if desk.is_host and desk.number != FOUNDER:
            desk.admits.extend(_handed_on(entry))
        self._gates.extend(Gate(entry.index, ceremony) for ceremony in started_decks(applied))
        self._watch_time(applied)

    def _watch_time(self, applied: Applied) -> None:
        clock, index = self._desk.clock, applied.entry.index
        if said_time_up(applied):
            self._time_gates.append(TimeGate(applied, clock.held_to(), ends_a_limit(applied)))
        if needs_certificate(applied):
            self._desk.acks.expect(applied.after)
            self._ends.append(index)
        clock.see(applied.after)

    @property
    def watches_time(self) -> bool:
        """Whether an acknowledgement waits for a limit to be over, or for an answer that is kept out."""
        return bool(self._time_gates)

    def gated(self) -> frozenset[int]:
        """Return the ceremonies whose verdict an acknowledgement waits for."""
        return frozenset(gate.ceremony.plan.setting.number for gate in self._gates)

    def ask_from(self) -> int | None:
        """Return the index from which entries are missing, if any are."""
        replica = self._desk.replica
        if self._desk.halted:
            return None
        missing = self._branches.missing()
        if missing is not None:
            return missing
        return replica.last_index + 1 if self.highest > replica.last_index else None

    def ask_unjudged(self, last_index: int) -> int:
        """Return the index from which to ask a host for his log, if his votes cannot be judged by ours."""
        return self._branches.unjudged(last_index)

    def new_host(self) -> None:
        """What the host before said of the log's length holds no more."""
        self.highest = self._desk.replica.last_index

    def _refuse(self, peer: NodeNumber | None, entry: Entry, wrong: LogError, turn: Turn) -> None:
        desk = self._desk
        match wrong:
            case UnsignedEntryError() | GapError():
                desk.alarm(turn, Report(wrong.code, str(wrong), node=peer), entry.index)
            case MismatchError():
                desk.halted = wrong.code
                turn.do(Send(None, Mismatch(entry.index, desk.replica.digest)))
                desk.alarm(turn, Report(wrong.code, str(wrong)), entry.index)
            case GenesisError():
                desk.halted = wrong.code
                desk.report(turn, Report(wrong.code, str(wrong)))
            case _ if desk.replica.accepted is None:
                pass  # another table's first entry
            case _:
                self._accuse_host(host_of(desk.state, entry), entry, wrong, turn)

    def _accuse_host(self, host: NodeNumber, entry: Entry, wrong: LogError, turn: Turn) -> None:
        """What a host signed proves against it: keep it, show it to everybody, follow it no more."""
        desk = self._desk
        if host in desk.election.outlaws or not is_by(desk.state, host, entry):
            return
        proof = [entry]
        if entry.index <= desk.replica.last_index:
            desk.twin = min(desk.twin or entry.index, entry.index)
            proof.append(desk.replica.entries[entry.index - 1])
        for one in proof:
            turn.write(PutEvidence(wrong.code, one.wire))
            turn.do(Send(None, EntryPacket(one, desk.replica.committed_index)))
        desk.alarm(turn, Report(wrong.code, str(wrong), node=host), entry.index)
        desk.outlaw(host, turn)

    # --- acknowledgements -----------------------------------------------------------------------------------------

    def note(self, ack: Ack, turn: Turn) -> bool:
        """Take an acknowledgement; say whether it tells something new."""
        desk = self._desk
        try:
            is_new = desk.acks.note(ack, desk.replica)
        except ForkedAckError:
            self._ask_about(ack, turn)
            return False
        if is_new and ack.node != desk.number:
            self._deferred[ack.node, ack.index if desk.acks.is_expected(ack.index) else 0] = ack
        return is_new

    def _ask_about(self, ack: Ack, turn: Turn) -> None:
        """Two logs of one term: where they are laid side by side, the host's signatures prove who lies."""
        desk = self._desk
        desk.astray.add(ack.node)
        asked, when = self._asked_about.get(ack.node, (NO_DIGEST, desk.now - ASK_AGAIN_MS))
        if desk.now - when < ASK_AGAIN_MS:
            return
        self._asked_about[ack.node] = ack.hash, desk.now
        if desk.number is not None and ack.index <= self.acknowledged:  # its log may end before ours: it is told so too
            turn.do(Send(ack.node, AckPacket(self._signed(desk.number, ack.index))))
        if asked != ack.hash:
            desk.alarm(turn, Report("forked_ack", f"another log at entry {ack.index}", node=ack.node), ack.index)
            turn.do(Send(ack.node, EntryPacket(desk.replica.entries[ack.index - 1], desk.replica.committed_index)))
            turn.do(Send(ack.node, Want(ack.index)))

    def acknowledge(self, turn: Turn) -> None:
        """Acknowledge all that is accepted in our term, up to the first deck that is not found true here."""
        desk = self._desk
        if self._term != desk.election.term:
            self._term, self.acknowledged = desk.election.term, 0
        self._gates = [gate for gate in self._gates if not self._is_true(gate)]
        for gate in self._gates:
            desk.workshop.judge(gate.ceremony, turn, is_urgent=True)
        self._time_gates = [gate for gate in self._time_gates if not self._opens(gate, turn)]
        gates = [*[gate.index for gate in self._gates], *[gate.index for gate in self._time_gates]]
        target = min([desk.replica.last_index, *[index - 1 for index in gates]])
        if (
            desk.number is None
            or desk.halted
            or desk.recovery.is_on
            or target <= self.acknowledged
            or not self._follows()
        ):
            return
        if self._may_wait(target):
            return
        self.acknowledged = target
        for index in (*(end for end in self._ends if end < target), target):
            self._sign(desk.number, index, turn)
        self._ends = [end for end in self._ends if end > target]

    def _may_wait(self, target: int) -> bool:
        """Say whether all that could be acknowledged is a deck in the making, and nothing else can happen meanwhile.

        Others go on with its keys and shuffles as soon as they come; what they make is acknowledged with the next entry
        that is more, or when time has passed. Who keeps keys for others waits for the deck to be committed.
        """
        desk = self._desk
        fresh = desk.replica.entries[self.acknowledged : target]
        is_quiet = all(isinstance(message.payload, KeyShare | Shuffle) for entry in fresh for message in entry.messages)
        if not is_quiet or not _only_makes_a_deck(desk.state):
            self._quiet_since = None
            return False
        if self._quiet_since is None:
            self._quiet_since = desk.now
        if self._quiet_since == desk.now:
            return True
        self._quiet_since = None
        return False

    def _is_true(self, gate: Gate) -> bool:
        """Say whether a deck is what it is to be: its shuffles are true, and its keys are kept by the others."""
        number = gate.ceremony.plan.setting.number
        return self._desk.workshop.is_true(number) and self._desk.keeps_all(number)

    def _sign(self, number: NodeNumber, index: int, turn: Turn) -> None:
        desk, ack = self._desk, self._signed(number, index)
        turn.write(PutAck(ack))
        desk.acks.note_own(ack, desk.replica)
        self.relay.say(ack, turn)

    def _signed(self, number: NodeNumber, index: int) -> Ack:
        desk, digest = self._desk, self._desk.replica.hash_at(index)
        signature = sign(desk.config.key, ack_signing_bytes(desk.table, self._term, index, digest))
        return Ack(number, self._term, index, digest, signature)

    def _opens(self, gate: TimeGate, turn: Turn) -> bool:
        """Say whether the host's word that a limit is over may be acknowledged; what it keeps out goes to the host."""
        desk = self._desk
        out = [
            message
            for message, came in desk.pool.with_times()
            if desk.voids[message.author] < MAX_VOID and desk.replica.knows(message) and gate.concerns(message, came)
        ]
        for message in out:
            if message.wire not in gate.kept_out and not desk.is_host and desk.election.host is not None:
                turn.do(Send(desk.election.host, MessagePacket(message)))
        kept_out = {message.wire for message in out}
        gate.kept_out = gate.kept_out | kept_out if gate.ends else kept_out
        if desk.acks.commits(gate.applied):
            return True
        return gate.countdown.is_over(desk.now) and not gate.kept_out

    def _follows(self) -> bool:
        """Say whether the log has reached our term, and its host has not been proven to lie."""
        state, election = self._desk.state, self._desk.election
        return state.term == election.term and state.host not in election.outlaws

    def write_deferred(self, turn: Turn) -> None:
        """Have others' acknowledgements written along with something else: a restart then knows what was committed."""
        if turn.writes and self._deferred:
            for ack in self._deferred.values():
                turn.write(PutAck(ack))
            self._deferred = {}

    def take_back(self, acks: tuple[Ack, ...], turn: Turn) -> None:
        """Take up what was acknowledged before a restart; what we acknowledged ourselves we had found true."""
        for ack in acks:
            self.note(ack, turn)
        self._term = self._desk.election.term
        own = [ack for ack in self._desk.acks.newest() if (ack.node, ack.term) == (self._desk.number, self._term)]
        self.acknowledged = own[0].index if own else 0
        self._gates = [gate for gate in self._gates if gate.index > self.acknowledged]
        self._time_gates = [gate for gate in self._time_gates if gate.index > self.acknowledged]
        self._ends = [end for end in self._ends if end > self.acknowledged]
        self._deferred = {}

    # --- commits ----------------------------------------------------------------------------------------------------

    def commit_next(self) -> Applied | None:
        """Commit one more entry, if it or one after it has its quorum."""
        desk = self._desk
        if not any(desk.acks.commits(applied) for applied in desk.replica.uncommitted()):
            return None
        return desk.replica.commit()


def _only_makes_a_deck(state: TableState) -> bool:
    """Say whether players wait for a deck that nobody else keeps keys of, and for nothing else."""
    waits = isinstance(state.phase, SeatDraw) or (state.game is not None and isinstance(pending(state.game), NeedsDeal))
    return waits and not any(record.ceremony.plan.setting.threshold for record in state.ceremonies)


def _handed_on(entry: Entry) -> tuple[Admit, ...]:
    """Return whom the founder, who knows the join code and does not host, wants to have let in."""
    said = [message for message in entry.messages if message.author == ByNode(FOUNDER)]
    return tuple(message.payload for message in said if isinstance(message.payload, Admit))
