"""Something takes a moment: what it is, and the key that stops it."""

from collections.abc import Callable, Sequence

from kalooki_cli.board.frame import BORDERS, framed, worded
from kalooki_cli.board.ink import Row, fitted_row
from kalooki_cli.board.prompt import SENTENCES, keys_row, said
from kalooki_cli.board.scene import Chip
from kalooki_cli.messages import lobby as say
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.drawn import DrawnScreen

WIDE = 64


class WaitingScreen(DrawnScreen[None], inherit_bindings=False):
    """Nothing can be done but wait, or stop it."""

    def __init__(self, carrier: Carrier, words: str, stop: Callable[[], object]) -> None:
        super().__init__(carrier)
        self._words = words
        self._stop = stop

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Make the rows."""
        glyphs = self.carrier.glyphs
        inside = worded([self._words], WIDE, glyphs)
        box = framed(say.TITLE, inside, WIDE, len(inside) + BORDERS, glyphs)
        body = rows - SENTENCES - 1
        above, left = max((body - len(box)) // 2, 0), (columns - WIDE) // 2
        padded = [fitted_row([(" " * left, "margin"), *line], columns) for line in box]
        blank = [fitted_row((), columns)]
        prompt = said(glyphs.safe(say.STARTING_HINT), columns, "waits")
        chips = (Chip("Esc", say.KEYS["stop"], "stop"),)
        return [*blank * above, *padded, *blank * (body - above - len(box)), *prompt, keys_row(chips, columns)]

    def pressed(self, key: str, character: str | None) -> None:
        """Stop it."""
        del character
        if key in {"escape", "q"}:
            self._stop()

    def clicked(self, column: int, row: int) -> None:
        """Stop it, where the key that stands for it was clicked."""
        if row == self.app.size.height - 1 and column < len(f"  Esc  {say.KEYS['stop']}  "):
            self._stop()
