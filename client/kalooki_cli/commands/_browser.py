"""A person at a browser, as a client of the seat; each page that shows the table is a process at the same seat."""

import asyncio
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from kalooki.seat import Update
from kalooki_cli.club import Opened
from kalooki_cli.commands import _common
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.messages import browser as say
from kalooki_cli.preferences import USUAL, Preferences
from kalooki_cli.web.admission import HOST, Admission

if TYPE_CHECKING:
    from kalooki_cli.commands._club import Club
    from kalooki_cli.web.gateway import Gateway

NEEDED = ("textual_serve", "aiohttp")


def listen(port: int) -> socket.socket:
    """Take a port on loopback, before anything else is begun.

    Raises:
        ClickException: It cannot be had, or what serves a browser is not installed.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise click.ClickException(say.NO_SERVER)
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would share the port with whoever has it
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((HOST, port))
        taken.listen()
    except OSError as error:
        taken.close()
        raise click.ClickException(_why(error, port)) from None
    return taken


def _why(error: OSError, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return say.port_taken(port)
        case errno.EACCES | errno.EPERM:
            return say.port_forbidden(port)
        case _:
            return say.cannot_listen(error.strerror or str(error))


@dataclass(frozen=True, slots=True)
class Pages:
    """How pages are served."""

    listening: socket.socket
    look: Look
    opens: bool
    in_ascii: bool = False
    """Nothing else is to be written."""


class BrowserClient:
    """One person in a browser: at one table and those that follow it, or at the start screen."""

    def __init__(self, club: "Club", opened: Opened | None, pages: Pages) -> None:
        from kalooki_cli.commands._counter import Counter  # it needs what looks for tables, too

        self._club = club
        self._pages = pages
        self._goes_home = opened is None
        self._typed = asyncio.Event()
        self._counter = Counter(club, opened, lambda text: _common.say([text]))
        self.founded = True
        """The table of `play` is one's own, and closes when one leaves it; not when nobody looks at it."""
        self.gave_up = False
        self.last: Update | None = None
        """What happened at the table is seen in the page alone."""

    @property
    def opened(self) -> Opened | None:
        """Where the person sits."""
        return self._counter.sits

    async def run(self) -> Ending | None:
        """Serve pages until the person leaves; None: he wants plain lines.

        Raises:
            ShellError: The node is lost.
        """
        from kalooki_cli.web.gateway import PATIENCE, AwayError

        async with self._serving() as gateway:
            parts = [asyncio.ensure_future(gateway.ended()), asyncio.create_task(self._counter.lost())]
            try:
                await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
                ending = next(part for part in parts if part.done()).result()
            except AwayError:
                _common.say([say.away(round(PATIENCE / 60))])
                self.founded = False
                return Ending.LEFT
            finally:
                for part in parts:
                    part.cancel()
                await asyncio.gather(*parts, return_exceptions=True)
        if ending is None:
            _common.say([say.PLAIN_HERE])
        return ending

    def tell(self, text: str) -> None:
        """Say in the page, and at the terminal, what comes neither from the table nor from the keyboard."""
        self._counter.tell(text)

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator["Gateway"]:
        from kalooki_cli.commands import _attached
        from kalooki_cli.web.gateway import PATIENCE, Gateway
        from kalooki_cli.web.shown import Shown

        club, pages = self._club, self._pages
        admission = Admission(pages.listening.getsockname()[1])
        counter = await self._counter.start()
        command = _attached.command()
        around = _attached.surroundings(
            counter, club.place, pages.look, club.home, goes_home=self._goes_home, in_ascii=pages.in_ascii
        )
        gateway = Gateway(lambda write: Shown(command, around, write), admission, lines=sys.stdin.isatty())
        await gateway.start(pages.listening)
        asking = asyncio.create_task(self._renew(admission))
        try:
            ends = say.ENTER if sys.stdin.isatty() else say.no_keyboard(round(PATIENCE / 60), os.getpid())
            _common.say([say.address(admission.address), ends])
            if pages.opens and not await asyncio.to_thread(webbrowser.open, admission.address):
                _common.say([say.NOT_OPENED])
            yield gateway
        finally:
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking
            await gateway.stop()
            await self._counter.stop()

    async def _renew(self, admission: Admission) -> None:
        """Make a new address whenever Enter is pressed at the terminal, if there is one."""
        if not sys.stdin.isatty():
            return
        loop, keyboard = asyncio.get_running_loop(), sys.stdin.fileno()

        def pressed() -> None:
            if os.read(keyboard, 4096):
                self._typed.set()
            else:
                loop.remove_reader(keyboard)

        loop.add_reader(keyboard, pressed)
        try:
            while await self._typed.wait():
                self._typed.clear()
                admission.renew()
                _common.say([say.new_address(admission.address)])
        finally:
            loop.remove_reader(keyboard)


def look(suits: str | None, color: str | None, kept: Preferences = USUAL) -> Look:
    """What a browser can show, which is everything; unless less is wanted."""
    colour = color or ("off" if os.environ.get("NO_COLOR") else kept.colors)
    return Look(symbols=(suits or kept.suits) != "letters", colour=colour)


def refuse(*, web: bool, plain: bool, exhibition: bool, port: int, opens: bool) -> None:
    """Refuse what does not go together.

    Raises:
        UsageError: An option for a browser without one, or one that a browser has no use for.
    """
    here = {"--port": bool(port), "--open": opens}
    if not web:
        only_with_web(here)
        return
    for option, given in {"--plain": plain, "--exhibition": exhibition}.items():
        if given:
            raise click.UsageError(say.not_with_web(option))


def only_with_web(options: Mapping[str, bool]) -> None:
    """Refuse options, by whether they were given, that mean nothing without a browser.

    Raises:
        UsageError: One of them.
    """
    for option, given in options.items():
        if given:
            raise click.UsageError(say.only_web(option))
