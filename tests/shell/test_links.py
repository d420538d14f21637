"""Links: packets in order, one link a peer, and one that is too slow begins anew without holding up the others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest

from kalooki.codec import packet_to_wire
from kalooki.shell.errors import Notice
from kalooki.shell.links import BYTES_TOGETHER, MOST_PACKETS, PACKETS_TOGETHER, Link, Links
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import Heartbeat, Input, PeerDown, PeerUp, Received
from kalooki.wire.v1.packet_pb2 import Packet

BEA, CID = NodeNumber(1), NodeNumber(2)


class Wire:
    """The far end of a link: what it says and what it hears, and whether it reads at all."""

    def __init__(self, *, reads: bool = True) -> None:
        self.said: asyncio.Queue[Packet | None] = asyncio.Queue()
        self.heard: asyncio.Queue[Packet] = asyncio.Queue()
        self.messages: list[int] = []
        """How many packets came in each."""
        self._reads = reads

    async def read(self) -> AsyncIterator[list[Packet]]:
        while (packet := await self.said.get()) is not None:
            yield [packet]

    async def write(self, packets: Sequence[Packet]) -> None:
        if not self._reads:
            await asyncio.Event().wait()
        self.messages.append(len(packets))
        for packet in packets:
            self.heard.put_nowait(packet)


class Table:
    """What the links report."""

    def __init__(self) -> None:
        self.inputs: asyncio.Queue[Input] = asyncio.Queue()
        self.notices: list[Notice] = []
        self.links = Links(self.inputs.put, self.notices.append)

    def carry(self, peer: NodeNumber, wire: Wire) -> tuple[Link, asyncio.Task[None]]:
        link = Link(peer, dialled=True)
        return link, asyncio.create_task(self.links.carry(link, wire.read(), wire.write))


@pytest.fixture
def table() -> Table:
    return Table()


def beat(number: int) -> Heartbeat:
    return Heartbeat(1, number)


async def test_packets_arrive_in_order_both_ways(table: Table) -> None:
    wire = Wire()
    _, task = table.carry(BEA, wire)
    assert await table.inputs.get() == PeerUp(BEA)
    for number in range(20):
        table.links.send(None, beat(number))
        table.links.send(BEA, beat(100 + number))
        wire.said.put_nowait(packet_to_wire(beat(number)))
    numbers = [(await wire.heard.get()).heartbeat.last_index for _ in range(40)]
    assert numbers == [number + far for number in range(20) for far in (0, 100)]
    assert [await table.inputs.get() for _ in range(20)] == [Received(BEA, beat(number)) for number in range(20)]
    wire.said.put_nowait(None)
    await task
    assert await table.inputs.get() == PeerDown(BEA)
    assert table.links.peers() == frozenset()


@pytest.mark.parametrize("count", [0, PACKETS_TOGETHER + 1])
async def test_a_message_of_no_packet_or_of_too_many_ends_the_link(table: Table, count: int) -> None:
    async def read() -> AsyncIterator[list[Packet]]:
        yield [packet_to_wire(beat(1))] * PACKETS_TOGETHER
        yield [packet_to_wire(beat(2))] * count
        await asyncio.Event().wait()

    link = Link(BEA, dialled=True)
    await table.links.carry(link, read(), Wire().write)
    assert link.why == "malformed"
    heard = [table.inputs.get_nowait() for _ in range(table.inputs.qsize())]
    assert heard == [PeerUp(BEA), *[Received(BEA, beat(1))] * PACKETS_TOGETHER, PeerDown(BEA)]


async def test_what_waits_goes_into_one_message_up_to_a_limit(table: Table) -> None:
    wire = Wire()
    link, task = table.carry(BEA, wire)
    await table.inputs.get()
    for number in range(2 * PACKETS_TOGETHER + 1):
        table.links.send(BEA, beat(number))
    await table.links.flush()
    assert wire.messages == [PACKETS_TOGETHER, PACKETS_TOGETHER, 1]
    for size in (BYTES_TOGETHER + 1, BYTES_TOGETHER // 2, BYTES_TOGETHER // 2, 1):
        link.put(Packet(message=bytes(size)), size)
    await table.links.flush()
    assert wire.messages[3:] == [1, 2, 1]
    assert wire.heard.qsize() == sum(wire.messages)
    table.links.close()
    await task


async def test_what_goes_to_one_goes_to_nobody_else(table: Table) -> None:
    bea, cid = Wire(), Wire()
    tasks = [table.carry(BEA, bea)[1], table.carry(CID, cid)[1]]
    assert {await table.inputs.get() for _ in range(2)} == {PeerUp(BEA), PeerUp(CID)}
    table.links.send(CID, beat(1))
    table.links.send(NodeNumber(7), beat(2))
    assert (await cid.heard.get()).heartbeat.last_index == 1
    assert bea.heard.empty()
    table.links.close()
    await asyncio.gather(*tasks)


async def test_the_newest_link_of_a_peer_counts(table: Table) -> None:
    old, new = Wire(), Wire()
    link, first = table.carry(BEA, old)
    assert await table.inputs.get() == PeerUp(BEA)
    _, second = table.carry(BEA, new)
    await first
    assert link.why == "replaced"
    assert await table.inputs.get() == PeerUp(BEA)
    table.links.send(BEA, beat(1))
    assert (await new.heard.get()).heartbeat.last_index == 1
    assert old.heard.empty()
    new.said.put_nowait(None)
    await second
    assert await table.inputs.get() == PeerDown(BEA)
    assert table.inputs.empty()


async def test_a_peer_that_does_not_read_is_dropped_and_holds_up_nobody(table: Table) -> None:
    slow, quick = Wire(reads=False), Wire()
    link, dropped = table.carry(BEA, slow)
    _, standing = table.carry(CID, quick)
    assert {await table.inputs.get() for _ in range(2)} == {PeerUp(BEA), PeerUp(CID)}
    for number in range(MOST_PACKETS + 2):
        table.links.send(BEA, beat(number))
    table.links.send(CID, beat(1))
    assert (await quick.heard.get()).heartbeat.last_index == 1
    await dropped
    assert link.why == "slow"
    assert await table.inputs.get() == PeerDown(BEA)
    assert table.links.peers() == {CID}
    quick.said.put_nowait(None)
    await standing


async def test_a_malformed_packet_ends_its_link_and_names_the_field(table: Table) -> None:
    wire = Wire()
    link, task = table.carry(BEA, wire)
    for packet in (Packet(), packet_to_wire(beat(1))):
        wire.said.put_nowait(packet)
    await task
    assert link.why == "malformed"
    assert [await table.inputs.get() for _ in range(2)] == [PeerUp(BEA), PeerDown(BEA)]
    (notice,) = [notice for notice in table.notices if notice.code == "malformed"]
    assert notice.node == BEA
    assert "packet" in notice.detail


async def test_a_stream_that_breaks_brings_the_link_down_and_says_how(table: Table) -> None:
    class BrokenError(Exception):
        pass

    async def read() -> AsyncIterator[list[Packet]]:
        raise BrokenError
        yield [Packet()]

    write: Callable[[Sequence[Packet]], Awaitable[None]] = Wire().write
    with pytest.raises(BrokenError):
        await table.links.carry(Link(BEA, dialled=True), read(), write)
    assert [await table.inputs.get() for _ in range(2)] == [PeerUp(BEA), PeerDown(BEA)]


async def test_what_was_sent_has_left_when_it_is_flushed(table: Table) -> None:
    wire = Wire()
    _, task = table.carry(BEA, wire)
    await table.inputs.get()
    for number in range(100):
        table.links.send(BEA, beat(number))
    await table.links.flush()
    assert wire.heard.qsize() == 100
    table.links.close()
    await task


async def test_a_peer_counts_as_here_before_its_first_link_and_only_a_return_is_told(table: Table) -> None:
    assert table.links.is_here(BEA)
    for told in (0, 1):
        wire = Wire()
        _, task = table.carry(BEA, wire)
        await table.inputs.get()
        assert table.links.is_here(BEA)
        wire.said.put_nowait(None)
        await task
        await table.inputs.get()
        assert not table.links.is_here(BEA)
        assert [notice.code for notice in table.notices].count("peer_up") == told


async def test_a_peer_that_does_not_come_is_shown_as_away_after_a_while(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kalooki.shell.links.FIRST_SECONDS", 0.05)
    changed = asyncio.Event()
    table.links.on_change = changed.set
    assert table.links.is_here(CID)
    assert table.links.is_here(BEA)
    assert not changed.is_set()
    wire = Wire()
    _, task = table.carry(BEA, wire)
    await table.inputs.get()
    changed.clear()
    await changed.wait()
    assert not table.links.is_here(CID)
    assert table.links.is_here(BEA)
    wire.said.put_nowait(None)
    await task
