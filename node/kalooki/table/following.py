"""Accepting entries, acknowledging them, committing them: what every node does, the host too."""

from dataclasses import dataclass

from kalooki.fair.ceremony import Ceremony
from kalooki.table.acks import ForkedAckError
from kalooki.table.countdown import TimeGate, ends_a_limit, said_time_up
from kalooki.table.desk import MAX_VOID, Desk
from kalooki.table.genesis import GenesisError
from kalooki.table.log import Ack, Entry, ForkError, GapError, LogError, ack_signing_bytes
from kalooki.table.machine import HOST, TERM
from kalooki.table.payloads import NodeNumber
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
from kalooki.table.replica import Applied, started_decks
from kalooki.table.results import Void
from kalooki.table.signing import sign
from kalooki.table.turn import Turn
from kalooki.table.wellformed import MismatchError, UnsignedEntryError, is_by_host

MAX_EARLY = 128
"""Entries kept that came before their predecessors."""


@dataclass(frozen=True, slots=True)
class Gate:
    """An entry that is not acknowledged before the proofs of a ceremony were found true here."""

    index: int
    ceremony: Ceremony


class Follower:
    """A node's hold on the log."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._early: dict[int, tuple[NodeNumber | None, Entry]] = {}
        self._gates: list[Gate] = []
        self._time_gates: list[TimeGate] = []
        self._ends: list[int] = []
        self._deferred: list[Ack] = []
        self.acknowledged = 0
        """The last entry that this node has acknowledged."""
        self.highest = 0
        """The highest index of which somebody has spoken."""

    # --- entries ------------------------------------------------------------------------------------------------

    def hear(self, peer: NodeNumber | None, entry: Entry, turn: Turn) -> None:
        """Take an entry, from a peer or (None) from our own host's half; it is accepted when its turn comes."""
        replica = self._desk.replica
        if entry.index > replica.last_index + 1 and not (replica.accepted and is_by_host(replica.accepted, entry)):
            return
        if entry.index > replica.last_index:
            self.highest = max(self.highest, entry.index)
            if len(self._early) < MAX_EARLY or entry.index == replica.last_index + 1:
                self._early.setdefault(entry.index, (peer, entry))
        elif entry.hash(self._desk.table) != replica.hash_at(entry.index):
            self._refuse(peer, entry, ForkError(f"entry {entry.index} is another one here"), turn)

    def accept_ripe(self, turn: Turn) -> bool:
        """Accept what can be accepted now; say whether there was something."""
        desk, progress = self._desk, False
        while not desk.halted and (found := self._early.pop(desk.replica.last_index + 1, None)) is not None:
            peer, entry = found
            try:
                applied = desk.replica.accept(entry)
            except LogError as wrong:
                self._refuse(peer, entry, wrong, turn)
                return progress
            if peer is not None:  # our own host's half has had it written
                turn.write(PutEntry(entry, desk.replica.hash_at(entry.index)))
            self.take_in(applied, turn)
            for ack in desk.acks.caught_up(desk.replica):
                self.note(ack, turn)
            progress = True
        return progress

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
        if desk.number is None:
            mine = [member.number for member in applied.after.members if member.identity == desk.identity]
            desk.number = mine[0] if mine else None
        self._gates.extend(Gate(entry.index, ceremony) for ceremony in started_decks(applied))
        self._watch_time(applied)

    def _watch_time(self, applied: Applied) -> None:
        clock, index = self._desk.clock, applied.entry.index
        if said_time_up(applied):
            assert clock.now is not None, "what is over has run"
            self._time_gates.append(TimeGate(applied, clock.now, ends_a_limit(applied)))
        if ends_a_limit(applied):
            self._desk.acks.expect(index)
            self._ends.append(index)
        clock.see(applied.after)

    def gated(self) -> frozenset[int]:
        """Return the ceremonies whose verdict an acknowledgement waits for."""
        return frozenset(gate.ceremony.plan.setting.number for gate in self._gates)

    def ask_from(self) -> int | None:
        """Return the index from which entries are missing, if any are."""
        last = self._desk.replica.last_index
        return last + 1 if self.highest > last and not self._desk.halted else None

    def _refuse(self, peer: NodeNumber | None, entry: Entry, wrong: LogError, turn: Turn) -> None:
        desk = self._desk
        match wrong:
            case UnsignedEntryError() | GapError():
                desk.report(turn, Report(wrong.code, str(wrong), node=peer))
            case MismatchError():
                desk.halted = wrong.code
                turn.do(Send(None, Mismatch(entry.index, desk.replica.digest)))
                desk.report(turn, Report(wrong.code, str(wrong)))
            case GenesisError():
                desk.halted = wrong.code
                desk.report(turn, Report(wrong.code, str(wrong)))
            case _:
                self._accuse_host(entry, wrong, turn)

    def _accuse_host(self, entry: Entry, wrong: LogError, turn: Turn) -> None:
        """What the host signed proves against it: keep it, show it to everybody, acknowledge nothing more."""
        desk = self._desk
        if desk.halted or desk.replica.accepted is None or not is_by_host(desk.state, entry):
            return
        desk.halted = wrong.code
        proof = [entry]
        if entry.index <= desk.replica.last_index:
            proof.append(desk.replica.entries[entry.index - 1])
        for one in proof:
            turn.write(PutEvidence(wrong.code, one.wire))
            turn.do(Send(None, EntryPacket(one, desk.replica.committed_index)))
        desk.report(turn, Report(wrong.code, str(wrong), node=HOST))

    # --- acknowledgements -----------------------------------------------------------------------------------------

    def note(self, ack: Ack, turn: Turn) -> bool:
        """Take an acknowledgement; say whether it tells something new."""
        desk = self._desk
        try:
            is_new = desk.acks.note(ack, desk.replica)
        except ForkedAckError:
            desk.report(turn, Report("forked_ack", f"another log at entry {ack.index}", node=ack.node))
            if not desk.halted:  # laid beside ours, its entry proves who signed both
                turn.do(Send(ack.node, Want(ack.index)))
            return False
        if is_new and ack.node != desk.number:
            self._deferred.append(ack)
        return is_new

    def acknowledge(self, turn: Turn) -> None:
        """Acknowledge all that is accepted, up to the first deck that is not found true here."""
        desk = self._desk
        self._gates = [gate for gate in self._gates if not desk.workshop.is_true(gate.ceremony.plan.setting.number)]
        for gate in self._gates:
            desk.workshop.judge(gate.ceremony, turn)
        self._time_gates = [gate for gate in self._time_gates if not self._opens(gate, turn)]
        gates = [*[gate.index for gate in self._gates], *[gate.index for gate in self._time_gates]]
        target = min([desk.replica.last_index, *[index - 1 for index in gates]])
        if desk.number is None or desk.halted or target <= self.acknowledged:
            return
        self.acknowledged = target
        for index in (*(end for end in self._ends if end < target), target):
            self._sign(desk.number, index, turn)
        self._ends = [end for end in self._ends if end > target]

    def _sign(self, number: NodeNumber, index: int, turn: Turn) -> None:
        desk, digest = self._desk, self._desk.replica.hash_at(index)
        signature = sign(desk.config.key, ack_signing_bytes(desk.table, TERM, index, digest))
        ack = Ack(number, TERM, index, digest, signature)
        turn.write(PutAck(ack))
        desk.acks.note_own(ack, desk.state)
        turn.do(Send(None, AckPacket(ack)))

    def _opens(self, gate: TimeGate, turn: Turn) -> bool:
        """Say whether the host's word that a limit is over may be acknowledged; what it keeps out goes to the host."""
        desk = self._desk
        out = [
            message
            for message, came in desk.pool.with_times()
            if desk.voids[message.author] < MAX_VOID and desk.replica.knows(message) and gate.concerns(message, came)
        ]
        for message in out:
            if message.wire not in gate.kept_out and not desk.is_host:
                turn.do(Send(HOST, MessagePacket(message)))
        kept_out = {message.wire for message in out}
        gate.kept_out = gate.kept_out | kept_out if gate.ends else kept_out
        if desk.acks.commits(gate.applied):
            return True
        return gate.countdown.is_over(desk.now) and not gate.kept_out

    def write_deferred(self, turn: Turn) -> None:
        """Have others' acknowledgements written along with something else: a restart then knows what was committed."""
        if turn.writes and self._deferred:
            newest = {ack.node: ack for ack in self._deferred}
            ends = [ack for ack in self._deferred if self._desk.acks.is_expected(ack.index)]
            self._deferred = []
            for ack in dict.fromkeys((*ends, *newest.values())):
                turn.write(PutAck(ack))

    def take_back(self, acks: tuple[Ack, ...], turn: Turn) -> None:
        """Take up what was acknowledged before a restart; what we acknowledged ourselves we had found true."""
        for ack in acks:
            self.note(ack, turn)
        if self._desk.number is not None:
            self.acknowledged = self._desk.acks.index_of(self._desk.number)
        self._gates = [gate for gate in self._gates if gate.index > self.acknowledged]
        self._time_gates = [gate for gate in self._time_gates if gate.index > self.acknowledged]
        self._ends = [end for end in self._ends if end > self.acknowledged]
        self._deferred = []

    # --- commits ----------------------------------------------------------------------------------------------------

    def commit_next(self) -> Applied | None:
        """Commit one more entry, if it has its quorum."""
        desk = self._desk
        oldest = desk.replica.next_to_commit()
        if oldest is None or not desk.acks.commits(oldest):
            return None
        return desk.replica.commit()
