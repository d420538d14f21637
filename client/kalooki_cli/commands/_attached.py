"""Run as a program: the screens of an evening in a page, at tables whose nodes another process has.

Whoever serves a page runs it once for each. Where to ask for a table stands in its environment, which only its owner
can read, unlike its arguments.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kalooki_cli.commands import _common
from kalooki_cli.commands._page_club import PageClub
from kalooki_cli.commands._seeking import Place, place_of
from kalooki_cli.commands._settings import Kept
from kalooki_cli.look import Look
from kalooki_cli.taste import Taste

COUNTER, PLACE, LOOK, GOES_HOME = "KALOOKI_COUNTER", "KALOOKI_PLACE", "KALOOKI_LOOK", "KALOOKI_GOES_HOME"


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


def surroundings(  # noqa: PLR0913 - each is known to who serves the page
    counter: tuple[str, str], place: Place, look: Look, home: Path, *, goes_home: bool, in_ascii: bool = False
) -> Mapping[str, str]:
    """What this finds in its environment."""
    found = {
        COUNTER: json.dumps(counter),
        PLACE: json.dumps([place.name, place.bind, place.port, place.interfaces]),
        LOOK: json.dumps(asdict(look)),
        GOES_HOME: "1" if goes_home else "",
        "KALOOKI_HOME": str(home),
    }
    return {**found, "PYTHONIOENCODING": "ascii:replace"} if in_ascii else found


def main(environment: Mapping[str, str] = os.environ) -> None:
    """Show the screens; the exit code says how they were left."""
    _common.run(_show(environment))


async def _show(environment: Mapping[str, str]) -> int:
    from kalooki_cli.tui.client import glyphs_here
    from kalooki_cli.tui.evening import EveningApp
    from kalooki_cli.tui.settings import settings_for
    from kalooki_cli.web.shown import code_of

    port, token = json.loads(environment[COUNTER])
    name, bind, own_port, interfaces = json.loads(environment[PLACE])
    look = Look(**json.loads(environment[LOOK]))
    home = _common.home(None)
    kept = await asyncio.to_thread(Kept, home)
    page: Any = Page()
    taste = Taste(kept.values, kept.keep, environment={**environment, "TERM": "xterm-256color"}, stream=page)
    async with PageClub(place_of(name, str(home), bind, own_port, tuple(interfaces)), int(port), token) as club:
        app = EveningApp(
            club,
            look,
            glyphs_here(),
            settings_for(taste, look),
            taste,
            at=await club.sits(),
            goes_home=bool(environment[GOES_HOME]),
        )
        return code_of(await app.play())


if __name__ == "__main__":
    main()
