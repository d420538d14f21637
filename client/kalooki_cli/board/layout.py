"""Where everything stands: a pure function of the size of the screen and of how much there is to show."""

from dataclasses import dataclass

from kalooki_cli.board.fan import FAN_ROWS, TALL

LEAST_COLUMNS, LEAST_ROWS = 80, 24
HEADER = 1
PROMPT = 3
MIDDLE = TALL + 1
"""Stock and discard pile, and what they are called."""

FRAME = 4
"""Of a window: a line and a blank on either side."""

MELDS = 4
"""So many lines of melds are always seen, but where a deal is over."""

WIDE = 110
"""From so many columns on the log has a column of its own where there is room below."""
HIGH = 34
"""From so many rows on everybody has two lines."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns and rows of each part."""

    columns: int
    rows: int
    side: int
    """Columns of the players and the piles, at the left."""
    seats: int
    """Rows of the players."""
    lines_each: int
    """Rows of one player."""
    upper: int
    """Rows between the header and the hand."""
    panel: int
    """Rows of what is asked in a window of its own; 0 where nothing is."""
    log: int
    """Rows of what happened."""
    melds: int
    """Rows of the melds."""

    @property
    def main(self) -> int:
        """Columns of the melds, at the right."""
        return self.columns - self.side


def layout(columns: int, rows: int, players: int, panel: int = 0, *, melds: int = MELDS) -> Layout:
    """Divide the screen; `panel` are the lines that a question wants, beside which so many lines of melds are seen."""
    upper = rows - HEADER - FAN_ROWS - PROMPT
    side = side_columns(columns)
    lines_each = 2 if rows >= HIGH and players * 2 + 1 + MIDDLE <= upper else 1
    seats = min(players * lines_each + 1, max(upper - MIDDLE, 3))
    wants = min(panel, upper - melds) if panel else 0
    left = upper - wants
    log = max(min(4 if rows < HIGH else left // 3, left - melds), 0)
    return Layout(columns, rows, side, seats, lines_each, upper, wants, log, left - log)


def side_columns(columns: int) -> int:
    """Columns of the players and the piles."""
    return 35 if columns < WIDE else min(44, columns // 3)


def panel_columns(columns: int) -> int:
    """Columns of the words in a window of its own."""
    return columns - side_columns(columns) - FRAME


def fits(columns: int, rows: int) -> bool:
    """Whether there is room for the table."""
    return columns >= LEAST_COLUMNS and rows >= LEAST_ROWS
