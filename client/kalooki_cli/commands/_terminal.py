"""What the terminal can show, as `kalooki doctor` says it."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping

from kalooki.shell.checkup import Finding, Level
from kalooki_cli.taste import Wishes, look_of

LEAST_COLUMNS, LEAST_ROWS = 40, 20


def findings(environment: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Look at standard output, and at the keyboard."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Finding("terminal", Level.WARN, "no_terminal", {})
    else:
        size = shutil.get_terminal_size()
        small = size.columns < LEAST_COLUMNS or size.lines < LEAST_ROWS
        detail = {"columns": str(size.columns), "rows": str(size.lines)}
        yield Finding("terminal", Level.WARN if small else Level.OK, "small" if small else "size", detail)
    look = look_of(sys.stdout, environment, Wishes())
    encoding = {"encoding": sys.stdout.encoding or "ascii"}
    yield Finding("terminal", Level.OK, "symbols" if look.symbols else "letters", encoding)
    yield Finding("terminal", Level.OK, "no_colours" if look.colour == "off" else "colours", {})
