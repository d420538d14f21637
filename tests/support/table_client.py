"""Run as a program: the table on screen at a table in memory, so that real terminals can be tried without a network."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from kalooki.rules.actions import Action
from kalooki.seat import Outcome, Update
from kalooki_cli.commands._settings import Kept
from kalooki_cli.inbox import Habits
from kalooki_cli.settings_file import folder
from kalooki_cli.taste import Taste, Wishes, look_of
from kalooki_cli.tui.client import TableClient
from support.open_table import OpenTable, simple


class NodeLostError(Exception):
    """The connection to the node is gone."""


class Brittle(OpenTable):
    """Breaks when the person draws, in the way that it was made for."""

    def __init__(self, how: str) -> None:
        super().__init__(b"console", names=("Ann", "B\u00e9a \u2660", "\u674e", "Dot\x1b[2J"))
        self._how = how

    async def act(self, move: int, action: Action) -> Outcome:
        """Play, or break."""
        match self._how:
            case "answer":
                raise NodeLostError("no answer")
            case "updates":
                self._inbox.put_nowait(None)
                return await super().act(move, action)
            case "bug":
                raise AssertionError("a bug")
            case _:
                return await super().act(move, action)

    async def updates(self) -> AsyncIterator[Update]:
        """What happens, until the node is lost."""
        async for update in super().updates():
            yield update
        if self._how == "updates":
            raise NodeLostError("the stream ended")


async def play(how: str) -> str:
    """Sit down; a polite kill ends it as the command does."""
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    look = look_of(sys.stdout, os.environ, Wishes())
    kept = await asyncio.to_thread(Kept, Path(folder(sys.argv[1:], os.environ)))
    ending = await TableClient(Brittle(how), look, simple, Habits(), Taste(kept.values)).run()
    return "plain" if ending is None else ending.value


def main() -> None:
    """Say at the end how it ended."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # as the command does
    try:
        ended = asyncio.run(play("".join(sys.argv[1:])))
    except (asyncio.CancelledError, KeyboardInterrupt):
        ended = "stopped"
    except (NodeLostError, AssertionError) as error:
        ended = f"broken, {error}"
    sys.stdout.write(f"ended: {ended}\n")


if __name__ == "__main__":
    main()
