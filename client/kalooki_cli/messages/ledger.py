"""The words on the score sheet of a whole game."""

from collections.abc import Mapping

from kalooki_cli.language import gettext as _
from kalooki_cli.language import pgettext

TITLE = _("Score sheet")
DEAL = pgettext("the head of a narrow column", "Deal")
NONE = _("No deal is counted yet.")
NOW = _("now")
OUT = _("out")
BOUGHT = _("in x")
MONEY = _("Money")
STAKE = _("ante")
BUY_IN = _("buy")
POOL = _("pool")
SHEET_HINT = _("Points of each deal, then the total. The game goes on when everybody is ready.")

WAYS: Mapping[str, str] = {
    "call-up": _("* went out"),
    "out": _("* went out"),
    "kalooki": _("K kalooki: all in one turn"),
    "bend": _("B bent the table"),
    "blitz": _("Z blitz"),
}


def legend(used: Mapping[str, str]) -> str:
    """What the marks mean, by how somebody went out."""
    return "; ".join(dict.fromkeys(WAYS.get(how, WAYS["out"]) for how in used.values()))
