#!/usr/bin/env python3
"""Seconds from the start of a node that was killed in a deal of four until its player sees the same hand again."""

import asyncio
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from _figures import ROUNDS, Figure, main
from kalooki.rules.actions import PickSeat
from kalooki.seat import Update
from kalooki.shell.children import Child
from kalooki.shell.launch import PROGRAM, Bot, Found, Launched, NodeOptions, Resume, launch
from kalooki.shell.seats import RemoteSeat

MOST_SECONDS = 3.0


def measure() -> list[Figure]:
    """Kill the same person's node again and again while a deal waits for it."""
    with tempfile.TemporaryDirectory() as folder:
        return [Figure("seconds", asyncio.run(rejoin(Path(folder))), at_most=MOST_SECONDS)]


async def rejoin(home: Path) -> list[float]:
    """Time some returns."""
    own = NodeOptions("Ann", Found(seats=4, begin_when_full=True), home, auto_ready=True)
    samples: list[float] = []
    async with launch(own, [Bot("Bea"), Bot("Cid"), Bot("Dot")]) as table:
        before = await _hand(table.seat)
        child: Child = table.own
        for _ in range(ROUNDS):
            await _kill(child)
            began = time.perf_counter()
            child = Child(NodeOptions("Ann", Resume(), home, auto_ready=True), PROGRAM, home, lambda _: None)
            ready = await child.start()
            seat = RemoteSeat(ready["seat"], bytes.fromhex(ready["token"]))
            after = await _hand(seat)
            samples.append(time.perf_counter() - began)
            await seat.aclose()
            _compare(before, after)
        await child.stop()
        await _leave(table)
    return samples


async def _hand(seat: RemoteSeat) -> Update:
    """Wait until the hand is open, and pick a seat where that is asked; nothing is played."""
    async for update in seat.updates():
        status, view = update.status, update.view
        if status.phase == "pick_seat" and status.me in status.waiting_for:
            await seat.act(status.move, PickSeat(1))
        if view is not None and view.hand and not view.unopened:
            return update
    raise SystemExit("the table closed")


async def _kill(child: Child) -> None:
    os.kill(child.pid, signal.SIGKILL)
    await child.ended()
    await child.stop()


async def _leave(table: Launched) -> None:
    """The own node that the table was launched with is gone already."""
    await asyncio.gather(*(bot.stop() for bot in table.bots))


def _compare(before: Update, after: Update) -> None:
    if before.view is None or after.view is None or before.view.hand != after.view.hand:
        raise SystemExit("the hand that came back is another one")


if __name__ == "__main__":
    sys.exit(main("rejoin", measure))
