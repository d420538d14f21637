"""What several commands share; imported only by a command that runs."""

import asyncio
import getpass
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

import click

from kalooki.advice import Advice
from kalooki.bots import bot_named, names
from kalooki.lookalike import skeleton
from kalooki.rules.view import SeatView
from kalooki.seat import Seat, Update
from kalooki.shell.channels import split_address
from kalooki.shell.choosers import HINTS
from kalooki.shell.datadir import default_data_dir, read_private
from kalooki.shell.errors import ShellError
from kalooki.shell.joincode import LONGEST, parse
from kalooki.shell.launch import Join, Launched
from kalooki_cli import hours, leaving
from kalooki_cli.commands._settings import Kept
from kalooki_cli.desk import Desk
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.look import Look
from kalooki_cli.messages import network, prompts, table
from kalooki_cli.messages.errors import reason, sentence
from kalooki_cli.messages.failures import FAILURES
from kalooki_cli.plain import PlainClient
from kalooki_cli.render import Order
from kalooki_cli.taste import Taste, Wishes, columns
from kalooki_cli.terminal import Terminal
from kalooki_cli.text import NAME_BYTES, fitted, inert, own_name, whole
from kalooki_cli.tui import start

if TYPE_CHECKING:
    from kalooki_cli.commands._browser import BrowserClient, Pages
    from kalooki_cli.commands._club import Club
    from kalooki_cli.tui.client import EveningClient

BOT_NAMES = ("Bea", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida")
TRIES = 5
"""How often a code is asked for that was mistyped."""

SYSTEM = SystemRandom()


def player_name(wanted: str | None) -> str:
    """Choose the name that one plays under: the one that was asked for, else the login name.

    Raises:
        UsageError: Nothing of it can be seen.
    """
    if wanted is None:
        with suppress(OSError, KeyError, ImportError, ValueError):
            return own_name(getpass.getuser())
        return "Player"
    try:
        name = own_name(wanted)
    except ValueError as error:
        raise click.UsageError(_("This name cannot be used: {reason}.").format(reason=error)) from error
    if len(" ".join(wanted.split()).encode(errors="replace")) > NAME_BYTES:
        text = _("This name cannot be used: it is longer than {most} bytes.")
        raise click.UsageError(text.format(most=NAME_BYTES))
    return name


def needs_terminal(command: str) -> None:
    """Refuse to take a seat for somebody who cannot type.

    Raises:
        UsageError: Standard input is no terminal.
    """
    if not sys.stdin.isatty():
        text = _("kalooki {command} needs a terminal to play at; kalooki bot plays without one.")
        raise click.UsageError(text.format(command=command))


def bot_names(count: int, taken: str) -> list[str]:
    """Name bots so that none looks like the person."""
    free = [name for name in BOT_NAMES if skeleton(name) != skeleton(taken)]
    return free[:count]


def bot_key(key: str) -> str:
    """Check the key of a bot.

    Raises:
        UsageError: There is no such bot.
    """
    if bot_named(key) is None:
        text = _("There is no bot {bot}, but: {known}.")
        raise click.UsageError(text.format(bot=inert(key, 40), known=", ".join(names())))
    return key


def adviser(key: str = HINTS) -> Callable[[SeatView], Advice]:
    """Let a bot give the hints."""
    bot = bot_named(key)
    assert bot is not None, "a bot of ours"
    assert bot.advise is not None, "one that gives reasons"
    advise = bot.advise
    return lambda view: advise(view, SYSTEM)


def way_in(code: str | None, address: str, source: str | None = None, *, no_code: bool = False) -> Join:
    """Read how to come to a table; a code that was not typed comes from a file, or is asked for.

    Args:
        code: The first argument: a code, or else an address.
        address: The second.
        source: A private file that holds the code.
        no_code: The table is open.

    Raises:
        UsageError: There is no code and nobody to ask, or it is none.
    """
    if code and ":" in code and not address:
        code, address = "", code
    if no_code:
        if code or source or not address:
            text = _("An open table is reached by its address: {kalooki} {command} --open HOST:PORT.")
            running = click.get_current_context(silent=True)
            command = "join" if running is None else running.info_name
            raise click.UsageError(text.format(kalooki=program(), command=command))
        return Join("", address)
    if not code:
        code = _code_asked_for() if source is None else code_in(source)
    try:
        _check_code(code)
    except ShellError as error:
        raise click.UsageError(shell_sentence(error)) from error
    return Join(code, address)


def _check_code(code: str) -> None:
    """See that it is one.

    Raises:
        ShellError: `bad_code`; `bad_address`, where it looks like an address without its port.
    """
    if "." in code:
        split_address(code)
    parse(code)


def _code_asked_for() -> str:
    if sys.stdin.isatty():
        return _code_typed()
    code = sys.stdin.readline(LONGEST).strip()
    if not code:
        raise click.UsageError(
            _("A join code is needed: it is asked for at a terminal, else read from standard input or --code-file.")
        )
    return code


def _code_typed() -> str:
    """Ask for a code until it is one, a few times.

    Raises:
        ClickException: It never was.
    """
    for _try in range(TRIES):
        code = str(click.prompt(_("Join code"), type=str)).strip()
        try:
            _check_code(code)
        except ShellError as error:
            say([shell_sentence(error)])
        else:
            return code
    raise click.ClickException(_("None of these was a join code; ask the founder of the table, who sees it with v."))


def code_in(source: str) -> str:
    """Read a code where others could not read it.

    Raises:
        UsageError: They could, or there is none.
    """
    shown = inert(source, 80)
    try:
        content = read_private(Path(source))
    except ShellError as error:
        if error.code == "file_open":
            raise click.UsageError(shell_sentence(error)) from error
        text = _("{path} cannot be read: {reason}.")
        raise click.UsageError(text.format(path=shown, reason=inert(reason(error.detail["reason"]), 80))) from error
    if content is None:
        raise click.UsageError(_("There is no file {path}.").format(path=shown))
    return content[:LONGEST].decode("ascii", "replace").strip()


def home(data_dir: str | None) -> Path:
    """Where keys and records are kept."""
    return (Path(data_dir) if data_dir else default_data_dir()).absolute()


def run(work: Coroutine[object, object, int]) -> None:
    """Run a command to its end and leave with its exit code; a failure of the world is one clear line."""
    sys.exit(run_on(work))


def run_on(work: Coroutine[object, object, int]) -> int:
    """Run the part of a command that waits, and give its exit code; an interrupt leaves the program."""
    try:
        return asyncio.run(_until_told_to_end(work))
    except (KeyboardInterrupt, asyncio.CancelledError):
        leaving.stopped()
    except ShellError as error:
        said = [f"kalooki: {shell_sentence(error)}", *getattr(error, "__notes__", ())]
        for line in whole(said, columns()) if sys.stderr.isatty() else said:
            click.echo(line, err=True)
        return leaving.FAILED


async def _until_told_to_end(work: Coroutine[object, object, int]) -> int:
    """Let a polite kill, or a terminal that closes, end everything as an interrupt does."""
    task = asyncio.current_task()
    assert task is not None, "this runs in a task"
    for name in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError):  # not on every system
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
    return await work


