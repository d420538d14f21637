"""What `kalooki` alone offers where no start screen can be shown: the same beginnings, in lines of text."""

import sys
from collections.abc import Callable, Sequence

import click

from kalooki.shell.datadir import default_data_dir
from kalooki.shell.tables import has_kept
from kalooki_cli.commands import _network
from kalooki_cli.messages import beginnings as say

NOT_UNDERSTOOD = 2


def offer(ctx: click.Context, why: Sequence[str], find: Callable[[str], click.Command | None]) -> None:
    """Say why there is no start screen, and what to type; at a terminal it is asked for, and done.

    Args:
        ctx: Of the program.
        why: What is said of the terminal.
        find: The command of a name.
    """
    commands = [one for one in say.WORDS if one != "resume" or has_kept(default_data_dir())]
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    told = [*(why or [say.NO_SCREEN]), *say.lines(commands, numbered=at_terminal)]
    if not at_terminal:
        click.echo("\n".join(told), err=True)
        ctx.exit(NOT_UNDERSTOOD)
    _network.show(told)
    while True:
        typed = _network.ask(say.question(len(commands))).lower()
        if typed in {"q", "quit"}:
            return
        numbered = {str(number): name for number, name in enumerate(commands, 1)}
        if typed in numbered:
            _run(ctx, numbered[typed], find)
            return


def _run(ctx: click.Context, name: str, find: Callable[[str], click.Command | None]) -> None:
    """Do what the command does without arguments."""
    command = find(name)
    if command is None:
        click.echo(ctx.get_help())
        return
    with command.make_context(name, [], parent=ctx) as inner:
        command.invoke(inner)
