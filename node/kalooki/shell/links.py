"""The streams to the other nodes: one link for each, whoever dialled it; one that is too slow begins anew."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import grpc

from kalooki.codec import packet_from_wire, packet_to_wire
from kalooki.codec.errors import MalformedError
from kalooki.shell.bell import Bell
from kalooki.shell.errors import Notice
from kalooki.table.chat import Chat
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import Input, Packet, PeerDown, PeerUp, Received
from kalooki.wire.v1 import packet_pb2

MOST_BYTES = 4 << 20
MOST_PACKETS = 4096
"""What may wait for one peer. Beyond it the link is dropped: a new one begins with what the peer asks for."""

PACKETS_TOGETHER, BYTES_TOGETHER = 64, 64 << 10
"""Of those that wait at most so many go into one message; one alone may be larger."""

PACKETS_PER_SECOND = 2000.0
PACKETS_AT_ONCE = 8000.0
"""What a peer may send; beyond it we read no faster, and the stream's own flow control holds it back."""

FIRST_SECONDS = 5.0
"""How long a peer may take to its first link before it is shown as away."""

_ENDED = (asyncio.CancelledError, asyncio.InvalidStateError, grpc.aio.UsageError, grpc.aio.InternalError)
"""What a stream raises that has ended while we wrote; why it ended, reading says."""

Read = AsyncIterator[Sequence[packet_pb2.Packet]]
"""What comes, as often as a message does."""

Write = Callable[[Sequence[packet_pb2.Packet]], Awaitable[object]]


