"""What screens have in common: rows that `board` makes, mouse and keys, some of which mean the same everywhere."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from kalooki_cli.board.ink import Row
from kalooki_cli.board.layout import fits
from kalooki_cli.board.small import too_small
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.widgets.rows import Rows

Result = TypeVar("Result")

SCROLL = 3


class DrawnScreen(Screen[Result], Generic[Result], inherit_bindings=False):
    """One canvas. What is drawn, and what a key or a click does, is said by who inherits."""

    ALLOW_SELECT = False
    AUTO_FOCUS = None

    def __init__(self, carrier: Carrier) -> None:
        super().__init__()
        self.carrier = carrier
        self.canvas = Rows(carrier.paint)

    def compose(self) -> ComposeResult:
        """One widget draws everything."""
        yield self.canvas

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Make the rows of this moment; there is room for them."""
        raise NotImplementedError

    def pressed(self, key: str, character: str | None) -> None:
        """Do what a key does."""
        raise NotImplementedError

    def clicked(self, column: int, row: int) -> None:
        """Do what a click does."""

    def scrolled(self, by: int) -> None:
        """Scroll by so many rows."""

    def draw(self) -> None:
        """Draw this moment, or say that there is no room."""
        columns, rows = self.app.size
        if fits(columns, rows):
            self.canvas.put(self.made(columns, rows))
        else:
            self.canvas.put(too_small(columns, rows, self.carrier.glyphs))

    def on_resize(self, event: events.Resize) -> None:
        """Draw as large as the terminal is."""
        del event
        self.draw()

    def on_screen_resume(self) -> None:
        """What happened while another screen lay above."""
        self.draw()

    def on_key(self, event: events.Key) -> None:
        """Do what a key does."""
        event.stop()
        event.prevent_default()
        match event.key:
            case "ctrl+c":
                self.carrier.interrupt()
                return
            case "ctrl+z":
                self.app.action_suspend_process()
            case "ctrl+l":
                self.canvas.repaint(self.carrier.paint)
            case "p" if not fits(*self.app.size):
                self.carrier.exit(None)
                return
            case key:
                self.pressed(key, event.character)
        if self.is_current:
            self.draw()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Do what a click does."""
        event.stop()
        if fits(*self.app.size):
            self.clicked(int(event.screen_x), int(event.screen_y))
            if self.is_current:
                self.draw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll."""
        event.stop()
        self.scrolled(SCROLL)
        self.draw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll."""
        event.stop()
        self.scrolled(-SCROLL)
        self.draw()
