"""`kalooki play --web`, or the start screen in a browser, as a process with its nodes; and a page without a browser."""

import asyncio
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from yarl import URL

from support.terminals import environment

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+")
QUICK = ("--pace", "none", "--bots", "1", "--house", "initial_min=0", "--house", "limit=500")
"""Every meld is a first lay, so that somebody goes out soon; and nobody is out of the game after it."""


PLAY = ("play", "--web")
MENU = ("menu", "--web", "--bind", "127.0.0.1", "--interface", "lo")
SECONDS = 60.0


@asynccontextmanager
async def serving(home: Path, *options: str, command: Sequence[str] = PLAY) -> AsyncIterator[tuple[Process, str]]:
    """A table, or the start screen, that is served, and its address."""
    program = (sys.executable, "-m", "kalooki_cli", *command, "--name", "Ann", "--data-dir", str(home), *options)
    process = await asyncio.create_subprocess_exec(*program, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, env=environment())
    assert process.stdout is not None
    try:
        while (found := ADDRESS.search(line := (await process.stdout.readline()).decode())) is None:
            assert line, "it has ended"
        yield process, found[0]
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()


class Talk:
    """What a page says and hears, without a browser around it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket

    async def type(self, keys: str) -> None:
        """Press keys."""
        await self._socket.send_json(["stdin", keys])

    async def shown(self, words: str) -> str:
        """Read what is drawn until these words are."""
        seen = ""
        async with asyncio.timeout(SECONDS):
            while words not in seen:
                message = await self._socket.receive()
                assert message.type is WSMsgType.BINARY, (message, seen[-2000:])
                seen += message.data.decode(errors="replace")
        return seen

    async def reason(self) -> str:
        """Read until it is hung up, and why."""
        async with asyncio.timeout(SECONDS):
            while (message := await self._socket.receive()).type is not WSMsgType.CLOSE:
                assert message.type is WSMsgType.BINARY, message
        return str(message.extra)


class Visit:
    """A browser that was let in."""

    def __init__(self, session: ClientSession, page: URL) -> None:
        self._session = session
        self._page = page

    @asynccontextmanager
    async def page(self, columns: int = 80, rows: int = 24) -> AsyncIterator[Talk]:
        """Load the page, which takes the place of the one before."""
        address = self._page.join(URL("ws")).with_query(width=columns, height=rows)
        async with self._session.ws_connect(address, headers={"Origin": str(self._page.origin())}) as socket:
            yield Talk(socket)


@asynccontextmanager
async def visiting(address: str) -> AsyncIterator[Visit]:
    """Come in by the address that was printed."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:  # cookies of a number, not of a name
        async with session.get(address) as answer:
            assert answer.status == 200
            page = answer.url
        yield Visit(session, page)
