"""The table on screen as a client of a seat: the same four doors as the plain-line client has."""

import sys

from kalooki.seat import Seat, Update
from kalooki_cli.advice import Advise
from kalooki_cli.board.glyphs import Glyphs, glyphs_for
from kalooki_cli.club import Club, Opened
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.look import Look
from kalooki_cli.taste import Taste
from kalooki_cli.tui.app import TableApp
from kalooki_cli.tui.evening import EveningApp
from kalooki_cli.tui.settings import settings_for


class TableClient:
    """One person at one seat."""

    def __init__(self, seat: Seat, look: Look, advise: Advise, habits: Habits, taste: Taste | None = None) -> None:
        taste = taste or Taste()
        self._app = TableApp(seat, look, glyphs_here(), advise, habits, settings_for(taste, look), taste)

    async def run(self) -> Ending | None:
        """Play until the game is over, the table closes, or the person leaves; None: he wants plain lines.

        Raises:
            CancelledError: Ctrl-C was pressed, or the program was told to end.
        """
        return await self._app.play()

    @property
    def founded(self) -> bool:
        """Whether the table is one's own; then it closes when one leaves."""
        return self._app.sitting.founded

    @property
    def gave_up(self) -> bool:
        """Whether one has left for good; then one does not come back."""
        return self._app.sitting.for_good or self._app.sitting.desk.is_sent_away

    @property
    def last(self) -> Update | None:
        """The newest update."""
        return self._app.sitting.desk.now

    def tell(self, text: str) -> None:
        """Say something that comes neither from the table nor from the keyboard."""
        self._app.sitting.tell(text)


class EveningClient:
    """One person at one seat, who may go on from there to the next table with the same people."""

    def __init__(self, club: Club, opened: Opened, taste: Taste) -> None:
        self._app = EveningApp(club, taste.look(), glyphs_here(), settings_for(taste), taste, at=opened)

    async def run(self) -> Ending | None:
        """Play until the person leaves; None: he wants plain lines.

        Raises:
            CancelledError: Ctrl-C was pressed, or the program was told to end.
        """
        return await self._app.play()

    @property
    def founded(self) -> bool:
        """Whether the table is one's own; then it closes when one leaves."""
        return self._app.sitting is not None and self._app.sitting.founded

    @property
    def last(self) -> Update | None:
        """The newest update of the table at which one sat last."""
        return None if self._app.sitting is None else self._app.sitting.desk.now

    @property
    def gave_up(self) -> bool:
        """Whether one has left for good; then one does not come back."""
        sitting = self._app.sitting
        return sitting is not None and (sitting.for_good or sitting.desk.is_sent_away)

    def tell(self, text: str) -> None:
        """Say something that comes neither from the table nor from the keyboard."""
        if self._app.sitting is not None:
            self._app.sitting.tell(text)


def glyphs_here() -> Glyphs:
    """Signs that the terminal can write."""
    return glyphs_for(getattr(sys.__stderr__, "encoding", None) or "ascii")
