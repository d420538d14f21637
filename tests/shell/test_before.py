"""The log of the table before, as it is given to whoever was left behind there; and what he takes."""

import pytest

from kalooki.codec import decode_ack, decode_entry
from kalooki.codec.transcript import write_transcript
from kalooki.shell.before import Before, catch_up
from kalooki.shell.errors import ShellError
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import AckPacket, EntryPacket, Input, Received
from kalooki.wire.v1 import table_pb2
from support.table_scenes import in_play
from support.table_world import World

PEER = NodeNumber(0)


def record_of(world: World) -> bytes:
    node = world.node(0)
    certificate = node.certificate()
    assert certificate is not None
    return write_transcript([*node.entries(1, node.committed_index), certificate])


def test_a_page_has_so_many_entries_and_bytes_at_most_and_at_least_one() -> None:
    world = in_play()
    count = world.node(0).committed_index
    before = Before(record_of(world))
    entries, acks = before.page(1, 5, 1 << 20)
    assert [decode_entry(wire).index for wire in entries] == [1, 2, 3, 4, 5]
    assert {decode_ack(wire).node for wire in acks} == {0, 1}
    assert len(before.page(3, 5, 1)[0]) == 1
    assert before.page(0, 1, 1)[0] == entries[:1]
    assert len(before.page(1, 1 << 10, len(entries[0]) + len(entries[1]))[0]) == 2
    assert len(before.page(1, 1 << 10, 1 << 20)[0]) == count
    assert before.page(count + 1, 5, 1 << 20)[0] == []


def test_of_a_record_that_is_damaged_or_not_there_nothing_is_given() -> None:
    record = bytearray(record_of(in_play()))
    record[len(record) // 2] ^= 1
    for data in (b"", b"no record", bytes(record)):
        assert Before(data).page(1, 5, 1 << 20) == ([], [])


class Left:
    """Who was left behind with the beginning of the log."""

    def __init__(self, world: World) -> None:
        first = world.processes[1]
        self.node = Node.join(first.config, first.tools, world.table)
        self.taken: list[Input] = []

    async def post(self, happened: Input) -> None:
        self.taken.append(happened)
        self.node.step(happened, bytes(64))


async def test_what_is_missing_is_fetched_page_by_page_and_judged_by_the_own_node() -> None:
    world = in_play()
    left, before, asked = Left(world), Before(record_of(world)), list[int]()
    last = world.node(0).committed_index

    async def fetch(request: table_pb2.FetchRequest) -> table_pb2.FetchResponse:
        asked.append(request.from_index)
        assert request.before
        entries, acks = before.page(request.from_index, 7, 1 << 20)
        return table_pb2.FetchResponse(entries=entries, acks=acks)

    await catch_up(left.node, PEER, last, fetch, left.post)
    assert asked == list(range(1, last + 1, 7))
    assert left.node.last_index == last
    assert left.node.committed_index == last
    kinds = {type(one.packet) for one in left.taken if isinstance(one, Received)}
    assert kinds == {EntryPacket, AckPacket}
    await catch_up(left.node, PEER, last, fetch, left.post)
    assert len(asked) == len(range(1, last + 1, 7))
    await catch_up(left.node, PEER, last + 1, fetch, left.post)  # there is no more, and nobody asks without end
    assert asked[-1] == last + 1


async def test_what_is_malformed_is_refused_by_name() -> None:
    world = in_play()

    async def fetch(request: table_pb2.FetchRequest) -> table_pb2.FetchResponse:
        return table_pb2.FetchResponse(entries=[b"\xff"] if request.from_index == 1 else [])

    left = Left(world)
    with pytest.raises(ShellError, match="malformed"):
        await catch_up(left.node, PEER, 3, fetch, left.post)
    assert left.taken == []
