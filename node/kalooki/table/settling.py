"""What a commit means for our own players: answers, events, evidence; and their commands on the way in."""

from kalooki.rules.events import Event
from kalooki.table.config import Restored
from kalooki.table.desk import Desk, Place
from kalooki.table.going_on import GoingOn
from kalooki.table.log import TABLE, ByNode, ByPlayer, Message
from kalooki.table.payloads import (
    Absent,
    Act,
    Agree,
    Begin,
    Closed,
    KeyShare,
    Leave,
    Motion,
    PlayerNumber,
    Ready,
    Shares,
    StandIn,
)
from kalooki.table.playing import shown_by
from kalooki.table.pool import is_late
from kalooki.table.ports import (
    Answer,
    BeginGame,
    ChooseAbsent,
    CloseTable,
    Command,
    GetReady,
    LeaveTable,
    Output,
    PlayAction,
    Propose,
    Publish,
    PutEvidence,
    PutOutcome,
    Report,
    Submitted,
)
from kalooki.table.replica import Applied
from kalooki.table.results import Effective, Faulty, Result, Void, VoidError
from kalooki.table.sharing import Held, Sight
from kalooki.table.standing_in import stand_in
from kalooki.table.state import Player, TableState
from kalooki.table.turn import Turn

Outcome = tuple[str, str]
"""Code (empty where the command took effect) and detail."""


