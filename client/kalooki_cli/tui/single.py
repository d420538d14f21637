"""An application of one screen, for a command that shows one thing."""

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.settings import Settings


class SingleApp(Carrier, inherit_bindings=False):
    """Ends when its screen is left; None: the person wants plain lines."""

    def __init__(
        self, look: Look, glyphs: Glyphs, settings: Settings | None, make: Callable[[Carrier], Screen[Any]]
    ) -> None:
        super().__init__(look, glyphs, settings)
        self._make = make

    async def begin(self) -> None:
        """Show it."""
        await self.push_screen(self._make(self), lambda _result: self.exit(Ending.LEFT))
