"""Wakes everybody who waits for a change."""

import asyncio
from collections.abc import Callable


class Bell:
    """Rings for all who wait; nothing is counted, so who wakes looks for himself."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Callable[[], bool]] = {}
        """With what each waits for: nobody is woken who would only go on waiting."""

    def ring(self) -> None:
        """Wake all who wait now, and need not wait any more."""
        for waiter, holds in tuple(self._waiting.items()):
            if not waiter.done() and _may_hold(holds):
                waiter.set_result(None)

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Return when `holds()` is true; it is asked now and at each ring."""
        while not holds():
            await self._wait(holds)

    async def next(self) -> None:
        """Return at the next ring."""
        await self._wait(lambda: True)

    async def _wait(self, holds: Callable[[], bool]) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[waiter] = holds
        try:
            await waiter
        finally:
            del self._waiting[waiter]


def _may_hold(holds: Callable[[], bool]) -> bool:
    """Ask what somebody waits for; what is raised by that he shall hear himself, and not who rings."""
    try:
        return holds()
    except Exception:  # noqa: BLE001 - he asks again
        return True
