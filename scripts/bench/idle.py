#!/usr/bin/env python3
"""What share of a core a person's node takes while a table of four waits for that person in the middle of a turn."""

import asyncio
import sys
import tempfile
from pathlib import Path

from _figures import ROUNDS, Figure, main
from _processes import processor_time
from kalooki.rules.actions import PickSeat
from kalooki.rules.view import ViewPhase
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch

MOST = 0.01
SETTLED = 8.0
"""Seconds in which the next deal's deck is made."""

SECONDS = 10.0


def measure() -> list[Figure]:
    """Wait, and read what the process took."""
    with tempfile.TemporaryDirectory() as folder:
        return [Figure("core", asyncio.run(idle(Path(folder))), at_most=MOST)]


async def idle(home: Path) -> list[float]:
    """Measure some stretches of time."""
    own = NodeOptions("Ann", Found(seats=4, begin_when_full=True), home, auto_ready=True)
    async with launch(own, [Bot("Bea"), Bot("Cid"), Bot("Dot")]) as table:
        await _my_turn(table)
        await asyncio.sleep(SETTLED)
        clock, samples = asyncio.get_running_loop().time, []
        for _ in range(ROUNDS):
            took, began = processor_time(table.own.pid), clock()
            await asyncio.sleep(SECONDS)
            samples.append((processor_time(table.own.pid) - took) / (clock() - began))
        return samples


async def _my_turn(table: Launched) -> None:
    async for update in table.seat.updates():
        status, view = update.status, update.view
        if status.phase == "pick_seat" and status.me in status.waiting_for:
            await table.seat.act(status.move, PickSeat(1))
        if view is not None and view.phase is ViewPhase.DRAW and view.turn == view.seat and not view.unopened:
            return
    raise SystemExit("the table closed")


if __name__ == "__main__":
    sys.exit(main("idle", measure))
