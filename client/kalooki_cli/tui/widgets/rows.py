"""A widget that shows rows of text with roles, and repaints only the lines that have changed."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from kalooki_cli.board.ink import Row
from kalooki_cli.tui.theme import Paint


class Rows(Widget):
    """Rows, each as wide as the widget."""

    DEFAULT_CSS = """
    Rows {
        width: 100%;
        height: 100%;
    }
    """
    ALLOW_SELECT = False

    def __init__(self, paint: Paint) -> None:
        super().__init__()
        self.paint = paint
        self._rows: tuple[Row, ...] = ()
        self._strips: dict[Row, Strip] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    def put(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        before, self._rows = self._rows, tuple(rows)
        if len(before) != len(rows):
            self._strips.clear()
            self.refresh()
            return
        changed = [at for at, (old, new) in enumerate(zip(before, rows, strict=True)) if old != new]
        if changed:
            self.refresh(*(Region(0, at, self.size.width, 1) for at in changed))

    def repaint(self, paint: Paint) -> None:
        """Show the same rows in another theme."""
        self.paint = paint
        self._strips.clear()
        self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as there is room."""
        del viewport
        return container.width

    def render_line(self, y: int) -> Strip:
        """One row with its styles."""
        width = self.size.width
        if y >= len(self._rows):
            return Strip.blank(width, self.paint.style(""))
        row = self._rows[y]
        strip = self._strips.get(row)
        if strip is None or strip.cell_length != width:
            strip = Strip([Segment(text, self.paint.style(role)) for text, role in row])
            strip = strip.adjust_cell_length(width, self.paint.style(""))
            self._strips[row] = strip
        return strip
