"""What stands behind the lobby on screen: it finds tables, starts the nodes of one, and ends them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from kalooki.shell.errors import ShellError
from kalooki.shell.launch import Launched, launch
from kalooki_cli.club import Opened, Wish
from kalooki_cli.commands import _common, _network
from kalooki_cli.commands._seeking import Place, Seeking, as_sentence
from kalooki_cli.commands._wishes import options_of, wish_of
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.messages import lobby, network, prompts, table
from kalooki_cli.terminal import Terminal

if TYPE_CHECKING:
    from kalooki_cli.commands._browser import Pages


class Club(Seeking):
    """The tables of this network, and the one at which one sits."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._stack = AsyncExitStack()
        self._launched: Launched | None = None
        self._adopted: Launched | None = None
        self.opened: Opened | None = None
        """The seat at it."""
        self.recorded: list[str] = []
        """Where the record of the last game lies."""

    async def __aenter__(self) -> Self:
        await self.note_last()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        del kind, value, trace
        await self._stack.aclose()

    def adopt(self, launched: Launched, habits: Habits) -> Opened:
        """Take a node over that was started elsewhere, where what it reports is told, too."""
        self._launched = self._adopted = launched
        near = _network.is_near(launched.address)
        habits, wish = replace(habits, plays_again=True), wish_of(launched)
        advise, code = _common.adviser(), launched.join_code
        self.opened = Opened(launched.seat, habits, advise, wish, code, launched.address, near=near)
        return self.opened

    @property
    def launched(self) -> Launched | None:
        """The nodes of the table at which one sits."""
        return self._launched

    # --- opening ---

    async def open(self, wish: Wish) -> Opened:
        """Start the own node, and those of the bots.

        Raises:
            ClubError: One of them cannot start.
        """
        try:
            own, bots, habits = await asyncio.to_thread(options_of, wish, self.place, self.home)
            launched = await self._stack.enter_async_context(launch(own, bots))
        except ShellError as error:
            raise as_sentence(error) from error
        self._launched = launched
        near = _network.is_near(launched.address)
        advise, code = _common.adviser(), launched.join_code
        self.opened = Opened(launched.seat, habits, advise, wish, code, launched.address, near=near)
        return self.opened

    async def close(self) -> Sequence[str]:
        """End the nodes, and say where the record lies."""
        launched, self._launched, self.opened = self._launched, None, None
        if launched is not None:
            self.recorded = prompts.transcript(str(await launched.finish()))
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()
        await self.note_last()
        return self.recorded

    def left_open(self) -> list[str]:
        """Where the record of the table lies at which one sits, and how one comes back to it."""
        if self._launched is None:
            return self.recorded
        return [*prompts.transcript(str(self._launched.transcript)), *prompts.go_on(self.place.data_dir)]

    async def notices(self) -> AsyncIterator[str]:
        """What the nodes report."""
        launched = self._launched
        if launched is None or launched is self._adopted:
            return
        async for notice in launched.notices():
            if notice.code == "discovery_blocked":
                yield network.blocked(notice.detail, launched.join_code, launched.address)
            else:
                yield table.notice(notice.code, notice.detail)


async def spend(club: Club, console: Terminal, pages: "Pages | None" = None) -> int:
    """Spend an evening at the start screen and the tables to which it leads; who wants plain lines gets them.

    Args:
        club: What opens tables.
        console: Where the person sits.
        pages: He looks at it in a browser, and how that is served.
    """
    try:
        ending, opened = await (_on_screen(club, console) if pages is None else _in_browser(club, pages))
    except asyncio.CancelledError:
        _common.say(club.left_open())
        raise
    if ending is not None:
        _common.say(club.recorded if club.launched is None else club.left_open())
        return 0
    if opened is None:
        _common.say([lobby.no_screen()])
        return 0
    from kalooki_cli.commands import _onward

    await _onward.in_lines(club, opened, console)
    _common.say(await club.close())
    return 0


async def _on_screen(club: Club, console: Terminal) -> tuple[Ending | None, Opened | None]:
    from kalooki_cli.tui.client import glyphs_here  # Textual costs a quarter of a second
    from kalooki_cli.tui.evening import EveningApp
    from kalooki_cli.tui.settings import settings_for

    app = EveningApp(club, console.look, glyphs_here(), settings_for(console.taste), console.taste)
    return await app.play(), app.opened


async def _in_browser(club: Club, pages: "Pages") -> tuple[Ending | None, Opened | None]:
    from kalooki_cli.commands._browser import BrowserClient  # aiohttp costs as much as all the rest

    client = BrowserClient(club, None, pages)
    return await client.run(), client.opened
