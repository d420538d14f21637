"""Finds the tables of this network, and reads what was played on this computer: what starts no node."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from kalooki.bots import bots as all_bots
from kalooki.bots import levels
from kalooki.shell import following
from kalooki.shell.acquaintances import own_identity
from kalooki.shell.channels import split_address
from kalooki.shell.discovery import Choose
from kalooki.shell.errors import ShellError
from kalooki.shell.finding import find_by_code
from kalooki.shell.following import find_next, way_kept
from kalooki.shell.found_tables import FoundTable, FoundTables
from kalooki.shell.group_loader import GroupUnavailableError, load_verifier_group
from kalooki.shell.joincode import first_strange, parse
from kalooki.shell.launch import Found as FoundOptions
from kalooki.shell.launch import NodeOptions
from kalooki.shell.statistics import PLACE, records, statistics
from kalooki.shell.tables import check_kept
from kalooki.shell.terms import terms
from kalooki_cli.club import Card, ClubError, Found, Joining, Listed, Mistyped, Record, Recorded
from kalooki_cli.commands import _common, _network, _records
from kalooki_cli.commands.stats import stats_lines
from kalooki_cli.language import gettext as _
from kalooki_cli.messages import lobby, network, retelling

Result = TypeVar("Result")


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


class Seeking:
    """Somebody who looks for a table."""

    def __init__(self, place: Place) -> None:
        self.name = place.name
        self.place = place
        self.home = _common.home(place.data_dir)
        self._has_last = False

    async def note_last(self) -> None:
        """See whether there is a table at which one was last."""
        try:
            await asyncio.to_thread(check_kept, self.home)
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

    # --- tables ---

    async def tables(self) -> AsyncIterator[Found]:
        """The tables on the network, again whenever something changes."""
        loop, tables = asyncio.get_running_loop(), FoundTables(self.place.over)
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
        return tuple(each.name for each in self.place.over())

    def mistyped(self, typed: str) -> Mistyped | None:
        """Look at a code or an address before anybody is asked about it."""
        try:
            if ":" in typed:
                split_address(typed)
            else:
                parse(typed)
        except ShellError as error:
            return Mistyped(str(as_sentence(error)), None if ":" in typed else first_strange(typed))
        return None

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
            raise as_sentence(error) from error
        if address or code.address:
            return Joining(typed, address)
        found = await find_by_code(self.place.over, code, network.LOOKED_FOR_CODE)
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
            raise as_sentence(error) from error
        return Card(found.table, found.title, found.seats, found.variant, found.clock, needs_code=found.needs_code)

    async def follow(self, table: str, host: int) -> Joining:
        """Find the table that follows one which its host has closed for it.

        Raises:
            ClubError: It does not come.
        """
        try:
            way = await asyncio.to_thread(way_kept, self.home, table, host)
            found = await find_next(way, table, self.place.over, following.NEXT_SECONDS)
        except ShellError as error:
            raise as_sentence(error) from error
        return Joining(found.code, found.address)

    # --- what was played ---

    async def figures(self) -> Sequence[str]:
        """Count the games that are kept on this computer, in lines to be read.

        Raises:
            ClubError: They cannot be.
        """

        def count() -> Sequence[str]:
            found = statistics(records(self.home), own_identity(self.home), load_verifier_group())
            return tuple(stats_lines(found, str(self.home / PLACE)))

        return await self._read(count)

    async def records(self) -> Sequence[Recorded]:
        """The games that are kept, the newest first.

        Raises:
            ClubError: They cannot be listed.
        """

        def listed() -> Sequence[Recorded]:
            times = [(path.name, path.lstat().st_mtime) for path in reversed(records(self.home))]
            return [Recorded(name, time.strftime("%Y-%m-%d %H:%M", time.localtime(when))) for name, when in times]

        return await self._read(listed)

    async def retell(self, name: str) -> Record:
        """Read and verify one of them.

        Raises:
            ClubError: Nothing of it can be shown.
        """

        def read() -> Record:
            report, scenes = _records.retold(_records.read(str(self.home / PLACE / name)))
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
            raise as_sentence(error) from error
        except (OSError, GroupUnavailableError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise ClubError(retelling.unreadable(str(self.home / PLACE), reason)) from error


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
        names=row.names,
    )


def as_sentence(error: ShellError) -> ClubError:
    """Say what to do about it in the words of the lobby, where the command line has other ones."""
    return ClubError(lobby.problem(error.code, _common.spoken_detail(error)) or _common.shell_sentence(error))


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
