"""How long a bot seems to think, so that a person can follow what it does."""

import asyncio
from collections.abc import Awaitable, Callable

from kalooki.rules.actions import Action, BuyIn, Call, Challenge, Discard, Draw, Lay, Refuse, Return, Take
from kalooki.seat import TableStatus

PACES = {"none": 0.0, "quick": 0.35, "human": 1.0}
"""By what its usual time is multiplied."""

USUAL = {Draw: 0.7, Take: 1.0, Return: 0.8, Lay: 0.9, Discard: 1.0, Call: 1.0, Refuse: 1.0, BuyIn: 1.5, Challenge: 1.5}
"""Seconds for a decision of a kind; a lay takes longer the more there is in it."""
SHORT = 0.5
"""For what needs no thought: to let something pass."""
EACH_MELD = 0.35
LONGEST = 3.0
SPREAD = (0.6, 1.4)
SHARE = 8
"""A bot never takes more than this part of the time that is left for an answer."""

Pause = Callable[[TableStatus, Action], Awaitable[None]]
"""Waits, before an action is sent."""

Uniform = Callable[[float, float], float]
"""A number between two, any of them as likely."""


def seconds(status: TableStatus, action: Action, pace: str, chance: Uniform) -> float:
    """How long to wait before an action.

    Args:
        status: What is asked, and how much time there is.
        action: What has been chosen.
        pace: One of `PACES`.
        chance: Nobody takes the same time twice.
    """
    usual = USUAL.get(type(action), SHORT)
    if isinstance(action, Lay):
        usual = min(LONGEST, usual + EACH_MELD * len(action.items))
    wanted = usual * PACES[pace] * chance(*SPREAD)
    limits = [limit for limit in (status.limit_ms, status.left_ms) if status.limit and limit]
    return min([wanted, *(limit / 1000 / SHARE for limit in limits)])


def paced(pace: str, chance: Uniform) -> Pause | None:
    """Wait at a pace; None where nobody waits."""
    if not PACES[pace]:
        return None

    async def pause(status: TableStatus, action: Action) -> None:
        await asyncio.sleep(seconds(status, action, pace, chance))

    return pause
