"""How long a deal takes over the group operations that it cannot do without, and the next one over the first.

Four node processes, 106 cards. `cold`: from the last Ready to the last of the four views, with no deck made ahead, over
the larger of two times: the longest chain of operations of which each needs the one before, and all nodes' operations
shared by the cores. `next`: the same for the second deal, over the first, once its deck is complete that is made ahead:
one player gets ready for it after that, as people do who look at the score first.
"""

import asyncio
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from secrets import token_bytes

from _figures import ROUNDS, Figure, main
from _processes import processor_time
from kalooki.bots import bots
from kalooki.fair.chance import Chance
from kalooki.fair.group import Group, Scalar
from kalooki.rules.view import ViewPhase
from kalooki.seat import Update
from kalooki.shell.bot_player import play_bot, ready_for
from kalooki.shell.group_loader import load_group
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch
from kalooki.shell.seats import RemoteSeat

COLD_AT_MOST = 1.7
NEXT_AT_MOST = 0.25
PLAYERS = 4
CARDS = 106
HAND = 13
PAUSE = 0.5
"""Seconds."""

RESTING = 0.08
"""A share of a core that four nodes do not even take while each waits for the others."""

OPERATIONS = 500


@dataclass(frozen=True)
class Cost:
    """Seconds for one operation of each kind, through the wrappers that the deck uses."""

    base: float
    mul: float
    add: float
    decode: float


def measure() -> list[Figure]:
    """Play two deals at each of five tables."""
    group = load_group()
    cold, following = [], []
    for _ in range(ROUNDS):
        floor = least(unit_costs(group))
        with tempfile.TemporaryDirectory(prefix="kalooki-bench-") as home:
            first, second = asyncio.run(two_deals(Path(home)))
        cold.append(first / floor)
        following.append(second / first)
    return [Figure("cold", cold, at_most=COLD_AT_MOST), Figure("next", following, at_most=NEXT_AT_MOST)]


def unit_costs(group: Group) -> Cost:
    """Time the four operations."""
    scalars = Chance(token_bytes(64), "bench").scalars(OPERATIONS)
    element = group.hash_to_group(b"bench")
    encoding = bytes(element.encoding)

    def each(operation: Callable[[Scalar], object]) -> float:
        began = time.perf_counter()
        for scalar in scalars:
            operation(scalar)
        return (time.perf_counter() - began) / OPERATIONS

    return Cost(
        base=each(group.base),
        mul=each(lambda scalar: group.mul(scalar, element)),
        add=each(lambda _: group.add(element, element)),
        decode=each(lambda _: group.decode(encoding)),
    )


def least(cost: Cost) -> float:
    """The seconds that a deal takes where nothing but its group operations takes time (PROTOCOL 8)."""
    term = cost.mul + cost.add
    """One term of a sum of multiples."""
    key = 2 * cost.base + (PLAYERS - 1) * (cost.base + term)
    ahead = CARDS * (cost.base + 4 * cost.mul + 5 * cost.add)  # masks, and the commitments to order and blinding
    shuffle = CARDS * (3 * term + 2 * cost.add)  # what needs the deck: the new one, and the rest of the proof
    read = 2 * CARDS * cost.decode
    check = (2 + 2 * PLAYERS) * CARDS * term
    give = (PLAYERS - 1) * (2 * HAND * cost.mul + cost.base + cost.mul) + 2 * cost.mul + cost.base
    share = HAND * (cost.decode + term) + 3 * term
    """One player's shares of one hand, checked."""
    take = PLAYERS * (PLAYERS - 1) * share
    see = HAND * (cost.mul + PLAYERS * cost.add)
    chain = key + ahead + PLAYERS * shuffle + (PLAYERS - 1) * read + check + give + (PLAYERS - 1) * share + see
    everybody = PLAYERS * (key + ahead + shuffle + (PLAYERS - 1) * read + check + give + take + see)
    return max(chain, everybody / min(PLAYERS, os.cpu_count() or 1))


async def two_deals(home: Path) -> tuple[float, float]:
    """Have one player get ready for the second deal once its deck is made, and say how long the first two took."""
    own = NodeOptions("Ann", Found(bots_vote=True, begin_when_full=True), home)
    async with launch(own, [Bot("Bea"), Bot("Cid"), Bot("Dot")]) as table, asyncio.TaskGroup() as playing:
        tasks = [playing.create_task(_play(table.seat)), playing.create_task(_get_ready(table))]
        folders = [home, *(home / "bots" / str(number) for number in range(1, PLAYERS))]
        seats = [await RemoteSeat.connect(folder) for folder in folders]
        try:
            seen = await asyncio.gather(*(_watch(seat) for seat in seats))
        finally:
            await asyncio.gather(*(seat.aclose() for seat in seats))
            for task in tasks:
                task.cancel()
        await table.finish()
    first, second = (
        max(deals[number].complete for deals in seen) - min(deals[number].ready for deals in seen) for number in (1, 2)
    )
    return first, second


async def _play(seat: RemoteSeat) -> None:
    bot, chance = bots()["greedy"], Random(1)  # noqa: S311 - nothing hangs on it
    await play_bot(seat, lambda view: bot.choose(view, chance), lambda notice: print(notice.code, file=sys.stderr))


async def _get_ready(table: Launched) -> None:
    """Be ready as soon as one may, and for the second deal once all nodes rest: then its deck is complete."""
    async for update in table.seat.updates():
        deal = ready_for(update)
        if deal is not None:
            if deal > 1:
                await _rest([table.own.pid, *(bot.pid for bot in table.bots)])
            await table.seat.ready(deal)


async def _rest(nodes: Sequence[int]) -> None:
    """Wait until what these processes take together is next to nothing."""
    before = math.inf
    while (now := sum(map(processor_time, nodes))) - before > RESTING * PAUSE or before == math.inf:
        before = now
        await asyncio.sleep(PAUSE)


@dataclass
class Times:
    """When a deal began and when all of a hand was there, as one node shows it."""

    ready: float = 0.0
    complete: float = 0.0


async def _watch(seat: RemoteSeat) -> dict[int, Times]:
    deals = {1: Times(), 2: Times()}
    number = 0
    async for update in seat.updates():
        now = time.perf_counter()
        status = update.status
        if status.phase == "playing" and status.doing == "ready":
            number = status.next_deal
        elif number in deals and not deals[number].ready:
            deals[number].ready = now
        if number in deals and not deals[number].complete and _is_dealt(update, number):
            deals[number].complete = now
            if number == max(deals):
                return deals
    raise RuntimeError("the table closed before two deals were dealt")


def _is_dealt(update: Update, number: int) -> bool:
    view = update.view
    return view is not None and view.number == number and view.phase is ViewPhase.DRAW and not view.unopened


if __name__ == "__main__":
    sys.exit(main("deal", measure))
