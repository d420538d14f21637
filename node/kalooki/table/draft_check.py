"""Whether a draft of a table that goes on is one, and what our own log says to it."""

from kalooki.table.continued import Continuation
from kalooki.table.continuing import ContinuationError, check_draft, drafted, is_played, unsigned, without_signatures
from kalooki.table.desk import Desk
from kalooki.table.payloads import Genesis, NodeNumber
from kalooki.table.ports import AckPacket, EntryPacket, Report, Send, Want
from kalooki.table.presence import is_idle
from kalooki.table.turn import Turn

RESEND_MS = 1000


class DraftCheck:
    """Holds drafts of others to what this node has."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._brought: dict[NodeNumber, int] = {}
        """When each peer was given what it lacked of the log."""

    def is_sound(self, draft: Genesis, old: Continuation) -> bool:
        """Say whether a draft could be one of this table, and bears no false signature, and its founder's."""
        desk = self._desk
        if old.table != desk.table:
            return False
        try:
            check_draft(draft, old, desk.state.variant)
        except ContinuationError:
            return False
        missing = unsigned(draft, old)
        return old.parties[0] not in missing and not any(party.signature for party in missing)

    def may_found(self, draft: Genesis) -> bool:
        """Say whether its founder is one of us who is not proven to lie: nobody goes back in his log for a stranger."""
        desk = self._desk
        honest = (member for member in desk.state.members if member.number not in desk.election.outlaws)
        return any(member.identity == draft.founder for member in honest)

    def is_ours(self, peer: NodeNumber, draft: Genesis, old: Continuation, turn: Turn, *, wanted: bool) -> bool:
        """Hold a draft to our own log; who lacks entries for it gets them.

        Args:
            peer: Who told us of it.
            draft: A sound one.
            old: What it says of this table.
            turn: The step.
            wanted: Our people want to go on.
        """
        desk, replica = self._desk, self._desk.replica
        self._part(old, wanted=wanted)
        if old.index > replica.last_index:
            turn.do(Send(peer, Want(replica.last_index + 1)))
            return False
        if old.index < replica.committed_index and not desk.election.outlaws and not desk.fork:
            self._bring_on(peer, old.index, turn)
            return False
        if self.expected(draft, old) != without_signatures(draft):
            desk.report(turn, Report("bad_continuation", "it is not what this node has", node=peer))
            return False
        return True

    def expected(self, draft: Genesis, old: Continuation) -> Genesis | None:
        """Draft the same from our own log."""
        replica = self._desk.replica
        if replica.hash_at(old.index) != old.head:
            return None
        state = replica.state_at(old.index)
        numbers = {member.identity: member.number for member in state.members}
        going = frozenset(numbers[party.identity] for party in old.going if party.identity in numbers)
        founder = numbers.get(draft.founder)
        if founder is None or not is_played(state) or len(going) != len(old.going):
            return None
        return drafted(state, replica.hash_at(old.index), (founder, going), draft.chance, old.attempt)

    def _bring_on(self, peer: NodeNumber, index: int, turn: Turn) -> None:
        """Give a peer what it lacks of the log, but not again for each of its drafts."""
        desk, replica = self._desk, self._desk.replica
        if desk.now - self._brought.get(peer, desk.now - RESEND_MS) < RESEND_MS:
            return
        self._brought[peer] = desk.now
        for entry in replica.entries[index:]:
            turn.do(Send(peer, EntryPacket(entry, replica.committed_index)))
        for ack in desk.acks.newest():
            turn.do(Send(peer, AckPacket(ack)))

    def _part(self, old: Continuation, *, wanted: bool) -> None:
        """Go back to before two logs of a lying host, where whoever wants to go on with us has the other one."""
        desk, replica, twin = self._desk, self._desk.replica, self._desk.twin
        if not twin or twin > replica.committed_index or desk.fork or not (wanted or is_idle(desk)):
            return
        has_other = twin <= old.index <= replica.last_index and replica.hash_at(old.index) != old.head
        if has_other or old.index == twin - 1:
            desk.halted, desk.fork = desk.halted or "fork", twin - 1
