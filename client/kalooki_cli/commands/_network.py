"""What commands share that look at the network; imported only by a command that runs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict

import click

from kalooki.shell.errors import ShellError
from kalooki.shell.found_tables import FoundTable
from kalooki.shell.interfaces import Interface, check_wanted, chosen, interfaces
from kalooki_cli.commands import _common
from kalooki_cli.terminal import columns
from kalooki_cli.text import fitted

SETTLED = 1.0
"""Seconds without anything new after which a list of tables counts as complete."""

ANYWHERE = "0.0.0.0"  # noqa: S104 - where a table listens if nobody says otherwise


def choice(wanted: Sequence[str]) -> Callable[[], tuple[Interface, ...]]:
    """Choose the interfaces, now and whenever it is asked again.

    Raises:
        UsageError: There is none of that name.
    """
    try:
        check_wanted(interfaces(), wanted)
    except ShellError as error:
        raise click.UsageError(_common.shell_sentence(error)) from error
    return lambda: chosen(interfaces(), wanted, ANYWHERE)


def plain(rows: Iterable[FoundTable]) -> list[dict[str, object]]:
    """Tables as JSON has them."""
    return [{**asdict(row), "same_protocol": row.same_protocol} for row in rows]


def show(lines: Iterable[str]) -> None:
    """Print lines, fitted to the window."""
    for line in fitted(lines, columns()):
        click.echo(line)
