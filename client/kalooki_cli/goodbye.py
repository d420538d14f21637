"""Leaving for good, where the others may be too few to take note of it."""

import asyncio

from kalooki.seat import Outcome, Seat

LEAVE_SECONDS = 8.0
"""Longer than the others need to elect a new host."""


async def goodbye(seat: Seat) -> Outcome:
    """Leave for good; after a while without an answer one is told so, and may leave otherwise."""
    try:
        async with asyncio.timeout(LEAVE_SECONDS):
            return await seat.leave()
    except TimeoutError:
        return Outcome("not_told", "")
