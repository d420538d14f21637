"""How long there is to answer, counted by one's own clock from when the table said so."""

import asyncio

from kalooki.seat import TableStatus
from kalooki_cli.timekeeper import left

THOUSAND = 1000


class Countdown:
    """The limit that runs at the table."""

    def __init__(self) -> None:
        self._limit: tuple[str, int] = ("", 0)
        self._until: float | None = None

    def receive(self, status: TableStatus) -> None:
        """Begin to count where a limit begins to run."""
        limit, now = (status.limit, status.move), asyncio.get_running_loop().time()
        if not status.limit_ms or status.overdue:
            self._until = None
        elif status.left_ms:
            self._until = now + left(status) / THOUSAND
        elif self._until is None or limit != self._limit:
            self._until = now + status.limit_ms / THOUSAND
        self._limit = limit

    def seconds_left(self) -> int | None:
        """How long there is, roughly."""
        if self._until is None:
            return None
        return max(0, round(self._until - asyncio.get_running_loop().time()))
