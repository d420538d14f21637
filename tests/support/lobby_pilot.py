"""Somebody at the start screen: keys and clicks go in, what is drawn comes out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual import events
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from kalooki_cli.board.glyphs import UNICODE, Glyphs
from kalooki_cli.board.ink import Row, text_of
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.tui.evening import EveningApp
from kalooki_cli.tui.settings import Settings
from kalooki_cli.tui.widgets.rows import Rows
from support.lobby_table import FakeClub
from support.pilot import SYMBOLS, character

SIZES = [(80, 24), (100, 30), (120, 40)]
ROUNDS = 6
"""Nothing comes any more where nothing has changed for so many rounds of the loop."""


class Visitor:
    """Presses keys and clicks, and looks."""

    def __init__(self, app: EveningApp, pilot: Pilot[Ending]) -> None:
        self.app = app
        self._pilot = pilot

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is drawn on the screen that is on top."""
        return self.app.screen.query_one(Rows).rows

    @property
    def text(self) -> str:
        """What is written there."""
        return "\n".join(text_of(row).rstrip() for row in self.rows)

    @property
    def said(self) -> str:
        """What the lines above the keys say."""
        return " ".join(" ".join(text_of(row).split()) for row in self.rows[-3:-1]).strip()

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            await self._give(events.Key(key, character(key)))
            await self.settle()

    async def write(self, text: str) -> None:
        """Type characters."""
        for one in text:
            await self._give(events.Key("space" if one == " " else one, one))
        await self.settle()

    async def paste(self, text: str) -> None:
        """Paste a text."""
        await self._give(events.Paste(text))
        await self.settle()

    async def click(self, words: str, *, last: bool = False) -> None:
        """Click on what is written somewhere; on its first character, or its last."""
        lines = [text_of(row) for row in self.rows]
        row = next((at for at, line in reversed(list(enumerate(lines))) if words in line), None)
        assert row is not None, f"{words!r} is not on the screen:\n{self.text}"
        column = lines[row].index(words) + (len(words) - 1 if last else 0)
        await self.click_at(column, row)

    async def click_at(self, column: int, row: int) -> None:
        """Press and let go of the mouse button."""
        for kind in (events.MouseDown, events.MouseUp):
            await self._give(
                kind(None, column, row, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=column, screen_y=row)
            )
        await self.settle()

    async def scroll(self, *, down: bool) -> None:
        """Turn the wheel."""
        kind = events.MouseScrollDown if down else events.MouseScrollUp
        await self._give(kind(None, 5, 5, 0, 0, 0, shift=False, meta=False, ctrl=False, screen_x=5, screen_y=5))
        await self.settle()

    @property
    def has_left(self) -> bool:
        """Whether the application ends, or has ended."""
        return self.app._exit or not self.app.is_running  # noqa: SLF001 - nothing else says so before it has

    async def _give(self, event: events.Event) -> None:
        screen = self.app.screen
        self.app.post_message(event)
        await self._through(self.app)
        await self._through(screen)

    async def _through(self, pump: MessagePump) -> None:
        """Wait until everything that was given to it is done, unless it ends."""
        done = asyncio.Event()
        pump.call_later(done.set)
        while not (done.is_set() or self.has_left or not pump.is_running):  # noqa: ASYNC110 - who ends sets no event
            await asyncio.sleep(0)

    async def settle(self) -> None:
        """Wait until nothing is on its way."""
        quiet, before = 0, tuple[object, ...]()
        while quiet < ROUNDS and not self.has_left:
            await self._through(self.app)
            await self._through(self.app.screen)
            if self.app.stay is not None:
                await self.app.stay.sitting.landed()
            canvases = self.app.screen.query(Rows)
            now = (self.app.screen, self.app.busy, tuple(each.rows for each in canvases))
            quiet = quiet + 1 if now == before else 0
            before = now

    async def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        await self._pilot.resize_terminal(columns, rows)
        await self._pilot.pause()


@asynccontextmanager
async def coming_in(
    club: FakeClub,
    size: tuple[int, int] = (80, 24),
    *,
    look: Look = SYMBOLS,
    glyphs: Glyphs = UNICODE,
    settings: Settings | None = None,
) -> AsyncIterator[Visitor]:
    """Open the start screen."""
    app = EveningApp(club, look, glyphs, settings)
    async with app.run_test(size=size) as pilot:
        visitor = Visitor(app, pilot)
        await visitor.settle()
        yield visitor
    await app.end_all()
    if app.broken is not None:
        raise app.broken


async def in_room(one: Visitor) -> None:
    """Found a table."""
    await one.press("t", "B")
    assert "How others come in" in one.text
