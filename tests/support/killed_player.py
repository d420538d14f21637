"""Run as a program: a person with a node of its own who plays up to a lay, says where the turn stands, and waits."""

import asyncio
import hashlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

from kalooki.bots import bots
from kalooki.codec import view_to_wire
from kalooki.rules.actions import Lay, PickSeat
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import Update
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch

FOUND = Found(options=(("initial_min", "0"),), seats=2, begin_when_full=True)
"""Any meld is a first lay, so that one comes soon."""

Stand = list[object]
"""The table, the move, what is waited for, and a hash of all that the player sees: no card goes into a pipe."""


def is_mine(view: SeatView | None) -> bool:
    return view is not None and view.turn == view.seat and not view.unopened


async def table_after_a_lay(updates: AsyncIterator[Update]) -> AsyncIterator[tuple[Update, Stand]]:
    """Give the updates in which the player has drawn, has laid in this turn, and is to discard."""
    async for update in updates:
        view, status = update.view, update.status
        if view is None or not is_mine(view) or view.phase is not ViewPhase.PLAY or not has_just_laid(view):
            continue
        seen = hashlib.sha256(view_to_wire(view).SerializeToString(deterministic=True)).hexdigest()
        yield update, [status.table_id, status.move, list(status.waiting_for), status.doing, seen]


def has_just_laid(view: SeatView) -> bool:
    return not view.laid_before and any(line.has_laid for line in view.seats if line.seat == view.seat)


async def play(home: Path) -> None:
    async with launch(NodeOptions("Ann", FOUND, home, auto_ready=True), [Bot("Bea")]) as table:
        playing = asyncio.create_task(act(table))
        async for _, stand in table_after_a_lay(table.seat.updates()):
            playing.cancel()
            sys.stdout.write(json.dumps([stand, [node.pid for node in (table.own, *table.bots)]]) + "\n")
            sys.stdout.flush()
            await asyncio.Event().wait()


async def act(table: Launched) -> None:
    async for update in table.seat.updates():
        view, status = update.view, update.status
        if status.phase == "pick_seat" and status.me in status.waiting_for:
            await table.seat.act(status.move, PickSeat(1))
        if view is None or not is_mine(view) or view.phase not in {ViewPhase.DRAW, ViewPhase.PLAY}:
            continue
        action = bots()["greedy"].choose(view, Random(1))
        await table.seat.act(status.move, action)
        if isinstance(action, Lay):
            return


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
