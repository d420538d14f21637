"""What stands on a screen that has no room for the table."""

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, fitted_row
from kalooki_cli.board.layout import LEAST_COLUMNS, LEAST_ROWS
from kalooki_cli.messages import board as say
from kalooki_cli.text import wrap


def too_small(columns: int, rows: int, glyphs: Glyphs) -> list[Row]:
    """Say that it is too small, and what can be done."""
    room = max(columns - 2, 1)
    sentences = [*say.too_small(columns, rows, LEAST_COLUMNS, LEAST_ROWS), say.ENLARGE]
    lines = [part for sentence in sentences for part in wrap(glyphs.safe(sentence), room)]
    made = [fitted_row([(f" {line}"[:columns], "asked")], columns) for line in lines][:rows]
    return [*made, *([fitted_row((), columns)] * (rows - len(made)))]
