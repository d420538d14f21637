"""The group of all commands, which imports a subcommand only when it is asked for."""

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from inspect import cleandoc

import click

from kalooki_cli import commands, interrupts, language, leaving

_ERROR = language.gettext("Error: {message}").format(message="")
"""What click writes before a message."""


class _Lazy(click.Group):
    """Every file of `commands/` is a subcommand and defines `command`.

    Help and completion import all of them, so what is heavy is imported only
    inside the function that runs.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks with it
        files = [name for folder in commands.__path__ for name in os.listdir(folder)]  # noqa: PTH208 - pathlib costs 10 ms
        return sorted(name.removesuffix(".py") for name in files if name.endswith(".py") and name[0] != "_")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return in_their_words(command_of(cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Give each command its first sentence whole; click would cut it to one line."""
        rows = []
        for name in self.list_commands(ctx):
            found = self.get_command(ctx, name)
            words = " ".join((found.help or "" if found else "").split("\n\n")[0].split())
            rows.append((name, words.split(". ")[0].rstrip(".") + "."))
        with formatter.section(language.gettext("Commands")):
            formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run the subcommand; click has exit codes of its own for an interrupt and for a reader who has gone."""
        interrupts.raise_again()
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            leaving.stopped()
        except BrokenPipeError as error:
            leaving.unwritten(error)
        except click.UsageError as error:
            if type(error) is not click.UsageError or not sys.stderr.isatty():
                raise
            raise click.UsageError(_broken_between_words(error.message), error.ctx) from None


def command_of(name: str) -> click.Command:
    """Import a subcommand, as it stands in the source."""
    found = import_module(f"kalooki_cli.commands.{name}").command
    assert isinstance(found, click.Command), name
    return found


def in_their_words(command: click.Command) -> click.Command:
    """Let a command say in the language of the reader what it does."""
    if not language.IS_SOURCE:
        for described in (command, *command.params):
            if text := getattr(described, "help", None):
                described.help = language.gettext(cleandoc(text))  # type: ignore[attr-defined]
    return command


def helps() -> Iterator[str]:
    """What all commands say of themselves in the source: for the catalogue."""
    every = _Lazy.list_commands(kalooki, click.Context(kalooki))
    for command in (kalooki, *map(command_of, every)):
        described = (command, *command.params)
        yield from (cleandoc(text) for each in described if (text := getattr(each, "help", None)))


def _broken_between_words(message: str) -> str:
    """Fit an error to the terminal on which click shows it."""
    from kalooki_cli.taste import columns  # noqa: PLC0415 - only where something goes wrong
    from kalooki_cli.text import whole  # noqa: PLC0415 - as columns

    return "\n".join(whole([f"{_ERROR}{message}"], columns())).removeprefix(_ERROR)


@click.command(cls=_Lazy, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kalooki", message="Kalooki %(version)s")
@click.pass_context
def kalooki(ctx: click.Context) -> None:
    """Play Kalooki on a LAN: every player a node, every deal verifiable by anyone.

    Begin with: kalooki play. Alone, kalooki opens the start screen; where the terminal cannot show it, it asks in
    lines of text what you would like.
    """
    if ctx.invoked_subcommand is not None:
        return
    from kalooki_cli.tui.start import why_not  # noqa: PLC0415 - only where no command is named

    why = why_not()
    if why is not None:
        from kalooki_cli.commands import _plain_start  # noqa: PLC0415 - as above

        _plain_start.offer(ctx, why, lambda name: kalooki.get_command(ctx, name))
        return
    from kalooki_cli.commands.menu import command  # noqa: PLC0415 - as above

    ctx.invoke(command)


in_their_words(kalooki)