class Link:
    """What goes to one peer, in order."""

    def __init__(self, peer: NodeNumber, *, dialled: bool) -> None:
        self.peer = peer
        self.dialled = dialled
        """We called; else the peer did."""
        self.closed = asyncio.Event()
        self.why = ""
        """Why we closed it, or empty."""
        self._outbox: deque[tuple[packet_pb2.Packet, int]] = deque()
        """With their sizes, since a packet is written out to count its bytes."""
        self._bytes = 0
        self._filled = asyncio.Event()
        self._emptied = Bell()
        self._writing = False

    def put(self, packet: packet_pb2.Packet, size: int) -> None:
        """Queue a packet of so many bytes; a link that cannot keep up is closed."""
        if self.closed.is_set():
            return
        self._outbox.append((packet, size))
        self._bytes += size
        if self._bytes > MOST_BYTES or len(self._outbox) > MOST_PACKETS:
            self.close("slow")
        self._filled.set()

    async def flushed(self) -> None:
        """Return when nothing waits any more, or the link has ended."""
        await self._emptied.wait_until(lambda: self.closed.is_set() or not (self._outbox or self._writing))

    def close(self, why: str = "") -> None:
        """End it; the streams are ended by whoever pumps it."""
        if not self.closed.is_set():
            self.why = why
            self.closed.set()
            self._outbox.clear()
            self._emptied.ring()

    async def pump(
        self,
        read: Read,
        write: Write,
        take: Callable[[packet_pb2.Packet], Awaitable[None]],
    ) -> None:
        """Carry packets both ways until either side ends or `close` is called."""
        tasks = [
            asyncio.create_task(self._read(read, take)),
            asyncio.create_task(self._write(write)),
            asyncio.create_task(self.closed.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.close()
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, _ENDED):
                raise result

    async def _read(self, read: Read, take: Callable[[packet_pb2.Packet], Awaitable[None]]) -> None:
        clock = asyncio.get_running_loop().time
        allowance, seen = PACKETS_AT_ONCE, clock()
        async for packets in read:
            if not 0 < len(packets) <= PACKETS_TOGETHER:  # nobody honest writes so, and it would not be counted
                self.close("malformed")
                return
            for packet in packets:
                now = clock()
                allowance, seen = min(PACKETS_AT_ONCE, allowance + (now - seen) * PACKETS_PER_SECOND) - 1, now
                if allowance < 0:
                    await asyncio.sleep(1 / PACKETS_PER_SECOND)
                await take(packet)

    async def _write(self, write: Write) -> None:
        while True:
            while self._outbox:
                self._writing = True
                await write(self._next())
                self._writing = False
            self._emptied.ring()
            self._filled.clear()
            await self._filled.wait()

    def _next(self) -> list[packet_pb2.Packet]:
        """Take what goes into one message: for a stream a message costs more than what is in it."""
        packets, room = list[packet_pb2.Packet](), BYTES_TOGETHER
        while self._outbox and len(packets) < PACKETS_TOGETHER and (not packets or self._outbox[0][1] <= room):
            packet, size = self._outbox.popleft()
            packets.append(packet)
            self._bytes -= size
            room -= size
        return packets


class Links:
    """The links that stand, by peer."""

    def __init__(self, post: Callable[[Input], Awaitable[None]], notice: Callable[[Notice], None]) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self.on_up: Callable[[NodeNumber], None] = lambda _: None
        self.on_chat: Callable[[NodeNumber, Chat], None] = lambda _, __: None
        """What people say never comes before the node."""
        self.host: Callable[[], NodeNumber | None] = lambda: None
        """Who gives what is said its order: for him all the others wait."""
        self._post = post
        self._notice = notice
        self._links: dict[NodeNumber, Link] = {}
        self._standing: dict[NodeNumber, asyncio.Event] = {}
        self._met: set[NodeNumber] = set()
        """Who had a link in this run."""
        self._expected: dict[NodeNumber, float] = {}
        """Since when, by the event loop's clock, somebody without a link is given time to have one."""

    def up(self, peer: NodeNumber) -> Link | None:
        """Give the peer's link, if one stands."""
        return self._links.get(peer)

    def peers(self) -> frozenset[NodeNumber]:
        """Say which peers have a link."""
        return frozenset(self._links)

    def is_here(self, peer: NodeNumber) -> bool:
        """Whether a peer is shown as connected: it has a link, or has not had the time yet to have its first one."""
        if peer in self._met:
            return peer in self._links
        loop = asyncio.get_running_loop()
        if peer not in self._expected:
            self._expected[peer] = loop.time() + FIRST_SECONDS
            loop.call_at(self._expected[peer], self._show_absent, peer)
        return loop.time() < self._expected[peer]

    def _show_absent(self, peer: NodeNumber) -> None:
        if peer not in self._met:
            self.on_change()

    async def wait_for(self, peer: NodeNumber) -> None:
        """Return when the peer has a link."""
        await self._standing.setdefault(peer, asyncio.Event()).wait()

    def send(self, to: NodeNumber | None, packet: Packet | Chat) -> None:
        """Send to one peer or to all, the host first; without a link it is lost, and asked for again later."""
        wire = packet_to_wire(packet)
        size = wire.ByteSize()
        host = self.host()
        for peer in sorted(self._links, key=lambda peer: peer != host) if to is None else (to,):
            link = self._links.get(peer)
            if link is not None:
                link.put(wire, size)

    async def carry(
        self,
        link: Link,
        read: Read,
        write: Write,
    ) -> None:
        """Let this be the peer's link until it ends; one that stood before is ended, since the newest counts."""
        peer = link.peer
        older = self._links.get(peer)
        if older is not None:
            older.close("replaced")
        self._links[peer] = link
        self._standing.setdefault(peer, asyncio.Event()).set()
        await self._post(PeerUp(peer))
        if peer in self._met:  # the first time it has not been away
            self._notice(Notice("peer_up", "", node=peer))
        self._met.add(peer)
        self.on_change()
        self.on_up(peer)

        async def take(packet: packet_pb2.Packet) -> None:
            if link.closed.is_set():
                return
            try:
                value = packet_from_wire(packet)
            except MalformedError as error:
                self._notice(Notice("malformed", str(error), node=peer))
                link.close("malformed")
                return
            if self._links.get(peer) is not link:
                return
            if isinstance(value, Chat):
                self.on_chat(peer, value)
            else:
                await self._post(Received(peer, value))

        try:
            await link.pump(read, write, take)
        finally:
            if self._links.get(peer) is link:
                del self._links[peer]
                self._standing[peer].clear()
                await self._post(PeerDown(peer))
                self._notice(Notice("peer_down", link.why, node=peer))
                self.on_change()

    async def flush(self) -> None:
        """Return when everything that was sent is on its way."""
        for link in list(self._links.values()):
            await link.flushed()

    def close(self) -> None:
        """End all, so that no stream keeps a server from stopping."""
        for link in list(self._links.values()):
            link.close("stopping")
