"""A person at the table on screen without a screen: scenes come out, to be drawn by whoever wants to look at them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

from rich.cells import cell_len

from kalooki.rules.actions import Action, PickSeat
from kalooki.rules.view import SeatView
from kalooki_cli.board.glyphs import UNICODE, Glyphs
from kalooki_cli.board.ink import Row, text_of
from kalooki_cli.inbox import Habits
from kalooki_cli.look import Look
from kalooki_cli.moment import Ask
from kalooki_cli.tui.sitting import Sitting
from support.open_table import OpenTable, simple

ROUNDS = 12
"""A table in memory has told all that it tells by itself after fewer rounds of the loop."""

PEOPLE = ("Ann", "Bea", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")


def _raise(error: Exception) -> None:
    raise error


def sit(table: OpenTable, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> Sitting:
    """Sit down, without listening yet."""
    look = look or Look(symbols=True, colour="two")
    return Sitting(table, look, glyphs, simple, Habits(), changed=lambda: None, broke=_raise)


async def settle(sitting: Sitting) -> None:
    """Let everything come that comes by itself."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
    await sitting.landed()


async def moments(
    sitting: Sitting, most: int = 400, choose: Callable[[SeatView], Action] = simple
) -> AsyncIterator[Ask]:
    """Play by a simple rule; stop at each question before it is answered, until the game is over."""
    listening = asyncio.create_task(sitting.listen())
    try:
        for _ in range(most):
            await settle(sitting)
            if listening.done():
                listening.result()
            yield sitting.moment.ask
            match sitting.moment.ask:
                case Ask.OVER | Ask.NOTHING:
                    return
                case Ask.READY:
                    sitting.ready()
                case Ask.PICK:
                    sitting.play_seat(PickSeat(1))
                case _:
                    assert sitting.view is not None, "there is a question about a deal"
                    sitting.play(choose(sitting.view))
    finally:
        listening.cancel()


def widths(rows: Sequence[Row]) -> set[int]:
    """How many columns the rows take, counted as the toolkit counts them."""
    return {cell_len(text_of(row)) for row in rows}
