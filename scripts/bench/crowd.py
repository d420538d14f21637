#!/usr/bin/env python3
"""How long a drawn card takes at a table of eight nodes with 218 cards and ten spectators, over four nodes and nobody.

Every node and every spectator is a process of its own, all on this computer, so the ratio also pays for its cores.
"""

import asyncio
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median

from _figures import ROUNDS, Figure, main
from kalooki.bots import bots
from kalooki.rules.actions import Action, Draw, PickSeat
from kalooki.rules.view import ViewPhase
from kalooki.seat import Update
from kalooki.shell.bot_player import awaits
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch

AT_MOST = 3.0
NAMES = ("Bea", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")
PATIENCE = 300.0


def measure() -> list[Figure]:
    """Play at both tables in one go, a draw here and a draw there."""
    alone, crowded = asyncio.run(_pairs())
    print(f"a draw {1000 * median(alone):.0f} ms, in the crowd {1000 * median(crowded):.0f} ms", file=sys.stderr)
    ratios = [crowd / small for small, crowd in zip(alone, crowded, strict=True)]
    return [Figure("ratio", ratios, at_most=AT_MOST)]


async def _pairs() -> tuple[list[float], list[float]]:
    """Time some draws at either table, in turn; the other one stands still, since it waits for the same person.

    So the person has thought for a while, as people do, and whoever may call the discard has answered: what is timed is
    the way from the key to the open card.
    """
    async with asyncio.timeout(PATIENCE), _seated(4, 0) as alone, _seated(8, 10) as crowd:
        for table in (alone, crowd):
            await table.reach_draw()
        samples: tuple[list[float], list[float]] = ([], [])
        for _ in range(ROUNDS + 1):
            for table, times in zip((alone, crowd), samples, strict=True):
                times.append(await table.draw())
                await table.reach_draw()
        return samples[0][1:], samples[1][1:]  # the first pays for what is loaded


@asynccontextmanager
async def _seated(seats: int, spectators: int) -> AsyncIterator["_Seated"]:
    """Sit down with bots, before so many who watch."""
    with tempfile.TemporaryDirectory(prefix="kalooki-bench-") as folder:
        home, table = Path(folder), Found("jamaican", seats=seats, open=True, begin_when_full=True)
        own = NodeOptions("Ann", table, home, auto_ready=True)
        others = [Bot(name) for name in NAMES[: seats - 1]]
        async with launch(own, others) as launched, _watching(launched, spectators):
            seated = _Seated(launched)
            following = asyncio.create_task(seated.follow())
            try:
                yield seated
            finally:
                following.cancel()


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


class _Seated:
    """A person at a table, who does nothing but when it is asked for."""

    def __init__(self, launched: Launched) -> None:
        self._seat = launched.seat
        self._latest: Update | None = None
        self._news = asyncio.Event()
        self._answered: object = None

    async def follow(self) -> None:
        """Hear what happens."""
        async for update in self._seat.updates():
            self._latest = update
            self._news.set()

    async def reach_draw(self) -> None:
        """Do what is asked, until it is to draw."""
        while True:
            update = await self._until(lambda one: _next(one) is not None and _question(one) != self._answered)
            action = _next(update)
            if isinstance(action, Draw):
                return
            if action is not None and not (await self._seat.act(update.status.move, action)).code:
                # What came before an answer of ours was heard asks the same again, and a crowd says much meanwhile.
                self._answered = _question(update)

    async def draw(self) -> float:
        """Draw, and say how long it took until the card was open."""
        update = await self._until(lambda _: True)
        asked = time.perf_counter()
        outcome = await self._seat.act(update.status.move, Draw())
        if outcome.code:
            raise SystemExit(f"the draw was refused: {outcome.code}")
        self._answered = _question(update)
        await self._until(lambda one: one.view is not None and one.view.has_drawn and not one.view.unopened)
        return time.perf_counter() - asked

    async def _until(self, holds: Callable[[Update], bool]) -> Update:
        while self._latest is None or not holds(self._latest):
            self._news.clear()
            await self._news.wait()
        return self._latest


def _question(update: Update) -> object:
    view = update.view
    return update.status.phase, update.status.move, None if view is None else (view.number, view.attempt, view.phase)


def _next(update: Update) -> Action | None:
    """Draw always; what else is to be chosen a bot chooses."""
    status, view = update.status, update.view
    if status.phase == "pick_seat" and status.me in status.waiting_for:
        return PickSeat(1)
    if view is None or not awaits(status, view):
        return None
    mine = view.phase is ViewPhase.DRAW and view.turn == view.seat
    return Draw() if mine else bots()["greedy"].choose(view, Random(1))  # noqa: S311 - nothing hangs on it


if __name__ == "__main__":
    sys.exit(main("crowd", measure))
