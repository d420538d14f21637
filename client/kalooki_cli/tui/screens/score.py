"""The score sheet of the game, deal by deal, and its money; between deals the game goes on from here."""

from collections.abc import Sequence

from kalooki_cli.board.ink import Row
from kalooki_cli.board.lamp import lamp_span
from kalooki_cli.board.ledger import ledger_rows
from kalooki_cli.board.scene import Chip
from kalooki_cli.board.scroll import Scroll
from kalooki_cli.messages import board, lobby, prompts
from kalooki_cli.messages import ledger as say
from kalooki_cli.moment import Ask
from kalooki_cli.trust import lamp
from kalooki_cli.tui import sight
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.scrolled import ScrolledScreen
from kalooki_cli.tui.sitting import Sitting


class ScoreScreen(ScrolledScreen[str | None], inherit_bindings=False):
    """Gives back what the table is to do, if anything."""

    def __init__(self, carrier: Carrier, sitting: Sitting) -> None:
        super().__init__(carrier)
        self._sitting = sitting
        self.first = 1 << 16  # the newest deal

    @property
    def asks(self) -> bool:
        """Whether the next deal waits for this person."""
        return self._sitting.moment.ask is Ask.READY and self._sitting.moment.number > 0

    def around(self) -> Scroll:
        """A title, and what one may do."""
        back = Chip("Esc", lobby.KEYS["back"], "back")
        ready = (Chip("Enter", board.KEYS["next"], "enter"),) if self.asks else ()
        hint = say.SHEET_HINT if self.asks else board.PAGE_KEYS
        shown = lamp_span(lamp(self._sitting.status), self.carrier.glyphs)
        return Scroll(say.TITLE, hint, (*ready, back), tuple(shown))

    def body(self, columns: int) -> Sequence[Row]:
        """All deals so far."""
        ledger = sight.ledger(self._sitting)
        return [((f"  {prompts.NO_DEAL}", "words"),)] if ledger is None else ledger_rows(ledger, columns)

    def do(self, name: str) -> None:
        """Go back, or go on with the next deal."""
        self.dismiss("enter" if name == "enter" else None)
