"""A card that was drawn stands higher for a moment, where the settings say so."""

import asyncio
from collections.abc import Callable

from kalooki.cards import Slot

RISEN_SECONDS = 0.5


class Risen:
    """The cards that stand higher now."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.animates = False
        self.slots: frozenset[Slot] = frozenset()
        self._falls: asyncio.TimerHandle | None = None

    def rise(self, drawn: frozenset[Slot]) -> None:
        """Let a card that was drawn rise; it falls by itself."""
        if not drawn or not self.animates:
            return
        self.stop()
        self.slots = drawn
        self._falls = asyncio.get_running_loop().call_later(RISEN_SECONDS, self.fall)

    def fall(self) -> None:
        """Let it fall again."""
        self.stop()
        self.slots = frozenset()
        self._changed()

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._falls is not None:
            self._falls.cancel()
            self._falls = None
