"""The host's half: it gives messages their order, and says when a deck is complete. It judges nothing."""

from dataclasses import replace

from kalooki.rules.game import Game, NeedsDeal, NeedsOffset, NeedsStock, pending
from kalooki.table import seating
from kalooki.table.config import Tools
from kalooki.table.countdown import LEFT_MS, Countdown
from kalooki.table.desk import Desk
from kalooki.table.gathering import held_back
from kalooki.table.log import TABLE, ByNode, Entry, Message, Stream, body_bytes, entry_signing_bytes
from kalooki.table.payloads import (
    Admit,
    Begin,
    CutReady,
    DealStart,
    Genesis,
    Payload,
    SeatsReady,
    Settled,
    StockReady,
    TermStart,
    TimeUp,
)
from kalooki.table.pen import Heading
from kalooki.table.playing import all_ready, fits
from kalooki.table.ports import EntryPacket, PutEntry, PutOffice, Send
from kalooki.table.replica import Replica
from kalooki.table.signing import sign
from kalooki.table.state import FOUNDER, Lobby, Playing, Record, SeatDraw, Shut, TableState
from kalooki.table.timing import can_end
from kalooki.table.turn import Turn
from kalooki.table.workshop import Workshop


def make_entry(replica: Replica, term: int, messages: tuple[Message, ...], secret: bytes, tools: Tools) -> Entry:
    """Put messages into the next entry and sign it."""
    body = body_bytes(tuple(message.wire for message in messages))
    index = replica.last_index + 1
    entry = Entry(term, index, replica.hash_at(index - 1), replica.digest, body, messages, b"", b"")
    entry = replace(entry, signature=sign(secret, entry_signing_bytes(replica.table, entry)))
    return replace(entry, wire=tools.seal_entry(entry))


SLACK_MS = 500
"""So long after a limit the host says that it is over: others' clocks began a little later."""

PATIENCE_MS = 1000
"""So long the host waits for nodes that have not acknowledged that a limit is over: they may hold an answer."""

WITNESS_MS = LEFT_MS + 5000
"""So long after a limit the others say in the host's place that it is over: he has stopped the clock for somebody."""


class Host:
    """Idle on every node but the host, and the founder when it is asked to let somebody in."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._began_in = 0
        """The entry that begins our term: before it is committed nobody comes in."""
        self._in_office = 0
        """The term of which it is written that we host it."""
        self._held: frozenset[bytes] = frozenset()
        """Answers that are ordered with others, which are not here yet."""

    def found(self, genesis: Genesis, turn: Turn) -> Entry:
        """Begin the log; the founder hosts from here."""
        desk = self._desk
        desk.number = FOUNDER
        desk.election.found()
        heading = Heading(ByNode(FOUNDER), desk.config.key, TABLE, desk.replica.known)
        message = desk.pen.write("genesis", heading, genesis, turn)
        return self._sign((message,), turn)

    def order(self, turn: Turn) -> Entry | None:
        """Make the next entry, if there is anything to order."""
        desk = self._desk
        if not desk.is_host:
            self._admit(turn)
            self._bear_witness(turn)
        if not desk.is_host or desk.halted or not desk.election.is_active(desk.ground):
            return None
        begun = self._begin_term(turn)
        if begun is None or (not begun and self._lets_voters_go()):
            return None
        self._admit(turn)
        said = announcement(desk.state, desk.workshop)
        if said is not None:
            self._say(*said, turn)
        self._held = held_back(desk.state, desk.pool.with_times(), desk.now)
        messages = begun or desk.pool.choose(desk.state, self._fits, desk.now)
        # An answer that is here, and only waits for others, came before the word that it is too late.
        if not messages and not self._held and self._say_time_up(turn, SLACK_MS):
            messages = desk.pool.choose(desk.state, self._fits, desk.now)
        if not messages and self._settle(turn):
            messages = desk.pool.choose(desk.state, self._fits, desk.now)
        if not messages:
            return None
        entry = self._sign(messages, turn)
        desk.pool.wires.add(entry.wire)
        turn.do(Send(None, EntryPacket(entry, desk.replica.committed_index)))
        return entry

    def _begin_term(self, turn: Turn) -> tuple[Message, ...] | None:
        """Return what comes first in an entry: the votes, if it is the first of our term; None if we cannot begin."""
        desk, election = self._desk, self._desk.election
        if desk.state.term == election.term:
            return ()
        if election.votes[0].tip != desk.replica.tip:  # they voted for another log
            election.resign()
            return None
        assert desk.number is not None, "only members are elected"
        heading = Heading(ByNode(desk.number), desk.config.key, TABLE, desk.replica.known)
        start = TermStart(election.term, election.votes)
        self._began_in = desk.replica.last_index + 1
        return (desk.pen.write(f"term/{election.term}", heading, start, turn),)

    def _lets_voters_go(self) -> bool:
        """Say whether it is not committed yet that somebody votes no more: what is ordered after that says that it is.

        Else a host that hears nobody would go on without all others, while those who voted before elect another one.
        """
        return any(applied.after.former for applied in self._desk.replica.uncommitted())

    def _settle(self, turn: Turn) -> bool:
        """Say that it is settled that somebody votes no more, where nothing else does: until then he is still asked."""
        state = self._desk.state
        is_due = bool(state.former) and not isinstance(state.phase, Shut)
        return is_due and self._say(f"settled/{state.index}", TABLE, Settled(), turn)

    def _say(self, name: str, stream: Stream, payload: Payload, turn: Turn) -> bool:
        """Say something as the host, once in our term: of another host it has no effect."""
        key = f"host/{self._desk.election.term}/{name}"
        if self._desk.pen.has(key):
            return False
        self._desk.say_as_node(key, stream, payload, turn)
        return True

    def _bear_witness(self, turn: Turn) -> None:
        """Where the host does not say that a limit is over, say it: a host that does not order it counts as dead."""
        desk = self._desk
        if desk.number in desk.state.voters() and not desk.halted:
            self._say_time_up(turn, WITNESS_MS)

    def _say_time_up(self, turn: Turn, slack: int) -> bool:
        """Say that the limit which runs is over, if it is: once, and once more when all others could object."""
        desk, countdown = self._desk, self._desk.clock.now
        if countdown is None or not self._is_time(countdown, slack):
            return False
        at = countdown.running
        again = "again" if desk.state.overdue else "once"
        name = f"time/{at.stream.deal}/{at.stream.attempt}/{at.move}/{at.limit.value}/{again}"
        if at.steps:
            name = f"{name}/{at.steps}"
        return self._say(name, at.stream, TimeUp(at.move, at.limit), turn)

    def _is_time(self, countdown: Countdown, slack: int) -> bool:
        desk, said_in = self._desk, self._desk.state.overdue
        if not said_in:
            return countdown.is_over(desk.now - slack)
        if not can_end(desk.state) or said_in > desk.replica.committed_index:
            return False
        nodes = frozenset(player.node for player in desk.state.players if not player.gone)
        is_known = slack == SLACK_MS and desk.acks.all_have(nodes, said_in)
        return is_known or countdown.is_over(desk.now - slack - PATIENCE_MS)

    def _sign(self, messages: tuple[Message, ...], turn: Turn) -> Entry:
        """Put messages into the next entry, written before anybody sees it: none other may have its index.

        Where others vote, too, the disk may get it together with our acknowledgement: if the computer ends before, our
        office in this term ends with it. Whatever else is to be written, such as a message of ours in this entry, has
        to be on disk as ever.
        """
        desk, term = self._desk, self._desk.election.term
        entry = make_entry(desk.replica, term, messages, desk.config.key, desk.tools)
        record = PutEntry(entry, entry.hash(desk.table))
        if self._in_office == term:
            turn.jot(record)
            return entry
        turn.write(record)
        if desk.replica.accepted is not None and len(desk.state.voters()) > 1:
            self._in_office = term
            turn.write(PutOffice(term))
        return entry

    def _admit(self, turn: Turn) -> None:
        """Let nodes in one by one, each only when the one before is committed; where another hosts, ask it to."""
        desk = self._desk
        if not desk.admits or not (desk.is_host or desk.number == FOUNDER):
            return
        if any(isinstance(message.payload, Admit) for message in desk.pen.unsettled.values()):
            return
        admit = desk.admits.popleft()
        if all(member.identity != admit.identity for member in desk.state.members):
            desk.say_as_node(f"admit/{admit.identity.hex()}", TABLE, admit, turn)

    def _fits(self, message: Message) -> bool:
        desk = self._desk
        is_known = desk.replica.committed_index >= self._began_in
        if message.wire in self._held or not desk.may_be_ordered(message) or self._is_early(message):
            return False
        return is_known or not isinstance(message.payload, Admit)

    def _is_early(self, message: Message) -> bool:
        """Say whether another's word that a limit is over comes before it is over here: nobody would acknowledge it."""
        countdown, said = self._desk.clock.now, message.payload
        if countdown is None or not isinstance(said, TimeUp):
            return False
        at = countdown.running
        is_now = (at.stream, at.move, at.limit) == (message.stream, said.move, said.limit)
        return is_now and not self._is_time(countdown, 0)


