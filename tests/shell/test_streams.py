"""Streams over real gRPC: a reader that stalls delays nobody, and those who vanish leave nothing behind."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from kalooki.shell.addresses import AddressBook
from kalooki.shell.bell import Bell
from kalooki.shell.channels import TOKEN, fetch_certificate, pinned_channel
from kalooki.shell.links import MOST_PACKETS, Links
from kalooki.shell.table_server import TableServer
from kalooki.shell.table_service import Table
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import EntryPacket, Input, PeerDown
from kalooki.wire.v1 import table_pb2, table_service_pb2_grpc
from support.processes import program
from support.shell_nodes import found, new_identity
from support.shell_running import bot, founder, running, until

BEA, CID = NodeNumber(1), NodeNumber(2)
Call = grpc.aio.StreamStreamCall[table_pb2.LinkRequest, table_pb2.LinkResponse]

CONNECTIONS = 20
WATCHERS = """
import asyncio, sys
import grpc
from kalooki.wire.v1 import seat_pb2, seat_service_pb2_grpc

async def main():
    calls = []
    for _ in range(20):
        channel = grpc.aio.insecure_channel(sys.argv[1], options=[("grpc.use_local_subchannel_pool", 1)])
        stub = seat_service_pb2_grpc.SeatServiceStub(channel)
        calls += [stub.Watch(seat_pb2.WatchRequest(spectator=True)) for _ in range(10)]
    for call in calls:
        await call.read()
    print("all watch", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@dataclass
class Serving:
    """A table that nobody plays at: only its streams are looked at."""

    links: Links
    entry: EntryPacket
    address: str
    server: TableServer
    inputs: asyncio.Queue[Input]

    @asynccontextmanager
    async def link(self, peer: NodeNumber) -> AsyncIterator[Call]:
        """A member's link, over a connection of its own."""
        token = self.server.door.open_session(peer)
        async with pinned_channel(self.address, await fetch_certificate(self.address)) as channel:
            call = table_service_pb2_grpc.TableServiceStub(channel).Link(metadata=((TOKEN, token),))
            await call.initial_metadata()
            try:
                yield call
            finally:
                call.cancel()


async def packets(call: Call) -> int:
    """How many come with the next message."""
    response = await call.read()
    assert isinstance(response, table_pb2.LinkResponse)
    return len(response.packets)


@asynccontextmanager
async def serving(home: Path) -> AsyncIterator[Serving]:
    identity = await asyncio.to_thread(new_identity, home)
    node, _ = await asyncio.to_thread(found, identity)
    inputs = asyncio.Queue[Input]()
    links = Links(inputs.put, lambda _: None)
    server = TableServer(identity)
    port = await server.listen("127.0.0.1", 0)
    server.table = Table(node, inputs.put, links, AddressBook(lambda _: None, {}), Bell(), None)
    try:
        yield Serving(links, EntryPacket(node.entries(1, 1)[0], 1), f"127.0.0.1:{port}", server, inputs)
    finally:
        await server.stop()


async def test_a_reader_that_stalls_delays_no_other_and_is_dropped_when_too_much_waits(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, table.link(BEA) as stalled, table.link(CID) as quick:
        assert {type(await table.inputs.get()).__name__ for _ in range(2)} == {"PeerUp"}
        slow = table.links.up(BEA)
        assert slow is not None
        for _ in range(MOST_PACKETS):
            table.links.send(None, table.entry)
        began = time.monotonic()
        left = MOST_PACKETS
        while left:
            left -= await packets(quick)
        assert time.monotonic() - began < 10
        assert not slow.closed.is_set()  # it may still come to itself
        while not slow.closed.is_set():
            table.links.send(None, table.entry)
            await packets(quick)
        assert slow.why == "slow"
        assert await table.inputs.get() == PeerDown(BEA)
        assert table.links.peers() == {CID}
        with pytest.raises(grpc.aio.AioRpcError) as dropped:
            async for _ in stalled:
                pass
        assert "slow" in (dropped.value.details() or "")


async def test_two_hundred_clients_that_vanish_leave_no_task_and_no_connection_behind(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host:
        before, open_before = asyncio.all_tasks(), await asyncio.to_thread(files)
        async with program(sys.executable, "-c", WATCHERS, host.ready.seat) as watching:
            assert watching.stdout is not None
            assert await watching.stdout.readline() == b"all watch\n"
            left = asyncio.all_tasks() - before
            assert len(left) >= 200
            assert await asyncio.to_thread(files) >= open_before + CONNECTIONS
        async with asyncio.timeout(30):
            # A few tasks are not theirs: gRPC's own, and those of the client that watches all along.
            while len(asyncio.all_tasks()) > len(before) + 8:
                await asyncio.wait(left, timeout=0.1)
            while await asyncio.to_thread(files) > open_before + CONNECTIONS // 2:
                pass
        async with running(bot(tmp_path / "bea", host)):  # and the table goes on
            await until(host.seat(), lambda status, _: status.phase != "lobby")


def files() -> int:
    """How many files and sockets this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))
