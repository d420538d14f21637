"""Going on at a new table, where too many nodes are lost for this one, or it has two logs: who signs what, in no log.

Whoever wants it first drafts the genesis of the new table from what he has; the others hold it to what they have, and
sign it when their people want it, too. When all who go on have signed, whoever drafted it opens the new table, and only
his word that he did so makes the others leave: until then the old one may come back to life.
"""

from dataclasses import replace

from kalooki.rules.leaving import playing
from kalooki.table.continued import Continuation
from kalooki.table.continuing import (
    ContinuationError,
    check_draft,
    drafted,
    is_played,
    statement,
    unsigned,
    without_signatures,
)
from kalooki.table.desk import Desk
from kalooki.table.genesis import CHANCE_BYTES
from kalooki.table.payloads import Genesis, Motion, NodeNumber
from kalooki.table.ports import AckPacket, EntryPacket, GoOn, Opened, Report, Send, Want
from kalooki.table.results import VoidError
from kalooki.table.returning import people
from kalooki.table.signing import sign
from kalooki.table.state import Player, Playing, TableState
from kalooki.table.status import NO_OUTLOOK, Outlook, ProposalStanding
from kalooki.table.turn import Turn
from kalooki.table.votes import quorum

RESEND_MS = 1000


class GoingOn:
    """One node's part in it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._drafts: dict[bytes, Genesis] = {}
        """By who would found the table."""
        self._wanted = False
        """Whether our people want to go on."""
        self._opened: Genesis | None = None
        self._left: set[NodeNumber] = set()
        """Who has left for the table that we have opened."""
        self._sent = 0
        self._shown = NO_OUTLOOK
        self._has_news = False

    # --- what there is to see -------------------------------------------------------------------------------------

    def take_news(self) -> bool:
        """Say whether there is something new to see since this was last asked."""
        has_news, self._has_news = self._has_news, False
        return has_news

    def _look(self) -> None:
        before, self._shown = self._shown, self._outlook()
        self._has_news |= before != self._shown

    def outlook(self) -> Outlook:
        """Return what there was to see last."""
        return self._shown

    def _outlook(self) -> Outlook:
        opened = "" if self._opened is None else self._opened.chance.hex()
        return Outlook(self._is_stuck(), tuple(self._proposal(one) for one in self._drafts.values()), opened)

    def _proposal(self, draft: Genesis) -> ProposalStanding:
        old = _old(draft)
        state, missing = self._desk.state, unsigned(draft, old)
        numbers = {member.identity: member.number for member in state.members}
        signed = sorted(numbers[party.identity] for party in old.going if party not in missing)
        going = {heir.identity for heir in old.heirs if heir.goes_on}
        return ProposalStanding(
            Motion.CONTINUE.value,
            None,
            tuple(signed),
            players=tuple(player.number for player in state.players if player.identity in going),
            deal=old.standing.number - 1,
        )

    # --- whether it may be ----------------------------------------------------------------------------------------

    def _is_stuck(self) -> bool:
        """Say whether this table can decide nothing any more, as far as is known here."""
        desk, state = self._desk, self._desk.replica.committed
        if state is None or desk.number is None or desk.recovery.is_on or not is_played(state):
            return False
        voters = state.voters()
        return desk.fork > 0 or len(voters - self._lost(state)) < quorum(len(voters))

    def _lost(self, state: TableState) -> frozenset[NodeNumber]:
        """Return the nodes with which nobody can go on: silent, or proven to lie."""
        desk = self._desk
        silent = frozenset(desk.watch.silent(member.number for member in state.members)) - {desk.number}
        return frozenset(silent | desk.election.outlaws)

    @property
    def _may_be(self) -> bool:
        """Whether a draft can have an effect: where a host lied, another node may have another log than ours."""
        state = self._desk.replica.committed
        lied = bool(self._desk.election.outlaws) and state is not None and is_played(state)
        return self._is_stuck() or (lied and not self._desk.recovery.is_on)

    # --- what our people want -------------------------------------------------------------------------------------

    def want(self, player: Player, turn: Turn, *, withdrawn: bool) -> None:
        """One of our players wants to go on.

        Raises:
            VoidError: He has no say, or there is no need.
        """
        state = self._desk.state
        if withdrawn:
            raise VoidError("signed", "what is signed is not taken back; it counts only when all who go on have signed")
        if player.node not in people(state):
            raise VoidError("no_say", "only persons who play decide that")
        if not self._may_be:
            raise VoidError("not_stuck", "enough are here to play on at this table, or no game is played")
        self._wanted = True
        self._sign(turn)
        self._look()

    def _sign(self, turn: Turn) -> None:
        """Sign what is drafted, if our people want it or have no part in it; of several drafts one and the same."""
        desk = self._desk
        if self._opened is not None or not (self._wanted or (self._drafts and self._is_idle())):
            return
        order = {member.identity: member.number for member in desk.state.members}
        drafts = sorted(self._drafts.values(), key=lambda one: order[one.founder])
        if not drafts:
            self._drafts[desk.identity] = self._draft(turn)
        else:
            draft = drafts[0]
            if draft.founder != desk.identity:
                self._drafts.pop(desk.identity, None)
            self._drafts[draft.founder] = self._signed(draft)
        self._sent = desk.now
        for draft in self._drafts.values():
            turn.do(Send(None, GoOn(draft)))
        self._open_own(turn)

    def _is_idle(self) -> bool:
        """Say whether none of our players is a person who still plays."""
        state = self._desk.replica.committed
        if state is None or not isinstance(state.phase, Playing):
            return False
        seats = playing(state.phase.game)
        return not any(one.seat in seats and not one.bot for one, _ in self._desk.own_players(state) if not one.gone)

    def _signed(self, draft: Genesis) -> Genesis:
        old, me = _old(draft), self._desk.identity
        mine = sign(self._desk.config.key, statement(draft, old))
        parties = tuple(replace(one, signature=mine) if one.identity == me else one for one in old.parties)
        return replace(draft, continues=replace(old, parties=parties))

    def _draft(self, turn: Turn) -> Genesis:
        """Draft the table that goes on from ours, with all who are here."""
        desk = self._desk
        assert desk.number is not None, "who has a say is in"
        index = desk.fork or desk.replica.committed_index
        state = desk.replica.state_at(index)
        going = frozenset(one.node for one in state.players if not one.gone) - self._lost(state)
        chance = turn.chance("continuation")[:CHANCE_BYTES]
        return self._signed(drafted(state, desk.replica.hash_at(index), (desk.number, going), chance))

    # --- what others want -----------------------------------------------------------------------------------------

    def hear(self, peer: NodeNumber, said: GoOn, turn: Turn) -> None:
        """Take a draft from a peer, with the signatures that it knows."""
        desk, draft, old = self._desk, said.genesis, said.genesis.continues
        if old is None or desk.replica.accepted is None or not self._is_sound(draft, old):
            return
        if said.is_open:
            self._hear_open(peer, draft, old, turn)
        elif self._opened is None and self._may_be:
            self._hear_draft(peer, draft, old, turn)
        self._look()

    def _hear_draft(self, peer: NodeNumber, draft: Genesis, old: Continuation, turn: Turn) -> None:
        known = self._drafts.get(draft.founder)
        if known is not None and without_signatures(known) == without_signatures(draft):
            merged = _merged(known, draft)
        elif self._is_ours(peer, draft, old, turn):
            merged = draft
        else:
            return
        if merged != known:
            self._drafts[draft.founder] = merged
            self._sign(turn)

    def _is_sound(self, draft: Genesis, old: Continuation) -> bool:
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

    def _is_ours(self, peer: NodeNumber, draft: Genesis, old: Continuation, turn: Turn) -> bool:
        """Hold a draft to our own log; who lacks entries for it gets them."""
        desk, replica = self._desk, self._desk.replica
        if old.index > replica.last_index:
            turn.do(Send(peer, Want(replica.last_index + 1)))
            return False
        if old.index < replica.committed_index and not desk.election.outlaws and not desk.fork:
            for entry in replica.entries[old.index :]:
                turn.do(Send(peer, EntryPacket(entry, replica.committed_index)))
            for ack in desk.acks.newest():
                turn.do(Send(peer, AckPacket(ack)))
            return False
        if self._expected(draft, old) != without_signatures(draft):
            desk.report(turn, Report("bad_continuation", "it is not what this node has", node=peer))
            return False
        return True

    def _expected(self, draft: Genesis, old: Continuation) -> Genesis | None:
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
        return drafted(state, replica.hash_at(old.index), (founder, going), draft.chance)

    # --- the new table --------------------------------------------------------------------------------------------

    def tick(self, turn: Turn) -> None:
        """Time passes: forget what has no ground any more, and say again what the others may not have heard."""
        desk = self._desk
        if desk.replica.committed is None:
            return
        if self._opened is None and (self._drafts or self._wanted):
            self._forget(turn)
        self._look()
        if desk.now - self._sent < RESEND_MS:
            return
        self._sent = desk.now
        if self._opened is not None and self._opened.founder == desk.identity:
            turn.do(Send(None, GoOn(self._opened, is_open=True)))
        for draft in self._drafts.values():
            turn.do(Send(None, GoOn(draft)))

    def _forget(self, turn: Turn) -> None:
        """Drop drafts if the table can play on, and those of a log that goes further by now; draft ours anew."""
        if not self._may_be:
            self._drafts, self._wanted = {}, False
            return
        late = [one.founder for one in self._drafts.values() if self._is_late(one)]
        for founder in late:
            del self._drafts[founder]
        if late:
            self._sign(turn)

    def _is_late(self, draft: Genesis) -> bool:
        """Say whether our log has gone on since, or somebody is lost by now who was to go on: our own is drafted anew.

        Of others' drafts only the founder counts: he drafts anew himself.
        """
        desk, old, state = self._desk, _old(draft), self._desk.state
        lost = {state.members[node].identity for node in self._lost(state)}
        going = {party.identity for party in old.going}
        gone = lost & (going if draft.founder == desk.identity else {draft.founder})
        has_one_log = not desk.election.outlaws and not desk.fork
        return bool(gone) or (has_one_log and old.index < desk.replica.committed_index)

    def _open_own(self, turn: Turn) -> None:
        own = self._drafts.get(self._desk.identity)
        if own is not None and not unsigned(own, _old(own)):
            self._open(own, turn)
            turn.do(Send(None, GoOn(own, is_open=True)))

    def _hear_open(self, peer: NodeNumber, draft: Genesis, old: Continuation, turn: Turn) -> None:
        """Leave for the new table, if its founder says that it is open and we have signed."""
        state, me = self._desk.state, self._desk.identity
        if peer >= len(state.members):
            return
        if self._opened is not None and self._opened.founder == me:
            self._left.add(peer)
        elif state.members[peer].identity == draft.founder and not unsigned(draft, old):
            if self._opened is None and any(party.identity == me for party in old.going):
                self._open(draft, turn)
            if self._opened == draft:
                turn.do(Send(peer, GoOn(draft, is_open=True)))

    @property
    def is_done(self) -> bool:
        """Whether all who go on know that the new table is open, as far as it is for us to tell them."""
        opened, state = self._opened, self._desk.replica.accepted
        if opened is None or state is None or opened.founder != self._desk.identity:
            return True
        going = {party.identity for party in _old(opened).going} - {self._desk.identity}
        return going <= {state.members[node].identity for node in self._left}

    def _open(self, genesis: Genesis, turn: Turn) -> None:
        """This table is at its end for us: nothing more is acknowledged or ordered here."""
        self._opened, self._drafts = genesis, {}
        self._desk.halted = self._desk.halted or "continued"
        turn.do(Opened(genesis))


def _old(draft: Genesis) -> Continuation:
    assert draft.continues is not None, "a draft goes on from this table"
    return draft.continues


def _merged(known: Genesis, heard: Genesis) -> Genesis:
    """Put the signatures of two copies of one draft together."""
    mine, others = _old(known), _old(heard)
    parties = tuple(
        ours if ours.signature else theirs for ours, theirs in zip(mine.parties, others.parties, strict=True)
    )
    return replace(known, continues=replace(mine, parties=parties))
