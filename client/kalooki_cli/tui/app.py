"""One person at one seat: the application of a command that founds, joins, plays or watches one table."""

from kalooki.seat import Seat
from kalooki_cli.advice import Advise
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.inbox import Habits
from kalooki_cli.look import Look
from kalooki_cli.taste import Taste
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.table import TableScreen
from kalooki_cli.tui.settings import Settings
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.tui.stay import Stay


class TableApp(Carrier, inherit_bindings=False):
    """Runs until the person leaves that table."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it needs from outside
        self,
        seat: Seat,
        look: Look,
        glyphs: Glyphs,
        advise: Advise,
        habits: Habits | None = None,
        settings: Settings | None = None,
        taste: Taste | None = None,
    ) -> None:
        super().__init__(look, glyphs, settings, taste)
        self.stay = Stay(self, seat, advise, habits or Habits(), self.exit)

    @property
    def sitting(self) -> Sitting:
        """The person's side of the seat."""
        return self.stay.sitting

    @property
    def table(self) -> TableScreen:
        """The screen of the table."""
        return self.stay.table

    async def begin(self) -> None:
        """Sit down."""
        await self.stay.begin()

    async def finish(self) -> None:
        """Leave the seat."""
        await self.stay.end()

    def dressed(self) -> None:
        """Let the table look so, too."""
        self.stay.dress()

    def ticked(self) -> None:
        """Let a time that runs be seen."""
        self.stay.ticked()
