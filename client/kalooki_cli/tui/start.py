"""Whether the table can be shown here; asked before anything heavy is imported."""

import os
import select
import shutil
import sys
from collections.abc import Mapping

from kalooki_cli.board.layout import LEAST_COLUMNS, LEAST_ROWS, fits
from kalooki_cli.messages import board as say

DEFAULT = (LEAST_COLUMNS, LEAST_ROWS)


def size() -> tuple[int, int]:
    """Columns and rows of the terminal; nonsense sizes count as a usual terminal."""
    columns, rows = shutil.get_terminal_size(DEFAULT)
    return (columns, rows) if columns > 0 and rows > 0 else DEFAULT


def is_capable(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a terminal with a cursor, for the keyboard, the screen and what Textual writes to."""
    streams = (sys.stdin, sys.__stdout__, sys.__stderr__)
    there = all(stream is not None and stream.isatty() for stream in streams)
    return there and environment.get("TERM", "dumb") not in {"dumb", "unknown", ""}


def is_gone() -> bool:
    """Whether the terminal under the program has been taken away, without a signal that says so."""
    if not hasattr(select, "poll"):  # not on every system
        return False
    look = select.poll()
    look.register(sys.__stdin__.fileno() if sys.__stdin__ is not None else 0, 0)
    return any(seen & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _descriptor, seen in look.poll(0))


def why_not(environment: Mapping[str, str] = os.environ) -> list[str] | None:
    """Nothing, where the table can be shown; else what is said instead, which may be nothing to say."""
    if not is_capable(environment):
        return []
    columns, rows = size()
    if not fits(columns, rows):
        return [*say.too_small(columns, rows, LEAST_COLUMNS, LEAST_ROWS), say.PLAIN_INSTEAD]
    return None
