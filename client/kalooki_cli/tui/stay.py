"""A person's stay at one seat on screen: the waiting room until the seats are drawn, then the table."""

import asyncio
from collections.abc import Callable

from kalooki.seat import Seat
from kalooki_cli.advice import Advise
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.moment import NOTHING, Ask
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.chat import ChatScreen
from kalooki_cli.tui.screens.room import RoomScreen
from kalooki_cli.tui.screens.score import ScoreScreen
from kalooki_cli.tui.screens.scrolled import ScrolledScreen
from kalooki_cli.tui.screens.table import TableScreen
from kalooki_cli.tui.sitting import Sitting

Leave = Callable[[Ending | None], None]


class Stay:
    """A seat, and the screens that show it."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it needs from outside
        self,
        app: Carrier,
        seat: Seat,
        advise: Advise,
        habits: Habits,
        leave: Leave,
        way: tuple[str, bool] = ("", False),
    ) -> None:
        self._app = app
        self._leaves = leave
        self._left = False
        """Others go through the screens now."""
        self._waits = not habits.ready_at_once
        """There is something to wait for before the game begins."""
        self.sitting = Sitting(seat, app.look, app.glyphs, advise, habits, changed=self._changed, broke=app.broke)
        self.sitting.call = app.call
        self.sitting.desk.chatter.clock = lambda: app.clock()  # noqa: PLW0108 - it is wound up later
        self.sitting.fingers.sort_first(app.settings.sort)
        self.sitting.risen.animates = app.settings.animations
        self.table = TableScreen(self.sitting, app.paint, self._leave)
        self.room = RoomScreen(app, self.sitting, self._leave, way)
        self._listening: asyncio.Task[None] | None = None
        self._dirty = False
        self._moves = habits.plays_again
        """Whoever shows the table knows the way to one that goes on from it."""
        self._shown = NOTHING
        """The pause between two deals for which the score sheet was shown."""
        self._paused = False

    def _leave(self, ending: Ending | None) -> None:
        self._left = True
        self._leaves(ending)

    async def begin(self) -> None:
        """Sit down."""
        await self._app.push_screen(self.table)
        self._listening = self._app.go(self.sitting.listen())

    def dress(self) -> None:
        """Look, and behave, as the settings say now."""
        app = self._app
        self.sitting.restyle(app.look)
        self.sitting.fingers.sort_first(app.settings.sort)
        self.sitting.risen.animates = app.settings.animations
        self.table.repaint(app.paint)
        self.room.canvas.repaint(app.paint)
        self._changed()

    def ticked(self) -> None:
        """Let a time that runs be seen."""
        if self.sitting.seconds_left() is not None:
            self._changed()

    @property
    def _is_lobby(self) -> bool:
        now = self.sitting.desk.now
        return self._waits and now is not None and now.status.phase == "lobby"

    def _changed(self) -> None:
        """Draw, if the table is what is seen."""
        if self._app.is_running and not self._dirty:
            self._dirty = True
            self.table.call_later(self._redraw)

    async def _redraw(self) -> None:
        """However much has come, it is drawn once."""
        self._dirty = False
        if self._left:
            return
        if self.sitting.left is not None:
            self._leave(self.sitting.left)
            return
        if self.sitting.ended is Ending.MOVED and self._moves:
            self._moves = False
            self._leave(Ending.MOVED)
            return
        await self._go_to_where_one_is()
        seen = self._app.screen
        if seen is self.table:
            self.table.draw()
        elif seen is self.room or isinstance(seen, ChatScreen | ScrolledScreen):
            seen.draw()
        self._pause(seen)

    def _pause(self, seen: object) -> None:
        """Between two deals the score sheet is shown, once, until the person goes on or the next deal begins."""
        moment = self.sitting.moment
        if isinstance(seen, ScoreScreen) and self._paused and not seen.asks:
            seen.dismiss(None)
        self._paused = self._paused and moment == self._shown
        if (
            moment.ask is Ask.READY
            and moment.number
            and moment != self._shown
            and seen is self.table
            and not self.table.is_busy
        ):
            self._shown, self._paused = moment, True
            self.table.look_at("score")

    async def _go_to_where_one_is(self) -> None:
        """Into the waiting room, or from there to the table; what lies above is put away when the game begins."""
        app = self._app
        if self._is_lobby and app.screen is self.table:
            await app.push_screen(self.room)
        elif self.room in app.screen_stack and not self._is_lobby and self.sitting.ended is None:
            while app.screen is not self.table and not self._left:
                await app.pop_screen()

    async def end(self) -> None:
        """Listen no more, and end what is on its way."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await self.sitting.stop()
