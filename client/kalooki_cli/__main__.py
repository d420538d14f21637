"""The `kalooki` command, which imports a subcommand only when it is asked for."""

import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

import click

COMMANDS = Path(__file__).parent / "commands"


class _Lazy(click.Group):
    """Every file of `commands/` is a subcommand and defines `command`.

    Help and completion import all of them, so what is heavy is imported only
    inside the function that runs.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks with it
        return sorted(file.stem for file in COMMANDS.glob("[!_]*.py"))

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
