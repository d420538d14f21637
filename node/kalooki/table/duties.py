"""What a node does for its players without being asked: seats, keys, shuffles, shares, opened hands, accusations."""

from contextlib import suppress

from kalooki.cards import SeatNumber
from kalooki.fair.backup import AnnouncedBackup
from kalooki.fair.errors import FairError
from kalooki.fair.openings import Helper
from kalooki.rules.actions import Shown
from kalooki.rules.audience import public_faces
from kalooki.rules.game import NeedsAction, NeedsHands, NeedsUpcard, pending
from kalooki.table.backups import is_due
from kalooki.table.desk import Desk
from kalooki.table.gathering import is_ahead
from kalooki.table.log import TABLE, Stream
from kalooki.table.opening import given_in, hidden
from kalooki.table.opinions import opinion
from kalooki.table.payloads import (
    Accuse,
    Complaint,
    KeyBackup,
    KeyShare,
    OpenedBackup,
    OpenHand,
    PlayerNumber,
    Shuffle,
    TakeSeat,
)
from kalooki.table.pool import is_late
from kalooki.table.ports import MessagePacket, Report, Send
from kalooki.table.relaying import is_crowd
from kalooki.table.sharing import Held, copies_for, due, make, may_release, seers
from kalooki.table.signing import public_key, seat_bytes, sign
from kalooki.table.state import Lobby, Player, Playing, Record, TableState
from kalooki.table.turn import Turn
from kalooki.table.workshop import Shuffled

NEXT_DECK_MS = 1000
"""So long after its hand is open a node begins with the next deal's deck: who is slower shall see his hand first."""

SPARE_MS = 1000
"""So often at most, where many sit, shares go to those who do not wait for them: each to each they are much."""


