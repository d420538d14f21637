"""An evening on screen: the start screen, tables that are found and opened, the waiting room, the table, and back."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from textual.screen import Screen

from kalooki.seat import TableStatus
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.club import (
    Against,
    Card,
    Club,
    ClubError,
    Hosting,
    Joining,
    Opened,
    Record,
    Recorded,
    Resuming,
    Wish,
)
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.messages import lobby as say
from kalooki_cli.messages import prompts, records
from kalooki_cli.plan import Plan, again
from kalooki_cli.rematch import plays_alike
from kalooki_cli.taste import Taste
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.card import CardScreen
from kalooki_cli.tui.screens.reading import ReadingScreen
from kalooki_cli.tui.screens.records import RecordsScreen
from kalooki_cli.tui.screens.replay import ReplayScreen
from kalooki_cli.tui.screens.setup import SetupScreen
from kalooki_cli.tui.screens.start import StartScreen
from kalooki_cli.tui.screens.tables import TablesScreen
from kalooki_cli.tui.screens.waiting import WaitingScreen
from kalooki_cli.tui.settings import Settings
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.tui.stay import Stay

Result = TypeVar("Result")


class EveningApp(Carrier, inherit_bindings=False):
    """Runs until the person leaves the program; None: he wants plain lines, at the open table if there is one."""

    def __init__(  # noqa: PLR0913 - what it needs from outside
        self,
        club: Club,
        look: Look,
        glyphs: Glyphs,
        settings: Settings | None = None,
        taste: Taste | None = None,
        *,
        at: Opened | None = None,
        goes_home: bool = False,
    ) -> None:
        super().__init__(look, glyphs, settings, taste)
        self.club = club
        self._at = at
        """The table at which one sits from the beginning."""
        self._ends = at is not None and not goes_home
        """Whoever leaves a table leaves the program."""
        self.sitting: Sitting | None = None
        """The newest one."""
        self.start = StartScreen(self, club.name, self._do, self._may)
        self.stay: Stay | None = None
        self.opened: Opened | None = None
        self._looking: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._plans: dict[str, Against | Hosting] = {"new": Against(), "host": Hosting()}
        """What one wished for last, to begin from the next time."""

    async def begin(self) -> None:
        """Show what can be done."""
        await self.push_screen(self.start)
        if self._at is not None:
            self._seated(self._at)

    async def finish(self) -> None:
        """Leave the seat; the club closes what it has opened when it is left itself."""
        if self.stay is not None:
            await self.stay.end()

    def dressed(self) -> None:
        """Let the open table look so, too."""
        if self.stay is not None:
            self.stay.dress()

    def ticked(self) -> None:
        """Let a time that runs be seen."""
        if self.stay is not None:
            self.stay.ticked()

    # --- the start screen ---

    def _may(self, name: str) -> bool:
        return name != "resume" or self.club.may_resume()

    def _do(self, name: str) -> None:
        match name:
            case "new" | "host":
                plan = Plan(self._plans[name], tuple(self.club.levels()), self.club.name)
                self.push_screen(SetupScreen(self, plan), self._wished)
            case "tables" | "code":
                self._show_tables(typing=name == "code")
            case "resume":
                self.sit(Resuming())
            case "figures":
                self.wait_for(say.STARTING["figures"], self.club.figures(), self._show_figures)
            case "records":
                self.wait_for(say.STARTING["records"], self._records(), self._show_records)
            case _:
                self.exit(Ending.LEFT)

    def _wished(self, wish: Wish | None) -> None:
        if isinstance(wish, Against | Hosting):
            self._plans["host" if isinstance(wish, Hosting) else "new"] = wish
            self.sit(wish)

    # --- what was played ---

    def _show_figures(self, lines: Sequence[str]) -> None:
        self.push_screen(ReadingScreen(self, records.TITLE, lines))

    async def _records(self) -> Sequence[Recorded]:
        found = await self.club.records()
        if not found:
            raise ClubError(say.NO_RECORDS)
        return found

    def _show_records(self, found: Sequence[Recorded]) -> None:
        self.push_screen(RecordsScreen(self, found), self._retell)

    def _retell(self, name: str | None) -> None:
        if name is not None:
            self.wait_for(say.STARTING["record"], self.club.retell(name), self._show_record)

    def _show_record(self, one: Record) -> None:
        moves = range(1, one.scenes.last + 1)
        self.push_screen(ReplayScreen(self, one.scenes, moves, 1, one.verdict))

    # --- the tables of the network ---

    def _show_tables(self, *, typing: bool = False) -> None:
        def goes(known: Joining, typed: str) -> None:
            self._goes(screen, known, typed)

        screen = TablesScreen(self, goes, self.club.mistyped, typing=typing)
        self._looking = self.go(self._keep_looking(screen))
        self.push_screen(screen, self._look_no_more)

    async def _keep_looking(self, screen: TablesScreen) -> None:
        async for found in self.club.tables():
            screen.take(found)

    def _look_no_more(self, _result: object = None) -> None:
        """The list is closed, or one sits; nobody looks for tables any more."""
        if self._looking is not None:
            self._looking.cancel()

    def _goes(self, screen: TablesScreen, known: Joining, typed: str) -> None:
        """A table was chosen, or a code typed."""
        if typed:
            locating = self.club.locate(typed, known.address)
            self.wait_for(say.STARTING["locating"], locating, lambda to: self._show_card(screen, to))
        else:
            self._show_card(screen, known)

    def _show_card(self, screen: TablesScreen, to: Joining) -> None:
        def shown(card: Card) -> None:
            if card.needs_code and not to.code:
                screen.ask_code(card.title, to.address)
                screen.draw()
            else:
                self.push_screen(CardScreen(self, card), lambda agrees: self._agreed(to, card, agrees=bool(agrees)))

        self.wait_for(say.STARTING["card"], self.club.card(to), shown)

    def _agreed(self, to: Joining, card: Card, *, agrees: bool) -> None:
        if agrees:
            self.sit(Joining(to.code, to.address, card.table))

    # --- sitting down and leaving ---

    def sit(self, wish: Wish) -> None:
        """Open a table, or sit down at one."""
        words = {Against: "against", Hosting: "hosting", Joining: "joining", Resuming: "resuming"}[type(wish)]
        self.wait_for(say.STARTING[words], self.club.open(wish), self._seated)

    def _seated(self, opened: Opened) -> None:
        self.opened = opened
        self._look_no_more()
        way = (opened.address, opened.near)
        self.stay = Stay(self, opened.seat, opened.advise, opened.habits, self._left, way)
        self.sitting = self.stay.sitting
        if opened.wish == Resuming(ready=True):
            self.sitting.tell(prompts.MOVES)
        self._telling = self.go(self._tell(self.stay))
        self.go(self.stay.begin())

    async def _tell(self, stay: Stay) -> None:
        async for text in self.club.notices():
            stay.sitting.tell(text)

    def _left(self, ending: Ending | None) -> None:
        """The person has left the table, or wants to go on with plain lines."""
        if ending is None:
            self.exit(None)
        elif ending not in {Ending.AGAIN, Ending.MOVED} and self._ends:
            self.exit(ending)
        elif self.stay is not None:
            stay, self.stay = self.stay, None
            ways = {Ending.AGAIN: self._go_on, Ending.MOVED: self._move}
            self.go(ways.get(ending, self._get_up)(stay))

    async def _move(self, stay: Stay) -> None:
        """Go on at the table that goes on from this one: the person has signed it."""
        await self._get_up(stay)
        self.start.notice = ""
        self.sit(Resuming(ready=True))

    async def _go_on(self, stay: Stay) -> None:
        """Leave a table for the next one, with the same people by the same rules: found it, or join who founds it."""
        opened, last = self.opened, stay.sitting.desk.now
        assert opened is not None, "one has sat there"
        assert last is not None, "it was seen that it is over"
        status, founded = last.status, stay.sitting.founded
        await self._get_up(stay)
        if founded:
            self.sit(again(opened.wish, status))
        else:
            following = self.club.follow(status.table_id, status.host)
            self.wait_for(say.STARTING["next"], following, lambda to: self._follow(to, status))

    def _follow(self, to: Joining, before: TableStatus) -> None:
        """Sit down at the next table; where it plays by other rules than the one before, they are shown first."""

        def shown(card: Card) -> None:
            if plays_alike(card, before):
                self._agreed(to, card, agrees=True)
            else:
                self.push_screen(CardScreen(self, card), lambda agrees: self._agreed(to, card, agrees=bool(agrees)))

        self.wait_for(say.STARTING["card"], self.club.card(to), shown)

    async def _get_up(self, stay: Stay) -> None:
        """Close what was opened for the table, and go back to the start screen."""
        await self._home(WaitingScreen(self, say.CLOSING, lambda: None))
        await stay.end()
        if self._telling is not None:
            self._telling.cancel()
        lines = await self.club.close()
        self.opened = None
        self.start.notice = say.left_behind(lines)
        await self._home()

    async def _home(self, above: Screen[Any] | None = None) -> None:
        """Put everything away that lies above the start screen."""
        while self.screen is not self.start:
            await self.pop_screen()
        if above is not None:
            await self.push_screen(above)

    # --- what takes a moment ---

    def wait_for(self, words: str, work: Coroutine[Any, Any, Result], then: Callable[[Result], None]) -> None:
        """Do something that takes a moment; it can be stopped, and what goes wrong is one line on the screen below."""
        below = self.screen
        waiting = WaitingScreen(self, words, lambda: task.cancel())  # noqa: PLW0108 - there is no task yet

        async def do() -> None:
            done, result = False, None
            try:
                await self.push_screen(waiting)
                result, done = await work, True
            except ClubError as error:
                self._say(below, str(error))
            finally:
                work.close()
                if self.is_running and waiting in self.screen_stack:
                    await self._away(waiting)
            if done:
                then(result)  # type: ignore[arg-type]  # it is one, where it is done

        task = self.go(do())

    async def _away(self, screen: Screen[Any]) -> None:
        """Take a screen away, and what lies above it."""
        while screen in self.screen_stack:
            await self.pop_screen()

    def _say(self, screen: Screen[Any], text: str) -> None:
        if isinstance(screen, SetupScreen | StartScreen | TablesScreen):
            screen.notice = text
        else:
            self.start.notice = text