def announcement(state: TableState, workshop: Workshop) -> tuple[str, Stream, Payload] | None:
    """Return what the host has to say now: key, stream and payload; a deck counts once its proofs hold here.

    The key names the deck: of one that is made again, since somebody has gone, the same host has to speak again.
    """
    match state.phase:
        case Lobby():  # who takes the seat of somebody that has left is another player
            return (f"begin/{len(state.players)}", TABLE, Begin()) if seating.begins(state) else None
        case SeatDraw(ceremony, opening=False):
            record = _proven(state, ceremony, workshop)
            seats = None if record is None else SeatsReady(record.number, record.ceremony.chain)
            return None if seats is None else (f"seats/{seats.ceremony}", TABLE, seats)
        case Playing(game=game):
            return _in_game(state, game, workshop)
        case _:
            return None


def _in_game(state: TableState, game: Game, workshop: Workshop) -> tuple[str, Stream, Payload] | None:
    needs = pending(game)
    if isinstance(needs, NeedsDeal) and all_ready(state, needs) and fits(state, needs):
        record, stream = _proven(state, state.prepared, workshop), Stream(game.number, game.attempt)
        start = None if record is None else _deal_start(stream, needs, record)
        return None if start is None else (f"deal/{game.number}/{game.attempt}/{start.ceremony}", stream, start)
    if isinstance(needs, NeedsStock):
        record = _proven(state, state.restocking, workshop)
        stock = None if record is None else StockReady(record.number, record.ceremony.chain)
        return None if stock is None else (f"stock/{stock.ceremony}", state.stream, stock)
    if isinstance(needs, NeedsOffset):
        record = _proven(state, state.cutting, workshop)
        cut = None if record is None else CutReady(record.number, record.ceremony.chain)
        return None if cut is None else (f"cut/{cut.ceremony}", state.stream, cut)
    return None


def _deal_start(stream: Stream, needs: NeedsDeal, record: Record) -> DealStart:
    return DealStart(stream.deal, stream.attempt, needs.seats, record.number, record.ceremony.chain)


def _proven(state: TableState, number: int | None, workshop: Workshop) -> Record | None:
    if number is None or not workshop.is_true(number):
        return None
    record = state.record(number)
    return record if record is not None and record.ceremony.secured else None
