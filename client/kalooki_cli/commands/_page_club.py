"""The club as the process behind a page has it: it looks for tables by itself, and has them opened elsewhere."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self

from kalooki.shell.errors import ShellError
from kalooki.shell.seats import RemoteSeat
from kalooki_cli.club import ClubError, Opened, Wish
from kalooki_cli.commands import _asked, _common
from kalooki_cli.commands._seeking import Place, Seeking
from kalooki_cli.web.admission import HOST


class PageClub(Seeking):
    """Asks at the counter."""

    def __init__(self, place: Place, port: int, token: str) -> None:
        super().__init__(place)
        self._port = port
        self._token = token
        self._seat: RemoteSeat | None = None

    async def __aenter__(self) -> Self:
        await self.note_last()
        return self

    async def __aexit__(self, *_how: object) -> None:
        await self._get_up()

    async def sits(self) -> Opened | None:
        """Where one sits already: the page before has opened it, or who serves the page."""
        told = await self._ask("sits")
        return None if told["sat"] is None else await self._seated(told["sat"])

    async def open(self, wish: Wish) -> Opened:
        """Have a table opened.

        Raises:
            ClubError: It cannot be.
        """
        told = await self._ask("open", wish=_asked.wish_told(wish))
        if "problem" in told:
            raise ClubError(told["problem"])
        return await self._seated(told["sat"])

    async def close(self) -> Sequence[str]:
        """Have it closed, and say where its record lies."""
        await self._get_up()
        told = await self._ask("close")
        await self.note_last()
        return list(map(str, told["lines"]))

    async def notices(self) -> AsyncIterator[str]:
        """What the nodes report; also what they reported before the page was loaded."""
        async with self._asking("notices") as answers:
            while said := await answers.readline():
                yield str(_asked.read(said)["notice"])

    async def _seated(self, told: Mapping[str, Any]) -> Opened:
        await self._get_up()
        sat = _asked.sat_heard(told)
        self._seat = RemoteSeat(sat.door[0], bytes.fromhex(sat.door[1]))
        return Opened(self._seat, sat.habits, _common.adviser(), sat.wish, sat.code, sat.address, near=sat.near)

    async def _get_up(self) -> None:
        seat, self._seat = self._seat, None
        if seat is not None:
            await seat.aclose()

    async def _ask(self, what: str, **more: object) -> dict[str, Any]:
        async with self._asking(what, **more) as answers:
            said = await answers.readline()
        if not said:
            raise ShellError("node_gone", reason=what)
        return _asked.read(said)

    @asynccontextmanager
    async def _asking(self, what: str, **more: object) -> AsyncIterator[asyncio.StreamReader]:
        """Ask something; hanging up stops what was asked for."""
        try:
            reader, writer = await asyncio.open_connection(HOST, self._port, limit=_asked.MOST_BYTES)
        except OSError as error:
            raise ShellError("node_gone", reason=error.strerror or what) from error
        try:
            writer.write(_asked.line({"token": self._token, "ask": what, **more}))
            yield reader
        finally:
            writer.close()
