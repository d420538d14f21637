"""Lines under a title, to be read and put away."""

from collections.abc import Sequence

from kalooki_cli.board.ink import Row
from kalooki_cli.board.scene import Chip
from kalooki_cli.board.scroll import Scroll, text_rows
from kalooki_cli.messages import board, lobby
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.scrolled import ScrolledScreen


class ReadingScreen(ScrolledScreen[None], inherit_bindings=False):
    """They stay as they are, but for the width."""

    def __init__(self, carrier: Carrier, title: str, lines: Sequence[str]) -> None:
        super().__init__(carrier)
        self._words = title
        self._lines = tuple(lines)

    def around(self) -> Scroll:
        """A title, and how to go back."""
        return Scroll(self._words, board.PAGE_KEYS, (Chip("Esc", lobby.KEYS["back"], "back"),))

    def body(self, columns: int) -> Sequence[Row]:
        """The lines."""
        return text_rows(self._lines, self.carrier.glyphs, columns)
