"""The table that follows another one: its host closed that one for it, and lets the same people in by the same code."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kalooki.shell.beginnings import ADDRESSES, Membership
from kalooki.shell.config import Join
from kalooki.shell.discovery import Choose
from kalooki.shell.errors import ShellError
from kalooki.shell.finding import find_by_code
from kalooki.shell.joincode import JoinCode
from kalooki.shell.joining import knows_code
from kalooki.shell.store import Store
from kalooki.shell.tables import kept_file
from kalooki.shell.terms import terms
from kalooki.table.log import Digest

NEXT_SECONDS = 30.0
"""How long the next table of the same people is looked for, if nobody says otherwise."""

ASK_SECONDS = 3.0
AGAIN_SECONDS = 0.3
"""After so long who did not answer, or answered for the old table, is asked again."""


@dataclass(frozen=True, slots=True)
class Way:
    """How one came to a table, and so comes to the next."""

    code: JoinCode | None = field(repr=False)
    """None where the table was open."""
    addresses: tuple[str, ...]
    """Where its host listened, what was heard last first."""


def way_kept(home: Path, table: str, host: int) -> Way:
    """Read how one came to a table, once its node has ended.

    Args:
        home: The data directory.
        table: In hex.
        host: The number of the node that closed it.

    Raises:
        ShellError: `damaged`, or `nothing_to_resume`.
    """
    digest = Digest(bytes.fromhex(table))
    path = kept_file(home, digest)
    if path is None:
        raise ShellError("nothing_to_resume", path=str(home))
    store = Store(path, digest)
    try:
        membership = Membership.read(store)
        addresses = store.about(ADDRESSES, {}).get(str(host), ())
    finally:
        store.close()
    code = JoinCode(membership.code) if membership.code else None
    return Way(code, tuple(str(each) for each in addresses))


async def find_next(way: Way, before: str, over: Choose, seconds: float) -> Join:
    """Look for the next table where the old one was, and by its code wherever it is announced.

    Args:
        way: How one came to the old one.
        before: The old one, in hex.
        over: The interfaces over which it may be announced.
        seconds: For how long.

    Raises:
        ShellError: `no_next_table`: there is none.
    """
    looking: list[Coroutine[Any, Any, str]] = [_at(address, way, before) for address in way.addresses]
    if way.code is not None:
        looking.append(_announced(way.code, before, over))
    tasks = [asyncio.create_task(each) for each in looking]
    try:
        async with asyncio.timeout(seconds):
            for done in asyncio.as_completed(tasks):
                return Join("" if way.code is None else str(way.code), await done)
    except TimeoutError:
        pass
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    raise ShellError("no_next_table")


async def _at(address: str, way: Way, before: str) -> str:
    """Ask at an address until the next table answers there."""
    while True:
        with suppress(ShellError, TimeoutError):
            async with asyncio.timeout(ASK_SECONDS):
                found = await terms(way.code, address)
                if found.table != before and await _fits(address, way, needs_code=found.needs_code):
                    return address
        await asyncio.sleep(AGAIN_SECONDS)


async def _fits(address: str, way: Way, *, needs_code: bool) -> bool:
    if way.code is None:
        return not needs_code
    return needs_code and await knows_code(address, way.code)


async def _announced(code: JoinCode, before: str, over: Choose) -> str:
    """Look for it wherever it is announced."""
    while True:
        found = await find_by_code(over, code, ASK_SECONDS)
        if found is not None and found.table != before:
            return found.address
        await asyncio.sleep(AGAIN_SECONDS)
