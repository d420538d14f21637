"""Processes of a test that end with it, also where it fails or is late."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from kalooki.shell.children import Child


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
