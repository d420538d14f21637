"""Files to begin from, printed by `--example`; only click is needed to read them."""

from collections.abc import Callable
from typing import Any

import click

DEAL = """\
khh = 1                       # the version of this format
variant = "british"
# house = { limit = 100 }     # kalooki rules VARIANT --options
players = ["p1", "p2", "p3"]  # in seat order, clockwise; no spaces in a name
dealer = "p3"                 # so p1 begins
# The rest is what you know; what is not said is dealt at random.
hands = { p1 = "7S 7H 7D TC JC QC KC 2D" }
table = ["p2: 5H JK=6H 7H"]   # melds, m1 first; who owns one has made his first lay
upcard = "4D"                 # the top of the discard pile
stock = "2H"                  # the next cards to be drawn
actions = [
  "p1 draw",
  "p1 lay 7S 7H 7D; TC JC QC KC",
  "p1 discard 2D count 1",
]
"""

SHEET = """\
kss = 1                       # the version of this format
variant = "british"
# house = { limit = 100 }     # kalooki rules VARIANT --options
players = ["Ann", "Ben", "Cy"]

[[deals]]
winner = "Cy"
how = "call-up"               # he went out; or "kalooki": all in one turn
left = { Ann = 23, Ben = "KS JK" }  # points, or the cards themselves

[[deals]]
winner = "Ann"
how = "kalooki"
left = { Ben = 130, Cy = 41 }
buy_ins = ["Ben"]             # who bought back in after this deal
"""


def example(text: str) -> Callable[[Any], Any]:
    """Make the option that prints a file and ends."""

    def show(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click calls it so
        if value:
            click.echo(text, nl=False)
            ctx.exit()

    return click.option(
        "--example", is_flag=True, is_eager=True, expose_value=False, callback=show, help="Print a file to begin from."
    )
