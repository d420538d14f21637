"""What came of all games that are kept here, as `kalooki stats` shows it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext
from kalooki_cli.messages.bots import called
from kalooki_cli.messages.errors import told
from kalooki_cli.messages.talk import money_unit
from kalooki_cli.text import cut, inert, pad, width

NAME = 20
"""Columns of a name, or of a game."""

TITLE = _("Your games")
ALL = _("all games")
POINTS = _(
    "Points are those of a deal, on average; in most games fewer are better. Money counts where a game was ended."
)
AGAINST = _("Against (your own figures, in the games in which they sat):")

SKIPPED: Mapping[str, str] = {
    "unreadable": _("it cannot be read: {reason}"),
    "not_valid": _("it does not hold: {reason}"),
    "not_mine": _("the key of this computer did not play in it"),
    "nothing_dealt": _("nothing was dealt"),
    "counted_before": _("another file holds the same table"),
}
"""Why a file was not counted, by its code."""


def checking(count: int) -> str:
    """Say that it takes a while."""
    return ngettext("Checking {count} record ...", "Checking {count} records ...", count).format(count=count)


def nothing(path: str) -> str:
    """Say that no game was counted."""
    return _("No game of yours is kept in {path}.").format(path=inert(path, 200))


def head(title: str = "") -> str:
    """Name the columns."""
    return _("{title} games ended  won deals  won points kalookis  money").format(title=pad(title, NAME))


def rows(
    name: str, counts: Sequence[int], points: float | None, money: Sequence[tuple[str, int]], columns: int
) -> Iterator[str]:
    """Show what came of some games; money that has no room at the end stands under it."""
    games, ended, won, deals, deals_won, kalookis = counts
    average = "-" if points is None else f"{points:.1f}"
    paid = ", ".join(amount(value, unit) for unit, value in money) or "-"
    numbers = f"{games:5} {ended:5} {won:4} {deals:5} {deals_won:4} {average:>6} {kalookis:8}"
    line = f"{pad(name, NAME)} {numbers}"
    if width(f"{line}  {paid}") <= columns:
        yield f"{line}  {paid}"
    else:
        yield line
        yield f"{paid:>{columns}}"


def amount(value: int, unit: str) -> str:
    """Write money, won or lost."""
    return f"{value:+d} {money_unit(value, unit)}"


def opponent(name: str, label: str, bot: str) -> str:
    """Name somebody, so that nobody is taken for another."""
    if bot:
        return _("bots: {kind}").format(kind=called(bot, NAME - 6))
    return f"{cut(inert(name, 30), NAME - width(label) - 1)} {label}"


def skipped(files: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Name what was not counted, and why."""
    for file, code, reason in files:
        why = SKIPPED[code].format(reason=told(reason))
        yield _("Not counted: {file}: {why}.").format(file=inert(file, 60), why=why)
