"""What one may begin with where no start screen can be shown: by number at a terminal, else by what one would type."""

from collections.abc import Mapping, Sequence

from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.messages import lobby

NO_SCREEN = _("The start screen cannot be shown here; lines of text do the same.")
WORDS: Mapping[str, str] = {
    "play": lobby.MENU["new"],
    "join": _("Join a table, from a list or by its code"),
    "host": lobby.MENU["host"],
    "resume": lobby.MENU["resume"],
    "stats": lobby.MENU["figures"],
    "rules": _("The games and their rules"),
    "--help": _("All commands"),
}
"""By the command that does it."""

TYPE = _("You can type:")


def lines(commands: Sequence[str], *, numbered: bool) -> list[str]:
    """What one may begin with, each with the command that does it."""
    rows = [f"{WORDS[command]}: {program()} {command}" for command in commands]
    if not numbered:
        return [TYPE, *(f"  {row}" for row in rows)]
    return [f"  {number}  {row}" for number, row in enumerate(rows, 1)]


def question(count: int) -> str:
    """Ask for one of them."""
    return _("Type a number, 1 to {count}, or q to leave").format(count=count)
