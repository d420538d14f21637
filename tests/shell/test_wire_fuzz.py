"""Whatever comes over the wire, a node stands, takes no more memory for it, and its log stays as it was."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kalooki.shell.launch import Found, NodeOptions, launch
from kalooki.wire.v1 import seat_pb2
from support.shell_nodes import new_identity
from support.wire_fuzz import WireFuzzer
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