class Settler:
    """Commands come in here, and their outcomes go out when they are committed."""

    def __init__(self, desk: Desk, going_on: GoingOn) -> None:
        self._desk = desk
        self._going_on = going_on
        self._outcomes: dict[tuple[PlayerNumber, str], Outcome] = {}
        self._in_flight: dict[PlayerNumber, str] = {}
        self._events: list[Event] = []
        self._answers: list[Output] = []
        self._unwritten: list[PutOutcome] = []
        """Outcomes that the log and our own messages tell again after a restart."""
        self.changed = False
        """Whether there is something new to look at."""

    def submit(self, submitted: Submitted, turn: Turn) -> None:
        """Take a command: refuse it at once, or sign it and answer when it is committed."""
        name = (submitted.player, submitted.command_id)
        if name in self._outcomes:
            self._answers.append(Answer(*name, *self._outcomes[name]))
            return
        if isinstance(submitted.command, Propose) and submitted.command.motion is Motion.CONTINUE:
            self._go_on(submitted, submitted.command, turn)
            return
        if _follows(submitted) and self._going_on.follow(turn):
            self._conclude(*name, ("", ""))
            self._write_outcomes(turn)
            return
        in_flight = self._in_flight.get(submitted.player)
        if in_flight == submitted.command_id:
            return
        if in_flight is not None:
            self._conclude(*name, ("stale", "another command of this player is on its way"))
            self._write_outcomes(turn)
            return
        try:
            self._send(self._own(submitted.player), submitted, turn)
        except VoidError as refused:
            self._conclude(*name, (refused.code, refused.detail))
            self._write_outcomes(turn)
            return
        self._in_flight[submitted.player] = submitted.command_id

    def is_busy(self, player: PlayerNumber) -> bool:
        """Say whether a command of a player is on its way: another one would be refused."""
        return player in self._in_flight

    def _go_on(self, submitted: Submitted, command: Propose, turn: Turn) -> None:
        """Take a wish that stands in no log: it is answered at once, whatever else is on its way and never arrives."""
        outcome = ("", "")
        try:
            self._going_on.want(self._own(submitted.player), turn, withdrawn=command.withdrawn)
        except VoidError as refused:
            outcome = (refused.code, refused.detail)
        self._conclude(submitted.player, submitted.command_id, outcome)
        self._write_outcomes(turn)

    def settle(self, applied: Applied, turn: Turn) -> None:
        """An entry is committed."""
        desk = self._desk
        self.changed = True
        results = {
            message.wire: result for message, result in zip(applied.entry.messages, applied.results, strict=True)
        }
        for message, result in zip(applied.entry.messages, applied.results, strict=True):
            match result:
                case Effective(events):
                    self._events.extend(events)
                case Faulty():
                    self._keep_evidence(applied, result, turn)
                case Void("false_accusation" as code, detail) if isinstance(message.author, ByNode):
                    desk.alarm(turn, Report(code, detail, node=message.author.node), applied.entry.index)
                case Void():
                    pass
        for key, wire in desk.pen.settle(frozenset(results)):
            self._answer(key, outcome_of(results[wire]), turn)
        for key, message in desk.pen.unsettled.copy().items():
            if is_late(applied.after, message) and not self._comes_again(applied.after, message):
                desk.pen.forget(key)
                self._answer(key, ("stale", "it came too late"), turn)

    def _comes_again(self, state: TableState, message: Message) -> bool:
        """Say whether a message is a key of a lost log, whose ceremony may be opened again: then it is said anew.

        Until then something that its author has said since makes it look as if it came too late.
        """
        said = message.payload
        if not isinstance(said, KeyShare) or self._desk.replica.knows(message):
            return False
        return said.ceremony >= state.next_ceremony or state.record(said.ceremony) is not None

    def take_back(self, restored: Restored, turn: Turn) -> None:
        """Take up one's own messages, secrets and outcomes after a restart."""
        desk = self._desk
        for player, command, code, detail in restored.outcomes:
            self._outcomes[player, command] = (code, detail)
        for key, wire in dict(restored.own).items():
            message = desk.tools.unseal(wire)
            assert message is not None, "we wrote this ourselves"
            desk.pen.remember(key, message)
            self._take_back_message(key, message)
        if desk.replica.accepted is not None:
            desk.pen.count_on(desk.state.counters)
        for name, secret in dict(restored.secrets).items():
            desk.workshop.take_back(name, secret)
        if desk.replica.accepted is not None:
            desk.clear_workshop(frozenset(), turn)

    def say_again(self, key: str, message: Message, turn: Turn) -> None:
        """Judge a command once more: the log in which it was signed has been taken back."""
        desk = self._desk
        _, player_text, command_id = key.split("/", 2)
        player = PlayerNumber(int(player_text))
        if (player, command_id) in self._outcomes:
            desk.pen.forget(key)
            return
        try:
            self._send(self._own(player), Submitted(player, command_id, command_of(message)), turn)
        except VoidError as refused:
            desk.pen.forget(key)
            self._conclude(player, command_id, (refused.code, refused.detail))
            self._write_outcomes(turn)

    def silence(self) -> None:
        """Keep events to ourselves that people have seen before a restart."""
        self._events.clear()

    def flush(self, turn: Turn) -> None:
        """Tell clients what is new, then answer them; have outcomes written along with something else."""
        if turn.writes:
            self._write_outcomes(turn)
        if self.changed or self._desk.alarmed:
            self._desk.alarmed = False
            turn.do(Publish(tuple(self._events)))
        for answer in self._answers:
            turn.do(answer)
        self._events, self._answers, self.changed = [], [], False

    def _take_back_message(self, key: str, message: Message) -> None:
        desk = self._desk
        kind, _, rest = key.partition("/")
        if kind == "command" and not self._is_concluded(rest):
            player_text, _, command = rest.partition("/")
            self._in_flight[PlayerNumber(int(player_text))] = command
        if isinstance(message.payload, Shares) and isinstance(message.author, ByPlayer):
            player = message.author.player  # in the log or not: what was committed may not be known here yet
            desk.held[message.payload.owed, player] = Held(message, message.payload.owed, player)
            return
        if any(message.wire == other.wire for entry in desk.replica.entries for other in entry.messages):
            return
        # What is of a log that has been taken back is not kept.
        if desk.replica.accepted is not None and desk.replica.knows(message):
            desk.hear(message)

    def _is_concluded(self, rest: str) -> bool:
        player, _, command = rest.partition("/")
        return (PlayerNumber(int(player)), command) in self._outcomes

    def _own(self, number: PlayerNumber) -> Player:
        desk = self._desk
        if desk.replica.accepted is not None:
            for player, _ in desk.own_players(desk.state):
                if player.number == number:
                    return player
        raise VoidError("not_your_seat", "this node does not play that seat")

    def _send(self, player: Player, submitted: Submitted, turn: Turn) -> None:
        desk = self._desk
        state = desk.state
        is_late = desk.clock.is_nearly_over(desk.now)
        silent = desk.watch.silent(member.number for member in state.members)
        command = submitted.command
        slots = [one.slot for one in shown_by(command.action)] if isinstance(command, PlayAction) else []
        sight = Sight(desk.faces.of(player.number), desk.direct(slots), desk.missed(), silent, is_late)
        offered = stand_in(desk, state, player, command, turn)
        payload = offered or desk.clerk.payload(state, player, command, sight, turn)
        key = f"command/{player.number}/{submitted.command_id}"
        if isinstance(payload, Closed) and not desk.can_read(payload):
            raise VoidError("bad_reason", "reason=it is too long, or has signs in it that cannot be shown")
        if isinstance(payload, Begin | Closed | Agree | StandIn):
            desk.say_as_node(key, TABLE, payload, turn)
        elif isinstance(payload, Absent):
            desk.say_as_node(key, state.stream, payload, turn)
        else:
            place = Place(state.stream, state.move) if isinstance(payload, Act) else TABLE
            desk.say_as_player(key, player, place, payload, turn)

    def _answer(self, key: str, outcome: Outcome, turn: Turn) -> None:
        kind, _, rest = key.partition("/")
        if kind == "command":
            player, _, command = rest.partition("/")
            self._conclude(PlayerNumber(int(player)), command, outcome)
        elif kind == "seat" and outcome[0]:
            self._desk.report(turn, Report(*outcome))

    def _conclude(self, player: PlayerNumber, command: str, outcome: Outcome) -> None:
        if self._in_flight.get(player) == command:
            del self._in_flight[player]
        if (player, command) not in self._outcomes:
            self._outcomes[player, command] = outcome
            self._unwritten.append(PutOutcome(player, command, *outcome))
            self._answers.append(Answer(player, command, *outcome))

    def _write_outcomes(self, turn: Turn) -> None:
        for outcome in self._unwritten:
            turn.write(outcome)
        self._unwritten = []

    def _keep_evidence(self, applied: Applied, faulty: Faulty, turn: Turn) -> None:
        desk, fault = self._desk, faulty.fault
        for message in desk.replica.entries[fault.index - 1].messages:
            if message.author == ByPlayer(fault.player):
                turn.write(PutEvidence(fault.code, message.wire))
        node = applied.after.players[fault.player].node
        desk.alarm(turn, Report(fault.code, faulty.detail, fault.player, node), fault.index)


def _follows(submitted: Submitted) -> bool:
    """Say whether a player wants his own seat again, which he may have where the others have gone on."""
    match submitted.command:
        case Propose(Motion.RETURN, player, withdrawn=False):
            return player == submitted.player
        case _:
            return False


def outcome_of(result: Result) -> Outcome:
    """Word a result as the outcome of a command."""
    match result:
        case Effective():
            return "", ""
        case Void(code, detail):
            return code, detail
        case Faulty(fault, detail):
            return fault.code, detail


def command_of(message: Message) -> Command:  # noqa: PLR0911 - one line for each kind
    """Read a command out of what was signed for it."""
    match message.payload:
        case Act(action=action):
            return PlayAction(message.move, action)
        case Ready(deal=deal):
            return GetReady(deal)
        case Closed(reason=reason):
            return CloseTable(reason)
        case Leave():
            return LeaveTable()
        case Absent(choice=choice):
            return ChooseAbsent(choice)
        case Agree(motion, player, _, withdrawn):
            return Propose(motion, player, withdrawn)
        case StandIn(player=player, bot=bot):
            return Propose(Motion.STAND_IN, player, bot=bot)
        case _:
            return BeginGame()
