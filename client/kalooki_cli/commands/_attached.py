"""Run as a program: the table on screen at the seat of a node that somebody else has started.

`kalooki play --web` runs it once for each page. Where the seat is stands in its environment, which only its owner can
read, unlike its arguments.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kalooki.shell.seats import RemoteSeat
from kalooki_cli.commands import _common
from kalooki_cli.commands._settings import Kept
from kalooki_cli.inbox import Habits
from kalooki_cli.look import Look
from kalooki_cli.taste import Taste

SEAT, TOKEN, LOOK = "KALOOKI_SEAT", "KALOOKI_TOKEN", "KALOOKI_LOOK"


def command() -> Sequence[str]:
    """How this is run."""
    return sys.executable, "-m", __name__


class Page:
    """What is written to: a page in a browser can show everything."""

    encoding = "utf-8"

    @staticmethod
    def isatty() -> bool:
        """It has a cursor and colours."""
        return True


def surroundings(door: tuple[str, str], look: Look, home: Path, *, in_ascii: bool = False) -> Mapping[str, str]:
    """What this finds in its environment."""
    found = {SEAT: door[0], TOKEN: door[1], LOOK: json.dumps(asdict(look)), "KALOOKI_HOME": str(home)}
    return {**found, "PYTHONIOENCODING": "ascii:replace"} if in_ascii else found


def main(environment: Mapping[str, str] = os.environ) -> None:
    """Show the table; the exit code says how it ended."""
    _common.run(_show(environment))


async def _show(environment: Mapping[str, str]) -> int:
    from kalooki_cli.tui.client import TableClient
    from kalooki_cli.web.shown import code_of

    seat = RemoteSeat(environment[SEAT], bytes.fromhex(environment[TOKEN]))
    look = Look(**json.loads(environment[LOOK]))
    try:
        kept = await asyncio.to_thread(Kept, _common.home(None))
        page: Any = Page()
        taste = Taste(kept.values, kept.keep, environment={**environment, "TERM": "xterm-256color"}, stream=page)
        return code_of(await TableClient(seat, look, _common.adviser(), Habits(ready_at_once=True), taste).run())
    finally:
        await seat.aclose()


if __name__ == "__main__":
    main()
