"""The table on screen with a person at it: keys and clicks go in, what is drawn comes out."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from textual import events
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from kalooki.seat import Seat
from kalooki_cli.board.glyphs import UNICODE, Glyphs
from kalooki_cli.board.ink import text_of
from kalooki_cli.board.screen import Drawn
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.look import Look
from kalooki_cli.tui.app import TableApp
from kalooki_cli.tui.settings import Settings
from kalooki_cli.tui.widgets.rows import Rows
from support.open_table import simple

SYMBOLS = Look(symbols=True, colour="two")

ROUNDS = 8
"""A table in memory has told all that it tells by itself after fewer rounds of the loop."""


class Person:
    """Presses keys and clicks, and looks."""

    def __init__(self, app: TableApp, pilot: Pilot[Ending]) -> None:
        self.app = app
        self._pilot = pilot

    @property
    def drawn(self) -> Drawn:
        """The table as it was drawn last."""
        assert self.app.table.drawn is not None, "there is room for it"
        return self.app.table.drawn

    @property
    def text(self) -> str:
        """What is written on the screen."""
        return self.drawn.text

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other, and wait until each has had its effect."""
        for key in keys:
            await self._give(events.Key(key, character(key)))
            await self.settle()

    async def press_on(self, *keys: str) -> None:
        """Press keys without waiting for what they send."""
        for key in keys:
            await self._give(events.Key(key, character(key)))

    async def write(self, line: str) -> None:
        """Type a line behind the colon."""
        await self.press_on("colon", *("space" if one == " " else one for one in line))
        await self.press("enter")

    @property
    def written(self) -> str:
        """What is written on the screen that is on top, whichever it is."""
        canvas = self.app.screen.query_one(Rows)
        return "\n".join(text_of(row).rstrip() for row in canvas.rows)

    @property
    def page(self) -> str:
        """What is written on a page above the table."""
        assert self.app.screen is not self.app.table, self.text
        return self.written

    async def click(self, column: int, row: int) -> None:
        """Press and let go of the mouse button."""
        await self.drag((column, row), (column, row))

    async def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Take hold at one place and let go at another."""
        await self._mouse(events.MouseDown, start)
        await self._mouse(events.MouseUp, end)
        await self.settle()

    async def _mouse(self, kind: type[events.MouseEvent], at: tuple[int, int]) -> None:
        column, row = at
        await self._give(
            kind(None, column, row, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=column, screen_y=row)
        )

    async def _give(self, event: events.Event) -> None:
        """Let an event come as the driver's do, and wait until the application and its screen are through with it."""
        self.app.post_message(event)
        await through(self.app)
        await through(self.app.screen)

    async def settle(self) -> None:
        """Wait until nothing is on its way and nothing comes by itself."""
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        await self.app.sitting.landed()
        await through(self.app.screen)

    async def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        await self._pilot.resize_terminal(columns, rows)
        await self._pilot.pause()


async def through(pump: MessagePump) -> None:
    """Wait until everything that was given to it before is done."""
    done = asyncio.Event()
    pump.call_later(done.set)
    await done.wait()


def character(key: str) -> str | None:
    named = {
        "space": " ",
        "exclamation_mark": "!",
        "colon": ":",
        "question_mark": "?",
        "asterisk": "*",
        "slash": "/",
        "comma": ",",
        "quotation_mark": '"',
    }
    return named.get(key, key if len(key) == 1 else None)


@asynccontextmanager
async def sitting_down(  # noqa: PLR0913 - each is a whim of one test
    seat: Seat,
    size: tuple[int, int] = (80, 24),
    *,
    look: Look = SYMBOLS,
    glyphs: Glyphs = UNICODE,
    habits: Habits | None = None,
    settings: Settings | None = None,
) -> AsyncIterator[Person]:
    """Sit down at the table on screen."""
    app = TableApp(seat, look, glyphs, simple, habits, settings or Settings(animations=False))
    async with app.run_test(size=size) as pilot:
        person = Person(app, pilot)
        await person.settle()
        yield person
    if app.broken is not None:
        raise app.broken


def lines_with(text: str, words: str) -> Sequence[str]:
    """The lines of a screen that hold these words."""
    return [line for line in text.split("\n") if words in line]
