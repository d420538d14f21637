"""Whatever comes over the wire, a node stands, takes no more memory for it, and its log stays as it was."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from kalooki.shell.launch import Found, NodeOptions, launch
from support.shell_nodes import new_identity
from support.wire_fuzz import WireFuzzer


@pytest.mark.slow
async def test_mutated_requests_and_packets_change_nothing(tmp_path: Path) -> None:
    identity = await asyncio.to_thread(new_identity, tmp_path / "mal")
    async with launch(NodeOptions("Ann", Found(seats=3), tmp_path / "ann")) as table:
        fuzzer = WireFuzzer(table.address, table.join_code, identity, Random(3))
        await fuzzer.run(50)
        before = (await table.seat.node()).memory
        await fuzzer.run(400)
        node = await table.seat.node()
    assert node.process == table.own.pid
    assert [player.name for player in node.status.players] == ["Ann"]
    assert node.status.phase == "lobby"
    assert node.memory - before < 20_000
    said = {name.split()[0] for name in fuzzer.answers}
    assert said == {"Begin", "Join", "Auth", "Watch", "Fetch", "Probe", "Link", "Other"}
    log = await asyncio.to_thread((tmp_path / "ann" / "node.log").read_text)
    assert "Traceback" not in log
