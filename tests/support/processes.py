"""Processes of a test that end with it, also where it fails or is late."""

import asyncio
import os
import select
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from kalooki.shell.children import Child

END_SECONDS = 30.0


@asynccontextmanager
async def started(child: Child) -> AsyncIterator[dict[str, Any]]:
    """Start a node, give what it says when it serves, and stop it at the end unless it has ended."""
    ready = await child.start()
    try:
        yield ready
    finally:
        await child.stop()


@asynccontextmanager
async def program(*command: str, stderr: int | None = None) -> AsyncIterator[Process]:
    """Run a program whose output is read here, and kill it at the end unless it has ended."""
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=stderr)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


def family(pid: int) -> list[int]:
    """A process and all that it and its children have started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(one for child in children for one in family(int(child)))]


@contextmanager
def watching(pids: Sequence[int]) -> Iterator[Callable[[], Awaitable[list[int]]]]:
    """Take hold of processes; what comes back waits a while for their end and gives those that have none."""
    held = {pid: os.pidfd_open(pid) for pid in pids}
    try:
        yield lambda: asyncio.to_thread(_left, held)
    finally:
        for each in held.values():
            os.close(each)


def _left(held: Mapping[int, int]) -> list[int]:
    return [pid for pid, end in held.items() if not select.select([end], [], [], END_SECONDS)[0]]
