"""Going on at a new table, where too many nodes are lost for this one, or it has two logs: who signs what, in no log.

Whoever wants it first drafts the genesis of the new table from what he has; the others hold it to what they have, and
sign it when their people want it, too, and when it leaves nobody out whom they hear, as long as he has time to sign.
Drafts are numbered: whoever drafts makes another one when somebody is lost or back, and nobody signs two of one number,
nor one below what he has signed. When all who go on have signed one and the same, whoever drafted it opens the new
table, and only his word that he did so makes the others leave, unless they have signed a later one: until then the old
one may come back to life.
"""

from dataclasses import replace

from kalooki.table.config import Restored
from kalooki.table.continued import NO_PLEDGE, Continuation, Pledge
from kalooki.table.continuing import (
    drafted,
    pledge_of,
    statement,
    unsigned,
    without_signatures,
)
from kalooki.table.desk import Desk
from kalooki.table.draft_check import RESEND_MS, DraftCheck
from kalooki.table.elsewhere import Elsewhere
from kalooki.table.genesis import CHANCE_BYTES
from kalooki.table.missing import SILENT_MS
from kalooki.table.patience import Patience
from kalooki.table.payloads import Genesis, Motion, NodeNumber
from kalooki.table.pledges import Drafters, founded
from kalooki.table.ports import (
    GoOn,
    Met,
    Opened,
    PutOpened,
    PutPledge,
    Report,
    Send,
)
from kalooki.table.presence import here, is_idle, is_stuck, left_out, liars, lost, may_go_on
from kalooki.table.results import VoidError
from kalooki.table.returning import people
from kalooki.table.signing import sign
from kalooki.table.state import Player, TableState
from kalooki.table.status import NO_OUTLOOK, Outlook, ProposalStanding
from kalooki.table.turn import Turn

MOST_AHEAD = 1 << 20
"""How far one peer's word may push the number of the next draft: a liar cannot use the numbers up."""

PATIENCE_MS = 2 * SILENT_MS
"""After so long people are told that a draft leaves somebody out: at first it may only be late."""


