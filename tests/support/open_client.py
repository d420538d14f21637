"""Run as a program: a person's terminal at a table in memory, so that real consoles can be tried without a network."""

import asyncio
import os
import sys
from pathlib import Path

from kalooki_cli.commands._settings import Kept
from kalooki_cli.plain import PlainClient
from kalooki_cli.settings_file import folder
from kalooki_cli.taste import Taste
from kalooki_cli.terminal import Terminal
from support.open_table import OpenTable, simple


async def play(name: str) -> str:
    """Play at a table where the others' names are hard to write."""
    table = OpenTable(b"console", names=(name, "B\u00e9a \u2660", "\u674e", "Dot\x1b[2J"))
    kept = await asyncio.to_thread(Kept, Path(folder(sys.argv[1:], os.environ)))
    ending = await PlainClient(table, Terminal(Taste(kept.values)), simple).run()
    return ending.value


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # as the command does
    sys.stdout.write(f"ended: {asyncio.run(play('Ann'))}\n")
