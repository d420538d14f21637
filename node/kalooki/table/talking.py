"""What passes between nodes besides the log's own flow: hearing, catching up, resending."""

from collections.abc import Sequence

from kalooki.table.authors import author_key, is_authentic
from kalooki.table.desk import Desk
from kalooki.table.following import Follower
from kalooki.table.going_on import GoingOn
from kalooki.table.log import Entry, Message
from kalooki.table.payloads import NodeNumber
from kalooki.table.pool import Overdue, is_late, key_of, said
from kalooki.table.ports import (
    AckPacket,
    EntryPacket,
    GoOn,
    Head,
    Heard,
    Heartbeat,
    MessagePacket,
    Mismatch,
    Packet,
    Recovering,
    Report,
    Send,
    Stand,
    VotePacket,
    Want,
)
from kalooki.table.presence import are_enough
from kalooki.table.state import FIRST_TERM, FOUNDER
from kalooki.table.turn import Turn

PAGE = 32
"""Entries in one answer to `Want`."""

PAGE_BYTES = 1 << 20
"""Their bytes, though one entry is always given: more would overflow a link."""

RESEND_MS = 1000
"""An own message that is not committed is sent again, and somebody else's passed on to the host, after so long."""

ASK_AGAIN_MS = 500

CATCH_UP_MS = 10_000
"""So long, all in all, a host is not blamed while entries of its are missing that may hold what it seems to overlook.

Only its own word says that there are such entries.
"""