class GoingOn:
    """One node's part in it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.pledge: Pledge = NO_PLEDGE
        """What we have signed last; a restart gives it back."""
        self._drafts: dict[bytes, Genesis] = {}
        """The newest, by who would found the table."""
        self._repeated: dict[bytes, int] = {}
        """When their founders have said them last."""
        self._drafters = Drafters()
        self._patience = Patience()
        self._check = DraftCheck(desk)
        self._elsewhere = Elsewhere(desk, self._check.expected)
        self._highest = 0
        """The highest number of a draft that was heard of."""
        self._refused = 0
        """The highest number that somebody has signed who could therefore not sign ours."""
        self._unfair: tuple[bytes, int] = b"", 0
        """The draft that leaves out somebody whom we hear, and since when that is so."""
        self._wanted = False
        """Whether our people want to go on."""
        self._opened: Genesis | None = None
        self._reopened = False
        """What we have left for before a restart is to be made ready again: perhaps it was not."""
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
        leading = self._leading()
        proposals = () if leading is None else (self._proposal(leading),)
        follows, beside = self._elsewhere.way() is not None, self._elsewhere.shown()
        return Outlook(is_stuck(self._desk), proposals, opened, liars(self._desk), follows, beside)

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
            patience=draft.grace_ms // 1000,
        )

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
        if not may_go_on(self._desk):
            raise VoidError("not_stuck", "enough are here to play on at this table, or no game is played")
        self._wanted = True
        if self._take_part(turn):
            self._say(turn)
        self._look()

    def follow(self, turn: Turn) -> bool:
        """Go along to the table to which others have gone from here, if there is one; say whether there is."""
        way = self._elsewhere.way()
        if way is None or self._opened is not None:
            return False
        self._open(way, turn)
        self._look()
        return True

    def _leading(self) -> Genesis | None:
        """Of several drafts all sign one and the same."""
        if not self._drafts:
            return None
        order = {member.identity: member.number for member in self._desk.state.members}
        return min(self._drafts.values(), key=lambda one: order[one.founder])

    def _take_part(self, turn: Turn) -> bool:
        """Draft or sign, if our people want it or have no part in it; say whether something is new."""
        desk, leading, before = self._desk, self._leading(), dict(self._drafts)
        if self._opened is not None or not (self._wanted or (leading is not None and is_idle(self._desk))):
            return False
        if leading is None:
            self._draft(turn)
        elif leading.founder != desk.identity:
            self._drafts.pop(desk.identity, None)
            if self._may_sign(leading):
                self._drafts[leading.founder] = self._signed(leading, turn)
        return self._drafts != before

    def _say(self, turn: Turn) -> None:
        """Tell the others what we have signed."""
        self._sent = self._desk.now
        leading = self._leading()
        assert leading is not None, "there is something to tell"
        wants = self._wanted or is_idle(self._desk)
        turn.do(Send(None, GoOn(leading, attempt=self.pledge.attempt, wants=wants)))
        self._open_own(turn)

    def _may_sign(self, draft: Genesis) -> bool:
        """Say whether we go on there, have signed no draft of that number or a later one, and miss nobody in it."""
        old = _old(draft)
        is_new = old.attempt > self.pledge.attempt or pledge_of(draft, old) == self.pledge
        return is_new and not self._wronged(old)

    def _late(self) -> frozenset[NodeNumber]:
        """Return who has not signed for so long that one goes on without him."""
        return self._patience.late(self._desk.state.genesis.grace_ms)

    def _wronged(self, old: Continuation) -> tuple[NodeNumber, ...]:
        """Return whom a draft leaves out though we hear him, and he has time to sign or those who go on are too few."""
        out, state = left_out(self._desk, old), self._desk.replica.state_at(old.index)
        if not self._are_most(state, here(self._desk, state) - frozenset(out)):
            return out
        late = self._late() - {self._desk.number}
        return tuple(node for node in out if node not in late)

    def _going(self, state: TableState) -> frozenset[NodeNumber]:
        """Return with whom we would go on: without who does not sign in time, if that leaves most of those here."""
        everybody = here(self._desk, state)
        some = everybody - (self._late() - {self._desk.number})
        return some if self._are_most(state, some) else everybody

    def _are_most(self, state: TableState, some: frozenset[NodeNumber]) -> bool:
        """Say whether more than half of the people who are here are at these nodes: no fewer leave somebody behind."""
        asked = people(state) & here(self._desk, state)
        return 2 * len(asked & some) > len(asked)

    def _signed(self, draft: Genesis, turn: Turn) -> Genesis:
        old, me = _old(draft), self._desk.identity
        pledge = pledge_of(draft, old)
        if pledge != self.pledge:
            self.pledge = pledge
            turn.write(PutPledge(pledge))
        mine = sign(self._desk.config.key, statement(draft, old))
        parties = tuple(replace(one, signature=mine) if one.identity == me else one for one in old.parties)
        return replace(draft, continues=replace(old, parties=parties))

    def _draft(self, turn: Turn) -> None:
        """Draft the table that goes on from ours, with all who are here, in the place of what we drafted before."""
        desk = self._desk
        assert desk.number is not None, "who has a say is in"
        index = desk.fork or desk.replica.committed_index
        state = desk.replica.state_at(index)
        chance = turn.chance("continuation")[:CHANCE_BYTES]
        self._highest = max(self._highest, self._refused, self.pledge.attempt) + 1
        who = (desk.number, self._going(state))
        draft = drafted(state, desk.replica.hash_at(index), who, chance, self._highest)
        self._drafts[desk.identity] = self._signed(draft, turn)

    # --- what others want -----------------------------------------------------------------------------------------

    def hear(self, peer: NodeNumber, said: GoOn, turn: Turn) -> None:
        """Take a draft from a peer, with the signatures that it knows."""
        desk, draft, old = self._desk, said.genesis, said.genesis.continues
        if old is None or desk.replica.accepted is None or not self._check.is_sound(draft, old):
            return
        if max(old.attempt, said.attempt) > max(self._highest, self.pledge.attempt) + MOST_AHEAD:
            return
        if not said.is_open:
            self._highest = max(self._highest, old.attempt)
        for identity, other in self._drafters.note(draft, old):
            desk.accuse_drafter(identity, (other, draft), turn)
        if said.is_open:
            self._hear_open(peer, draft, old, turn)
        elif self._opened is None and may_go_on(self._desk):
            self._hear_draft(peer, said, turn)
        self._look()

    def _hear_draft(self, peer: NodeNumber, said: GoOn, turn: Turn) -> None:
        desk, draft = self._desk, said.genesis
        speaker = desk.state.members[peer].identity if peer < len(desk.state.members) else b""
        if peer in desk.election.outlaws or not self._check.may_found(draft):
            return
        if speaker == draft.founder:
            self._repeated[speaker] = desk.now
        self._patience.hear(peer, desk.state.genesis.grace_ms, wants=said.wants)
        self._repeated.setdefault(draft.founder, desk.now)
        known = self._drafts.get(draft.founder)
        if known is not None and without_signatures(known) == without_signatures(draft):
            merged = _merged(known, draft)
        elif self._is_newer(draft, known) and self._fits(peer, draft, turn) and not self._is_late(draft):
            merged = draft
        else:
            return
        self._drafts[draft.founder] = merged
        self._hear_pledge(speaker, said.attempt)
        if merged != known:
            self._take_part(turn)
            self._say(turn)

    def _is_newer(self, draft: Genesis, known: Genesis | None) -> bool:
        """Say whether a draft of somebody else takes the place of what we know of his."""
        is_later = known is None or _old(draft).attempt > _old(known).attempt
        return is_later and draft.founder != self._desk.identity

    def _fits(self, peer: NodeNumber, draft: Genesis, turn: Turn) -> bool:
        """Say whether a draft is what we would draft ourselves."""
        return self._check.is_ours(peer, draft, _old(draft), turn, wanted=self._wanted)

    def _hear_pledge(self, speaker: bytes, attempt: int) -> None:
        """Note where somebody cannot sign what we drafted, as he has signed something else of that number or above."""
        own = self._drafts.get(self._desk.identity)
        if own is None or attempt < _old(own).attempt:
            return
        if any(party.identity == speaker for party in unsigned(own, _old(own))):
            self._refused = max(self._refused, attempt)

    def meet(self, met: Met, turn: Turn) -> None:
        """A member answers from another table; where it is the one that we have signed last, it is open."""
        found = None if self._desk.replica.accepted is None else founded(met.message)
        if found is not None and found[1].table == self._desk.table and self.pledge == pledge_of(*found):
            if self._opened is None and not unsigned(*found):
                self._open(found[0], turn)
        else:
            self._elsewhere.meet(met.peer, met.message, turn)
        self._look()

    # --- the new table --------------------------------------------------------------------------------------------

    def tick(self, turn: Turn) -> None:
        """Time passes: forget what has no ground any more, and say again what the others may not have heard."""
        desk = self._desk
        if desk.replica.committed is None:
            return
        if self._reopened and self._opened is not None:
            self._reopened = False
            turn.do(Opened(self._opened))
        if self._opened is None and (self._drafts or self._wanted):
            self._renew(turn)
        self._look()
        if desk.now - self._sent < RESEND_MS:
            return
        self._sent = desk.now
        if self._opened is not None and self._opened.founder == desk.identity:
            turn.do(Send(None, GoOn(self._opened, is_open=True, attempt=self.pledge.attempt)))
        elif self._drafts:
            self._say(turn)

    def _renew(self, turn: Turn) -> None:
        """Drop drafts that hold no more, or all of them if the table can play on; draft ours anew; sign what we may."""
        desk = self._desk
        if not may_go_on(desk):
            self._drafts, self._wanted = {}, False
            self._patience.forget()
            return
        self._wait()
        for founder in [one.founder for one in self._drafts.values() if self._is_late(one)]:
            del self._drafts[founder]
        own = self._drafts.get(desk.identity)
        if own is not None and self._is_stale(own):
            self._draft(turn)
        if self._take_part(turn) or own != self._drafts.get(desk.identity):
            self._say(turn)
        self._tell_unfair(turn)

    def _wait(self) -> None:
        """Note who has signed what is before all, and who has not."""
        desk, leading = self._desk, self._leading()
        self._patience.look(desk.now)
        if leading is None:
            self._patience.lead(None)
            return
        old = _old(leading)
        numbers = {member.identity: member.number for member in desk.state.members}
        missing = {numbers[party.identity] for party in unsigned(leading, old)}
        signed = {numbers[party.identity] for party in old.going} - missing
        self._patience.ask(signed, missing | set(left_out(desk, old)))
        founder = numbers[leading.founder]
        state = desk.replica.state_at(old.index)
        others = here(desk, state) - signed - self._patience.wanting - self._late() - {founder}
        is_due = founder != desk.number and desk.number in signed and not others
        self._patience.lead(founder if is_due else None)

    def _is_late(self, draft: Genesis) -> bool:
        """Say whether somebody else's draft is of a log that goes further by now, or he does not stand by it."""
        desk, old = self._desk, _old(draft)
        if draft.founder == desk.identity:
            return False
        grace = desk.state.genesis.grace_ms
        over = {one.number for one in desk.state.members if self._patience.has_led(one.number, grace)}
        is_lost = draft.founder in {desk.state.members[node].identity for node in lost(desk, desk.state) | over}
        is_forgotten = desk.now - self._repeated[draft.founder] >= SILENT_MS
        return is_lost or is_forgotten or self._is_behind(old)

    def _is_stale(self, own: Genesis) -> bool:
        """Say whether our own draft is to be made anew.

        Our log goes further by now, others are here than then, or somebody who goes on has signed one of that number or
        a later one.
        """
        old = _old(own)
        if self._is_behind(old) or self._refused >= old.attempt:
            return True
        desk = self._desk
        state = desk.replica.state_at(old.index)
        numbers = {member.identity: member.number for member in state.members}
        return frozenset(numbers[party.identity] for party in old.going) != self._going(state)

    def _is_behind(self, old: Continuation) -> bool:
        desk = self._desk
        if desk.fork:
            return old.index != desk.fork
        return not desk.election.outlaws and old.index < desk.replica.committed_index

    def _tell_unfair(self, turn: Turn) -> None:
        """Say whom a draft leaves out that we do not sign for that, if it stays so."""
        desk, leading = self._desk, self._leading()
        left = () if leading is None else self._wronged(_old(leading))
        if leading is None or not left:
            self._unfair = b"", desk.now
        elif self._unfair[0] != leading.founder:
            self._unfair = leading.founder, desk.now
        elif desk.now - self._unfair[1] >= PATIENCE_MS:
            state = desk.replica.state_at(_old(leading).index)
            name = next(one.name for one in state.players if one.node == left[0] and not one.gone)
            founder = next(member.number for member in state.members if member.identity == leading.founder)
            desk.report(turn, Report("leaves_out", name, node=founder))

    def _open_own(self, turn: Turn) -> None:
        own = self._drafts.get(self._desk.identity)
        if own is not None and not unsigned(own, _old(own)) and not self._is_stale(own):
            self._open(own, turn)
            turn.do(Send(None, GoOn(own, is_open=True, attempt=self.pledge.attempt)))

    def _hear_open(self, peer: NodeNumber, draft: Genesis, old: Continuation, turn: Turn) -> None:
        """Leave for the new table, if its founder says that it is open and it is what we have signed last."""
        state, me = self._desk.state, self._desk.identity
        if peer >= len(state.members):
            return
        if self._opened is not None and self._opened.founder == me:
            self._left.add(peer)
        elif state.members[peer].identity == draft.founder and not unsigned(draft, old):
            if self._opened is None and self.pledge == pledge_of(draft, old):
                self._open(draft, turn)
            if self._opened == draft:
                turn.do(Send(peer, GoOn(draft, is_open=True, attempt=self.pledge.attempt)))

    @property
    def head(self) -> int:
        """The entry of our log from which others have gone on, and we with them or after them; 0: they have not."""
        old = None if self._opened is None else _old(self._opened)
        is_ours = old is not None and old.table == self._desk.table and old.index <= self._desk.replica.last_index
        return old.index if old is not None and is_ours else 0

    @property
    def is_done(self) -> bool:
        """Whether all who go on know that the new table is open, as far as it is for us to tell them."""
        opened, state = self._opened, self._desk.replica.accepted
        if opened is None or state is None or opened.founder != self._desk.identity:
            return True
        going = {party.identity for party in _old(opened).going} - {self._desk.identity}
        return going <= {state.members[node].identity for node in self._left}

    def _open(self, genesis: Genesis, turn: Turn) -> None:
        """This table is at its end for us: nothing more is acknowledged or ordered here, also after a restart."""
        self._opened, self._drafts = genesis, {}
        self._desk.halted = self._desk.halted or "continued"
        turn.write(PutOpened(genesis))
        turn.do(Opened(genesis))

    def take_back(self, restored: Restored) -> None:
        """Take up after a restart what must not be forgotten."""
        self.pledge = restored.pledge
        self._elsewhere.take_back(restored.others)
        if restored.opened is not None:
            self._opened, self._reopened = restored.opened, True
            self._desk.halted = self._desk.halted or "continued"
        self._look()


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
