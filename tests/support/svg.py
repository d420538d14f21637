"""A screen as an SVG: each piece of a row where its cells are, in a monospaced font that the reader's computer has."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from rich.cells import cell_len
from rich.style import Style

from kalooki_cli.board.ink import Row
from kalooki_cli.tui.theme import Paint

SIZE = 16
WIDE, HIGH = 9.63, 18.625
"""A cell, as DejaVu Sans Mono has it at this size; other fonts are stretched to it."""

EDGE = 8
PIECE = re.compile(r"\S+(?: \S+)*")
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def drawn(rows: Sequence[Row], paint: Paint) -> str:
    """Draw rows in a theme."""
    columns = sum(cell_len(text) for text, _ in rows[0])
    width, height = f"{columns * WIDE + 2 * EDGE:g}", f"{len(rows) * HIGH + 2 * EDGE:g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" rx="6" fill="{_back(paint.style(""))}"/>',
        f'<g font-family="{FONTS}" font-size="{SIZE}">',
    ]
    for number, row in enumerate(rows):
        lines += _row(row, EDGE + number * HIGH, paint)
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _row(row: Row, top: float, paint: Paint) -> Iterator[str]:
    left = float(EDGE)
    for text, role in row:
        style, wide = paint.style(role), cell_len(text) * WIDE
        if _back(style) != _back(paint.style("")):
            yield f'<rect x="{left:g}" y="{top:g}" width="{wide:.2f}" height="{HIGH + 0.4:g}" fill="{_back(style)}"/>'
        for piece in PIECE.finditer(text):  # several spaces would be drawn as one
            at = left + cell_len(text[: piece.start()]) * WIDE
            yield (
                f'<text x="{at:.2f}" y="{top + SIZE - 1.4:g}" textLength="{cell_len(piece[0]) * WIDE:.2f}" '
                f'lengthAdjust="spacingAndGlyphs"{_how(style)}>{escape(piece[0])}</text>'
            )
        left = round(left + wide, 2)


def _back(style: Style) -> str:
    assert style.bgcolor is not None, "a theme with colours"
    return style.bgcolor.name


def _how(style: Style) -> str:
    assert style.color is not None, "a theme with colours"
    bold = ' font-weight="bold"' if style.bold else ""
    return f' fill="{style.color.name}"{bold}'
