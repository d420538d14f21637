"""One person at the table on screen: what comes from the seat, and what is sent to it. No widgets."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace

from kalooki.cards import Slot
from kalooki.rules.actions import Action, Discard, Draw, Lay, Pass, PickSeat, Shown
from kalooki.rules.errors import RulesError
from kalooki.rules.events import GameEnded
from kalooki.rules.view import SeatView
from kalooki.seat import Outcome, Seat, TableStatus, Update
from kalooki_cli import advice, moving
from kalooki_cli.advice import Advise
from kalooki_cli.awaited import turn_of
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.window import Window, window
from kalooki_cli.desk import Desk
from kalooki_cli.draft import Draft
from kalooki_cli.inbox import Ending, Habits, how_it_ended
from kalooki_cli.look import Look
from kalooki_cli.messages import board as say
from kalooki_cli.messages import errors, prompts
from kalooki_cli.moment import NOTHING, Ask, Moment, calls, is_founder, moment, needs_no_question
from kalooki_cli.proposing import ADJOURN, CONTINUE, Proposed, ends
from kalooki_cli.rematch import way_on
from kalooki_cli.text import inert
from kalooki_cli.tui.ahead import Queued, queued
from kalooki_cli.tui.countdown import THOUSAND, Countdown
from kalooki_cli.tui.courier import Courier
from kalooki_cli.tui.fingers import Fingers
from kalooki_cli.tui.risen import Risen
from kalooki_cli.tui.voice import Voice
from kalooki_cli.typed import UnclearError

PANEL_COLUMNS = 44
MOST_TYPED = 200
"""So much of what was typed is repeated at most."""

Question = tuple[Ask, tuple[int, int, int] | None]
"""What is asked, and in which turn."""

NOTHING_YET = Moment(Ask.NOTHING, -1)


class Sitting:
    """The person's side of a seat."""

    def __init__(  # noqa: PLR0913 - what it needs from outside
        self,
        seat: Seat,
        look: Look,
        glyphs: Glyphs,
        advise: Advise,
        habits: Habits,
        *,
        changed: Callable[[], None],
        broke: Callable[[Exception], None],
    ) -> None:
        self.seat = seat
        self.look = look
        self.glyphs = glyphs
        self.habits = habits
        self.changed = changed
        self.courier = Courier(self._on_answer, broke)
        self.voice = Voice(seat, self._on_said, broke)
        self.desk = Desk(advise, habits.announces, agreed=habits.agreed, begins=habits.ready_at_once)
        self.fingers = Fingers(self.desk)
        self.moment = NOTHING_YET
        self.notice = ""
        self.ended: Ending | None = None
        """No update comes any more."""
        self.left: Ending | None = None
        """The person has left."""
        self.for_good = False
        self.hinted: frozenset[Slot] = frozenset()
        """The cards that the newest advice names."""
        self._queued: Queued | None = None
        self._answers: Question = (Ask.NOTHING, None)
        """What was asked when the newest command was sent."""
        self._sent_for = -1
        """The table's move, as a person saw it, for which the last action was sent."""
        self._passed = -1
        self._readied = NOTHING
        self._countdown = Countdown()
        self.take = False
        """The upcard may be taken."""
        self.talk = self.desk.talk(look)
        self.window = Window()
        self._columns = PANEL_COLUMNS
        self.result: GameEnded | None = None
        """How the game has ended."""
        self._adjourned = 0
        """The entry by which all had agreed to stop when the person came."""
        self._stops = False
        """The person wants to stop for today."""
        self.call: Callable[[], None] = lambda: None
        """Calls the person when something is asked."""
        self.risen = Risen(changed)
        self.saying = ""
        """What one is about to say to the others."""
        self.page: tuple[str, list[str]] | None = None
        """Lines that were asked for, and want a page of their own."""

    # --- what comes from the table ---

    async def listen(self) -> None:
        """Take every update, until none comes."""
        async for update in self.seat.updates():
            self.receive(update)
        self.ended = how_it_ended(self.desk.now)
        self.moment = Moment(Ask.OVER, 0)
        self.window = self._windowed()
        self.changed()

    def receive(self, new: Update) -> None:
        """Take the newest update."""
        self.desk.receive(new, self.look)
        before = self.moment
        self.moment = self._asked_by(new)
        if before is NOTHING_YET:
            self._adjourned = new.status.adjourned
        self.take = new.view is not None and self.moment.ask in {Ask.DRAW, Ask.OPEN} and advice.may_take(new.view)
        stood = frozenset(one.slot for one in self.fingers.hand.apart)
        self.fingers.receive(new.view)
        self.risen.rise(frozenset(one.slot for one in self.fingers.hand.apart) - stood)
        if self.moment != before:
            self.hinted = frozenset()
            self.notice = ""
            if calls(before, self.moment):
                self.call()
        self.result = next((one for one in new.events if isinstance(one, GameEnded)), self.result)
        self._countdown.receive(new.status)
        now = asyncio.get_running_loop().time()
        self.desk.elapsed = lambda: round((asyncio.get_running_loop().time() - now) * THOUSAND)
        if self._stops and ends(self._adjourned, new.status):
            self.left = Ending.ADJOURNED
        self.talk = self.desk.talk(self.look)
        self.window = self._windowed()
        self._by_itself(new)
        self._go_on_with_queue(new)
        self.changed()

    def restyle(self, look: Look) -> None:
        """Write cards otherwise from now on."""
        self.look = look
        self.talk = self.desk.talk(look)
        self.window = self._windowed()

    def _asked_by(self, new: Update) -> Moment:
        """What the person is asked; not what the client answers by itself."""
        now = moment(new)
        by_itself = (now.ask is Ask.BEGIN and self.habits.ready_at_once) or self._is_ready(new, now)
        return NOTHING if by_itself else now

    def fit(self, columns: int) -> None:
        """Break what stands in the window of its own so that it fits into so many columns."""
        if columns != self._columns:
            self._columns = columns
            self.window = self._windowed()

    def _windowed(self) -> Window:
        look = replace(self.look, width=self._columns)
        return window(self.desk, self.moment, look, self.result, ended=self.ended is not None)

    def tell(self, text: str) -> None:
        """Say something that comes neither from the table nor from the keyboard."""
        if text:
            self.desk.log.append(text)
            self.changed()

    def seconds_left(self) -> int | None:
        """How long there is, roughly."""
        return self._countdown.seconds_left()

    def _by_itself(self, new: Update) -> None:
        """What needs no question: to be ready, to pass where the person said so."""
        now = moment(new)
        if now.ask in {Ask.CALL, Ask.BUY} and self.desk.passes and not self.is_flying:
            if self._passed != new.status.move:
                self._passed = new.status.move
                self.send(self.seat.act(new.status.move, Pass()), Pass())
        elif self._is_ready(new, now) and now != self._readied and not self.is_flying:
            self._readied = now
            self.send(self.seat.ready(now.number))

    def _is_ready(self, new: Update, now: Moment) -> bool:
        return now.ask is Ask.READY and needs_no_question(new, now, ready_at_once=self.habits.ready_at_once)

    # --- what is sent ---

    @property
    def is_flying(self) -> bool:
        """Whether something is on its way."""
        return self.courier.is_flying

    def send(self, command: Coroutine[object, object, Outcome], action: Action | None = None) -> None:
        """Send a command; one at a time is on its way."""
        self._await(is_sent=self.courier.send(command, action))

    def _await(self, *, is_sent: bool) -> None:
        if is_sent:
            self._answers = self._question
        self.notice = "" if is_sent else prompts.WAIT

    @property
    def _question(self) -> Question:
        return self.moment.ask, None if self.view is None else turn_of(self.view)

    def _tell_why(self, text: str, *, is_past: bool) -> None:
        """Say why something was not done; over what is asked since then it does not stand, but among the news."""
        if is_past and self.moment.ask is not Ask.NOTHING:
            self.desk.log.append(text)
        else:
            self.notice = text

    def _on_answer(self, outcome: Outcome, action: Action | None) -> None:
        if outcome.code and self.desk.passes and isinstance(action, Pass):
            self.changed()
            return  # nobody asked for it
        if outcome.code:
            self._queued = None
            is_stale = outcome.code == "stale"
            why = errors.outcome(outcome.code, outcome.detail, self.desk.names(), self.look.restyle)
            self._tell_why(prompts.STALE if is_stale else why, is_past=self._question != self._answers)
        elif isinstance(action, Lay):
            self.desk.draft = Draft()
            self.fingers.refresh()
        self.go_on()
        self.changed()

    def _on_said(self, outcome: Outcome) -> None:
        if outcome.code:
            self.notice = errors.outcome(outcome.code, outcome.detail, {})
            self.changed()

    def go_on(self) -> None:
        """Do what waits for nothing more, now that something was answered."""
        if self.desk.now:
            self._by_itself(self.desk.now)
            self._go_on_with_queue(self.desk.now)

    def play(self, action: Action) -> None:
        """Send a move, if it is legal as far as one can see from here; what costs points is asked twice."""
        view = self.view
        if view is None or self.desk.now is None:
            self.notice = prompts.NO_DEAL
            return
        try:
            moving.sure(self.desk, action, view)
        except (UnclearError, RulesError) as error:
            self.refuse(error)
        else:
            move = self.desk.now.status.move
            way = self.courier.send_next if move > self._sent_for else self.courier.send
            self._sent_for = move
            self._await(is_sent=way(self.seat.act(move, action), action))

    def refuse(self, error: UnclearError | RulesError) -> None:
        """Say why something is not done."""
        if isinstance(error, RulesError):
            self.notice = errors.refusal(error, self.desk.names(), self.look.restyle)
        else:
            self.notice = prompts.UNCLEAR[error.code].format(text=self.look.restyle(inert(error.text, MOST_TYPED)))

    def propose(self, what: Proposed) -> None:
        """Say what all should decide."""
        if what.motion == ADJOURN:
            self._stops = not what.withdrawn
        if what.motion == CONTINUE or (self.status and self.status.went_on):
            self.courier.give_up()  # where nothing can be decided, nobody will say what became of it
        self.send(self.seat.propose(what.motion, what.whom, withdrawn=what.withdrawn, bot=what.bot))

    def play_seat(self, action: PickSeat) -> None:
        """Choose a seat, as the ace of the seat draw may."""
        seats = self.desk.now.status.seats if self.desk.now else 0
        if not 1 <= action.place <= seats or self.desk.now is None:
            self.notice = prompts.UNCLEAR["no_such_seat"].format(text=action.place)
            return
        self.send(self.seat.act(self.desk.now.status.move, action), action)

    def ready(self) -> None:
        """Say that one is ready for what comes."""
        self.send(self.seat.ready(self.moment.number))

    def begin(self) -> None:
        """Begin the game, as its founder."""
        self.send(self.seat.begin())

    def choose(self, wish: str) -> None:
        """Say what is to become of those who are missed."""
        self.send(self.seat.choose(wish))

    # --- type-ahead ---

    def discard(self, shown: Shown) -> None:
        """Discard, now or when what is on its way has come back."""
        view = self.view
        if view is None:
            return
        if self.is_flying and view.turn == view.seat:
            lays = bool(self.desk.draft.items)
            self._queued = queued(view, shown, lays=lays)
            self.notice = say.QUEUED.format(card=self.look.card(shown.card))
            return
        action: Action = Discard(shown)
        self.play(moving.announced(action, view) if self.desk.announces else action)

    def draw(self) -> None:
        """Draw from the stock."""
        self.play(Draw())

    def _go_on_with_queue(self, new: Update) -> None:
        """Discard what was to be discarded, if nothing happened but what was expected."""
        ahead, view = self._queued, new.view
        if ahead is None or self.is_flying:
            return
        if view is None or not ahead.is_as_expected(view):
            self._queued = None
            self._tell_why(say.QUEUE_DROPPED, is_past=view is not None and turn_of(view) != ahead.turn)
        elif self.moment.ask is Ask.PLAY:
            self._queued = None
            self.discard(ahead.shown)

    # --- leaving ---

    @property
    def founded(self) -> bool:
        """Whether the table is one's own; then it closes when one leaves."""
        now = self.desk.now
        return now is not None and is_founder(now.status) and not now.status.stuck

    @property
    def again(self) -> str:
        """Whether one can go on to a next table: as its host, or because the host has closed this one for it."""
        if not self.habits.plays_again:
            return ""
        return way_on(self.status, is_over=self.moment.ask is Ask.OVER)

    async def landed(self) -> None:
        """Wait until nothing is on its way."""
        await self.courier.landed()

    async def stop(self) -> None:
        """End what is on its way."""
        self.risen.stop()
        await self.voice.stop()
        await self.courier.stop()

    # --- what lies there ---

    @property
    def view(self) -> SeatView | None:
        """The newest view."""
        return self.desk.now.view if self.desk.now else None

    @property
    def status(self) -> TableStatus | None:
        """What there is to know about the table."""
        return self.desk.now.status if self.desk.now else None
