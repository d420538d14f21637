"""A page of rows that can be scrolled: a title with a lamp, the rows that have room, a sentence, and keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, Span, beside, fitted_row
from kalooki_cli.board.layout import HEADER
from kalooki_cli.board.prompt import keys_row
from kalooki_cli.board.scene import Chip
from kalooki_cli.messages import board as say
from kalooki_cli.text import cut, fitted, width

AROUND = HEADER + 3
"""Rows of the title, of a blank line below it, of a sentence and of the keys."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """What is shown besides the rows."""

    title: str
    hint: str
    chips: tuple[Chip, ...]
    corner: tuple[Span, ...] = ()
    """At the right of the title."""


@dataclass(frozen=True, slots=True)
class Scrolled:
    """A drawn page, and the row with which it begins."""

    rows: tuple[Row, ...]
    first: int


def scrolled(scroll: Scroll, body: Sequence[Row], glyphs: Glyphs, size: tuple[int, int], first: int) -> Scrolled:
    """Draw a page from a row on; it is never scrolled past its end."""
    columns, rows = size
    room = max(rows - AROUND, 1)
    first = max(min(first, len(body) - room), 0)
    shown = [fitted_row(row, columns) for row in body[first : first + room]]
    shown += [fitted_row((), columns)] * (room - len(shown))
    head = beside(((f" {glyphs.safe(scroll.title)} ", "title"),), scroll.corner, columns)
    head = tuple((text, role or "header") for text, role in head)
    counts = ((glyphs.more_up, first), (glyphs.more_down, len(body) - first - room))
    more = " ".join(f"{sign} {say.MORE_LINES.format(count=count)}" for sign, count in counts if count > 0)
    right = ((f" {more} ", "asked"),) if more else ()
    hint = beside(((f" {cut(glyphs.safe(scroll.hint), columns - 2 - width(more))}", "asked"),), right, columns)
    hint = tuple((text, role or "asked") for text, role in hint)
    made = (head, fitted_row((), columns), *shown, hint, keys_row(scroll.chips, columns))
    return Scrolled(made[:rows], first)


def text_rows(lines: Sequence[str], glyphs: Glyphs, columns: int) -> list[Row]:
    """Sentences as rows, broken where they are too wide."""
    return [fitted_row([(f"  {part}", "seat")], columns) for part in fitted(map(glyphs.safe, lines), columns - 4)]
