"""Where spectators stand: they get what is certified of the log, a page at a time, and nothing else."""

import asyncio
from collections.abc import AsyncGenerator, Callable

from kalooki.codec.transcript import encode_certificate
from kalooki.shell.addresses import AddressBook, to_wire
from kalooki.shell.bell import Bell
from kalooki.shell.errors import ShellError
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber
from kalooki.wire.v1 import table_pb2

MOST_SPECTATORS = 16
"""At one node."""

BEHIND_SECONDS = 0.3
"""How far spectators are behind the players: what comes within a moment comes in one page, when all seats have it."""

PAGE_ENTRIES = 64
PAGE_BYTES = 512 << 10


IsHere = Callable[[NodeNumber], bool]
"""Whether the node has a link to a member."""


class Gallery:
    """The spectators of one node; of two with one key the newer stays."""

    def __init__(self) -> None:
        self._closing = False
        self._here: dict[bytes, object] = {}

    @property
    def spectators(self) -> int:
        """How many there are."""
        return len(self._here)

    def close(self, changed: Bell) -> None:
        """Send everybody home."""
        self._closing = True
        changed.ring()

    async def watch(
        self, identity: bytes, reader: "Reader", book: AddressBook, changed: Bell
    ) -> AsyncGenerator[table_pb2.TableServiceWatchResponse, None]:
        """Give the certified log, then what is added to it and who goes away or comes back, until nothing follows.

        Raises:
            ShellError: `too_many_spectators`, `replaced` or `stopping`.
        """
        if identity not in self._here and len(self._here) >= MOST_SPECTATORS:
            raise ShellError("too_many_spectators", most=MOST_SPECTATORS)
        place = self._here[identity] = object()
        changed.ring()
        try:
            reader.look()
            page = reader.page()
            page.members.extend(
                table_pb2.MemberAddress(node=number, addresses=to_wire(addresses))
                for number, addresses in book.everybody()
            )
            yield page
            while not reader.is_at_the_end:
                await changed.wait_until(
                    lambda: (
                        self._closing or self._here.get(identity) is not place or reader.is_due or reader.sees_others
                    )
                )
                if reader.has_caught_up and not self._closing:
                    await asyncio.sleep(BEHIND_SECONDS)  # and is not woken by each step of the node meanwhile
                if self._here.get(identity) is not place:
                    raise ShellError("replaced")
                if self._closing and not reader.is_due:
                    raise ShellError("stopping")
                if not self._closing:  # else it is we who go away
                    reader.look()
                yield reader.page()
        finally:
            if self._here.get(identity) is place:
                del self._here[identity]


class Reader:
    """One spectator's place in the log."""

    def __init__(self, node: Node, first: int, is_here: IsHere) -> None:
        self._node = node
        self._is_here = is_here
        self._away: tuple[NodeNumber, ...] = ()
        """Who was away when it was looked last."""
        self._next = max(1, first)
        self._certified = self._next - 1
        """What the spectator has a certificate for."""
        self._told: set[int] = set()

    @property
    def is_due(self) -> bool:
        """Whether there is something new for him."""
        if self._certified < self._last():
            return True
        return any(each.index < self._next for each in self._node.certificates(self._told))

    @property
    def has_caught_up(self) -> bool:
        """Whether one page holds all that is new for him."""
        return self._last() - self._next < PAGE_ENTRIES

    @property
    def sees_others(self) -> bool:
        """Whether others are away now than when it was looked last."""
        return self._away != self._absent()

    def look(self) -> None:
        """See who is away; the pages say it from now on."""
        self._away = self._absent()

    @property
    def is_at_the_end(self) -> bool:
        """Whether he has everything, and nothing more can come."""
        return not self.is_due and self._node.moment().is_closed

    def page(self) -> table_pb2.TableServiceWatchResponse:
        """Give the next page, with the certificates of what it ends with and of the limits that ended."""
        page = table_pb2.TableServiceWatchResponse(away=self._away)
        last, size = self._last(), 0
        for entry in self._node.entries(self._next, min(PAGE_ENTRIES, max(0, last - self._next + 1))):
            size += len(entry.wire)
            if page.entries and size > PAGE_BYTES:
                break
            page.entries.append(entry.wire)
        self._next += len(page.entries)
        for certificate in self._node.certificates(self._told):
            if certificate.index < self._next:
                self._told.add(certificate.index)
                page.certificates.append(encode_certificate(certificate))
        newest = self._node.certificate()
        if newest is not None and newest.index == self._next - 1:
            self._certified = newest.index
            page.certificates.append(encode_certificate(newest))
        return page

    def _absent(self) -> tuple[NodeNumber, ...]:
        members = (each.number for each in self._node.members if each.number != self._node.number)
        return tuple(sorted(number for number in members if not self._is_here(number)))

    def _last(self) -> int:
        certificate = self._node.certificate()
        return 0 if certificate is None else certificate.index
