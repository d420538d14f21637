"""The application under every screen: however it ends, the terminal is whole again, and who started it hears why."""

import asyncio
import os
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager

from textual.app import App

from kalooki_cli import calling, hours
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.taste import Taste
from kalooki_cli.tui.settings import Settings, settings_for
from kalooki_cli.tui.start import is_gone
from kalooki_cli.tui.theme import Paint
from kalooki_cli.tui.widgets.rows import Rows

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


class Carrier(App[Ending], inherit_bindings=False):
    """Shows screens until an `Ending`; None: the person wants to go on with plain lines."""

    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False
    AUTO_FOCUS = None
    CSS = "Screen { background: transparent; }"

    def __init__(
        self, look: Look, glyphs: Glyphs, settings: Settings | None = None, taste: Taste | None = None
    ) -> None:
        with _asked_already("NO_COLOR"):
            super().__init__()
        self.look = look
        self.glyphs = glyphs
        self.taste = taste or Taste()
        self.settings = settings or Settings()
        self.paint = Paint(self.settings.theme, four=self.settings.four_colours)
        self.clock = hours.untold
        """Tells the time of day that stands before what people say."""
        self.interrupted = False
        """Ctrl-C was pressed."""
        self.broken: Exception | None = None
        """What ended it, if it was no person."""
        self._going: set[asyncio.Task[None]] = set()

    async def on_mount(self) -> None:
        """Show the first screen."""
        asyncio.get_running_loop().set_task_factory(
            None
        )  # Textual would have tasks begin at once, also those of a node
        await self.begin()
        self.set_interval(TICK, self._tick)

    def go(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Do something beside the screens, until it is done or the application ends."""
        task = asyncio.create_task(self._guarded(work))
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        return task

    async def _guarded(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - `play` raises it again
            self.broke(error)

    @property
    def busy(self) -> int:
        """How many things go on beside the screens."""
        return len(self._going)

    async def begin(self) -> None:
        """Push the first screen."""

    async def finish(self) -> None:
        """End what goes on beside the screens."""

    def ticked(self) -> None:
        """A moment has passed."""

    def choose(self, name: str, value: str) -> str:
        """Let a setting be so from now on; a sentence where that cannot be kept."""
        problem = self.taste.change(name, value)
        self.look = self.taste.look()
        self.dress(settings_for(self.taste))
        return problem

    def call(self) -> None:
        """Call the person who looks elsewhere, if he wants to be called."""
        signal = calling.signal(self.taste.kept, self.taste.environment)
        if signal and self._driver is not None:
            self._driver.write(signal)
        if self.taste.kept.notify == "desktop":
            self.go(calling.notify(self.taste.kept, self.taste.environment))

    def dressed(self) -> None:
        """Everything looks, or behaves, otherwise now."""

    def dress(self, settings: Settings) -> None:
        """Show everything as these settings say."""
        self.settings = settings
        self.paint = Paint(settings.theme, four=settings.four_colours)
        for screen in self.screen_stack:
            for canvas in screen.query(Rows):
                canvas.repaint(self.paint)
        self.dressed()

    def interrupt(self) -> None:
        """End as a program does that is interrupted."""
        self.interrupted = True
        self.exit(Ending.LEFT)

    def broke(self, error: Exception) -> None:
        """End, since something failed."""
        self.broken = self.broken or error
        self.exit(None)

    def _handle_exception(self, error: Exception) -> None:
        """A failure is told by the command, when the terminal is whole again; never here, where hands are in sight."""
        self.broke(error)
        super()._close_messages_no_wait()

    def _tick(self) -> None:
        if not self.is_headless and is_gone():
            self.interrupt()
        self.ticked()

    async def end_all(self) -> None:
        """End what goes on beside the screens, once they are gone."""
        for one in tuple(self._going):
            one.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
        await self.finish()

    async def play(self, **how: object) -> Ending | None:
        """Run; None: go on with plain lines.

        Raises:
            Exception: Whatever ended it that was no person.
            CancelledError: Ctrl-C was pressed, or the program was told to end.
        """
        task = asyncio.current_task()
        self.clock = hours.now
        try:
            ending = await self.run_async(**how)  # type: ignore[arg-type]
        finally:
            await self.end_all()
        if self.broken is not None:
            raise self.broken
        if self.interrupted or (task is not None and task.cancelling() > 0):  # Textual swallows a cancellation
            raise asyncio.CancelledError
        return ending
