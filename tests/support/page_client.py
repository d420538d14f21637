"""Run as a program: what stands behind a page, at a table in memory, so that a page can be tried without a node."""

import asyncio
import sys

from kalooki_cli.inbox import Habits
from kalooki_cli.look import Look
from kalooki_cli.tui.client import TableClient
from kalooki_cli.web.shown import code_of
from support.open_table import OpenTable, simple


def main() -> None:
    """Show the table; the exit code says how it ended."""
    look = Look(symbols=True, colour="two")
    sys.exit(code_of(asyncio.run(TableClient(OpenTable(b"page"), look, simple, Habits()).run())))


if __name__ == "__main__":
    main()
