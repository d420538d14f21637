"""How much memory a node takes after three deals, with no client attached, in MB."""

import asyncio
import sys
import tempfile
from pathlib import Path

from _figures import Figure, main
from kalooki.rules.events import DealScored, DealVoided, Event
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch
from kalooki.shell.memory import memory_kb

DEALS = 3
LOOKS = 2
AT_MOST = 90.0


def measure() -> list[Figure]:
    """Let four nodes play three deals, then look at each of them twice."""
    with tempfile.TemporaryDirectory(prefix="kalooki-bench-") as home:
        return [Figure("mb", asyncio.run(_play(Path(home))), at_most=AT_MOST)]


async def _play(home: Path) -> list[float]:
    own = NodeOptions("Ann", Found(bots_vote=True, begin_when_full=True), home / "ann", bot="greedy")
    async with launch(own, [Bot("Bea"), Bot("Cid"), Bot("Dot")]) as table:
        await _after(table, DEALS)
        await table.seat.aclose()
        await table.watcher.aclose()  # from here on no client is attached
        return [_mb(child.pid) for _ in range(LOOKS) for child in (table.own, *table.bots)]


async def _after(table: Launched, deals: int) -> None:
    """Watch until so many deals are over."""
    async for update in table.watcher.updates():
        deals -= sum(map(_ends, update.events))
        if deals <= 0:
            return


def _ends(event: Event) -> bool:
    return isinstance(event, DealScored | DealVoided)


def _mb(node: int) -> float:
    """Add up the proportional set sizes of a process and those that it started."""
    children = Path(f"/proc/{node}/task/{node}/children").read_text(encoding="ascii").split()
    return sum(memory_kb(process) for process in (str(node), *children)) * 1024 / 1e6


if __name__ == "__main__":
    sys.exit(main("memory", measure))
