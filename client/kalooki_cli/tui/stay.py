"""A person's stay at one seat on screen, from the first update until he leaves or the table is gone."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from kalooki.seat import Seat
from kalooki_cli.advice import Advise
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.table import TableScreen
from kalooki_cli.tui.sitting import Sitting

Leave = Callable[[Ending | None], None]


class Stay:
    """A seat, and the screens that show it."""

    def __init__(self, app: Carrier, seat: Seat, advise: Advise, habits: Habits, leave: Leave) -> None:
        self._app = app
        self._leave = leave
        self.sitting = Sitting(seat, app.look, app.glyphs, advise, habits, changed=self._changed, broke=app.broke)
        self.table = TableScreen(self.sitting, app.paint, leave)
        self._listening: asyncio.Task[None] | None = None
        self._dirty = False

    async def begin(self) -> None:
        """Sit down."""
        await self._app.push_screen(self.table)
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            await self.sitting.listen()
        except Exception as error:  # noqa: BLE001 - who started the application raises it again
            self._app.broke(error)

    def ticked(self) -> None:
        """Let a time that runs be seen."""
        if self.sitting.seconds_left() is not None:
            self._changed()

    def _changed(self) -> None:
        """Draw, if the table is what is seen."""
        if self._app.is_running and not self._dirty:
            self._dirty = True
            self.table.call_later(self._redraw)

    def _redraw(self) -> None:
        """However much has come, it is drawn once."""
        self._dirty = False
        if self.sitting.left is not None:
            self._leave(self.sitting.left)
        elif self._app.screen is self.table:
            self.table.draw()

    async def end(self) -> None:
        """Listen no more, and end what is on its way."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        await self.sitting.stop()
