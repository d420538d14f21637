"""One person at the table on screen: what comes from the seat, what is sent to it, and what is drawn. No widgets."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace

from kalooki.cards import Slot
from kalooki.rules.actions import Action, Discard, Draw, Lay, MeldId, Pass, PickSeat, Shown
from kalooki.rules.errors import RulesError
from kalooki.rules.events import GameEnded
from kalooki.rules.view import SeatView
from kalooki.seat import Outcome, Seat, TableStatus, Update
from kalooki_cli import advice, moving
from kalooki_cli.advice import Advise
from kalooki_cli.board.chips import chips
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ledger import Ledger
from kalooki_cli.board.scene import Scene
from kalooki_cli.board.window import Window, window
from kalooki_cli.chatter import spoken
from kalooki_cli.desk import Desk
from kalooki_cli.draft import Draft
from kalooki_cli.inbox import Ending, Habits, how_it_ended
from kalooki_cli.look import Look
from kalooki_cli.messages import board as say
from kalooki_cli.messages import errors, prompts
from kalooki_cli.moment import NOTHING, Ask, Moment, calls, is_founder, moment, needs_no_question, own
from kalooki_cli.proposing import ADJOURN, CONTINUE, Proposed, ends, proposed
from kalooki_cli.requests import answer
from kalooki_cli.text import inert
from kalooki_cli.timekeeper import left
from kalooki_cli.trust import lamp
from kalooki_cli.tui.ahead import Queued, queued
from kalooki_cli.tui.fingers import Fingers
from kalooki_cli.typed import Move, Nothing, Request, Stage, Typed, UnclearError, understand

CLOSE_SECONDS = 1.0
AGAIN = "again"
"""Why a table is closed whose people go on to the next one."""

THOUSAND = 1000
PANEL_COLUMNS = 44
RISEN_SECONDS = 0.5
"""How long a card that was drawn stands higher."""

PREVIEW = 3
"""Lines of talk that are seen at the table before one opens it."""

MOST_TYPED = 200
"""So much of what was typed is repeated at most."""

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
        self._seat = seat
        self.look = look
        self.glyphs = glyphs
        self._habits = habits
        self.changed = changed
        self._broke = broke
        self.desk = Desk(advise, habits.announces, agreed=habits.agreed)
        self.fingers = Fingers(self.desk)
        self.moment = NOTHING_YET
        self.notice = ""
        self.ended: Ending | None = None
        """No update comes any more."""
        self.left: Ending | None = None
        """The person has left."""
        self.for_good = False
        self._hinted: frozenset[Slot] = frozenset()
        self._flying: asyncio.Task[None] | None = None
        self._queued: Queued | None = None
        self._passed = -1
        self._readied = NOTHING
        self._limit: tuple[str, int] = ("", 0)
        self._until: float | None = None
        self._take = False
        self._talk = self.desk.talk(look)
        self._window = Window()
        self._columns = PANEL_COLUMNS
        self._result: GameEnded | None = None
        self._adjourned = 0
        """The entry by which all had agreed to stop when the person came."""
        self._stops = False
        """The person wants to stop for today."""
        self.call: Callable[[], None] = lambda: None
        """Calls the person when something is asked."""
        self.animates = False
        """A card that is drawn rises for a moment."""
        self._risen: frozenset[Slot] = frozenset()
        self._falls: asyncio.TimerHandle | None = None
        self.saying = ""
        """What one is about to say to the others."""
        self._speaking: set[asyncio.Task[None]] = set()
        self.page: tuple[str, list[str]] | None = None
        """Lines that were asked for, and want a page of their own."""

    # --- what comes from the table ---

    async def listen(self) -> None:
        """Take every update, until none comes."""
        async for update in self._seat.updates():
            self.receive(update)
        self.ended = how_it_ended(self.desk.now)
        self.moment = Moment(Ask.OVER, 0)
        self._window = self._windowed()
        self.changed()

    def receive(self, new: Update) -> None:
        """Take the newest update."""
        self.desk.receive(new, self.look)
        before = self.moment
        self.moment = self._asked_by(new)
        if before is NOTHING_YET:
            self._adjourned = new.status.adjourned
        self._take = new.view is not None and self.moment.ask in {Ask.DRAW, Ask.OPEN} and advice.may_take(new.view)
        stood = frozenset(one.slot for one in self.fingers.hand.apart)
        self.fingers.receive(new.view)
        self._rise(frozenset(one.slot for one in self.fingers.hand.apart) - stood)
        if self.moment != before:
            self._hinted = frozenset()
            self.notice = ""
            if calls(before, self.moment):
                self.call()
        self._result = next((one for one in new.events if isinstance(one, GameEnded)), self._result)
        self._time(new)
        if self._stops and ends(self._adjourned, new.status):
            self.left = Ending.ADJOURNED
        self._talk = self.desk.talk(self.look)
        self._window = self._windowed()
        self._by_itself(new)
        self._go_on_with_queue(new)
        self.changed()

    def _rise(self, drawn: frozenset[Slot]) -> None:
        """Let a card that was drawn stand higher for a moment."""
        if not drawn or not self.animates:
            return
        if self._falls is not None:
            self._falls.cancel()
        self._risen = drawn
        self._falls = asyncio.get_running_loop().call_later(RISEN_SECONDS, self._fall)

    def _fall(self) -> None:
        self._risen, self._falls = frozenset(), None
        self.changed()

    def restyle(self, look: Look) -> None:
        """Write cards otherwise from now on."""
        self.look = look
        self._talk = self.desk.talk(look)
        self._window = self._windowed()

    def _asked_by(self, new: Update) -> Moment:
        """What the person is asked; not what the client answers by itself."""
        now = moment(new)
        by_itself = (now.ask is Ask.BEGIN and self._habits.ready_at_once) or self._is_ready(new, now)
        return NOTHING if by_itself else now

    def fit(self, columns: int) -> None:
        """Break what stands in the window of its own so that it fits into so many columns."""
        if columns != self._columns:
            self._columns = columns
            self._window = self._windowed()

    def _windowed(self) -> Window:
        look = replace(self.look, width=self._columns)
        return window(self.desk, self.moment, look, self._result, ended=self.ended is not None)

    def tell(self, text: str) -> None:
        """Say something that comes neither from the table nor from the keyboard."""
        if text:
            self.desk.log.append(text)
            self.changed()

    def _time(self, new: Update) -> None:
        """Begin to count where a limit begins to run."""
        status = new.status
        limit, now = (status.limit, status.move), asyncio.get_running_loop().time()
        if not status.limit_ms or status.overdue:
            self._until = None
        elif status.left_ms:
            self._until = now + left(status) / THOUSAND
        elif self._until is None or limit != self._limit:
            self._until = now + status.limit_ms / THOUSAND
        self._limit = limit
        self.desk.elapsed = lambda: round((asyncio.get_running_loop().time() - now) * THOUSAND)

    def seconds_left(self) -> int | None:
        """How long there is, roughly."""
        if self._until is None:
            return None
        return max(0, round(self._until - asyncio.get_running_loop().time()))

    def _by_itself(self, new: Update) -> None:
        """What needs no question: to be ready, to pass where the person said so."""
        now = moment(new)
        if now.ask in {Ask.CALL, Ask.BUY} and self.desk.passes and self._flying is None:
            if self._passed != new.status.move:
                self._passed = new.status.move
                self._send(self._seat.act(new.status.move, Pass()), Pass())
        elif self._is_ready(new, now) and now != self._readied and self._flying is None:
            self._readied = now
            self._send(self._seat.ready(now.number))

    def _is_ready(self, new: Update, now: Moment) -> bool:
        return now.ask is Ask.READY and needs_no_question(new, now, ready_at_once=self._habits.ready_at_once)

    # --- what is sent ---

    @property
    def is_flying(self) -> bool:
        """Whether something is on its way."""
        return self._flying is not None

    def _send(self, command: Coroutine[object, object, Outcome], action: Action | None = None) -> None:
        """Send a command; one at a time is on its way."""
        if self._flying is not None:
            command.close()
            self.notice = prompts.WAIT
            return
        self.notice = ""
        self._flying = asyncio.create_task(self._fly(command, action))

    async def _fly(self, command: Coroutine[object, object, Outcome], action: Action | None) -> None:
        try:
            outcome = await command
        except Exception as error:  # noqa: BLE001 - it ends the client, which raises it again
            self._broke(error)
            return
        finally:
            self._flying = None
        self._on_answer(outcome, action)
        self.changed()

    def _on_answer(self, outcome: Outcome, action: Action | None) -> None:
        if outcome.code and self.desk.passes and isinstance(action, Pass):
            return  # nobody asked for it
        if outcome.code:
            self._queued = None
        if outcome.code == "stale":
            self.notice = prompts.STALE
        elif outcome.code:
            self.notice = errors.outcome(outcome.code, outcome.detail, self.desk.names(), self.look.restyle)
        elif isinstance(action, Lay):
            self.desk.draft = Draft()
            self.fingers.refresh()
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
        except UnclearError as error:
            self.notice = self._unclear(error)
        except RulesError as error:
            self.notice = errors.refusal(error, self.desk.names(), self.look.restyle)
        else:
            self._send(self._seat.act(self.desk.now.status.move, action), action)

    def type(self, line: str) -> None:
        """Do what is typed, as the plain-line client does: a move in the notation, or a word of its own."""
        try:
            self._obey(understand(line, self.fingers.hand.all))
        except UnclearError as error:
            self.notice = self._unclear(error)
        except RulesError as error:
            self.notice = errors.refusal(error, self.desk.names(), self.look.restyle)

    def _obey(self, typed: Typed) -> None:
        status = self.desk.now.status if self.desk.now else None
        match typed:
            case Move(notation):
                action = moving.move(self.desk, notation, self.moment)
                assert status is not None, "an action was made from a view"
                self._send(self._seat.act(status.move, action), action)
            case Stage(items):
                moving.stage(self.desk, items, self.look)
                self.fingers.change(self.fingers.hand.pick(()))
                self.fingers.refresh()
            case Request():
                self._request(typed)
            case Nothing():
                pass

    def _request(self, typed: Request) -> None:
        match typed:
            case Request("say", words):
                self.say(" ".join(words))
            case Request("adjourn" | "kick" | "back" | "bot" | "continue" as verb, words):
                status = self.desk.now.status if self.desk.now else None
                self.propose(proposed(status, verb, words))
            case Request("begin"):
                self.begin()
            case Request("ready"):
                self.ready()
            case Request("send"):
                self.play(moving.staged_lay(self.desk))
            case Request("wait" | "without" | "backup" as verb):
                self.choose("void" if verb == "without" else verb)
            case Request():
                self._answer(typed)

    def _answer(self, typed: Request) -> None:
        """What needs no table: a line in the prompt, or a page."""
        match typed:
            case Request("quit" | "leave"):
                self.notice = say.PRESS_Q
            case Request("sort") if self.view is not None:
                self.notice = say.SORTED[self.fingers.sort(self.view)]
            case Request(verb, words):
                lines = answer(self.desk, verb, words, self.look)
                if len(lines) > 1:
                    self.page = (verb, lines)
                self.notice = lines[0] if len(lines) == 1 else ""
                if verb == "passing" and self.desk.now is not None:
                    self._by_itself(self.desk.now)

    def speak(self, line: str) -> None:
        """Take a line that was written to the others: something to say, or (/mute Bea) about who is heard."""
        try:
            if line.startswith("/"):
                self._obey(understand(line[1:], ()))
            else:
                self.say(line)
        except UnclearError as error:
            self.notice = self._unclear(error)
        else:
            self.saying = ""

    def say(self, text: str) -> None:
        """Say something to the others; a move that is on its way does not keep it back.

        Raises:
            UnclearError: Nothing of it can be seen, or it is too long.
        """
        task = asyncio.create_task(self._say(self._seat.say(spoken(text))))
        self._speaking.add(task)
        task.add_done_callback(self._speaking.discard)

    async def _say(self, saying: Coroutine[object, object, Outcome]) -> None:
        try:
            outcome = await saying
        except Exception as error:  # noqa: BLE001 - as where a move is sent
            self._broke(error)
            return
        if outcome.code:
            self.notice = errors.outcome(outcome.code, outcome.detail, {})
            self.changed()

    def propose(self, what: Proposed) -> None:
        """Say what all should decide."""
        if what.motion == ADJOURN:
            self._stops = not what.withdrawn
        if what.motion == CONTINUE and self._flying is not None:
            self._flying.cancel()  # where nothing can be decided, nobody will say what became of it
            self._flying = None
        self._send(self._seat.propose(what.motion, what.whom, withdrawn=what.withdrawn, bot=what.bot))

    def _unclear(self, error: UnclearError) -> str:
        return prompts.UNCLEAR[error.code].format(text=self.look.restyle(inert(error.text, MOST_TYPED)))

    def play_seat(self, action: PickSeat) -> None:
        """Choose a seat, as the ace of the seat draw may."""
        seats = self.desk.now.status.seats if self.desk.now else 0
        if not 1 <= action.place <= seats or self.desk.now is None:
            self.notice = prompts.UNCLEAR["no_such_seat"].format(text=action.place)
            return
        self._send(self._seat.act(self.desk.now.status.move, action), action)

    def ready(self) -> None:
        """Say that one is ready for what comes."""
        self._send(self._seat.ready(self.moment.number))

    def begin(self) -> None:
        """Begin the game, as its founder."""
        self._send(self._seat.begin())

    def choose(self, wish: str) -> None:
        """Say what is to become of those who are missed."""
        self._send(self._seat.choose(wish))

    # --- type-ahead ---

    def discard(self, shown: Shown) -> None:
        """Discard, now or when what is on its way has come back."""
        view = self.view
        if view is None:
            return
        if self._flying is not None and view.turn == view.seat:
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
        if ahead is None or self._flying is not None:
            return
        if view is None or not ahead.is_as_expected(view):
            self._queued = None
            self.notice = say.QUEUE_DROPPED
        elif self.moment.ask is Ask.PLAY:
            self._queued = None
            self.discard(ahead.shown)

    # --- leaving ---

    @property
    def founded(self) -> bool:
        """Whether the table is one's own; then it closes when one leaves."""
        now = self.desk.now
        return now is not None and is_founder(now.status) and not now.status.stuck

    async def leave(self, *, for_good: bool = False) -> None:
        """Leave the table, which closes it where it is one's own; for good, the others play on."""
        now = self.desk.now
        if for_good:
            outcome = await self._seat.leave()
            if outcome.code:
                self.notice = errors.outcome(outcome.code, outcome.detail, self.desk.names(), self.look.restyle)
                return
            self.for_good = True
        elif now and self.founded and not now.status.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._seat.close("left"), CLOSE_SECONDS)
        self.left = Ending.LEFT

    @property
    def again(self) -> str:
        """Whether one can go on to a next table: as its host, or because the host has closed this one for it."""
        now = self.desk.now
        if now is None or not self._habits.plays_again or own(now.status) is None:
            return ""
        if now.status.closed:
            return "follow" if now.status.closed == AGAIN else ""
        return "again" if self.moment.ask is Ask.OVER and self.founded else ""

    def play_again(self) -> None:
        """Go on to the next table; who hosts closes this one for it, which tells the others."""
        match self.again:
            case "follow":
                self.left = Ending.AGAIN
            case "again":
                self._send(self._close_for_next())
            case _:
                pass

    async def _close_for_next(self) -> Outcome:
        outcome = await self._seat.close(AGAIN)
        if not outcome.code:
            self.left = Ending.AGAIN
        return outcome

    async def landed(self) -> None:
        """Wait until nothing is on its way."""
        while self._flying is not None:
            await asyncio.wait([self._flying])

    async def stop(self) -> None:
        """End what is on its way."""
        if self._falls is not None:
            self._falls.cancel()
        for task in tuple(self._speaking):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if self._flying is not None:
            self._flying.cancel()
            with suppress(asyncio.CancelledError):
                await self._flying

    # --- what is drawn ---

    @property
    def view(self) -> SeatView | None:
        """The newest view."""
        return self.desk.now.view if self.desk.now else None

    def hint(self) -> None:
        """Advise a move, and mark the cards that it names."""
        view = self.view
        if view is None or not view.hand:
            self.notice = prompts.NO_HINT
            return
        self._hinted = frozenset()

        def finished(action: Action, of: SeatView) -> Action:
            self._hinted = _named(action)
            return moving.announced(action, of)

        self.notice = self.look.restyle(" ".join(advice.hint(view, self.desk.advise, finished)))

    @property
    def status(self) -> TableStatus | None:
        """What there is to know about the table."""
        return self.desk.now.status if self.desk.now else None

    @property
    def ledger(self) -> Ledger | None:
        """The score sheet of the game; None before the first deal."""
        view = self.view
        return None if view is None else Ledger(self.desk.sheet, view, self._talk, self.glyphs, self._result)

    def scene(self) -> Scene:
        """This moment, to be drawn."""
        now = self.desk.now
        scene = Scene(
            status=now.status if now else None,
            view=self.view,
            talk=self._talk,
            glyphs=self.glyphs,
            hand=self.fingers.hand,
            draft=self.desk.draft,
            moment=self.moment,
            targets=self.fingers.targets,
            whole=self.fingers.whole,
            staged_points=self.fingers.staged_points,
            choosing=self.fingers.choosing,
            hinted=self._hinted,
            risen=self._risen,
            notice=self.notice,
            panel=self._window.lines,
            title=say.WHERE if self.fingers.choosing is not None else self._window.title,
            seconds_left=self.seconds_left(),
            log=tuple(self.desk.log),
            again=self.again,
            said=self.desk.chatter.fresh(PREVIEW),
            unread=self.desk.chatter.unread,
            lit=self._lit(),
            trust=lamp(now.status if now else None),
        )
        return replace(scene, chips=chips(scene, take=self._take))

    def _lit(self) -> MeldId | None:
        choosing = self.fingers.choosing
        return None if choosing is None else self.fingers.targets[choosing].meld


def _named(action: Action) -> frozenset[Slot]:
    """The cards of the hand that a move names."""
    match action:
        case Discard(shown):
            return frozenset((shown.slot,))
        case Lay(items):
            return frozenset(card.slot for item in items for card in item.cards if card.slot is not None)
        case _:
            return frozenset()
