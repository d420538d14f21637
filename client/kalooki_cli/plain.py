"""The plain-line client: a person plays whole games on a Seat, by lines of text."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress

from kalooki.rules.actions import Action, Lay, Pass
from kalooki.rules.errors import RulesError
from kalooki.seat import Outcome, Seat, Update
from kalooki_cli import moving
from kalooki_cli.advice import Advise
from kalooki_cli.chatter import spoken
from kalooki_cli.console import Console
from kalooki_cli.desk import Desk
from kalooki_cli.draft import Draft
from kalooki_cli.goodbye import goodbye
from kalooki_cli.hours import untold
from kalooki_cli.inbox import (
    Answered,
    Broken,
    Ending,
    Habits,
    InputEnded,
    Item,
    Line,
    Notice,
    StillWaiting,
    TableGone,
    TimePasses,
    how_it_ended,
)
from kalooki_cli.messages import clock as clocks
from kalooki_cli.messages import errors, prompts, table
from kalooki_cli.moment import NOTHING, Ask, Moment, calls, is_founder, moment, needs_no_question, own
from kalooki_cli.proposing import ADJOURN, CONTINUE, Proposed, ends, proposed
from kalooki_cli.rematch import AGAIN, Way, way_on
from kalooki_cli.requests import answer
from kalooki_cli.text import fitted, inert
from kalooki_cli.timekeeper import Mark, Timekeeper, bank, left
from kalooki_cli.typed import Move, Nothing, Request, Stage, UnclearError, understand

CLOSE_SECONDS = 1.0


class PlainClient:
    """One person at one seat. Everything that happens comes through one inbox, in order."""

    def __init__(
        self,
        seat: Seat,
        console: Console,
        advise: Advise,
        habits: Habits | None = None,
        *,
        clock: Callable[[], str] = untold,
    ) -> None:
        self._seat = seat
        self._console = console
        self._habits = habits = habits or Habits()
        self._desk = Desk(
            advise, habits.announces, agreed=habits.agreed, begins=habits.ready_at_once, order=habits.order
        )
        self._desk.chatter.clock = clock
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self._asked = Moment(Ask.NOTHING, -1)
        self._answering = NOTHING
        """The question for which a command is on its way."""
        self._answered = NOTHING
        """A question whose answer took effect, but whose effect has not come back as an update yet."""
        self._flying: asyncio.Task[None] | None = None
        self._speaking: set[asyncio.Task[None]] = set()
        self._confirming = False
        self._for_good = False
        """What is confirmed is to leave for good, so that the others play on."""
        self._passed = -1
        """The newest move at which a discard was let pass unasked."""
        self._stops = False
        """One wants to stop for today."""
        self._adjourned = 0
        """The entry by which all had agreed to do so when one came."""
        self._told_of: tuple[str, tuple[int, ...]] | None = None
        """The work of which it was told that it takes long."""
        self._goes_on = False
        """The table is being closed for the next one."""
        self._ending: Ending | None = None
        self._time = Timekeeper()
        self._alarms: list[asyncio.TimerHandle] = []

    async def run(self) -> Ending:
        """Play until the game is over, the table closes, or the person leaves."""
        pumps = [asyncio.create_task(self._pump_updates()), asyncio.create_task(self._pump_lines())]
        self._say([prompts.WELCOME])
        try:
            while self._ending is None:
                await self._take(await self._inbox.get())
            return self._ending
        finally:
            self._console.ask("")
            self._silence()
            for task in [*pumps, *self._speaking, *([self._flying] if self._flying else [])]:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    @property
    def founded(self) -> bool:
        """Whether the table is one's own; then it closes when one leaves."""
        now = self._desk.now
        return now is not None and is_founder(now.status) and not now.status.stuck

    @property
    def last(self) -> Update | None:
        """The newest update."""
        return self._desk.now

    @property
    def _again(self) -> Way:
        """Whether one can go on to a next table."""
        if not self._habits.plays_again or self._desk.now is None:
            return ""
        return way_on(self._desk.now.status, is_over=self._asked.ask is Ask.OVER)

    @property
    def gave_up(self) -> bool:
        """Whether one has left for good; then one does not come back."""
        return self._ending is Ending.LEFT and (self._for_good or self._desk.is_sent_away)

    def tell(self, text: str) -> None:
        """Say something that comes neither from the table nor from the keyboard."""
        self._inbox.put_nowait(Notice(text))

    async def _pump_updates(self) -> None:
        try:
            async for update in self._seat.updates():
                self._inbox.put_nowait(update)
            self._inbox.put_nowait(TableGone())
        except Exception as error:  # noqa: BLE001 - the loop that reads the inbox raises it again
            self._inbox.put_nowait(Broken(error))

    async def _pump_lines(self) -> None:
        try:
            async for line in self._console.lines():
                self._inbox.put_nowait(Line(line))
            self._inbox.put_nowait(InputEnded())
        except Exception as error:  # noqa: BLE001 - likewise
            self._inbox.put_nowait(Broken(error))

    async def _take(self, item: Item) -> None:
        match item:
            case Update():
                self._on_update(item)
            case Line(text):
                await self._on_line(text)
            case InputEnded():
                self._console.ask("")
                self._say([prompts.INPUT_ENDED])
                await self._leave()
            case Answered(outcome, action):
                self._on_answer(outcome, action)
            case TableGone():
                self._on_gone()
            case Broken(error):
                raise error
            case StillWaiting(work):
                self._on_waiting(work)
            case TimePasses(mark):
                self._on_time(mark)
            case Notice(text):
                self._say([text] if text else [])

    # --- what comes from the table ---

    def _on_gone(self) -> None:
        """The table has closed; where that is for the next one, one is asked whether one goes on to it."""
        if self._goes_on:
            self._ending = Ending.AGAIN
        elif self._again == "follow":
            self._asked = Moment(Ask.OVER, 0)
            self._say([prompts.PLAY_AGAIN["follow"]])
            self._prompt()
        else:
            self._ending = how_it_ended(self._desk.now)

    def _on_update(self, new: Update) -> None:
        first = self._desk.now is None
        if moment(new) != self._asked:
            self._console.ask(prompts.PROMPTS[Ask.NOTHING])  # what was asked is over before anything else is said
        self._say(self._desk.receive(new, self._console.look))
        if first:
            self._adjourned = new.status.adjourned
            announces = new.status.variant is not None and new.status.variant.declare != "off" and self._desk.announces
            self._say([prompts.ANNOUNCES] if announces else [])
            self._show_all(new)
        wanting = _wanting(new)
        if wanting is None:
            self._told_of = None
        elif wanting != self._told_of:
            work = StillWaiting(wanting)
            asyncio.get_running_loop().call_later(self._habits.patience, self._inbox.put_nowait, work)
        if self._stops and ends(self._adjourned, new.status):
            self._ending = Ending.ADJOURNED
        else:
            self._go_with(new)
            self._keep_time(new)

    def _keep_time(self, new: Update) -> None:
        """Tell that one's own time has begun to run, and wind up the clock for what is to be told of it later."""
        loop = asyncio.get_running_loop()
        came = loop.time()
        self._desk.elapsed = lambda: round((loop.time() - came) * 1000)
        self._silence()
        if self._time.see(new) and new.status.clock is not None:
            self._say([clocks.begins(new.status.clock, left(new.status), bank(new.status))])
        for wait, mark in self._time.due(new):
            self._alarms.append(loop.call_later(wait / 1000, self._inbox.put_nowait, TimePasses(mark)))

    def _silence(self) -> None:
        for alarm in self._alarms:
            alarm.cancel()
        self._alarms.clear()

    def _on_time(self, mark: Mark) -> None:
        status = self._desk.now.status if self._desk.now else None
        if status is not None and status.clock is not None and self._time.passes(mark):
            said = clocks.passes(status.clock, mark.left, bank(status))
            self._say([said] if said else [])

    def _show_all(self, new: Update) -> None:
        """Who comes (back) to a table sees all of it, also where nothing is asked or only a part is needed."""
        now = moment(new)
        if now.ask is Ask.DRAW or (new.view is None and (now.ask is not Ask.NOTHING or new.status.phase != "lobby")):
            return
        self._say(self._desk.screen(self._console.look))
        if now.ask is Ask.PLAY:
            self._asked = now

    def _go_with(self, new: Update) -> None:
        """Ask what there is to ask; where nothing is, say that one is ready."""
        now = moment(new)
        if now.ask is Ask.BEGIN and self._habits.ready_at_once:
            now = NOTHING
        if now.ask in {Ask.CALL, Ask.BUY} and self._desk.passes:
            now = self._let_pass(new, now)
        if now == self._answered:
            self._prompt()
        elif now.ask is not Ask.READY or not needs_no_question(new, now, ready_at_once=self._habits.ready_at_once):
            self._ask(now)
        elif now != self._asked and self._flying is None:
            self._asked = now
            self._send(self._seat.ready(now.number))

    def _let_pass(self, new: Update, now: Moment) -> Moment:
        """Answer a call as the person has said once and for all; one try for each state of the table."""
        if self._flying is None and now != self._answered and self._passed != new.status.move:
            self._passed = new.status.move
            self._asked = now
            self._send(self._seat.act(new.status.move, Pass()), Pass())
        return NOTHING

    def _on_waiting(self, work: tuple[str, tuple[int, ...]]) -> None:
        now = self._desk.now
        if now and _wanting(now) == work != self._told_of:
            self._told_of = work
            self._say(table.working(now.status) or [table.held_up(now.status, unopened=True)])

    def _on_answer(self, outcome: Outcome, action: Action | None) -> None:
        self._flying = None
        self._goes_on = self._goes_on and not outcome.code
        if self._goes_on:
            self._ending = Ending.AGAIN
            return
        if not outcome.code:
            self._answered = self._answering
        if outcome.code and self._desk.passes and isinstance(action, Pass):
            pass  # nobody typed it
        elif outcome.code == "stale":
            self._say([prompts.STALE])
        elif outcome.code:
            self._say([errors.outcome(outcome.code, outcome.detail, self._desk.names(), self._console.look.restyle)])
        elif isinstance(action, Lay):
            self._desk.draft = Draft()
        if self._desk.now:
            self._go_with(self._desk.now)

    # --- what is asked ---

    def _ask(self, now: Moment) -> None:
        """Show what is needed to answer, once, and set the prompt."""
        if now != self._asked:
            before, self._asked = self._asked, now
            self._say([*self._desk.question(now, self._console.look), *self._offers_again()])
            if calls(before, now):
                self._console.ring()
        self._prompt()

    def _offers_again(self) -> list[str]:
        """Where the game is over: how one goes on with the same people."""
        now = self._desk.now
        if self._asked.ask is not Ask.OVER or now is None or not self._habits.plays_again or now.status.closed:
            return []
        if self._again:
            return [prompts.PLAY_AGAIN[self._again]]
        host = next((one.player for one in now.status.players if one.node == now.status.host), None)
        if host is None or own(now.status) is None:
            return []
        return [prompts.PLAY_AGAIN["wait"].format(who=table.names(now.status)[host])]

    def _prompt(self) -> None:
        seats = self._desk.now.status.seats if self._desk.now else 0
        asked = NOTHING if self._flying or self._asked == self._answered else self._asked
        if self._confirming:
            self._console.ask(prompts.LEAVE)
        elif asked.ask is Ask.OVER and self._again:
            self._console.ask(prompts.AGAIN_OR_LEAVE)
        else:
            self._console.ask(prompts.prompt(asked, seats))

    def _say(self, lines: Iterable[str]) -> None:
        if fitting := fitted(lines, self._console.look.width):
            self._console.show(fitting)

    # --- what is typed ---

    async def _on_line(self, line: str) -> None:
        if self._confirming:
            await self._confirm(line)
        else:
            try:
                await self._obey(understand(moving.completed(line, self._asked), self._desk.hand))
            except UnclearError as error:
                self._say([self._unclear(error)])
            except RulesError as error:
                self._say([errors.refusal(error, self._desk.names(), self._console.look.restyle)])
        if self._ending is None:
            self._prompt()

    def _unclear(self, error: UnclearError) -> str:
        false_lay = error.code == "false_lay"
        text = inert(error.text, 200 if false_lay else 40)
        if false_lay or error.code.startswith("not_held"):
            text = self._console.look.restyle(text)
        return prompts.UNCLEAR[error.code].format(text=text)

    async def _confirm(self, line: str) -> None:
        self._confirming = False
        if line.strip().lower() not in {"y", "yes"}:
            self._for_good = False
            self._say([prompts.STAYING])
        elif self._for_good and self._asked.ask is not Ask.OVER:
            await self._leave_for_good()
        else:
            await self._leave()

    async def _leave_for_good(self) -> None:
        """Tell the table, so that it plays on; where that has no effect one stays."""
        outcome = await goodbye(self._seat)
        if outcome.code:
            self._for_good = False
            self._say([errors.outcome(outcome.code, outcome.detail, self._desk.names(), self._console.look.restyle)])
        else:
            self._ending = Ending.LEFT

    async def _leave(self) -> None:
        now = self._desk.now
        if now and self.founded and not now.status.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._seat.close("left"), CLOSE_SECONDS)
        self._ending = Ending.LEFT

    async def _obey(self, typed: Move | Stage | Request | Nothing) -> None:
        desk, look = self._desk, self._console.look
        match typed:
            case Nothing():
                self._go_on()
            case Stage(items):
                self._say(moving.stage(desk, items, look))
            case Move(notation):
                self._play(moving.move(desk, notation, self._asked))
            case Request("send"):
                self._play(moving.staged_lay(desk))
            case Request():
                self._request(typed)

    def _request(self, typed: Request) -> None:
        desk, look = self._desk, self._console.look
        match typed:
            case Request("begin"):
                self._send(self._seat.begin())
            case Request("ready"):
                self._send(self._seat.ready(desk.now.status.next_deal if desk.now else 0))
            case Request("quit" | "leave" as verb):
                self._confirming, self._for_good = True, verb == "leave"
                self._console.ask(prompts.PROMPTS[Ask.NOTHING])
                now = desk.now.status if desk.now else None
                self._say(prompts.sure(now, founder=self.founded, for_good=self._for_good))
            case Request("wait" | "without" | "backup" as verb):
                self._send(self._seat.choose("void" if verb == "without" else verb))
                self._answering = NOTHING  # what else is asked is asked still
            case Request("again"):
                self._play_again()
            case Request("say", words):
                self._speak(" ".join(words))
            case Request("adjourn" | "kick" | "back" | "bot" | "continue" as verb, words):
                self._propose(proposed(desk.now.status if desk.now else None, verb, words))
            case Request(verb, words):
                self._say(answer(desk, verb, words, look))
                if verb == "passing" and desk.now:
                    self._go_with(desk.now)

    def _play_again(self) -> None:
        """Go on to the next table; who hosts closes this one for it, which tells the others."""
        match self._again:
            case "follow":
                self._ending = Ending.AGAIN
            case "again":
                self._goes_on = self._goes_on or self._flying is None
                self._send(self._seat.close(AGAIN))
            case "":
                self._say([prompts.NO_AGAIN])

    def _speak(self, text: str) -> None:
        """Say something to the others; a move that is on its way does not keep it back."""
        task = asyncio.create_task(self._spoken(self._seat.say(spoken(text))))
        self._speaking.add(task)
        task.add_done_callback(self._speaking.discard)

    async def _spoken(self, saying: Coroutine[object, object, Outcome]) -> None:
        try:
            outcome = await saying
        except Exception as error:  # noqa: BLE001 - the loop that reads the inbox raises it again
            self._inbox.put_nowait(Broken(error))
        else:
            if outcome.code:
                self.tell(errors.outcome(outcome.code, outcome.detail, {}))

    def _propose(self, wanted: Proposed) -> None:
        if wanted.motion == ADJOURN:
            self._stops = not wanted.withdrawn
        if wanted.motion == CONTINUE or (self._desk.now and self._desk.now.status.went_on):
            self._let_go()
        self._send(self._seat.propose(wanted.motion, wanted.whom, withdrawn=wanted.withdrawn, bot=wanted.bot))
        self._answering = NOTHING  # what else is asked is asked still

    def _let_go(self) -> None:
        """Wait no more for what became of a move: where nothing can be decided, nobody will say."""
        if self._flying is not None:
            self._flying.cancel()
            self._flying = None

    def _go_on(self) -> None:
        """Enter: the obvious next thing."""
        match self._asked.ask:
            case Ask.READY:
                self._send(self._seat.ready(self._asked.number))
            case Ask.OVER:
                self._ending = Ending.OVER
            case _:
                self._say(self._desk.screen(self._console.look))

    def _play(self, action: Action) -> None:
        assert self._desk.now is not None, "an action was made from a view"
        self._send(self._seat.act(self._desk.now.status.move, action), action)

    def _send(self, command: Coroutine[object, object, Outcome], action: Action | None = None) -> None:
        """Send a command; one at a time is on its way."""
        if self._flying is not None:
            command.close()
            self._say([prompts.WAIT])
            return
        self._answering = self._asked
        self._flying = asyncio.create_task(self._fly(command, action))

    async def _fly(self, command: Coroutine[object, object, Outcome], action: Action | None) -> None:
        try:
            self._inbox.put_nowait(Answered(await command, action))
        except Exception as error:  # noqa: BLE001 - the loop that reads the inbox raises it again
            self._inbox.put_nowait(Broken(error))


def _wanting(now: Update) -> tuple[str, tuple[int, ...]] | None:
    """What is done in a blink where all are there, and by whom: worth a sentence only when it is not."""
    status, view = now.status, now.view
    if status.doing in table.SLOW and status.waiting_for:
        return status.doing, status.waiting_for
    if view is not None and view.unopened and table.held_up(status, unopened=True):
        return "card", view.unopened
    return None
