"""How long a drawn card takes to its player's view, over the bare pattern of messages and two commits.

Four node processes play. In one of them each draw is timed from its choice to the view that shows the card; then, while
the table waits for that player, the same pattern of messages goes round with empty bodies, on the same streams, between
the same processes: the player to all, the host to all, everybody to all, the others to the player, with a commit to
SQLite where the player signs and one where everybody acknowledges. It starts once nothing of the draw is left to do.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from _figures import Figure, main, medians
from kalooki.bot import safe_action
from kalooki.rules.actions import Action, Draw
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.shell import bootstrap, process
from kalooki.shell.errors import Notice
from kalooki.shell.launch import Bot, Found, NodeOptions, launch
from kalooki.shell.links import Links
from kalooki.shell.store import Store
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import Heartbeat, Input, PutOwn, Received

AT_MOST = 3.0
DRAWS = 35

NODES = 4
HOST = 0
PATIENCE = 50.0
CALM = 0.15
"""Seconds after which nothing of a draw is left to do, at any node."""

MARK = 1 << 40
"""Heartbeats of a term from here on are not the table's: they are the empty messages of the pattern."""

MESSAGE, ENTRY, ACK, SHARE = range(4)

Post = Callable[[Input], Awaitable[None]]


def measure() -> list[Figure]:
    """Play, and read what the node that draws has written."""
    with tempfile.TemporaryDirectory(prefix="kalooki-bench-") as home:
        return [Figure("ratio", asyncio.run(_play(Path(home))), at_most=AT_MOST)]


async def _play(home: Path) -> list[float]:
    done = home / "draws.json"
    node = (sys.executable, __file__, "node", str(home))
    bots = [Bot("Bea", program=(*node, "draws")), Bot("Cid", program=node), Bot("Dot", program=node)]
    own = NodeOptions("Ann", Found(bots_vote=True, begin_when_full=True), home / "ann", bot="greedy")
    async with launch(own, bots, program=node) as table, asyncio.timeout(PATIENCE):
        async for _ in table.watcher.updates():
            if done.exists():
                break
    times = json.loads(done.read_text(encoding="ascii"))
    draws, patterns = (medians(times[name]) for name in ("draws", "patterns"))
    print(f"a draw {1000 * median(draws):.1f} ms, the pattern {1000 * median(patterns):.1f} ms", file=sys.stderr)
    return [draw / pattern for draw, pattern in zip(draws, patterns, strict=True)]


class Pattern(Links):
    """The node's links, which let the pattern's messages go round beside the table's."""

    home: Path
    newest: "Pattern"

    def __init__(self, post: Post, notice: Callable[[Notice], None]) -> None:
        super().__init__(self._sort_out, notice)
        self._to_node = post
        self._node = post.__self__.node  # type: ignore[attr-defined]  # the runtime's method
        self._loop = asyncio.get_running_loop()
        self._store = Store(Path(tempfile.mkdtemp(dir=Pattern.home)) / "pattern.sqlite", Digest(bytes(32)))
        self._store.start()
        self._acks: dict[int, int] = defaultdict(int)
        self._shares: dict[int, int] = defaultdict(int)
        self._players: dict[int, NodeNumber] = {}
        self._arrived = asyncio.Event()
        self._round = 0
        Pattern.newest = self

    def go_round(self) -> float:
        """Let the pattern go round once, and say how long it took; called from another thread."""
        return asyncio.run_coroutine_threadsafe(self._go_round(), self._loop).result()

    async def _go_round(self) -> float:
        self._round += 1
        self._arrived.clear()
        began = time.perf_counter()
        await self._commit()
        self._say(self._round, MESSAGE)
        await self._arrived.wait()
        return time.perf_counter() - began

    async def _sort_out(self, happened: Input) -> None:
        match happened:
            case Received(sender, Heartbeat(term, _)) if term >= MARK:
                await self._take(sender, *divmod(term - MARK, 4))
            case _:
                await self._to_node(happened)

    async def _take(self, sender: NodeNumber, number: int, hop: int) -> None:
        if hop == MESSAGE:
            self._players[number] = sender
            if self._node.number == HOST:
                self._say(number, ENTRY)
                await self._acknowledge(number)
        elif hop == ENTRY:
            await self._acknowledge(number)
        elif hop == ACK:
            self._count_ack(number)
        elif hop == SHARE:
            self._shares[number] += 1
            if self._shares[number] == NODES - 1:
                self._arrived.set()

    async def _acknowledge(self, number: int) -> None:
        await self._commit()
        self._say(number, ACK)
        self._count_ack(number)

    def _count_ack(self, number: int) -> None:
        self._acks[number] += 1
        if self._acks[number] == NODES and number != self._round:  # everybody has it, and it is not for us
            self._say(number, SHARE, self._players[number])

    def _say(self, number: int, hop: int, to: NodeNumber | None = None) -> None:
        self.send(to, Heartbeat(MARK + 4 * number + hop, 0))

    async def _commit(self) -> None:
        await self._store.write((PutOwn("pattern", b""),))


def _chooser(done: Path | None) -> Callable[[SeatView], Action]:
    """Draw and throw away; at the node that measures, time it."""
    draws, patterns = list[float](), list[float]()
    began = 0.0

    def choose(view: SeatView) -> Action:
        nonlocal began
        if view.phase is ViewPhase.DRAW:
            began = time.perf_counter()
            return Draw()
        if began and done is not None:
            draws.append(time.perf_counter() - began)
            time.sleep(CALM)
            patterns.append(Pattern.newest.go_round())
            if len(draws) == DRAWS:
                done.write_text(json.dumps({"draws": draws, "patterns": patterns}), encoding="ascii")
        began = 0.0
        return safe_action(view)

    return choose


def _node(home: str, role: str) -> int:
    Pattern.home = Path(home)
    done = Pattern.home / "draws.json" if role == "draws" else None
    vars(bootstrap).update(Links=Pattern, chooser=lambda _: _chooser(done))
    return process.main()


if __name__ == "__main__":
    if sys.argv[1:2] == ["node"]:
        sys.exit(_node(sys.argv[2], "".join(sys.argv[3:])))
    sys.exit(main("draw", measure))
