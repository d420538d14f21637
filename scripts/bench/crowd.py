#!/usr/bin/env python3
"""How long a drawn card takes at a table of eight nodes with 218 cards and ten spectators, over four nodes and nobody.

Every node and every spectator is a process of its own, all on this computer, so the ratio also pays for its cores.
A draw that is said while others may still call would wait for them, so it is said after that.
"""

import asyncio
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median

from _figures import Figure, main, medians
from kalooki.bots import bots
from kalooki.rules.actions import Action, Draw, PickSeat
from kalooki.rules.deal import Calling
from kalooki.rules.view import ViewPhase
from kalooki.seat import Update
from kalooki.shell.bot_player import awaits
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch

AT_MOST = 3.0
NAMES = ("Bea", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")
PATIENCE = 300.0
DRAWS = 25


def measure() -> list[Figure]:
    """Play at both tables, one after the other."""
    alone, crowded = (medians(asyncio.run(_draws(*many))) for many in ((4, 0), (8, 10)))
    print(f"a draw {1000 * median(alone):.0f} ms, in the crowd {1000 * median(crowded):.0f} ms", file=sys.stderr)
    return [Figure("ratio", [each / median(alone) for each in crowded], at_most=AT_MOST)]


async def _draws(seats: int, spectators: int) -> list[float]:
    """Time some draws of one player, from the choice to the open card; in another game where one is over too early."""
    samples: list[float] = []
    while len(samples) < DRAWS:
        samples += await _game(seats, spectators, DRAWS - len(samples))
    return samples


async def _game(seats: int, spectators: int, most: int) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="kalooki-bench-") as folder:
        home, table = Path(folder), Found("jamaican", seats=seats, open=True, begin_when_full=True)
        own = NodeOptions("Ann", table, home, auto_ready=True)
        others = [Bot(name) for name in NAMES[: seats - 1]]
        async with asyncio.timeout(PATIENCE), launch(own, others) as launched, _watching(launched, spectators):
            return await _play(launched, most)


@asynccontextmanager
async def _watching(launched: Launched, count: int) -> AsyncIterator[None]:
    """Have so many watch, each since before what follows."""
    crowd = [await _spectator(launched.address) for _ in range(count)]
    reading = [asyncio.create_task(one.stdout.read()) for one in crowd if one.stdout is not None]
    try:
        yield
        gone = sum(one.returncode is not None for one in crowd)
        if gone:
            raise SystemExit(f"{gone} spectators have gone")
    finally:
        for one in crowd:
            if one.returncode is None:
                one.terminate()
        await asyncio.gather(*reading)
        for one in crowd:
            await one.wait()


async def _spectator(address: str) -> asyncio.subprocess.Process:
    """Start one, again where the table was too busy to answer, and wait until it watches."""
    command = (sys.executable, "-m", "kalooki_cli", "watch", "--open", address)
    while True:
        one = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL)
        assert one.stdout is not None
        if await one.stdout.readline():
            return one
        await one.wait()


async def _play(launched: Launched, most: int) -> list[float]:
    samples: list[float] = []
    began, answered = 0.0, tuple[object, ...]()
    async for update in launched.seat.updates():
        view = update.view
        if began and view is not None and view.has_drawn and not view.unopened:
            samples.append(time.perf_counter() - began)
            began = 0.0
        if len(samples) > most or update.status.phase == "over":
            return samples[1:]  # the first pays for what is loaded
        # What came before an answer of ours was heard asks the same again, and a crowd says much meanwhile.
        deal = None if view is None else (view.number, view.attempt, view.phase)
        question = (update.status.phase, update.status.move, deal)
        action = None if question == answered else _next(update)
        if action is not None:
            asked = time.perf_counter()
            if not (await launched.seat.act(update.status.move, action)).code:
                answered = question
                began = asked if isinstance(action, Draw) else began
    raise SystemExit("the table closed")


def _next(update: Update) -> Action | None:
    """Draw always, once all others have said whether they call; what else is to be chosen a bot chooses."""
    status, view = update.status, update.view
    if status.phase == "pick_seat" and status.me in status.waiting_for:
        return PickSeat(1)
    if view is None or not awaits(status, view):
        return None
    if view.phase is ViewPhase.DRAW and view.turn == view.seat:
        return Draw()
    if isinstance(view.window, Calling) and view.turn == view.seat and view.window.waiting:
        return None
    return bots()["greedy"].choose(view, Random(1))  # noqa: S311 - nothing hangs on it


if __name__ == "__main__":
    sys.exit(main("crowd", measure))