class Duties:
    """A node's automatic half."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._missed: tuple[PlayerNumber, ...] = ()
        self.awaits_cards = False
        """Whether a player of ours had a card, when we looked last, that he did not see."""
        self._spared = 0
        """When we gave shares last to those who do not wait for them."""
        self._dealt: tuple[Stream, int] = TABLE, 0
        """The newest deal in which players were seen to act, and when that was first so."""

    def take_seats(self, turn: Turn) -> None:
        """Take a seat for each of our players, once we are in."""
        desk = self._desk
        if desk.number is None or desk.number >= len(desk.state.members) or not isinstance(desk.state.phase, Lobby):
            return
        for place, player in enumerate(desk.config.players):
            key = f"seat/{place}"
            identity = public_key(player.key)
            if desk.pen.has(key) or any(identity == seated.identity for seated in desk.state.players):
                continue
            statement = seat_bytes(desk.table, desk.identity, identity, player.name, player.bot)
            certificate, consent = sign(desk.config.key, statement), sign(player.key, statement)
            desk.say_as_node(key, TABLE, TakeSeat(identity, player.name, player.bot, certificate, consent), turn)

    # --- ceremonies ---------------------------------------------------------------------------------------------

    def work_on_decks(self, turn: Turn) -> None:
        """Give keys, prepare shuffles, and shuffle when it is our turn."""
        desk = self._desk
        state = desk.state
        for record in self._ripe(state):
            is_urgent = not is_ahead(state, record.number)
            members = {member.seat for member in record.ceremony.plan.setting.seats}
            for player, _ in desk.own_players(state):
                prover = state.prover(record, player)
                if prover in members:
                    self._work_on_deck(record, player, prover, turn, is_urgent=is_urgent)
            if record.ceremony.steps:  # after our own shuffle, for which others wait
                desk.workshop.judge(record.ceremony, turn, is_urgent=is_urgent)
            if record.ceremony.plan.setting.threshold and record.ceremony.complete:
                self._keep_keys(record, turn)

    def _ripe(self, state: TableState) -> tuple[Record, ...]:
        """Return the ceremonies to work on: the next deal's deck waits until all have had time to see their hands."""
        if self._is_fresh(state):
            return tuple(record for record in state.ceremonies if record.number != state.prepared)
        return state.ceremonies

    def _is_fresh(self, state: TableState) -> bool:
        """Say whether a deal has just begun."""
        needs, now = None if state.game is None else pending(state.game), self._desk.now
        if not isinstance(needs, NeedsAction):
            return isinstance(needs, NeedsUpcard)
        if self._dealt[0] != state.stream:
            self._dealt = state.stream, now
        return now - self._dealt[1] < NEXT_DECK_MS

    def send_shuffle(self, made: Shuffled, deck: bytes, proof: bytes, turn: Turn) -> None:
        """Send a shuffle that the worker has made, if its ceremony is still alive."""
        desk = self._desk
        record = desk.state.record(made.ceremony)
        key = f"shuffle/{made.ceremony}/{made.prover}"
        if record is not None:
            player = desk.state.player_of(record, made.prover)
            desk.say_as_player(key, player, record.stream, Shuffle(made.ceremony, deck, proof), turn)

    def accuse(self, turn: Turn) -> None:
        """Say in the log whose proof is false."""
        desk = self._desk
        for number, verdict in desk.workshop.verdicts.items():
            record, key = desk.state.record(number), f"accuse/{number}"
            if verdict.valid or record is None or desk.pen.has(key) or verdict.culprit is None:
                continue
            culprit = desk.state.player_of(record, verdict.culprit)
            seats = [member.seat for member in record.ceremony.plan.setting.seats]
            index = record.shuffled_in[seats.index(verdict.culprit)]
            desk.say_as_node(key, TABLE, Accuse(index, record.number), turn)
            desk.alarm(turn, Report("invalid_shuffle_proof", verdict.reason, culprit.number, culprit.node), index)

    def _work_on_deck(self, record: Record, player: Player, prover: int, turn: Turn, *, is_urgent: bool) -> None:
        desk, ceremony = self._desk, record.ceremony
        key, shuffle = f"key/{record.number}/{prover}", f"shuffle/{record.number}/{prover}"
        if prover not in ceremony.keys:
            share = self._key_again(record, key, prover)
            if share is None and not desk.pen.has(key):
                own = desk.workshop.make_key(ceremony, prover, turn)
                share = KeyShare(record.number, own.key, own.proof, *own.announced)
            if share is not None:
                desk.say_as_player(key, player, record.stream, share, turn)
        if not ceremony.keys_complete or desk.pen.has(shuffle) or desk.workshop.is_shuffling(record.number, prover):
            return
        desk.workshop.prepare(ceremony, prover, turn, is_urgent=is_urgent)
        if ceremony.next_shuffler == prover:
            desk.workshop.shuffle(ceremony, prover, turn, is_urgent=is_urgent)

    def _keep_keys(self, record: Record, turn: Turn) -> None:
        """Deal the shares of our players' keys, and hold what others dealt to what they announced."""
        desk, state, ceremony = self._desk, self._desk.state, record.ceremony
        members = {member.seat for member in ceremony.plan.setting.seats}
        # What is committed here is never taken back: nobody can still change the order of the deck.
        is_time = is_due(state, record) and record.changed_in <= desk.replica.committed_index
        for player, _ in desk.own_players(state):
            prover = state.prover(record, player)
            if prover in members and is_time and prover not in ceremony.backups.dealt:
                self._deal_backup(record, player, prover, turn)
            for dealer in desk.workshop.false_boxes(ceremony, prover):
                key = f"complaint/{record.number}/{prover}/{dealer}"
                if Helper(dealer, prover) not in ceremony.backups.complaints and not desk.pen.has(key):
                    desk.say_as_player(key, player, record.stream, Complaint(record.number, SeatNumber(dealer)), turn)
            for holder in ceremony.backups.complaints:
                if holder.absent == prover:
                    self._open_backup(record, player, holder, turn)

    def _deal_backup(self, record: Record, player: Player, prover: int, turn: Turn) -> None:
        desk, key = self._desk, f"backup/{record.number}/{prover}"
        boxes = None if desk.pen.has(key) else desk.workshop.deal_backup(record.ceremony, prover, turn)
        if boxes is not None:
            desk.say_as_player(key, player, record.stream, KeyBackup(record.number, boxes), turn)

    def _open_backup(self, record: Record, player: Player, holder: Helper, turn: Turn) -> None:
        desk, key = self._desk, f"opened/{record.number}/{holder.absent}/{holder.seat}"
        share = None if desk.pen.has(key) else desk.workshop.open_backup(record.number, holder.absent, holder.seat)
        if share is not None:
            opened = OpenedBackup(record.number, SeatNumber(holder.seat), share)
            desk.say_as_player(key, player, record.stream, opened, turn)

    def _key_again(self, record: Record, key: str, prover: int) -> KeyShare | None:
        """Return a key of ours that was given in a log which was taken back, if it proves itself in this one."""
        desk = self._desk
        dead = desk.pen.unsettled.get(key)
        if dead is None or desk.replica.knows(dead) or not isinstance(dead.payload, KeyShare):
            return None
        if desk.workshop.key(record.number, prover) is not None:
            with suppress(FairError):
                announced = AnnouncedBackup(dead.payload.commitments, dead.payload.sealing)
                record.ceremony.accept_key(prover, dead.payload.public, dead.payload.proof, announced)
                return dead.payload
        desk.pen.unwrite(key)
        return None

    # --- who is missed ---------------------------------------------------------------------------------------------

    def miss(self, turn: Turn) -> bool:
        """Say that somebody is missed where nobody has to be asked, or all were asked and do not agree.

        Nobody says so by himself after all have stopped for today: they come back one by one, and people are asked.

        Returns:
            Whether others are missed than before.
        """
        desk, missed = self._desk, self._desk.missed()
        players = () if missed is None else missed.players
        is_new, self._missed = players != self._missed, players
        if missed is not None and desk.number is not None and not desk.halted and not desk.state.adjourned:
            said = opinion(desk.state, desk.number, missed)
            if said is not None:
                wish = f"{said.choice.value}/{int(said.again)}"
                key = f"absent/{said.owed}/{'.'.join(map(str, said.players))}/{wish}"
                if not desk.pen.has(key):
                    desk.say_as_node(key, desk.state.stream, said, turn)
        return is_new

    # --- shares -------------------------------------------------------------------------------------------------

    def make_shares(self, acknowledged: int, turn: Turn) -> None:
        """Make the shares that acknowledged entries owe, and hold them."""
        desk = self._desk
        state = desk.state
        players = [player for player, _ in desk.own_players(state)]
        for player, index in due(state, players, acknowledged, self._is_made):
            shares = make(state, player, index, desk.workshop, turn)
            if shares is not None:
                message = desk.write_as_player(_shares_key(index, player.number), player, state.stream, shares, turn)
                desk.replica.checks.proven.update(given_in(state, player, shares))  # we made the proofs
                desk.held[index, player.number] = Held(message, index, player.number)

    def _is_made(self, player: Player, index: int) -> bool:
        return self._desk.pen.has(_shares_key(index, player.number))

    def release_shares(self, turn: Turn) -> bool:
        """Send the shares whose time has come; say whether there were any."""
        desk = self._desk
        state, committed = desk.state, desk.replica.committed_index
        ripe = [place for place, held in desk.held.items() if may_release(state, held, committed, desk.acks.all_have)]
        for place in ripe:
            held = desk.held.pop(place)
            desk.pool.add(held.message, desk.now)
            self._hand_out(held, turn)
        stale = [place for place, held in desk.held.items() if is_late(state, held.message)]
        for index, player in stale:
            del desk.held[index, player]
            desk.pen.forget(_shares_key(index, player))
        return bool(ripe)

    def _hand_out(self, held: Held, turn: Turn) -> None:
        """Send shares to those who wait for them; the others, who only keep them for the log, get them a little later.

        By then the log often has them: who shows a card brings the shares of it along.
        """
        desk = self._desk
        others = {member.number for member in desk.state.members if member.number != desk.number}
        waiting = seers(desk.state, held) & others
        desk.spare.extend((node, held.message) for node in sorted(others - waiting))
        for node in (None,) if waiting == others else sorted(waiting):
            turn.do(Send(node, MessagePacket(held.message)))

    def send_spare(self, turn: Turn) -> None:
        """Send shares to those who do not wait for them, as long as the log lacks them."""
        desk = self._desk
        if not desk.spare or (is_crowd(desk.state) and desk.now - self._spared < SPARE_MS):
            return
        self._spared = desk.now
        for node, message in desk.spare:
            if desk.replica.knows(message) and not is_late(desk.state, message):
                turn.do(Send(node, MessagePacket(message)))
        desk.spare.clear()

    def look(self) -> bool:
        """Open what our players may see now; say whether there is something new."""
        desk = self._desk
        state = desk.state
        self.awaits_cards = False
        if not isinstance(state.phase, Playing):
            return False
        closed = [(player, desk.faces.closed(state, player)) for player, _ in desk.own_players(state)]
        slots = [slot for _, theirs in closed for slot in theirs]
        if not slots:
            return False
        direct, checks = desk.direct(slots), desk.replica.checks
        seen = [desk.faces.look(state, player, theirs, direct, checks, desk.workshop) for player, theirs in closed]
        self.awaits_cards = sum(seen) < len(slots)
        return any(seen)

    # --- the end of a deal ----------------------------------------------------------------------------------------

    def open_hands(self, turn: Turn) -> None:
        """Open the hands of our players who lost, once the going out is committed and they see all their cards."""
        committed = self._desk.replica.committed
        if committed is None or not isinstance(committed.phase, Playing):
            return
        needs = pending(committed.phase.game)
        if not isinstance(needs, NeedsHands):
            return
        for player, _ in self._desk.own_players(committed):
            if player.seat in needs.hands and not player.gone:
                self._open_hand(committed, committed.phase, player, turn)

    def _open_hand(self, committed: TableState, playing: Playing, player: Player, turn: Turn) -> None:
        desk, deal = self._desk, playing.game.deal
        assert deal is not None and player.seat is not None, "a hand is opened in a deal, by who holds it"  # noqa: PT018
        key = f"open/{deal.number}/{deal.attempt}/{player.number}"
        faces = {**desk.faces.of(player.number), **public_faces(playing.game)}
        hand = deal.hands[player.seat]
        if desk.pen.has(key) or not all(slot in faces for slot in hand) or not _is_owed_hand(desk.state, player):
            return
        shown = tuple(Shown(slot, faces[slot]) for slot in hand)
        closed = hidden(playing.game, shown)
        evidence = desk.clerk.evidence(desk.state, player, closed, turn)
        slots = [one.slot for one in closed]
        copies = copies_for(desk.state, slots, desk.direct(slots))
        desk.say_as_player(key, player, committed.stream, OpenHand(shown, evidence, copies), turn)


def _shares_key(index: int, player: PlayerNumber) -> str:
    return f"shares/{index}/{player}"


def _is_owed_hand(state: TableState, player: Player) -> bool:
    """Say whether a hand is still to be opened in the accepted state, which may be ahead of the committed one."""
    if not isinstance(state.phase, Playing):
        return False
    needs = pending(state.phase.game)
    return isinstance(needs, NeedsHands) and player.seat in needs.hands
