"""A screen of rows that can be scrolled, and that change while one looks at them."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from kalooki_cli.board.ink import Row
from kalooki_cli.board.prompt import chip_places
from kalooki_cli.board.scroll import AROUND, Scroll, scrolled
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.drawn import DrawnScreen

Result = TypeVar("Result")

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}


class ScrolledScreen(DrawnScreen[Result], Generic[Result], inherit_bindings=False):
    """Who inherits says what the rows are, and what other keys do."""

    def __init__(self, carrier: Carrier) -> None:
        super().__init__(carrier)
        self.first = 0
        """The row with which the page begins."""

    def around(self) -> Scroll:
        """Say what stands around the rows."""
        raise NotImplementedError

    def body(self, columns: int) -> Sequence[Row]:
        """Make the rows."""
        raise NotImplementedError

    def do(self, name: str) -> None:
        """Do what a key or a click is for."""
        del name
        self.dismiss()

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Draw what has room."""
        made = scrolled(self.around(), self.body(columns), self.carrier.glyphs, (columns, rows), self.first)
        self.first = made.first
        return made.rows

    def pressed(self, key: str, character: str | None) -> None:
        """Scroll, or do what one of the keys is for; any other goes back."""
        del character
        page = max(self.app.size.height - AROUND - 1, 1)
        match key:
            case "up" | "k" | "down" | "j":
                self.first += STEPS[key]
            case "pagedown" | "space" | "right_square_bracket":
                self.first += page
            case "pageup" | "left_square_bracket":
                self.first -= page
            case "home":
                self.first = 0
            case "end":
                self.first += 1 << 16
            case _:
                self.do(self.named(key))

    def named(self, key: str) -> str:
        """Name what a key is for; `back` for one that has no meaning."""
        written = {"enter": "Enter", "escape": "Esc"}.get(key, key)
        return next((chip.does for chip in self.around().chips if chip.key == written), "back")

    def clicked(self, column: int, row: int) -> None:
        """Do what the key does that was clicked."""
        if row == self.app.size.height - 1:
            places = chip_places(self.around().chips, self.app.size.width)
            found = next((one.chip.does for one in places if one.left <= column < one.right), None)
            if found is not None:
                self.do(found)

    def scrolled(self, by: int) -> None:
        """Scroll."""
        self.first += by
