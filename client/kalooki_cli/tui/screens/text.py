"""A page of text above the table, which can be scrolled."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.page import page
from kalooki_cli.tui.theme import Paint
from kalooki_cli.tui.widgets.rows import Rows

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}


class TextScreen(Screen[None], inherit_bindings=False):
    """Lines under a title."""

    ALLOW_SELECT = False
    AUTO_FOCUS = None

    def __init__(self, title: str, lines: Sequence[str], paint: Paint, glyphs: Glyphs) -> None:
        super().__init__()
        self._heading = title
        self._lines = tuple(lines)
        self._glyphs = glyphs
        self._canvas = Rows(paint)
        self._first = 0

    def compose(self) -> ComposeResult:
        """One widget."""
        yield self._canvas

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        del event
        self._draw()

    def _draw(self) -> None:
        columns, rows = self.app.size
        made = page(self._heading, self._lines, self._glyphs, columns, rows, self._first)
        self._first = made.first
        self._canvas.put(made.rows)

    def on_key(self, event: events.Key) -> None:
        """Scroll, or go back."""
        event.stop()
        event.prevent_default()
        height = max(self.app.size.height - 4, 1)
        match event.key:
            case "up" | "k" | "down" | "j":
                self._first += STEPS[event.key]
            case "pagedown" | "space" | "right_square_bracket":
                self._first += height
            case "pageup" | "left_square_bracket":
                self._first -= height
            case "home":
                self._first = 0
            case "end":
                self._first = len(self._lines) * 8
            case "ctrl+z":
                self.app.action_suspend_process()
            case _:
                self.dismiss()
                return
        self._draw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll."""
        event.stop()
        self._first += 3
        self._draw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll."""
        event.stop()
        self._first -= 3
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Go back."""
        event.stop()
        self.dismiss()
