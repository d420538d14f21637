"""How a person gets up from the table: for today, for good, or to go on at the next one with the same people."""

import asyncio
from contextlib import suppress

from kalooki.seat import Outcome
from kalooki_cli.goodbye import goodbye
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import errors
from kalooki_cli.moment import Ask
from kalooki_cli.rematch import AGAIN
from kalooki_cli.tui.sitting import Sitting

CLOSE_SECONDS = 1.0


async def leave(sitting: Sitting, *, for_good: bool = False) -> None:
    """Leave the table, which closes it where it is one's own; for good, the others play on."""
    if for_good and sitting.moment.ask is not Ask.OVER:
        outcome = await goodbye(sitting.seat)
        if outcome.code:
            sitting.notice = errors.outcome(outcome.code, outcome.detail, sitting.desk.names(), sitting.look.restyle)
            return
        sitting.for_good = True
    elif sitting.status and sitting.founded and not sitting.status.closed:
        with suppress(TimeoutError):
            await asyncio.wait_for(sitting.seat.close("left"), CLOSE_SECONDS)
    sitting.left = Ending.LEFT


def play_again(sitting: Sitting) -> None:
    """Go on to the next table; who hosts closes this one for it, which tells the others."""
    match sitting.again:
        case "follow":
            sitting.left = Ending.AGAIN
        case "again":
            sitting.send(_close_for_next(sitting))
        case _:
            pass


async def _close_for_next(sitting: Sitting) -> Outcome:
    outcome = await sitting.seat.close(AGAIN)
    if not outcome.code:
        sitting.left = Ending.AGAIN
    return outcome
