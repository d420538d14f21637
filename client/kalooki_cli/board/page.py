"""A page of text as rows: a title, the lines that have room, and how to go on."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, beside, fitted_row
from kalooki_cli.messages import board as say
from kalooki_cli.text import fitted

AROUND = 3
"""Rows of the title, of a blank line, and of the keys."""


@dataclass(frozen=True, slots=True)
class Page:
    """A drawn page, and the line with which it begins."""

    rows: tuple[Row, ...]
    first: int


def page(title: str, lines: Sequence[str], glyphs: Glyphs, columns: int, rows: int, first: int) -> Page:  # noqa: PLR0913, PLR0917 - what it is drawn from
    """Draw a page from a line on; it is never scrolled past its end."""
    broken = fitted(map(glyphs.safe, lines), max(columns - 4, 1))
    room = max(rows - AROUND, 1)
    first = max(min(first, len(broken) - room), 0)
    below = max(len(broken) - first - room, 0)
    more = f"{glyphs.more_down} {say.MORE_LINES.format(count=below)} " if below else ""
    body = [fitted_row([(f"  {line}", "seat")], columns) for line in broken[first : first + room]]
    body += [fitted_row((), columns)] * (room - len(body))
    head = fitted_row([(f" {glyphs.safe(title)}", "title")], columns, "header")
    keys = beside(((f" {say.PAGE_KEYS}", "keys"),), ((more, "keys"),), columns)
    made = (head, fitted_row((), columns), *body, keys)
    return Page(made[:rows], first)
