"""Whatever comes over the wire, a node stands, takes no more memory for it, and its log stays as it was."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from random import Random

import grpc
import pytest
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kalooki.shell.launch import Found, NodeOptions, launch
from kalooki.wire.v1 import seat_pb2, seat_service_pb2
from support.shell_nodes import new_identity
from support.shell_running import founder, running
from support.wire_fuzz import WireFuzzer, mutated
from support.wire_messages import REQUESTS, link_requests, requests


def written(status: seat_pb2.TableStatus) -> tuple[object, ...]:
    """How long the log is, how much of it is certified and by whom, and whether the node still confirms it."""
    checked = status.checked
    assert checked.entries > 0
    return checked.entries, checked.messages, checked.void, checked.certified, checked.signers, checked.halted


@pytest.mark.slow
async def test_mutated_requests_and_packets_change_nothing(tmp_path: Path) -> None:
    identity = await asyncio.to_thread(new_identity, tmp_path / "mal")
    async with launch(NodeOptions("Ann", Found(seats=3), tmp_path / "ann")) as table:
        fuzzer = WireFuzzer(table.address, table.join_code, identity, Random(3))
        await fuzzer.run(50)
        before = await table.seat.node()
        await fuzzer.run(400)
        node = await table.seat.node()
    assert node.process == table.own.pid
    assert [player.name for player in node.status.players] == ["Ann"]
    assert node.status.phase == "lobby"
    assert node.memory - before.memory < 20_000
    assert written(node.status) == written(before.status)
    said = {name.split()[0] for name in fuzzer.answers}
    assert said == {"Begin", "Join", "Auth", "Watch", "Fetch", "Probe", "Link", "Other"}
    log = await asyncio.to_thread((tmp_path / "ann" / "node.log").read_text)
    assert "Traceback" not in log


@pytest.mark.slow
async def test_messages_of_every_shape_change_nothing(tmp_path: Path) -> None:
    identity, loop = await asyncio.to_thread(new_identity, tmp_path / "mal"), asyncio.get_running_loop()
    async with launch(NodeOptions("Ann", Found(seats=3), tmp_path / "ann")) as table:
        fuzzer = WireFuzzer(table.address, table.join_code, identity, Random(3))
        await fuzzer.join()
        before = await table.seat.node()

        @settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(st.lists(link_requests, min_size=8, max_size=12), st.lists(requests, min_size=4, max_size=6))
        def say(packets: list[bytes], calls: list[tuple[str, bytes]]) -> None:
            asyncio.run_coroutine_threadsafe(fuzzer.say(packets, calls), loop).result()

        await asyncio.to_thread(say)
        node = await table.seat.node()
    assert node.process == table.own.pid
    assert [player.name for player in node.status.players] == ["Ann"]
    assert node.status.phase == "lobby"
    assert written(node.status) == written(before.status)
    assert {name.split()[0] for name in fuzzer.answers} >= set(REQUESTS)
    log = await asyncio.to_thread((tmp_path / "ann" / "node.log").read_text)
    assert "Traceback" not in log


LAST = ("Leave", "Close")
"""After these a client has nothing more to say."""


async def test_whatever_a_client_says_to_its_own_node_is_answered(tmp_path: Path) -> None:
    """In every call of the SeatService: any words, and bytes that are no message."""
    rng, called = Random(4), set[str]()
    service = seat_service_pb2.DESCRIPTOR.services_by_name["SeatService"]
    calls = sorted(service.methods, key=lambda one: one.name in LAST)
    async with running(founder(tmp_path / "ann")) as host, grpc.aio.insecure_channel(host.ready.seat) as channel:
        for call in calls:
            words = [filled(rng, call.input_type) for _ in range(6)]
            for wire in [*words, *(mutated(rng, rng.choice(words)) for _ in range(12))]:
                code = await said(channel, f"/{service.full_name}/{call.name}", wire, streams=call.server_streaming)
                assert code is not grpc.StatusCode.DEADLINE_EXCEEDED
                if code is grpc.StatusCode.UNKNOWN:  # as gRPC answers what it cannot read
                    assert not is_message(call.input_type, wire), call.name
                called.add(call.name)
        assert not host.task.done()
        assert (await host.seat().node()).process == os.getpid()
    assert called == {call.name for call in calls}


async def said(channel: grpc.aio.Channel, path: str, wire: bytes, *, streams: bool) -> grpc.StatusCode:
    """Call with these bytes, and say how it was answered."""
    try:
        if streams:
            answers: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(path)
            stream = answers(wire, timeout=5)
            await anext(aiter(stream), None)
            stream.cancel()
        else:
            answer: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path)
            await answer(wire, timeout=5)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


def is_message(kind: Descriptor, wire: bytes) -> bool:
    with suppress(DecodeError):
        GetMessageClass(kind).FromString(wire)
        return True
    return False


def filled(rng: Random, kind: Descriptor) -> bytes:
    """A message with something in most of its plain fields."""
    made = GetMessageClass(kind)()
    for field in kind.fields:
        if field.message_type is None and not field.is_repeated and rng.random() < 0.8:
            value = {str: "\x1b[2J\u202e" * rng.randrange(40), bytes: bytes(99), bool: True, int: rng.getrandbits(31)}
            setattr(made, field.name, value[type(getattr(made, field.name))])
    return made.SerializeToString()
