"""How long a table takes from kill -9 of its host to the next committed move, over the mean time-out of its election.

Three bots' nodes, then five, each a process of its own. Ten times a bot that is about to discard is held; then the node
that hosts is killed, the bot is let go, and the time is taken until another node shows its move as committed. The
killed node is started again, and when cards have been drawn with its help the next host is killed. In the end no move
may be missing that any client was shown (`lost`), and all records must be one (`forks`).
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from _figures import ROUNDS, Figure, main
from kalooki.bot import safe_action
from kalooki.codec import unseal
from kalooki.codec.transcript import read_transcript
from kalooki.fair.group import Group
from kalooki.rules.actions import Action, Draw
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.shell import bootstrap, process
from kalooki.shell.children import Child
from kalooki.shell.config import Join, Role
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.group_loader import load_group
from kalooki.shell.launch import Found, NodeOptions, Resume
from kalooki.shell.seats import RemoteSeat
from kalooki.table.checks import Checks
from kalooki.table.genesis import table_id
from kalooki.table.log import Digest, Entry
from kalooki.table.replay import replay

AT_MOST = 1.5
KILLS = 10
ELECTION = (500, 1000)
MEAN = sum(ELECTION) / 2 / 1000
PATIENCE = 60.0
POLL = 0.002

T = TypeVar("T")

Place = tuple[int, int, int]
"""Deal, attempt and move."""


def measure() -> list[Figure]:
    """Kill hosts at a table of three and at one of five."""
    group = load_group()
    figures, lost, forks = [], 0, 0
    for nodes in (3, 5):
        with tempfile.TemporaryDirectory(prefix="kalooki-bench-") as home:
            table = Table(Path(home), nodes)
            times = asyncio.run(table.play())
            print(" ".join(f"{each:.2f}" for each in times), "s", file=sys.stderr)
            figures.append(Figure(f"median_{nodes}", [each / MEAN for each in times], at_most=AT_MOST))
            missing, branches = table.compare(group)
            lost, forks = lost + missing, forks + branches
    return [*figures, Figure("lost", [lost] * ROUNDS, at_most=0), Figure("forks", [forks] * ROUNDS, at_most=0)]


@dataclass
class Seen:
    """What a client of one node is shown."""

    host: int = 0
    move: int = -1
    deal: tuple[int, int] = (0, 0)
    doing: str = ""
    when: dict[Place, float] = field(default_factory=dict)


class Table:
    """Processes, and clients that watch them."""

    def __init__(self, home: Path, nodes: int) -> None:
        self._home = home
        self._nodes = nodes
        self._children: dict[int, Child] = {}
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._seen = {number: Seen() for number in range(nodes)}
        self._shown: dict[tuple[int, int], int] = {}
        """The last move of each attempt that a client was shown."""

    async def play(self) -> list[float]:
        """Play, and kill the host again and again; return the seconds that each took."""
        try:
            ready = await self._start(0, Found(seats=self._nodes, bots_vote=True, begin_when_full=True))
            for number in range(1, self._nodes):
                await self._start(number, Join(ready["join_code"]))
            return [await self._fail_over() for _ in range(KILLS)]
        finally:
            await asyncio.gather(*(child.stop() for child in self._children.values()))
            for task in self._watching.values():
                task.cancel()
            await asyncio.gather(*self._watching.values(), return_exceptions=True)

    def compare(self, group: Group) -> tuple[int, int]:
        """Count moves that were shown and are in no record, and records that are no beginning of the longest."""
        logs = [_entries(path) for path in sorted(self._home.glob("*/**/*.kalooki"))]
        longest = max(logs, key=len)
        forks = sum([each.wire for each in log] != [each.wire for each in longest[: len(log)]] for log in logs)
        first = longest[0].messages[0]
        moves: dict[tuple[int, int], int] = {}
        for step in replay(Digest(table_id(first.payload_bytes)), longest, Checks(group, unseal)):
            stream = (step.after.stream.deal, step.after.stream.attempt)
            moves[stream] = max(moves.get(stream, 0), step.after.move)
        lost = sum(max(0, move - moves.get(stream, 0)) for stream, move in self._shown.items())
        return lost, forks + (len(logs) != self._nodes)

    async def _fail_over(self) -> float:
        host = await self._steady()
        others = [number for number in range(self._nodes) if number != host]
        for number in others:
            (self._home / f"hold-{number}").touch()
        held = await self._until(lambda: next((each for each in others if self._flag("held", each).exists()), None))
        seen = self._seen[held]
        before: Place = (*seen.deal, seen.move)
        began = time.perf_counter()
        os.kill(self._children[host].pid, signal.SIGKILL)
        for number in others:
            self._flag("hold", number).unlink(missing_ok=True)
        self._flag("held", held).unlink()

        def after() -> float | None:
            times = [
                when
                for number in others
                for place, when in self._seen[number].when.items()
                if when > began and place > before
            ]
            return min(times, default=None)

        took = await self._until(after) - began
        self._watching.pop(host).cancel()
        await self._children[host].ended()
        await self._start(host, Resume())
        return took

    async def _steady(self) -> int:
        """Wait until everybody plays under one host, and two more moves were made."""
        marks = {number: len(seen.when) for number, seen in self._seen.items()}

        def ready() -> int | None:
            hosts = {seen.host for seen in self._seen.values()}
            moved = all(len(seen.when) >= marks[number] + 2 for number, seen in self._seen.items())
            return hosts.pop() if moved and len(hosts) == 1 else None

        return await self._until(ready)

    async def _until(self, holds: Callable[[], T | None]) -> T:
        async with asyncio.timeout(PATIENCE):
            while (found := holds()) is None:  # noqa: ASYNC110 - other processes, and flags on a disk
                await asyncio.sleep(POLL)
            return found

    def _flag(self, name: str, number: int) -> Path:
        return self._home / f"{name}-{number}"

    async def _start(self, number: int, role: Role) -> dict[str, Any]:
        folder = self._home / str(number)
        options = NodeOptions(f"Bot {number}", role, folder, bot="greedy", election=ELECTION)
        program = (sys.executable, __file__, "node", str(self._home), str(number))
        child = Child(options, program, folder, _say)
        ready = await child.start()
        self._children[number] = child
        self._watching[number] = asyncio.create_task(self._watch(number, folder))
        return ready

    async def _watch(self, number: int, folder: Path) -> None:
        seat = await RemoteSeat.connect(folder)
        try:
            async for update in seat.updates():
                seen, status, view = self._seen[number], update.status, update.view
                seen.host, seen.doing, seen.move = status.host, status.doing, status.move
                if view is not None:
                    seen.deal = (view.number, view.attempt)
                    seen.when.setdefault((*seen.deal, seen.move), time.perf_counter())
                    self._shown[seen.deal] = max(self._shown.get(seen.deal, 0), seen.move)
        except ShellError:
            pass  # it was killed
        finally:
            await seat.aclose()


def _say(notice: Notice) -> None:
    if notice.code not in {"peer_up", "peer_down"}:
        print(notice, file=sys.stderr)


def _entries(path: Path) -> Sequence[Entry]:
    return [record.content for record in read_transcript(path.read_bytes()) if isinstance(record.content, Entry)]


def _chooser(home: Path, number: int) -> Callable[[SeatView], Action]:
    """Draw and throw away; while it is held, wait with that."""
    hold, held = home / f"hold-{number}", home / f"held-{number}"

    def choose(view: SeatView) -> Action:
        if view.phase is ViewPhase.DRAW:
            return Draw()
        if hold.exists():
            held.touch()
            while hold.exists():
                time.sleep(POLL)
        return safe_action(view)

    return choose


def _node(home: str, number: str) -> int:
    vars(bootstrap).update(chooser=lambda _: _chooser(Path(home), int(number)))
    return process.main()


if __name__ == "__main__":
    if sys.argv[1:2] == ["node"]:
        sys.exit(_node(sys.argv[2], sys.argv[3]))
    sys.exit(main("failover", measure))
