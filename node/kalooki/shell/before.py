"""The table from which this one goes on: its log, for whoever was left behind there and lacks the end of it."""

from collections.abc import Awaitable, Callable, Sequence

from kalooki.codec import MalformedError, decode_ack, decode_entry, encode_ack
from kalooki.codec.transcript import read_transcript
from kalooki.shell.errors import ShellError
from kalooki.table.log import Certificate, Entry
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import AckPacket, EntryPacket, Input, Received
from kalooki.wire.v1 import table_pb2

MOST_PAGES = 256
"""In one go; who lacks more fetches the rest when he calls again."""


class Before:
    """The kept log of the table before, read when somebody asks for it."""

    def __init__(self, record: bytes) -> None:
        self._record = record
        self._entries: Sequence[Entry] | None = None
        self._acks: list[bytes] = []

    def page(self, from_index: int, entries: int, size: int) -> tuple[list[bytes], list[bytes]]:
        """Give entries from an index on, at least one if there is one, and the acknowledgements of the newest of all.

        Args:
            from_index: The first one.
            entries: So many at most.
            size: So many bytes at most.
        """
        if self._entries is None:
            self._entries = self._read()
        page: list[bytes] = []
        for entry in self._entries[max(from_index, 1) - 1 :][:entries]:
            size -= len(entry.wire)
            if page and size < 0:
                break
            page.append(entry.wire)
        return page, self._acks

    def _read(self) -> Sequence[Entry]:
        """Read the record; of a damaged one nothing is given away."""
        try:
            contents = [record.content for record in read_transcript(self._record)] if self._record else []
        except MalformedError:
            return ()
        proofs = [one for one in contents if isinstance(one, Certificate)]
        newest = max(proofs, key=lambda one: one.index, default=None)
        self._acks = [] if newest is None else [encode_ack(ack) for ack in newest.acks]
        return [one for one in contents if isinstance(one, Entry)]


Fetch = Callable[[table_pb2.FetchRequest], Awaitable[table_pb2.FetchResponse]]


async def catch_up(
    node: Node, peer: NodeNumber, to_index: int, fetch: Fetch, post: Callable[[Input], Awaitable[None]]
) -> None:
    """Fetch what our log lacks up to an entry from a member who has gone on; our node judges it as any.

    Raises:
        ShellError: What comes is malformed.
    """
    first = node.last_index + 1
    for _ in range(MOST_PAGES):
        if first > to_index:
            return
        response = await fetch(table_pb2.FetchRequest(from_index=first, before=True))
        try:
            entries = [decode_entry(wire) for wire in response.entries]
            acks = [decode_ack(wire) for wire in response.acks]
        except MalformedError:
            raise ShellError("malformed") from None
        for entry in entries:
            await post(Received(peer, EntryPacket(entry, to_index)))
        for ack in acks:
            await post(Received(peer, AckPacket(ack)))
        if not entries:
            return
        first += len(entries)
