"""Looks for tables on this network for a while: for all that there are, or for the one that a join code is for."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

from kalooki.shell.bell import Bell
from kalooki.shell.channels import fetch_certificate
from kalooki.shell.discovery import Choose
from kalooki.shell.errors import ShellError
from kalooki.shell.found_tables import FoundTable, FoundTables
from kalooki.shell.joincode import JoinCode
from kalooki.shell.joining import knows_code

CODE_SECONDS = 3.0
"""How long a table is waited for that is asked whether a code is its own."""

CODE_AGAIN_SECONDS = 0.5


async def find(choose: Choose, seconds: float, settled: float | None = None) -> tuple[FoundTable, ...]:
    """Look for tables.

    Args:
        choose: Over which interfaces.
        seconds: For how long at most.
        settled: Enough where all that were heard of have answered and for so long nothing else comes; None: never.
    """
    async with _looking(choose) as tables:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await tables.changed.wait_until(lambda: settled is not None and _is_list(tables))
                    if not await _comes(tables.changed, settled or seconds) and _is_list(tables):
                        break
        return tables.rows


async def find_by_code(
    choose: Choose, code: JoinCode, seconds: float, rows: Iterable[FoundTable] = ()
) -> FoundTable | None:
    """Look for the table of a join code: each is asked as soon as it is found, until one says yes.

    Args:
        choose: Over which interfaces.
        code: The code.
        seconds: For how long at most.
        rows: Tables that were found already.
    """
    rows = tuple(rows)
    asking: dict[tuple[str, str], asyncio.Task[bool]] = {}
    async with _looking(choose) as tables:

        def ask() -> FoundTable | None:
            for row in (*rows, *tables.rows):
                place = row.table, row.address
                if row.needs_code and row.same_protocol and place not in asking:
                    asking[place] = asyncio.create_task(_is_for(row, code))
                    asking[place].add_done_callback(lambda _: tables.changed.ring())
                if place in asking and asking[place].done() and asking[place].result():
                    return row
            return None

        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while (found := ask()) is None:
                        await tables.changed.next()
                    return found
        finally:
            for task in asking.values():
                task.cancel()
            await asyncio.gather(*asking.values(), return_exceptions=True)
    return None


async def still_there(choose: Choose, code: JoinCode, seconds: float) -> str:
    """Return where the table of a code listens that names an address: there, or where the network knows it now.

    Args:
        choose: Over which interfaces it is looked for if nobody answers at the code's own address.
        code: The code.
        seconds: For how long at most.
    """
    try:
        await fetch_certificate(code.address)
    except ShellError:
        found = await find_by_code(choose, code, seconds)
        return code.address if found is None else found.address
    return code.address


async def _is_for(row: FoundTable, code: JoinCode) -> bool:
    """Ask a table whether a code is its own, until it answers."""
    while True:
        with suppress(ShellError, TimeoutError):
            async with asyncio.timeout(CODE_SECONDS):
                return await knows_code(row.address, code)
        await asyncio.sleep(CODE_AGAIN_SECONDS)


@asynccontextmanager
async def _looking(choose: Choose) -> AsyncIterator[FoundTables]:
    tables = FoundTables(choose)
    task = asyncio.create_task(tables.run())
    try:
        yield tables
        if task.done():
            await task  # it ends only by a bug
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _is_list(tables: FoundTables) -> bool:
    return bool(tables.rows) and tables.is_complete


async def _comes(changed: Bell, seconds: float) -> bool:
    """Whether something changes within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await changed.next()
    except TimeoutError:
        return False
    return True
