"""Where the processes behind pages ask for a table: its nodes are this process's, so that they outlive a page.

It listens on loopback, for whoever shows what only our own processes know.
"""

import asyncio
import hmac
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Any, Never

from kalooki.shell.bell import Bell
from kalooki.shell.errors import ShellError
from kalooki_cli.club import ClubError, Opened
from kalooki_cli.commands import _asked
from kalooki_cli.commands._asked import Sat
from kalooki_cli.commands._club import Club
from kalooki_cli.web.admission import HOST

MOST_NOTICES = 50
"""So many a page is told that comes later."""


class Counter:
    """Opens and closes the tables of one club, for one page at a time."""

    def __init__(self, club: Club, sits: Opened | None, say: Callable[[str], None]) -> None:
        self._club = club
        self.sits = sits
        """Where one sits now."""
        self._say = say
        self._token = secrets.token_hex(32)
        self._server: asyncio.Server | None = None
        self._turn = asyncio.Lock()
        self._notices: deque[str] = deque(maxlen=MOST_NOTICES)
        self._told = 0
        """How many there were, all in all."""
        self._bell = Bell()
        self._lost: asyncio.Future[ShellError] = asyncio.get_running_loop().create_future()
        self._beside: list[asyncio.Task[None]] = []
        """What goes on at the open table."""
        self._answering: set[asyncio.Task[None]] = set()

    # --- from the outside ---

    async def start(self) -> tuple[str, str]:
        """Listen; the port comes back, and what is to be shown there."""
        self._server = await asyncio.start_server(self._take, HOST, 0, limit=_asked.MOST_BYTES)
        if self.sits is not None:
            self._attend()
        return str(self._server.sockets[0].getsockname()[1]), self._token

    async def stop(self) -> None:
        """Answer nobody any more; tables stay open."""
        if self._server is not None:
            self._server.close()
        await _end([*self._answering, *self._beside])
        self._lost.cancel()

    async def lost(self) -> Never:
        """Wait until the node of the open table cannot be heard any more.

        Raises:
            ShellError: It cannot.
        """
        raise await asyncio.shield(self._lost)

    def tell(self, text: str) -> None:
        """Tell something to whoever looks, here and on the page."""
        if text:
            self._say(text)
            self._notices.append(text)
            self._told += 1
            self._bell.ring()

    # --- what is asked ---

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one question; who hangs up meanwhile wants no answer."""
        try:
            asked = await self._question(reader)
            if asked is not None:
                work = asyncio.create_task(self._answer(asked, writer))
                self._answering.add(work)
                work.add_done_callback(self._answering.discard)
                gone = asyncio.create_task(reader.read(1))
                await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
                await _end([gone, work])
        finally:
            writer.close()

    async def _question(self, reader: asyncio.StreamReader) -> Mapping[str, Any] | None:
        with suppress(ValueError, ConnectionError):
            asked = _asked.read(await reader.readline())
            if hmac.compare_digest(str(asked.get("token")).encode(), self._token.encode()):
                return asked
        return None

    async def _answer(self, asked: Mapping[str, Any], writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            async for told in self._answers(asked):
                writer.write(_asked.line(told))
                await writer.drain()

    async def _answers(self, asked: Mapping[str, Any]) -> AsyncIterator[Mapping[str, object]]:
        match asked["ask"]:
            case "sits":
                async with self._turn:
                    yield {"sat": None if self.sits is None else _asked.sat_told(self._sat(self.sits))}
            case "open":
                async with self._turn:
                    yield await self._open(asked)
            case "close":
                async with self._turn:
                    closing = asyncio.ensure_future(self._close())
                    try:
                        yield {"lines": await asyncio.shield(closing)}
                    except asyncio.CancelledError:
                        await closing  # whoever asked has gone, and the nodes are to go all the same
                        raise
            case _:
                async for text in self._reported():
                    yield {"notice": text}

    async def _reported(self) -> AsyncIterator[str]:
        """Everything that has been told of the open table, and what comes."""
        heard = 0
        while True:
            await self._bell.wait_until(lambda: self._told > heard)  # noqa: B023 - it is asked now
            fresh = list(self._notices)[-(self._told - heard) :]
            heard = self._told
            for text in fresh:
                yield text

    async def _open(self, asked: Mapping[str, Any]) -> Mapping[str, object]:
        try:
            self.sits = await self._club.open(_asked.wish_heard(asked["wish"]))
        except ClubError as error:
            return {"problem": str(error)}
        self._notices.clear()
        self._attend()
        return {"sat": _asked.sat_told(self._sat(self.sits))}

    async def _close(self) -> list[str]:
        await _end(self._beside)
        self._beside, self.sits = [], None
        return list(await self._club.close())

    def _sat(self, opened: Opened) -> Sat:
        launched = self._club.launched
        assert launched is not None, "one sits there"
        return Sat(launched.door, opened.habits, opened.wish, opened.code, opened.address, opened.near)

    # --- the open table ---

    def _attend(self) -> None:
        """Hear its node, and what it reports."""
        self._beside = [asyncio.create_task(self._hear()), asyncio.create_task(self._report())]

    async def _hear(self) -> None:
        """Hear the node; that the table has closed the page says itself."""
        launched = self._club.launched
        assert launched is not None, "one sits there"
        try:
            async for _update in launched.watcher.updates():
                pass
        except ShellError as error:
            if not self._lost.done():
                self._lost.set_result(error)

    async def _report(self) -> None:
        async for text in self._club.notices():
            self.tell(text)


async def _end(tasks: list[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
