"""Whole nodes that run in the test's own event loop, on real sockets and real files."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from kalooki.rules.actions import PickSeat
from kalooki.rules.view import SeatView
from kalooki.seat import TableStatus, Update
from kalooki.shell.bell import Bell
from kalooki.shell.bootstrap import NodeReady, run_node
from kalooki.shell.config import Found, Join, NodeOptions
from kalooki.shell.datadir import DataDir
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.identity import Identity, load_identity
from kalooki.shell.seats import RemoteSeat
from kalooki.table.proving import HONEST, Prover


@dataclass
class Running:
    """A node of ours."""

    ready: NodeReady
    task: asyncio.Task[None]
    stop: asyncio.Event
    notices: list[Notice]
    heard: Bell
    seats: list[RemoteSeat] = field(default_factory=list)

    def seat(self, *, spectator: bool = False) -> RemoteSeat:
        """A client of the node."""
        seat = RemoteSeat(self.ready.seat, bytes.fromhex(self.ready.token), spectator=spectator)
        self.seats.append(seat)
        return seat

    async def notice(self, code: str) -> Notice:
        """Wait until the node says this."""
        await self.heard.wait_until(lambda: any(notice.code == code for notice in self.notices))
        return next(notice for notice in self.notices if notice.code == code)


@asynccontextmanager
async def running(options: NodeOptions, prover: Prover = HONEST) -> AsyncIterator[Running]:
    """Run a node, and stop it in order; what it fails with is raised here."""
    ready: asyncio.Future[NodeReady] = asyncio.get_running_loop().create_future()
    stop, heard, notices = asyncio.Event(), Bell(), list[Notice]()

    def told(news: NodeReady | Notice) -> None:
        if isinstance(news, NodeReady):
            ready.set_result(news)
        else:
            notices.append(news)
            heard.ring()

    task = asyncio.create_task(run_node(options, told, stop, prover=prover))
    try:
        await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            await task
        node = Running(ready.result(), task, stop, notices, heard)
        picking = asyncio.create_task(_pick(node.seat()))
        try:
            yield node
        finally:
            picking.cancel()
            for seat in node.seats:
                await seat.aclose()
    finally:
        stop.set()
        await task


async def _pick(seat: RemoteSeat) -> None:
    """Pick the first place where the ace is ours; a bot does so by itself."""
    with suppress(ShellError):
        async for update in seat.updates():
            status = update.status
            if status.phase == "pick_seat" and status.me in status.waiting_for:
                await seat.act(status.move, PickSeat(1))


def founder(home: Path, name: str = "Ann", *, seats: int = 4, bots_vote: bool = False) -> NodeOptions:
    """A person who founds a table and is always ready."""
    return NodeOptions(name, Found(seats=seats, bots_vote=bots_vote, begin_when_full=True), home, auto_ready=True)


def bot(home: Path, host: Running, name: str = "Bea") -> NodeOptions:
    """A bot that joins."""
    return NodeOptions(name, Join(host.ready.join_code), home, bot="greedy")


async def until(seat: RemoteSeat, holds: Callable[[TableStatus, SeatView | None], bool]) -> Update:
    """Watch until something holds, and return the update that says so."""
    async for update in seat.updates():
        if holds(update.status, update.view):
            return update
    raise AssertionError("the table closed before")


def identity_in(home: Path) -> Identity:
    """Keys in a folder of their own; blocks, so call it in a thread."""
    folder = DataDir(home)
    try:
        return load_identity(folder)
    finally:
        folder.close()
