"""What commands share that look at the network; imported only by a command that runs."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from ipaddress import ip_address

import click

from kalooki.shell.channels import split_address
from kalooki.shell.discovery import Choose
from kalooki.shell.errors import ShellError
from kalooki.shell.finding import find, find_by_code, still_there
from kalooki.shell.found_tables import FoundTable
from kalooki.shell.interfaces import check_wanted, chosen, interfaces
from kalooki.shell.joincode import parse
from kalooki.shell.launch import Join
from kalooki_cli import leaving
from kalooki_cli.commands import _common
from kalooki_cli.messages import network, table
from kalooki_cli.taste import columns
from kalooki_cli.text import fitted

SETTLED = 1.0
"""Seconds without anything new after which a list of tables counts as complete."""

ROOM = 12
"""Columns that are left behind a question for its answer."""

Look = Callable[[], Sequence[FoundTable]]

ANYWHERE = "0.0.0.0"  # noqa: S104 - where a table listens if nobody says otherwise


def choice(wanted: Sequence[str]) -> Choose:
    """Choose the interfaces, now and whenever it is asked again.

    Raises:
        UsageError: There is none of that name.
    """
    try:
        check_wanted(interfaces(), wanted)
    except ShellError as error:
        raise click.UsageError(_common.shell_sentence(error)) from error
    return lambda: chosen(interfaces(), wanted, ANYWHERE)


def choose(over: Choose, look: Look | None = None, *, watching: bool = False) -> Join:
    """List the tables on the network until the person has chosen one, or said in another way where to go.

    Args:
        over: The interfaces.
        look: Finds the tables; else it is looked for them over the interfaces.
        watching: No seat is wanted, so that a table which plays will do.
    """
    look = look or (lambda: asyncio.run(find(over, network.LOOKED_FOR, SETTLED)))
    while True:
        click.echo(network.looking(_names(over)))
        rows = look()
        none = network.none_found(network.LOOKED_FOR, _names(over), asked=True)
        show(network.tables(plain(rows), columns()) if rows else none)
        wanted = _answer(rows, over, watching=watching)
        if wanted is not None:
            return wanted


def _answer(rows: Sequence[FoundTable], over: Choose, *, watching: bool) -> Join | None:
    """Ask which table; None: look again."""
    while True:
        typed = ask(network.which(some=bool(rows)))
        if not typed:
            return None
        if typed.isdecimal():
            number = int(typed[:3])
            row = rows[number - 1] if 0 < number <= len(rows) else None
            problem = network.not_joined(number, plain([row])[0] if row else None, watching=watching)
            if problem or row is None:
                click.echo(problem)
                continue
            if row.needs_code:
                return _common.way_in(None, row.address)
            click.echo(table.OPEN)
            return Join("", row.address)
        try:
            return located(_common.way_in(typed, ""), over, rows)
        except click.UsageError as error:
            click.echo(error.format_message())


def is_near(address: str) -> bool:
    """Whether only this computer reaches an address, a host with its port."""
    host, _ = split_address(address)
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def located(wanted: Join, over: Choose, rows: Sequence[FoundTable] = ()) -> Join:
    """Find out where a table is whose code does not say it, or names an address at which nobody answers any more.

    Args:
        wanted: The table.
        over: The interfaces over which it is looked for.
        rows: The tables that were found already.

    Raises:
        UsageError: No table on the network proves that it knows the code.
    """
    if wanted.address or not wanted.code:
        return wanted
    code = parse(wanted.code)
    if code.address:
        where = asyncio.run(still_there(over, code, network.LOOKED_FOR))
        if where != code.address:
            click.echo(network.moved(code.address, where))
        return wanted if where == code.address else Join(wanted.code, where)
    click.echo(network.looking(_names(over)))
    found = asyncio.run(find_by_code(over, code, network.LOOKED_FOR_CODE, rows))
    if found is None:
        raise click.UsageError(network.code_of_nobody(_names(over)))
    click.echo(network.at(found.title, found.address))
    return Join(wanted.code, found.address)


def ask(prompt: str) -> str:
    """Read a line; an interrupt, or the end of the input, ends the command."""
    *before, last = fitted([prompt], columns() - ROOM)
    for line in before:
        click.echo(line)
    try:
        return str(click.prompt(last, default="", show_default=False, type=str)).strip()
    except click.Abort:
        leaving.stopped()


def _names(over: Choose) -> list[str]:
    return [each.name for each in over()]


def plain(rows: Iterable[FoundTable]) -> list[dict[str, object]]:
    """Tables as JSON has them."""
    return [{**asdict(row), "same_protocol": row.same_protocol} for row in rows]


def show(lines: Iterable[str]) -> None:
    """Print lines, fitted to the window."""
    for line in fitted(lines, columns()):
        click.echo(line)
