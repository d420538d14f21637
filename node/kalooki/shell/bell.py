"""Wakes everybody who waits for a change."""

import asyncio
from collections.abc import Callable


class Bell:
    """Rings for all who wait; nothing is counted, so who wakes looks for himself."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        """Wake all who wait now."""
        self._event.set()
        self._event = asyncio.Event()

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Return when `holds()` is true; it is asked now and at each ring."""
        while not holds():
            await self._event.wait()

    async def next(self) -> None:
        """Return at the next ring."""
        await self._event.wait()
