"""A quorum is lost for good: real nodes sign, and go on at a new table from their own disks; its record verifies."""

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.shell.channels import fetch_certificate
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.found_tables import probe
from kalooki.shell.identity import fingerprint
from kalooki.verify.report import Check, Verdict
from kalooki.verify.verifier import verify_transcript
from kalooki_cli.messages import prompts
from support.shell_nodes import group
from support.shell_running import Running, running, until
from support.terminals import Typewriter

BRISK = (500, 1000)
GROUP = group()


async def four(stack: AsyncExitStack, home: Path) -> tuple[list[NodeOptions], list[Running]]:
    """Four nodes in a deal."""
    first = NodeOptions("Ann", Found(seats=4, begin_when_full=True), home / "Ann", auto_ready=True, election=BRISK)
    host = await stack.enter_async_context(running(first))
    join = Join(host.ready.join_code, host.ready.address)
    others = [replace(first, name=name, table=join, data_dir=home / name) for name in ("Bea", "Cid", "Dot")]
    options = [first, *others]
    nodes = [host, *[await stack.enter_async_context(running(one)) for one in options[1:]]]
    for node in nodes:
        await until(node.seat(), lambda _, view: view is not None)
    return options, nodes


@pytest.mark.timeout(120)
async def test_two_halves_of_a_table_go_on_each_and_know_of_each_other_when_they_meet(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        options, nodes = await four(stack, tmp_path)
        for node in nodes:
            node.stop.set()
    tables = []
    for half in (options[1:3], [options[0], options[3]]):
        async with AsyncExitStack() as stack:
            nodes = [await stack.enter_async_context(running(replace(one, table=Resume()))) for one in half]
            for node in nodes:
                await until(node.seat(), lambda status, _: status.stuck)
                assert (await node.seat().propose("continue")).code == ""
            for node in nodes:
                await until(node.seat(), lambda status, _: status.closed == "continued")
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(running(replace(one, table=Resume()))) for one in options]
        tables = [node.ready.table_id for node in nodes]
        assert (len(set(tables)), tables[0], tables[1]) == (2, tables[3], tables[2])
        for node, name in zip(nodes, ("Ann", "Bea", "Cid", "Dot"), strict=True):
            told = await node.notice("two_tables")
            assert told.detail in {
                other.ready.address for other in nodes if other.ready.table_id != node.ready.table_id
            }
            # Until all are here who go on, and the game has begun, one could still follow the others.
            update = await until(node.seat(), lambda status, _: bool(status.beside) and not status.went_on)
            (beside,) = update.status.beside
            assert beside.table_id in set(tables) - {node.ready.table_id}
            assert set(beside.names) == ({"Bea", "Cid"} if name in {"Ann", "Dot"} else {"Ann", "Dot"})
            certificate = await fetch_certificate(node.ready.address)
            row = await probe(node.ready.address, fingerprint(certificate), bytes.fromhex(node.ready.table_id))
            assert row is not None
            assert set(row.names) == {"Ann", "Bea", "Cid", "Dot"} - set(beside.names)
    for node in nodes:
        record = await asyncio.to_thread(Path(node.ready.transcript).read_bytes)
        report = verify_transcript(record, GROUP, bytes(32))
        assert {one.code for one in report.findings} <= {"not_certified"}
        assert any("another table goes on from the same one" in note for note in report.notes)


