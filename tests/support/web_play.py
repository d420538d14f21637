"""`kalooki play --web` as a process, with its nodes."""

import asyncio
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from support.terminals import environment

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+")
QUICK = ("--pace", "none", "--bots", "1", "--house", "initial_min=0", "--house", "limit=500")
"""Every meld is a first lay, so that somebody goes out soon; and nobody is out of the game after it."""


@asynccontextmanager
async def serving(home: Path, *options: str) -> AsyncIterator[tuple[Process, str]]:
    """A table that is served, and its address."""
    command = (sys.executable, "-m", "kalooki_cli", "play", "--web", "--name", "Ann", "--data-dir", str(home), *options)
    process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, env=environment())
    assert process.stdout is not None
    try:
        while (found := ADDRESS.search(line := (await process.stdout.readline()).decode())) is None:
            assert line, "it has ended"
        yield process, found[0]
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()