class Talker:
    """A node's half of every conversation."""

    def __init__(self, desk: Desk, follower: Follower) -> None:
        self._desk = desk
        self._follower = follower
        self._sent: dict[str, int] = {}
        self._hosted: tuple[int, NodeNumber | None] = (FIRST_TERM, FOUNDER)
        self._acked_at = 0
        self._asked_to = 0
        self._asked_at = 0
        self.going_on: GoingOn
        self._looked_at = 0
        self._behind_ms = 0
        """How long entries of the present host were missing."""
        self._answered: dict[NodeNumber, tuple[int, int]] = {}
        """For each peer when it was answered, and how far."""
        self._differing: dict[NodeNumber, int] = {}
        """For each peer the first entry before which it says that it has another state."""

    def hear(self, peer: NodeNumber, packet: Packet, turn: Turn) -> None:  # noqa: C901 - one case for each kind
        """Take a packet from a peer."""
        self._desk.watch.hear(peer)
        match packet:
            case MessagePacket(message):
                self._hear_message(peer, message, turn)
            case EntryPacket(entry, committed):
                self._follower.hear(peer, entry, turn)
                self._follower.highest = max(self._follower.highest, committed)
            case AckPacket(ack):
                self._follower.note(ack, turn)
            case Want(from_index):
                self._answer(peer, from_index, turn)
            case GoOn():
                self.going_on.hear(peer, packet, turn)
            case Recovering() | Head():
                self._hear_recovery(peer, packet, turn)
            case Mismatch(index):
                self._differing[peer] = min(index, self._differing.get(peer, index))
                self._heed_differing(turn)
            case Heartbeat(_, last_index) if self._desk.replica.accepted is None:
                self._follower.highest = max(self._follower.highest, last_index)
                if peer != self._desk.election.host:  # whoever was elected meanwhile has the log, too
                    turn.do(Send(peer, Want(1)))
            case Stand() if self._desk.replica.accepted is None:
                turn.do(Send(peer, Want(1)))
            case Heartbeat() | Stand() | VotePacket() | Heard():
                if self._desk.replica.accepted is not None:
                    self._hear_election(peer, packet, turn)

    def _heed_differing(self, turn: Turn) -> None:
        """Alarm people of an entry that was made in another state, as soon as it can exist: ours, or the one after.

        What a peer says of a later one waits until the log is there: we may be behind, or it may have made it up.
        """
        desk = self._desk
        ripe = [(peer, index) for peer, index in self._differing.items() if index <= desk.replica.last_index + 1]
        for peer, index in ripe:
            del self._differing[peer]
            desk.alarm(turn, Report("mismatch", f"entry {index} was made in another state", node=peer), index)

    def _hear_election(self, peer: NodeNumber, packet: Heartbeat | Stand | VotePacket | Heard, turn: Turn) -> None:
        desk = self._desk
        ground = desk.ground
        match packet:
            case Heartbeat(term, last_index, votes):
                desk.accuse_voters(votes, turn)
                desk.election.hear_heartbeat(peer, packet, ground, turn)
                if (term, peer) == (desk.election.term, desk.election.host):
                    self._follower.highest = max(self._follower.highest, last_index)
                elif term > desk.election.term:  # who voted may be fewer by now: his log says since when
                    turn.do(Send(peer, Want(self._follower.ask_unjudged(last_index))))
            case Stand(tip=tip):
                desk.election.hear_stand(peer, packet, ground, turn)
                if desk.replica.tip.is_behind(tip):  # what we lack may say who votes by now: fewer, or we ourselves
                    turn.do(Send(peer, Want(self._follower.ask_unjudged(tip.index))))
            case VotePacket(vote):
                desk.accuse_voters((vote,), turn)
                desk.election.hear_vote(vote, ground, turn)
            case Heard():
                desk.election.hear_term(peer, packet, ground, turn)

    def _hear_recovery(self, peer: NodeNumber, packet: Recovering | Head, turn: Turn) -> None:
        """Tell a node that lost some of its log how far ours goes; who has lost some himself does not know."""
        desk = self._desk
        match packet:
            case Recovering(nonce):
                if desk.replica.accepted is not None and not desk.recovery.is_on and not desk.halted:
                    desk.election.prove_term(peer, turn)
                    turn.do(Send(peer, Head(nonce, desk.election.term, desk.replica.tip)))
            case Head(tip=tip):
                if desk.recovery.hear(peer, packet):
                    self._follower.highest = max(self._follower.highest, tip.index)

    def _ask_heads(self, turn: Turn) -> None:
        recovery, now = self._desk.recovery, self._desk.now
        if recovery.is_on and now - recovery.asked >= ASK_AGAIN_MS:
            recovery.asked = now
            turn.do(Send(None, Recovering(recovery.nonce)))

    def greet(self, peer: NodeNumber, turn: Turn) -> None:
        """A link stands: ask for what is missing, and send again what may have been lost."""
        desk = self._desk
        self._answered.pop(peer, None)
        if desk.recovery.is_on:
            turn.do(Send(peer, Recovering(desk.recovery.nonce)))
        if desk.is_host:
            turn.do(Send(peer, Heartbeat(desk.election.term, desk.replica.last_index, desk.election.votes)))
        elif peer == desk.election.host:
            turn.do(Send(peer, Want(desk.replica.last_index + 1)))
        for ack in desk.acks.newest():
            turn.do(Send(peer, AckPacket(ack)))
        for _, message in self._sendable():
            turn.do(Send(peer, MessagePacket(message)))

    def tick(self, now: int, turn: Turn) -> None:
        """Time passed: send again what is not committed."""
        desk = self._desk
        desk.now = now
        desk.clock.tick(now)
        self._ask_heads(turn)
        self._heed_differing(turn)
        if desk.replica.accepted is not None:
            desk.election.tick(now, desk.ground, turn)
            desk.watch.tick(now, desk.state)
            if not are_enough(desk, desk.state):
                desk.watch.stand_still()
        if now - self._acked_at >= RESEND_MS and desk.number is not None:
            self._acked_at = now
            for ack in desk.acks.newest():
                if ack.node == desk.number:
                    turn.do(Send(None, AckPacket(ack)))
            wanted = self._wanted()
            if wanted is not None:
                turn.do(Send(None, Want(wanted)))
        due = [
            (key, message) for key, message in self._sendable() if now - self._sent.setdefault(key, now) >= RESEND_MS
        ]
        for key, message in due:
            self._sent[key] = now
            turn.do(Send(None, MessagePacket(message)))
        self._sent = {key: sent for key, sent in self._sent.items() if key in desk.pen.unsettled}
        if not desk.is_host and desk.replica.accepted is not None:
            self._pass_on(turn)

    def _wanted(self) -> int | None:
        """Return from which entry on to ask everybody, who answers with the newest acknowledgements of all.

        An entry that ends a limit is not proven here; or shares of ours wait for the acknowledgement of a node that has
        perhaps no link to us, but has one to others, or had one before it vanished.
        """
        desk = self._desk
        committed = desk.replica.committed
        unproven = None if committed is None else desk.acks.unproven(committed)
        if unproven is None and any(index <= desk.replica.committed_index for index, _ in desk.held):
            return desk.replica.last_index + 1
        return unproven

    def _pass_on(self, turn: Turn) -> None:
        """Give the host what it seems to have overlooked; after a few times it counts as dead."""
        desk, host = self._desk, self._desk.election.host
        passed, self._looked_at = desk.now - self._looked_at, desk.now
        if host is None:
            return
        is_behind = desk.state.term < desk.election.term or self._follower.ask_from() is not None
        self._behind_ms += passed if is_behind else 0
        for message in desk.pool.overdue(desk.state, desk.may_be_ordered, Overdue(desk.now, RESEND_MS)):
            turn.do(Send(host, MessagePacket(message)))
        if is_behind and self._behind_ms < CATCH_UP_MS:
            desk.pool.new_host(desk.now)  # what could be ordered in our log perhaps cannot in the host's
        elif desk.pool.is_host_dead() or desk.state.term < desk.election.term:
            self._behind_ms = 0  # the first entry of a term comes at once
            desk.pool.new_host(desk.now)
            desk.election.give_up_host(turn)

    def meet_host(self, turn: Turn) -> None:
        """Somebody else hosts now: it gets what we have said, and what it says of the log's length counts."""
        desk = self._desk
        now = desk.election.term, desk.election.host
        if now == self._hosted:
            return
        self._hosted = now
        self._follower.new_host()
        desk.pool.new_host(desk.now)
        self._asked_to = self._behind_ms = 0
        desk.clock.leave_time()
        if desk.election.host is not None and not desk.is_host:
            turn.do(Send(desk.election.host, Want(desk.replica.last_index + 1)))
            for _, message in self._sendable():
                turn.do(Send(desk.election.host, MessagePacket(message)))

    def ask(self, turn: Turn) -> None:
        """Ask the host for entries that are missing: a page at a time, and again if nothing comes."""
        desk = self._desk
        missing, host = self._follower.ask_from(), self._desk.election.host
        if host is None and desk.recovery.is_on:
            host = desk.recovery.source()
        if missing is None or desk.is_host or host is None:
            return
        if missing > self._asked_to or desk.now - self._asked_at >= ASK_AGAIN_MS:
            self._asked_to, self._asked_at = missing + PAGE - 1, desk.now
            turn.do(Send(host, Want(missing)))

    def _hear_message(self, peer: NodeNumber, message: Message, turn: Turn) -> None:
        desk = self._desk
        state = desk.replica.accepted
        in_log = desk.replica.said.get(key_of(message))
        if state is None or author_key(state, message) is None:
            return
        if in_log is not None and said(in_log) == said(message):
            return
        if not is_authentic(state, message):
            desk.alarm(turn, Report("bad_signature", "a message that its author did not sign", node=peer))
            return
        is_new = in_log is None and not is_late(state, message)
        other = desk.pool.add(message, desk.now) if is_new else in_log
        if other is not None:
            desk.accuse_author(message, other, turn)

    def _answer(self, peer: NodeNumber, from_index: int, turn: Turn) -> None:
        desk = self._desk
        first = max(from_index, 1)
        answered = self._answered.get(peer)
        if answered is not None and answered[0] == desk.now and first <= answered[1]:
            return  # it has just been told, and one question must not buy many answers
        page = _page(desk.replica.entries[first - 1 : first - 1 + PAGE])
        self._answered[peer] = desk.now, first + len(page) - 1
        for entry in page:
            turn.do(Send(peer, EntryPacket(entry, desk.replica.committed_index)))
        for ack in (*desk.acks.of_ends(first, first + len(page) - 1), *desk.acks.newest()):
            turn.do(Send(peer, AckPacket(ack)))

    def _sendable(self) -> list[tuple[str, Message]]:
        """Own messages that are not committed, without shares that are held back."""
        desk = self._desk
        held = {held.message.wire for held in desk.held.values()}
        return [(key, message) for key, message in desk.pen.unsettled.items() if message.wire not in held]


def _page(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Cut entries off where they are too many bytes, after the first at the earliest."""
    size = 0
    for number, entry in enumerate(entries):
        size += len(entry.wire)
        if size > PAGE_BYTES and number:
            return entries[:number]
    return entries
