"""Bots alone at a table: every event is printed, and at the end the record is verified by another process."""

import asyncio
import sys
from contextlib import suppress

from kalooki.rules.events import DealScored
from kalooki.seat import Update
from kalooki.shell.launch import Launched
from kalooki_cli import leaving
from kalooki_cli.commands import _common
from kalooki_cli.look import Look
from kalooki_cli.messages import exhibition as say


async def show(launched: Launched, look: Look) -> int:
    """Watch until a deal has ended by a go-out, close the table, verify; the exit code of the verifier."""
    last = await _common.watch(launched.watcher.updates(), look, _is_enough)
    if last is None or not _is_enough(last):
        _common.say([say.CUT_SHORT])
        return leaving.FAILED
    await launched.seat.close("exhibition")
    path = await launched.finish()
    _common.say([say.verifying(str(path))])
    return await verify(str(path))


def _is_enough(update: Update) -> bool:
    return bool(update.status.fault) or any(isinstance(one, DealScored) for one in update.events)


async def verify(path: str) -> int:
    """Run the verifier as a process that was never at the table."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "kalooki_cli", "verify", path)
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
