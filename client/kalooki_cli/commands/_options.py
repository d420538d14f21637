"""Options that several commands have. Only click is needed to read them."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])


def _all(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


RULES = _all(
    click.option("--variant", default="british", show_default=True, help="The game; see: kalooki rules."),
    click.option(
        "--house",
        multiple=True,
        metavar="OPTION=VALUE",
        help="A house rule; may be repeated; see: kalooki rules VARIANT --options.",
    ),
)
ASCII = "kalooki.ascii"
"""In the context's `meta` where nothing else is to be written; the door of the program sees to it (`__main__`)."""


def _in_ascii(ctx: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001 - as click calls it
    """Suits are letters then."""
    if value:
        ctx.meta[ASCII] = True
        ctx.default_map = {**(ctx.default_map or {}), "suits": "letters"}


LOOK = _all(
    click.option("--suits", type=click.Choice(["letters", "unicode"]), help="How suits are written."),
    click.option(
        "--ascii",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_in_ascii,
        help="Nothing but ASCII is written: suits are letters, too.",
    ),
    click.option("--color", type=click.Choice(["off", "two", "four"]), help="How many colours the suits have."),
)
PLAIN = click.option("--plain", is_flag=True, help="Lines of text instead of the screen.")
HOME = click.option("--data-dir", type=click.Path(file_okay=False), help="Where keys and records are kept.")
PERSON = _all(
    click.option("--name", help="Your name at the table; your login name if you do not say."),
    HOME,
    LOOK,
)
RULES_FILE = click.option(
    "--rules",
    "rules_file",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="Take the rules from FILE instead, which says: variant = ..., house = { ... }.",
)
ACCEPT = click.option("--accept-rules", is_flag=True, help="Agree to the rules of the table without being asked.")
BOT = click.option(
    "--bot",
    "--level",
    "bot",
    default="easy",
    show_default=True,
    help="Which bot plays, or of which level: beginner, easy, medium, hard or expert.",
)
PACE = click.option(
    "--pace",
    type=click.Choice(["human", "quick", "none"]),
    default="human",
    show_default=True,
    help="How long bots seem to think.",
)
LAN = _all(
    click.option("--bind", default="0.0.0.0", show_default=True, help="The address to listen on."),  # noqa: S104 - a LAN game
    click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port to listen on; 0: any free one."),
)
CODE = _all(
    click.argument("code", required=False),
    click.argument("address", required=False, default=""),
    click.option("--code-file", metavar="FILE", help="Read the code from a file that only you can read."),
    click.option("--open", "no_code", is_flag=True, help="The table is open: nobody needs a code, only its address."),
)
"""A code that is typed behind the command is seen by everybody who can list this computer's processes."""
INTERFACE = click.option(
    "--interface",
    multiple=True,
    metavar="NAME",
    help="Use this network interface, by name or address; may be repeated. Else all that lead to other computers.",
)