def shell_sentence(error: ShellError) -> str:
    """Word what the world refused."""
    return sentence(error.code, spoken_detail(error), {}, otherwise=str(error))


def spoken_detail(error: ShellError) -> dict[str, str]:
    """What an error names; why it came to that is said in the language of the reader."""
    return {name: reason(value) if name == "reason" else str(value) for name, value in error.detail.items()}


def terminal(suits: str | None, color: str | None, data_dir: str | None = None) -> Terminal:
    """Make the console that the options and the kept settings ask for."""
    kept = Kept(home(data_dir))
    if kept.problem:
        click.echo(f"kalooki: {kept.problem}", err=True)
    return Terminal(Taste(kept.values, kept.keep, Wishes(None if suits is None else suits == "unicode", color)))


def say(lines: Iterable[str]) -> None:
    """Print lines at once, also into a pipe; on a terminal they break between words, but no path or code is broken."""
    if sys.stdout.isatty():
        lines = whole(lines, columns())
    for line in lines:
        print(line, flush=True)


async def play_at(  # noqa: PLR0913 - what is played where, and how one comes back
    launched: Launched,
    console: Terminal,
    habits: Habits,
    again: Sequence[str] = (),
    *,
    plain: bool = False,
    pages: "Pages | None" = None,
) -> int:
    """Let a person play at a node that runs, and say where the record lies.

    Args:
        launched: The node.
        console: Where the person sits.
        habits: What the client does by itself.
        again: How one goes on at this table after a crash or an interrupt, if one can.
        plain: Lines of text are wanted, wherever the table could be shown.
        pages: The person is in a browser, and how it is served.
    """
    at = Clients(launched, console, habits, pages)
    telling = asyncio.create_task(_tell_notices(launched, at))
    try:
        ending = await at.run(plain=plain)
    except asyncio.CancelledError:
        say([*prompts.transcript(str(at.launched.transcript)), *again])
        raise
    except ShellError as error:
        for line in again:
            error.add_note(line)
        raise
    finally:
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling
        path = await at.finish()
    client = at.client
    if ending is Ending.CLOSED and client.last is not None and not client.last.status.closed:
        return _ended_by_itself(at.launched, path, again)
    say(prompts.transcript(str(path)))
    goes_on = ending in {Ending.ADJOURNED, Ending.MOVED}
    if goes_on or (ending is Ending.LEFT and not client.founded and not client.gave_up):
        say(again)
    return leaving.FAILED if ending is Ending.FAULT else 0


