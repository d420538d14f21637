"""A frame with a title, around lines of words."""

from collections.abc import Sequence

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, Span, fitted_row
from kalooki_cli.text import cut, width, wrap

BORDERS = 2
MARGIN = 2
"""A border and a blank on the left side; as much on the right."""


def framed(title: str, inside: Sequence[Sequence[Span]], columns: int, rows: int, glyphs: Glyphs) -> list[Row]:
    """So many rows with a frame around them; what has no room is left out."""
    if rows < BORDERS:
        return [fitted_row((), columns)] * max(rows, 0)
    head = cut(f" {glyphs.safe(title)} " if title else "", columns - 6)
    top = f"{glyphs.top_left}{glyphs.across}{head}{glyphs.across * (columns - 3 - width(head))}{glyphs.top_right}"
    bottom = f"{glyphs.bottom_left}{glyphs.across * (columns - BORDERS)}{glyphs.bottom_right}"
    edge = (glyphs.down, "panel frame")
    shown = [*inside[: rows - BORDERS], *([()] * (rows - BORDERS - len(inside)))]
    body = [(edge, *fitted_row(line, columns - BORDERS, "panel"), edge) for line in shown]
    return [fitted_row([(top, "panel frame")], columns), *body, fitted_row([(bottom, "panel frame")], columns)]


def worded(lines: Sequence[str], columns: int, glyphs: Glyphs) -> list[Row]:
    """Sentences as they are broken inside a frame of so many columns."""
    broken = [part for line in lines for part in wrap(glyphs.safe(line), columns - 2 * MARGIN)]
    return [((f" {line}", "panel"),) for line in broken]
