#!/usr/bin/env python3
"""Let a table of real nodes stand idle, and see that no link is closed for it: nobody plays, and all stay connected.

.venv/bin/python scripts/idle_table.py                 ten minutes
.venv/bin/python scripts/idle_table.py --seconds 30    shorter, the same in all else
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from kalooki.rules.actions import Draw, PickSeat
from kalooki.rules.view import ViewPhase
from kalooki.seat import Update
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch

TEN_MINUTES = 600.0


async def idle(seconds: float, home: Path) -> list[str]:
    """Found a table of three, wait in the middle of a turn, then go on; return what went wrong."""
    own = NodeOptions("Ann", Found(seats=3, begin_when_full=True), home, auto_ready=True)
    async with launch(own, [Bot("Bea"), Bot("Cid")]) as table:
        before = await my_turn(table)
        wrong: list[str] = []
        watching = asyncio.create_task(watch(table, wrong))
        telling = asyncio.create_task(tell(table, wrong))
        await asyncio.sleep(seconds)
        for task in (watching, telling):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        outcome = await table.seat.act(before.status.move, Draw())
        if outcome.code:
            wrong.append(f"afterwards a draw was refused: {outcome.code}")
        return wrong


async def my_turn(table: Launched) -> Update:
    """Pick a seat where that is ours, until a turn of our own begins."""
    async for update in table.seat.updates():
        status, view = update.status, update.view
        if status.phase == "pick_seat" and status.me in status.waiting_for:
            await table.seat.act(status.move, PickSeat(1))
        if view is not None and view.phase is ViewPhase.DRAW and view.turn == view.seat and not view.unopened:
            return update
    raise SystemExit("the table closed before the first turn")


async def watch(table: Launched, wrong: list[str]) -> None:
    """Note who is away at any time."""
    async for update in table.watcher.updates():
        wrong += [f"{one.name} was away" for one in update.status.players if not one.connected]


async def tell(table: Launched, wrong: list[str]) -> None:
    """Note all that the nodes complain of."""
    async for notice in table.notices():
        if notice.code != "peer_up":
            wrong.append(f"{notice.code}: {notice.detail}")  # noqa: PERF401 - each at once, for it is cancelled


def main() -> int:
    """Say what went wrong, or that nothing did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=TEN_MINUTES)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        wrong = asyncio.run(idle(seconds, Path(folder) / "home"))
    for line in dict.fromkeys(wrong):
        print(line, file=sys.stderr)
    if not wrong:
        print(f"idle for {seconds:g} seconds: every link stood, and the game went on")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