def _ended_by_itself(launched: Launched, path: Path, again: Sequence[str]) -> int:
    """Say why the own node has ended though the table goes on, and how one goes on there; the exit code."""
    for one in launched.untold():
        if one.code in FAILURES:
            click.echo(f"kalooki: {sentence(one.code, {}, {}, otherwise=one.detail)}", err=True)
    say([*prompts.transcript(str(path)), *again])
    return leaving.FAILED


ORDERS: Mapping[str, Order] = {"suit": "suit", "rank": "rank", "melds": "suit", "drawn": "drawn"}
"""How lines of text sort a hand where the settings say so."""


def plain_client(seat: Seat, console: Terminal, habits: Habits) -> PlainClient:
    """Make the client of lines of text, as its person likes it."""
    habits = replace(habits, order=ORDERS[console.taste.kept.sort])
    return PlainClient(seat, console, adviser(), habits, clock=hours.now)


class Clients:
    """The client at which a person plays: the table on screen where it can be shown, else lines of text."""

    def __init__(self, launched: Launched, console: Terminal, habits: Habits, pages: "Pages | None" = None) -> None:
        self._launched = launched
        self._club: Club | None = None
        self._console = console
        self._habits = habits
        self._pages = pages
        self.client: PlainClient | EveningClient | BrowserClient = self._lines(launched.seat)

    def _lines(self, seat: Seat) -> PlainClient:
        return plain_client(seat, self._console, replace(self._habits, plays_again=True))

    async def run(self, *, plain: bool) -> Ending:
        """Play; who wants lines of text in between gets them at the same seat."""
        said = [] if plain or self._pages else start.why_not()
        if said is None or self._pages is not None:
            self.client = shown = self._shown()
            ending = await shown.run()
            if ending is not None:
                return ending
            self.client = self._lines(self.launched.seat)
        say(said or ())
        assert isinstance(self.client, PlainClient), "the table is not shown"
        ending = await self.client.run()
        if ending in {Ending.AGAIN, Ending.MOVED}:
            from kalooki_cli.commands import _onward  # it looks for tables, too

            ending = await _onward.go_on(self._clubbed(), self._console, self.client, ending, self._take)
        return ending

    def _take(self, client: PlainClient) -> None:
        self.client = client

    def _clubbed(self) -> "Club":
        """What opens tables: somebody sits at one already."""
        if self._club is None:
            from kalooki_cli.commands._club import Club  # it looks for tables, too
            from kalooki_cli.commands._seeking import place_for

            self._club = Club(place_for(self._launched.own.options))
            self._club.adopt(self._launched, self._habits)
        return self._club

    def _shown(self) -> "EveningClient | BrowserClient":
        club = self._clubbed()
        opened = club.opened
        assert opened is not None, "somebody sits there"
        if self._pages is not None:
            from kalooki_cli.commands._browser import BrowserClient  # aiohttp costs as much as all the rest

            return BrowserClient(club, opened, self._pages)
        from kalooki_cli.tui.client import EveningClient  # Textual costs a quarter of a second

        return EveningClient(club, opened, self._console.taste)

    @property
    def launched(self) -> Launched:
        """The nodes of the table at which the person sits, or sat last."""
        return (self._club.launched if self._club is not None else None) or self._launched

    async def finish(self) -> Path:
        """End them, and say where the record lies."""
        launched = self.launched
        if self._club is not None:
            await self._club.close()
        return await launched.finish()


async def own_seat(launched: Launched) -> str:
    """Under which name the node's player sits."""
    async for update in launched.seat.updates():
        for one in update.status.players:
            if one.player == update.status.me:
                return one.name
    return ""


async def _tell_notices(launched: Launched, at: Clients) -> None:
    async for notice in launched.notices():
        if notice.code == "discovery_blocked":
            at.client.tell(network.blocked(notice.detail, launched.join_code, launched.address))
        else:
            at.client.tell(table.notice(notice.code, notice.detail))


async def watch_at(
    updates: Callable[[], AsyncIterator[Update]], console: Terminal, first: Sequence[str], *, plain: bool
) -> Update | None:
    """Let a person watch a table until it closes: on screen where it can be shown, else as lines of text."""
    said = [] if plain else start.why_not()
    if said is None:
        from kalooki_cli.tui.client import TableClient  # as above
        from kalooki_cli.tui.spectating import Gallery

        table = TableClient(Gallery(updates), console.look, adviser(), Habits(announces=False), console.taste)
        if await table.run() is not None:
            return table.last
    say(said or ())
    return await watch(updates(), console.look, lambda _update: False, first)


async def watch(
    updates: AsyncIterator[Update], look: Look, until: Callable[[Update], bool], first: Sequence[str] = ()
) -> Update | None:
    """Print everything that happens, until it is enough; the last update, or None if there was none.

    Args:
        updates: What happens.
        look: How to write.
        until: Whether it is enough.
        first: What is said before the first update; it shows that somebody answers.
    """
    last, desk = None, Desk(adviser())
    async for update in updates:
        if last is None:
            say(first)
        say(look.paint(line) for line in fitted(desk.receive(update, look), look.width))
        last = update
        if until(update):
            break
    return last
