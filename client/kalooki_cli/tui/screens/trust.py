"""What was checked of this game, by whom it was said, and words to compare aloud."""

from collections.abc import Sequence

from kalooki_cli.board.ink import Row
from kalooki_cli.board.lamp import lamp_span, trust_rows
from kalooki_cli.board.scene import Chip
from kalooki_cli.board.scroll import Scroll
from kalooki_cli.messages import board, lobby
from kalooki_cli.messages import trust as say
from kalooki_cli.trust import Lamp, lamp
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.scrolled import ScrolledScreen
from kalooki_cli.tui.sitting import Sitting


class TrustScreen(ScrolledScreen[None], inherit_bindings=False):
    """Stays true while one reads it."""

    def __init__(self, carrier: Carrier, sitting: Sitting) -> None:
        super().__init__(carrier)
        self._sitting = sitting

    def around(self) -> Scroll:
        """A title, the lamp, and how to go back."""
        chips = (Chip("Esc", lobby.KEYS["back"], "back"),)
        return Scroll(say.TITLE, board.PAGE_KEYS, chips, tuple(lamp_span(self._lamp, self.carrier.glyphs)))

    @property
    def _lamp(self) -> Lamp | None:
        return lamp(self._sitting.status)

    def body(self, columns: int) -> Sequence[Row]:
        """What there is to say."""
        return trust_rows(say.lines(self._sitting.status), self.carrier.glyphs, columns)
