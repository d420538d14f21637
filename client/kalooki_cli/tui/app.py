"""The application: one person at one seat, from the first update until he leaves or the table is gone."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager

from textual.app import App

from kalooki.seat import Seat
from kalooki_cli.advice import Advise
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.look import Look
from kalooki_cli.tui.screens.table import TableScreen
from kalooki_cli.tui.settings import Settings
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.tui.start import is_gone
from kalooki_cli.tui.theme import Paint

TICK = 0.5
"""Seconds between two looks at a time that runs out."""


@contextmanager
def _asked_already(name: str) -> Iterator[None]:
    """Hide a wish from Textual, which would turn colours into greys; `Look` has heard it, and its theme has none."""
    wish = os.environ.pop(name, None)
    try:
        yield
    finally:
        if wish is not None:
            os.environ[name] = wish


class TableApp(App[Ending], inherit_bindings=False):
    """Runs until an `Ending`; None: the person wants to go on with plain lines."""

    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False
    AUTO_FOCUS = None
    CSS = "Screen { background: transparent; }"

    def __init__(  # noqa: PLR0913, PLR0917 - what it needs from outside
        self,
        seat: Seat,
        look: Look,
        glyphs: Glyphs,
        advise: Advise,
        habits: Habits | None = None,
        settings: Settings | None = None,
    ) -> None:
        with _asked_already("NO_COLOR"):
            super().__init__()
        self.settings = settings or Settings()
        self.sitting = Sitting(seat, look, glyphs, advise, habits or Habits(), changed=self._changed, broke=self._broke)
        self.paint = Paint(self.settings.theme, four=self.settings.four_colours)
        self.table = TableScreen(self.sitting, self.paint)
        self.interrupted = False
        """Ctrl-C was pressed."""
        self.broken: Exception | None = None
        """What ended it, if it was no person."""
        self._listening: asyncio.Task[None] | None = None
        self._dirty = False

    async def on_mount(self) -> None:
        """Sit down."""
        asyncio.get_running_loop().set_task_factory(
            None
        )  # Textual would have tasks begin at once, also those of a node
        await self.push_screen(self.table)
        self._listening = asyncio.create_task(self._listen())
        self.set_interval(TICK, self._tick)

    async def _listen(self) -> None:
        try:
            await self.sitting.listen()
        except Exception as error:  # noqa: BLE001 - `play` raises it again
            self._broke(error)

    def _broke(self, error: Exception) -> None:
        """End, since something failed."""
        self.broken = self.broken or error
        self.exit(None)

    def _handle_exception(self, error: Exception) -> None:
        """A failure is told by the command, when the terminal is whole again; never here, where hands are in sight."""
        self._broke(error)
        super()._close_messages_no_wait()

    def _tick(self) -> None:
        if not self.is_headless and is_gone():
            self.interrupted = True
            self.exit(None)
        if self.sitting.seconds_left() is not None:
            self._changed()

    def _changed(self) -> None:
        """Draw, if the table is what is seen."""
        if self.is_running and not self._dirty:
            self._dirty = True
            self.table.call_later(self._redraw)

    def _redraw(self) -> None:
        """However much has come, it is drawn once."""
        self._dirty = False
        if self.sitting.left is not None:
            self.exit(self.sitting.left)
        elif self.screen is self.table:
            self.table.draw()

    async def play(self, **how: object) -> Ending | None:
        """Run; None: go on with plain lines.

        Raises:
            Exception: Whatever ended it that was no person.
        """
        try:
            ending = await self.run_async(**how)  # type: ignore[arg-type]
        finally:
            if self._listening is not None:
                self._listening.cancel()
            await self.sitting.stop()
        if self.broken is not None:
            raise self.broken
        return ending
