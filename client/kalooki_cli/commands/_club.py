"""What stands behind the lobby on screen: it finds tables, starts the nodes of one, and ends them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from kalooki.bots import bots as all_bots
from kalooki.bots import levels
from kalooki.shell.acquaintances import own_identity
from kalooki.shell.channels import split_address
from kalooki.shell.discovery import Choose
from kalooki.shell.errors import ShellError
from kalooki.shell.evening import Evening
from kalooki.shell.evening import kept as kept_evening
from kalooki.shell.finding import find_by_code
from kalooki.shell.following import find_next, way_kept
from kalooki.shell.found_tables import FoundTable, FoundTables
from kalooki.shell.group_loader import GroupUnavailableError, load_verifier_group
from kalooki.shell.joincode import parse
from kalooki.shell.launch import Bot, Join, Launched, NodeOptions, Resume, launch
from kalooki.shell.launch import Found as FoundOptions
from kalooki.shell.statistics import PLACE, records, statistics
from kalooki.shell.tables import check_kept
from kalooki.shell.terms import terms
from kalooki_cli.club import (
    Against,
    Card,
    ClubError,
    Found,
    Hosting,
    Joining,
    Listed,
    Opened,
    Record,
    Recorded,
    Resuming,
    Wish,
)
from kalooki_cli.commands import _common, _network, _records
from kalooki_cli.commands.stats import stats_lines
from kalooki_cli.inbox import Habits
from kalooki_cli.language import gettext as _
from kalooki_cli.messages import lobby, network, prompts, retelling, table
from kalooki_cli.plain import PlainClient
from kalooki_cli.terminal import Terminal

Result = TypeVar("Result")

THOUSAND = 1000
NEXT_SECONDS = 30.0
"""How long the next table of the same people is looked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """How this computer takes part."""

    name: str
    data_dir: str | None
    bind: str
    port: int
    interfaces: tuple[str, ...]
    over: Choose
    """Over which interfaces one looks for tables."""