@pytest.mark.timeout(120)
async def test_two_of_four_go_on_from_their_own_disks_and_take_a_third_in_again(tmp_path: Path) -> None:  # noqa: PLR0915 - an evening
    async with AsyncExitStack() as stack:
        options, nodes = await four(stack, tmp_path)
        host, first = nodes[0], options[0]
        assert (await nodes[1].seat().propose("continue")).code == "not_stuck"
        for node in (nodes[0], nodes[3]):
            node.stop.set()
            await node.task
        for node in nodes[1:3]:
            await until(node.seat(), lambda status, _: status.stuck)
        assert (await nodes[1].seat().propose("continue")).code == ""
        proposed = await until(nodes[2].seat(), lambda status, _: bool(status.proposals))
        (proposal,) = proposed.status.proposals
        going = {proposed.status.players[player].name for player in proposal.players}
        assert (proposal.motion, going, proposal.deal) == ("continue", {"Bea", "Cid"}, 0)
        assert (await nodes[2].seat().propose("continue", withdrawn=True)).code == "signed"
        assert (await nodes[2].seat().propose("continue")).code == ""
        for node in nodes[1:3]:
            ended = await until(node.seat(), lambda status, _: status.phase == "closed")
            assert ended.status.closed == "continued"
    old = host.ready.table_id
    async with AsyncExitStack() as stack:
        resumed = [replace(one, table=Resume(), auto_ready=one.name == "Bea") for one in options[1:3]]
        nodes = [await stack.enter_async_context(running(one)) for one in resumed]
        assert {node.ready.table_id for node in nodes} == {nodes[0].ready.table_id} != {old}
        await until(nodes[1].seat(), lambda status, _: status.phase == "lobby" and status.me >= 0)
        assert (await nodes[1].seat().ready(0)).code == ""
        update = await until(nodes[0].seat(), lambda status, _: status.next_deal == 1)
        assert {player.name for player in update.status.taken} == going
        assert update.status.seats == 2
        late = replace(first, table=Resume())
        async with running(late) as behind:
            told = await behind.notice("went_on")
            assert told.detail in {node.ready.address for node in nodes}
            seen = await until(behind.seat(), lambda status, _: status.went_on)
            assert (await behind.seat().propose("return", seen.status.me)).code == ""
            ended = await until(behind.seat(), lambda status, _: status.phase == "closed")
            assert ended.status.closed == "continued"
        back = await stack.enter_async_context(running(late))
        assert back.ready.table_id == nodes[0].ready.table_id
        for node in nodes:  # he asks by himself: for that he has come
            asked = await until(node.seat(), lambda status, _: any(one.motion == "return" for one in status.proposals))
            (wish,) = asked.status.proposals
            assert asked.status.players[wish.player].name == "Ann"
            assert (await node.seat().propose("return", wish.player)).code == ""
        await until(back.seat(), lambda status, _: not status.players[status.me].gone)
        assert (await nodes[1].seat().ready(1)).code == ""
        update = await until(back.seat(), lambda status, view: view is not None and status.doing == "action")
        assert {player.name for player in update.status.taken} == going | {"Ann"}
        assert update.view is not None
        assert len(update.view.hand) >= 13
    for node in (nodes[0], back):
        record = await asyncio.to_thread(Path(node.ready.transcript).read_bytes)
        report = verify_transcript(record, GROUP, bytes(32))
        assert {one.code for one in report.findings} <= {"not_certified"}  # the newest entry, as the nodes stopped
        assert report.verdict in {Verdict.VALID, Verdict.INCOMPLETE}
        (checked,) = [one for one in report.results if one.check is Check.CONTINUATION]
        assert checked.count == 2


@pytest.mark.timeout(180)
async def test_a_person_at_a_terminal_goes_along_with_one_word(tmp_path: Path) -> None:
    """Whoever is left alone has won, which he is told without another command."""
    ann = NodeOptions(
        "Ann", Found(seats=2, open=True, begin_when_full=True), tmp_path / "Ann", auto_ready=True, election=BRISK
    )
    async with running(ann) as host:
        command = (
            "join",
            "--open",
            host.ready.address,
            "--data-dir",
            str(tmp_path / "Bea"),
            "--name",
            "Bea",
            "--accept-rules",
        )
        program = (sys.executable, "-m", "kalooki_cli", *command)
        with Typewriter(program=program, columns=100, surroundings={"TERM": "dumb"}) as bea:

            async def wait(*words: str) -> str:
                return await asyncio.to_thread(bea.wait, *words)

            await wait("ready > ")
            bea.type("\n")
            if "Deal 1" not in await wait("seat 1 to 2 > ", "Deal 1"):
                bea.type("1\n")
                await wait("Deal 1")
            host.stop.set()
            await host.task
            await wait("Or type continue")
            bea.type("continue\n")
            await wait(prompts.MOVES)
            said = await wait("Enter to leave > ")
            assert "Bea wins" in said
            bea.type("\n")
            assert await asyncio.to_thread(bea.process.wait) == 0
