"""The server of one table: one address on loopback, one browser, one page at a time, one process behind it."""

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from kalooki_cli.inbox import Ending
from kalooki_cli.messages import browser as say
from kalooki_cli.web import pages
from kalooki_cli.web.admission import Admission
from kalooki_cli.web.shown import FAILED, Shown

Write = Callable[[bytes], Awaitable[None]]
Show = Callable[[Write], Shown]
"""Makes the process behind a page, not yet started."""

HEARTBEAT = 15.0
CLOSE_SECONDS = 2.0
PATIENCE = 300.0
"""Seconds for which a table waits for a page that shows it, once the last one has gone."""

LONGEST_MESSAGE = 1 << 16
MOST_CELLS = 1000
USUAL = (80, 24)
INTERRUPT = "\x03"
"""Ctrl-C, which copies in a browser; who wants to stop the game does it where it was started."""


class AwayError(Exception):
    """No page has shown the table for too long."""


class Gateway:
    """Serves one table until its person has left it."""

    def __init__(self, show: Show, admission: Admission, *, lines: bool, patience: float = PATIENCE) -> None:
        self._show = show
        self._admission = admission
        self._lines = lines
        """Who wants lines of text can have them, where the server runs."""
        self._patience = patience
        self._page: _Page | None = None
        self._turn = asyncio.Lock()
        self._ended: asyncio.Future[Ending | None] = asyncio.get_running_loop().create_future()
        self._waiting: asyncio.TimerHandle | None = None
        self._runner: web.AppRunner | None = None

    # --- from the outside ---

    async def start(self, listening: socket.socket) -> None:
        """Serve on a socket that listens."""
        app = web.Application()
        app.on_response_prepare.append(self._with_policy)
        app.middlewares.append(self._guard)
        place = self._admission.path
        app.router.add_get("/", self._enter, allow_head=False)
        app.router.add_get(place, self._table, allow_head=False)
        app.router.add_get(f"{place}ws", self._talk, allow_head=False)
        app.router.add_get(f"{place}{{name}}", self._part, allow_head=False)
        self._runner = web.AppRunner(
            app, access_log=None, logger=_nowhere(), handle_signals=False, shutdown_timeout=1.0
        )
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()

    async def ended(self) -> Ending | None:
        """How the person has left the table; None: he wants lines of text.

        Raises:
            AwayError: Nobody has looked for a while.
        """
        return await asyncio.shield(self._ended)

    async def stop(self) -> None:
        """End what is shown, and listen no more."""
        self._stop_waiting()
        await self._take_away("stopped")
        if self._runner is not None:
            await self._runner.cleanup()

    # --- who may ask, and what goes with every answer ---

    async def _with_policy(self, request: web.Request, response: web.StreamResponse) -> None:
        del request
        response.headers.update(pages.policy(self._admission.socket_origin))

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not self._admission.is_here(request.headers.get("Host")):
            return _refused(say.ELSEWHERE, web.HTTPMisdirectedRequest.status_code)
        origin = request.headers.get("Origin")
        if origin is not None and not self._admission.is_own(origin):
            return _refused(say.FOREIGN)
        try:
            return await handler(request)
        except web.HTTPException as error:
            return _refused(say.NOTHING_HERE, error.status)

    def _is_known(self, request: web.Request) -> bool:
        return self._admission.knows(request.cookies.get(self._admission.cookie))

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """The address that was printed: for its token there is a cookie."""
        shown = request.query.get("token")
        if shown is None:
            return _refused(say.NO_ENTRANCE)
        given = self._admission.enter(shown)
        if given is None:
            return _refused(say.USED)
        answer = web.Response(status=303, headers={"Location": self._admission.path})
        answer.set_cookie(self._admission.cookie, given, path=self._admission.path, httponly=True, samesite="Strict")
        return answer

    async def _table(self, request: web.Request) -> web.StreamResponse:
        if not self._is_known(request):
            return _refused(say.NO_ENTRANCE)
        address = f"{self._admission.socket_origin}{self._admission.path}ws"
        return web.Response(text=pages.table(address), content_type="text/html")

    async def _part(self, request: web.Request) -> web.StreamResponse:
        if not self._is_known(request):
            return _refused(say.NO_ENTRANCE)
        found = pages.parts().get(request.match_info["name"])
        if found is None:
            return _refused(say.NOTHING_HERE, 404)
        content, kind = found
        return web.Response(body=content, content_type=kind)

    # --- the page ---

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        """A page shows the table, until it or the table goes."""
        if not self._is_known(request):
            return _refused(say.NO_ENTRANCE)
        if not self._admission.is_own(request.headers.get("Origin")):
            return _refused(say.FOREIGN)
        talk = web.WebSocketResponse(timeout=CLOSE_SECONDS, heartbeat=HEARTBEAT, max_msg_size=LONGEST_MESSAGE)
        if not talk.can_prepare(request):
            return _refused(say.NOTHING_HERE, 400)
        await talk.prepare(request)
        columns, rows = _size(request.query.get("width"), request.query.get("height")) or USUAL
        page = _Page(talk, self._show, request.transport)
        async with self._turn:
            await self._take_away("taken")
            self._stop_waiting()
            self._page = page
            try:
                await page.process.start(columns, rows)
            except OSError:  # as many processes as there may be
                await page.end(FAILED)
                return talk
        watching = asyncio.create_task(self._watch(page))
        try:
            await page.listen()
        finally:
            await page.end("")
            await watching
            if self._page is page:
                self._page = None
                self._wait()
        return talk

    async def _watch(self, page: "_Page") -> None:
        """See how the process of a page ends, unless the page went first."""
        ended = await page.process.ended()
        if page.is_over:
            return
        if ended == FAILED or (ended is None and not self._lines):
            await page.end(FAILED)
            return
        assert not isinstance(ended, str), "it has not failed"
        await page.end("plain" if ended is None else "over")
        if not self._ended.done():
            self._ended.set_result(ended)

    async def _take_away(self, why: str) -> None:
        page, self._page = self._page, None
        if page is not None:
            await page.end(why)

    def _wait(self) -> None:
        self._stop_waiting()
        self._waiting = asyncio.get_running_loop().call_later(self._patience, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if not self._ended.done():
            self._ended.set_exception(AwayError())


class _Page:
    """A page that is connected, and its process."""

    def __init__(self, talk: web.WebSocketResponse, show: Show, carrier: asyncio.Transport | None) -> None:
        self._talk = talk
        self._carrier = carrier
        self.process = show(self._write)
        self.is_over = False

    async def listen(self) -> None:
        """Hand on what the page says, until it says no more."""
        async for message in self._talk:
            if message.type is WSMsgType.TEXT:
                await self._obey(message.data)

    async def end(self, why: str) -> None:
        """Hang up, and end the process."""
        if self.is_over:
            return
        self.is_over = True
        with suppress(ConnectionError, asyncio.TimeoutError):
            async with asyncio.timeout(2 * CLOSE_SECONDS):
                await self._talk.close(code=WSCloseCode.GOING_AWAY, message=why.encode())
        if self._carrier is not None:
            self._carrier.abort()  # who does not read would never take what is still to be sent, and all would wait
        await self.process.end()

    async def _obey(self, text: str) -> None:
        """One thing that a page says; what makes no sense is not heard."""
        match _parsed(text):
            case ["stdin", str(typed)] if keys := typed.replace(INTERRUPT, ""):  # an empty packet would never end
                await self.process.send_bytes(keys.encode(errors="replace"))
            case ["resize", {"width": columns, "height": rows}] if size := _size(columns, rows):
                await self.process.set_terminal_size(*size)
            case ["ping", str(when)]:
                await self._talk.send_json(["pong", when])
            case ["blur"]:
                await self.process.blur()
            case ["focus"]:
                await self.process.focus()
            case _:
                pass

    async def _write(self, data: bytes) -> None:
        with suppress(ConnectionError):
            await self._talk.send_bytes(data)


def _nowhere() -> logging.Logger:
    """For what aiohttp says of requests that make no sense: tracebacks, and anybody on this computer can send one."""
    logger = logging.getLogger("kalooki.web")
    logger.disabled = True
    return logger


def _parsed(text: str) -> Any:  # noqa: ANN401 - whatever it is
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _size(columns: object, rows: object) -> tuple[int, int] | None:
    """Columns and rows that a window can have."""
    with suppress(ValueError, TypeError):
        size = int(str(columns)), int(str(rows))
        if all(0 < one <= MOST_CELLS for one in size):
            return size
    return None


def _refused(sentence: str, status: int = 403) -> web.Response:
    return web.Response(text=pages.refusal(sentence), status=status, content_type="text/html")
