"""The `kalooki` command, which imports a subcommand only when it is asked for."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper

import click

from kalooki_cli import commands


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
        found = import_module(f"kalooki_cli.commands.{cmd_name}").command
        assert isinstance(found, click.Command), cmd_name
        return found


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kalooki", message="Kalooki %(version)s")
def kalooki() -> None:
    """Play Kalooki on a LAN: every player a node, every deal verifiable by anyone.

    Begin with: kalooki play
    """


def main() -> None:
    """Run the command; what the console cannot write comes out as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    kalooki(prog_name="kalooki")


if __name__ == "__main__":
    main()