class Club:
    """The tables of this network, and the one at which one sits."""

    def __init__(self, place: Place) -> None:
        self.name = place.name
        self._place = place
        self._home = _common.home(place.data_dir)
        self._stack = AsyncExitStack()
        self._launched: Launched | None = None
        self._adopted: Launched | None = None
        self._has_last = False
        self.recorded: list[str] = []
        """Where the record of the last game lies."""

    async def __aenter__(self) -> Self:
        await self._note_last()
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
        habits, wish = replace(habits, plays_again=True), _wish_of(launched)
        advise, code = _common.adviser(), launched.join_code
        return Opened(launched.seat, habits, advise, wish, code, launched.address, near=near)

    @property
    def launched(self) -> Launched | None:
        """The nodes of the table at which one sits."""
        return self._launched

    async def _note_last(self) -> None:
        try:
            await asyncio.to_thread(check_kept, self._home)
        except (ShellError, OSError):
            self._has_last = False
        else:
            self._has_last = True

    def may_resume(self) -> bool:
        """Whether there is a table at which one was last."""
        return self._has_last

    def levels(self) -> Sequence[tuple[str, str]]:
        """The bots of the ladder, then those that have no level."""
        ladder = [(level, _(bot.description)) for level, bot in levels().items()]
        return [*ladder, *((key, _(bot.description)) for key, bot in all_bots().items() if not bot.level)]

    # --- finding ---

    async def tables(self) -> AsyncIterator[Found]:
        """The tables on the network, again whenever something changes."""
        loop, tables = asyncio.get_running_loop(), FoundTables(self._place.over)
        began = loop.time()
        looking = asyncio.create_task(tables.run())
        try:
            while True:
                left = began + network.LOOKED_FOR - loop.time()
                yield Found(tuple(map(_listed, tables.rows)), self._interfaces(), settled=left <= 0)
                with suppress(TimeoutError):
                    async with asyncio.timeout(left if left > 0 else None):
                        await tables.changed.next()
                if looking.done():
                    looking.result()
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    def _interfaces(self) -> tuple[str, ...]:
        return tuple(each.name for each in self._place.over())

    async def locate(self, typed: str, address: str = "") -> Joining:
        """Find the table of a code or an address, as it was typed.

        Raises:
            ClubError: It is neither, or nobody knows it.
        """
        try:
            if ":" in typed:
                split_address(typed)
                return Joining("", typed)
            code = parse(typed)
        except ShellError as error:
            raise _as_sentence(error) from error
        if address or code.address:
            return Joining(typed, address)
        found = await find_by_code(self._place.over, code, network.LOOKED_FOR_CODE)
        if found is None:
            raise ClubError(lobby.code_of_nobody(self._interfaces()))
        return Joining(typed, found.address)

    async def card(self, to: Joining) -> Card:
        """Ask a table by what it plays.

        Raises:
            ClubError: It does not answer, or plays by what is not known here.
        """
        try:
            found = await terms(parse(to.code) if to.code else None, to.address)
        except ShellError as error:
            raise _as_sentence(error) from error
        return Card(found.table, found.title, found.seats, found.variant, found.clock, needs_code=found.needs_code)

    # --- opening ---

    async def open(self, wish: Wish) -> Opened:
        """Start the own node, and those of the bots.

        Raises:
            ClubError: One of them cannot start.
        """
        try:
            own, bots, habits = await asyncio.to_thread(self._options, wish)
            launched = await self._stack.enter_async_context(launch(own, bots))
        except ShellError as error:
            raise _as_sentence(error) from error
        self._launched = launched
        near = _network.is_near(launched.address)
        return Opened(launched.seat, habits, _common.adviser(), wish, launched.join_code, launched.address, near=near)

    def _options(self, wish: Wish) -> tuple[NodeOptions, list[Bot], Habits]:
        """What is started.

        Raises:
            ShellError: No table is kept to which one could go back.
        """
        place = self._place
        lan = NodeOptions(
            name=place.name,
            table=Resume(),
            data_dir=self._home,
            bind=place.bind,
            port=place.port,
            announce=True,
            interfaces=place.interfaces,
        )
        match wish:
            case Against():
                founded = FoundOptions(
                    wish.variant,
                    wish.house,
                    seats=wish.bots + 1,
                    begin_when_full=True,
                    title="Loopback",
                    hurried=False,
                )
                own = NodeOptions(name=place.name, table=founded, data_dir=self._home, pace="human")
                return own, _bots(wish.bots, wish.bot, place.name), Habits(ready_at_once=True, plays_again=True)
            case Hosting():
                founded = FoundOptions(
                    wish.variant,
                    wish.house,
                    title=wish.title,
                    seats=wish.seats,
                    open=wish.open,
                    grace_ms=wish.grace * THOUSAND,
                    silence_ms=wish.election * THOUSAND,
                    turn_ms=wish.turn_time * THOUSAND,
                    bank_ms=wish.bank * THOUSAND,
                    plays_on=wish.plays_on,
                    code=wish.code,
                )
                own = replace(lan, table=founded, port=wish.port or place.port, pace="human")
                return own, _bots(wish.bots, wish.bot, place.name), Habits(agreed=True, plays_again=True)
            case Joining():
                return (
                    replace(lan, table=Join(wish.code, wish.address, wish.table)),
                    [],
                    Habits(agreed=True, plays_again=True),
                )
            case Resuming():
                kept = check_kept(self._home).hex()
                ran = kept_evening(self._home, kept) or Evening(kept, place.bind, announce=True, interfaces=(), bots=())
                interfaces = place.interfaces or ran.interfaces
                own = replace(lan, bind=ran.bind, announce=ran.announce, interfaces=interfaces)
                return own, [Bot(name, key) for name, key in ran.bots], Habits(plays_again=True)

    async def follow(self, table: str, host: int) -> Joining:
        """Find the table that follows one which its host has closed for it.

        Raises:
            ClubError: It does not come.
        """
        try:
            way = await asyncio.to_thread(way_kept, self._home, table, host)
            found = await find_next(way, table, self._place.over, NEXT_SECONDS)
        except ShellError as error:
            raise _as_sentence(error) from error
        return Joining(found.code, found.address)

    async def close(self) -> Sequence[str]:
        """End the nodes, and say where the record lies."""
        launched, self._launched = self._launched, None
        if launched is not None:
            self.recorded = prompts.transcript(str(await launched.finish()))
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()
        await self._note_last()
        return self.recorded

    def left_open(self) -> list[str]:
        """Where the record of the table lies at which one sits, and how one comes back to it."""
        if self._launched is None:
            return self.recorded
        return [*prompts.transcript(str(self._launched.transcript)), *prompts.go_on(self._place.data_dir)]

    # --- what was played ---

    async def figures(self) -> Sequence[str]:
        """Count the games that are kept on this computer, in lines to be read.

        Raises:
            ClubError: They cannot be.
        """

        def count() -> Sequence[str]:
            found = statistics(records(self._home), own_identity(self._home), load_verifier_group())
            return tuple(stats_lines(found, str(self._home / PLACE)))

        return await self._read(count)

    async def records(self) -> Sequence[Recorded]:
        """The games that are kept, the newest first.

        Raises:
            ClubError: They cannot be listed.
        """

        def listed() -> Sequence[Recorded]:
            times = [(path.name, path.lstat().st_mtime) for path in reversed(records(self._home))]
            return [Recorded(name, time.strftime("%Y-%m-%d %H:%M", time.localtime(when))) for name, when in times]

        return await self._read(listed)

    async def retell(self, name: str) -> Record:
        """Read and verify one of them.

        Raises:
            ClubError: Nothing of it can be shown.
        """

        def read() -> Record:
            report, scenes = _records.retold(_records.read(str(self._home / PLACE / name)))
            told = tuple(retelling.verdict(report, scenes.last))
            if not scenes.last:
                raise ClubError(" ".join(told))
            return Record(scenes, told)

        return await self._read(read)

    async def _read(self, work: Callable[[], Result]) -> Result:
        """Do what takes a while in a thread of its own.

        Raises:
            ClubError: It cannot be done.
        """
        try:
            return await asyncio.to_thread(work)
        except ShellError as error:
            raise _as_sentence(error) from error
        except (OSError, GroupUnavailableError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise ClubError(retelling.unreadable(str(self._home / PLACE), reason)) from error

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


def _wish_of(launched: Launched) -> Wish:
    """What was wished for on the command line."""
    match launched.own.options.table:
        case FoundOptions() as found:
            bot = launched.bots[0].options.bot if launched.bots else Hosting().bot
            if found.begin_when_full:
                return Against(found.variant, found.options, bots=found.seats - 1, bot=bot)
            return Hosting(
                found.variant,
                found.options,
                title=found.title,
                seats=found.seats,
                bots=len(launched.bots),
                bot=bot,
                open=found.open,
                grace=found.grace_ms // THOUSAND,
                election=found.silence_ms // THOUSAND or Hosting().election,
                turn_time=found.turn_ms // THOUSAND,
                bank=found.bank_ms // THOUSAND,
                plays_on=found.plays_on,
                port=launched.own.options.port,
            )
        case Join(code, address, accepted):
            return Joining(code, address, accepted)
        case Resume():
            return Resuming()


def _bots(count: int, key: str, taken: str) -> list[Bot]:
    return [Bot(each, key) for each in _common.bot_names(count, taken)]


def _listed(row: FoundTable) -> Listed:
    return Listed(
        table=row.table,
        title=row.title,
        variant=row.variant,
        players=row.players,
        seats=row.seats,
        state=row.state,
        needs_code=row.needs_code,
        protocol=row.protocol,
        same_protocol=row.same_protocol,
        address=row.address,
    )


def _as_sentence(error: ShellError) -> ClubError:
    """Say what to do about it in the words of the lobby, where the command line has other ones."""
    detail = {name: str(value) for name, value in error.detail.items()}
    return ClubError(lobby.problem(error.code, detail) or _common.shell_sentence(error))


def place_for(options: NodeOptions) -> Place:
    """How a computer takes part whose node was started with these options."""
    alone = isinstance(options.table, FoundOptions) and options.table.begin_when_full
    bind = _network.ANYWHERE if alone else options.bind
    folder = None if options.data_dir is None else str(options.data_dir)
    return Place(options.name, folder, bind, 0, options.interfaces, _network.choice(options.interfaces))


def place_of(name: str | None, data_dir: str | None, bind: str, port: int, interfaces: tuple[str, ...]) -> Place:
    """Read from the command line how this computer takes part.

    Raises:
        UsageError: A name or an interface that cannot be.
    """
    over = _network.choice(interfaces)
    folder = None if data_dir is None else str(Path(data_dir))
    return Place(_common.player_name(name), folder, bind, port, interfaces, over)


async def spend(club: Club, console: Terminal) -> int:
    """Spend an evening at the start screen and the tables to which it leads; who wants plain lines gets them."""
    from kalooki_cli.tui.client import glyphs_here  # Textual costs a quarter of a second
    from kalooki_cli.tui.evening import EveningApp
    from kalooki_cli.tui.settings import settings_for

    app = EveningApp(club, console.look, glyphs_here(), settings_for(console.taste), console.taste)
    try:
        ending = await app.play()
    except asyncio.CancelledError:
        _common.say(club.left_open())
        raise
    if ending is not None:
        _common.say(club.recorded)
        return 0
    if app.opened is None:
        _common.say([lobby.no_screen()])
        return 0
    client = _common.plain_client(app.opened.seat, console, app.opened.habits)
    telling = asyncio.create_task(_tell(club, client))
    try:
        await client.run()
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
    _common.say(await club.close())
    return 0


async def _tell(club: Club, client: PlainClient) -> None:
    async for text in club.notices():
        client.tell(text)
