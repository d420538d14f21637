"""Whole nodes as processes: killed, frozen, stopped, short of disk, and left alone by whoever started them."""

import asyncio
import contextlib
import gc
import json
import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.rules.actions import Draw, PickSeat
from kalooki.rules.events import DealScored, DealVoided, Drew
from kalooki.rules.view import ViewPhase
from kalooki.seat import TableStatus, Update
from kalooki.shell.children import Child
from kalooki.shell.datadir import read_private
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.joincode import JoinCode
from kalooki.shell.launch import PROGRAM, Bot, Found, Join, Launched, NodeOptions, Resume, launch
from support.processes import program, started

SOON = 10.0
"""Seconds that are short for whoever would wait for something, and long enough for a busy computer to do it."""

EXHIBITION = Found(bots_vote=True, begin_when_full=True)
SHORT = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
from kalooki.shell.process import main
sys.exit(main())
"""
PARENT = """
import asyncio, json, sys
from pathlib import Path
from kalooki.shell.launch import Bot, Found, NodeOptions, launch

async def main():
    async with launch(NodeOptions("Ann", Found(seats=2), Path(sys.argv[1])), [Bot("Bea")]) as table:
        print(json.dumps([table.own.pid, table.bots[0].pid]), flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def is_over(update: Update) -> bool:
    return any(isinstance(event, DealScored | DealVoided) for event in update.events)


async def notice(table: Launched, code: str) -> Notice:
    async for each in table.notices():
        if each.code == code:
            return each
    raise AssertionError(code)


def connected(status: TableStatus, name: str) -> bool:
    return next(player.connected for player in status.players if player.name == name)


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_a_deal_of_four_processes_one_of_them_killed_is_verified_by_a_fifth(tmp_path: Path) -> None:
    own = NodeOptions("Ann", EXHIBITION, tmp_path, bot="greedy")
    async with launch(own, [Bot("Bea"), Bot("Cid"), Bot("Dot")]) as table:
        victim = table.bots[1]
        draws = 0
        before = victim.pid
        async for update in table.watcher.updates():
            draws += sum(isinstance(event, Drew) for event in update.events)
            if draws and victim.pid == before:
                os.kill(before, signal.SIGKILL)
                assert (await notice(table, "bot_restarted")).detail == "Cid"
            if is_over(update):
                break
        assert victim.pid != before
        assert draws > 1
        assert (await table.seat.close("seen enough")).code == ""
        transcript = await table.finish()
    command = [sys.executable, "-m", "kalooki_cli", "verify", str(transcript), "--json"]
    verdict = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
    assert (await asyncio.to_thread(transcript.stat)).st_mode & 0o777 == 0o600


async def test_ctrl_c_is_not_for_the_nodes_and_what_gives_way_in_one_gives_way_to_all(tmp_path: Path) -> None:
    async with launch(NodeOptions("Ann", Found(seats=2), tmp_path), [Bot("Bea")]) as table:
        nodes = [table.own.pid, table.bots[0].pid]
        assert len({os.getpgid(0), *map(os.getpgid, nodes)}) == 3, "a terminal interrupts the group in front"
        assert {os.getsid(0)} == set(map(os.getsid, nodes)), "Linux divides processors among sessions first"


async def test_children_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    async with program(sys.executable, "-c", PARENT, str(tmp_path)) as parent:
        assert parent.stdout is not None
        children = [os.pidfd_open(pid) for pid in json.loads(await parent.stdout.readline())]
    for child in children:
        ended, _, _ = await asyncio.to_thread(select.select, [child], [], [], 30)
        os.close(child)
        assert ended


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_a_node_in_order_and_soon(tmp_path: Path, how: signal.Signals) -> None:
    said: list[Notice] = []
    clock = asyncio.get_running_loop().time
    child = Child(NodeOptions("Ann", Found(), tmp_path), PROGRAM, tmp_path, said.append)
    async with started(child) as ready:
        began = clock()
        os.kill(child.pid, how)
        assert await child.ended() == 0
        assert clock() - began < SOON
    assert await asyncio.to_thread(read_private, Path(ready["transcript"]))
    assert await asyncio.to_thread(read_private, tmp_path / "node.log") == b""


async def test_a_frozen_node_is_noticed_and_found_again(tmp_path: Path) -> None:
    async with launch(NodeOptions("Ann", Found(seats=3), tmp_path), [Bot("Bea")]) as table:
        updates = table.watcher.updates()
        os.kill(table.bots[0].pid, signal.SIGSTOP)
        async with asyncio.timeout(12 + SOON):  # a ping every 5 s, answered within 3 s
            async for update in updates:
                if not connected(update.status, "Bea"):
                    break
        os.kill(table.bots[0].pid, signal.SIGCONT)
        async for update in updates:
            if connected(update.status, "Bea"):
                break


async def test_a_node_that_cannot_write_pauses_and_goes_on_when_it_can(tmp_path: Path) -> None:
    own = NodeOptions("Ann", Found(seats=2, bots_vote=True, begin_when_full=True), tmp_path, bot="greedy")
    async with launch(own, [Bot("Bea", program=(sys.executable, "-c", SHORT))]) as table:
        said = await notice(table, "unwritable")
        assert "cannot be written" in said.detail
        assert str(tmp_path) in said.detail
        resource.prlimit(table.bots[0].pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert (await notice(table, "writable_again")).code == "writable_again"
        async for update in table.watcher.updates():
            if update.view is not None:
                break


async def test_a_node_that_cannot_start_says_why_to_who_started_it(tmp_path: Path) -> None:
    with pytest.raises(ShellError, match="The house rules cannot be"):
        await enter(NodeOptions("Ann", Found(options=(("no_such_rule", "1"),)), tmp_path / "a"))
    with pytest.raises(ShellError, match="That is no join code"):
        await enter(NodeOptions("Ann", Join("K-1"), tmp_path / "c"))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (NodeOptions("Bea", Join("FOO")), "bad_code"),
        (NodeOptions("Bea", Join(str(JoinCode(bytes(10))))), "needs_address"),
        (NodeOptions("Bea", Join(str(JoinCode(bytes(10))), "nowhere")), "bad_address"),
        (NodeOptions("Bea", Join(str(JoinCode(bytes(10))), "127.0.0.1:1")), "unreachable"),
        (NodeOptions("Bea", Resume()), "nothing_to_resume"),
        (NodeOptions("Ann", Found(), bind="198.51.100.7"), "not_our_address"),
    ],
)
async def test_what_can_be_seen_at_once_is_said_before_a_process_starts(
    tmp_path: Path, options: NodeOptions, code: str
) -> None:
    with pytest.raises(ShellError) as refused:
        await enter(replace(options, data_dir=tmp_path / "home"), program=("no program, so that none can start",))
    assert refused.value.code == code
    assert not await asyncio.to_thread((tmp_path / "home").exists)


async def test_a_node_that_is_still_starting_ends_as_soon_as_it_is_not_wanted(tmp_path: Path) -> None:
    await asyncio.to_thread(gc.collect)  # what others left is not what is looked for here
    loop, awake, unheard = asyncio.get_running_loop(), asyncio.Event(), list[object]()
    loop.set_exception_handler(lambda _, context: unheard.append(context))
    deaf = 'import time; print(\'{"notice": {"code": "awake", "detail": ""}}\', flush=True); time.sleep(50)'
    child = Child(NodeOptions("Ann", Found()), (sys.executable, "-c", deaf), tmp_path, lambda _: awake.set())
    starting = asyncio.create_task(child.start())
    await awake.wait()
    began = loop.time()
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert loop.time() - began < SOON
    assert await child.ended() == -signal.SIGKILL
    del starting, child
    await asyncio.to_thread(gc.collect)
    assert unheard == []


async def enter(options: NodeOptions, program: Sequence[str] = PROGRAM) -> None:
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(launch(options, program=program))


def test_options_that_cannot_be_read_are_refused_without_a_traceback(tmp_path: Path) -> None:
    ended = subprocess.run([*PROGRAM], input=b"\xff\xfe\n", capture_output=True, check=False, cwd=tmp_path)
    assert ended.returncode == 1
    assert json.loads(ended.stdout)["failed"]["code"] == "bad_options"
    assert ended.stderr == b""


async def test_a_table_whose_processes_all_stopped_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    own = NodeOptions("Ann", Found(seats=2, begin_when_full=True), tmp_path, auto_ready=True)
    async with launch(own, [Bot("Bea")]) as table:
        before = await my_turn(table)
    async with launch(replace(own, table=Resume()), [Bot("Bea")]) as table:
        after = await my_turn(table)
        assert after.status.table_id == before.status.table_id
        assert after.view == before.view
        assert (await table.seat.act(after.status.move, Draw())).code == ""
        assert (await table.seat.act(after.status.move, Draw())).code == "stale"


async def my_turn(table: Launched) -> Update:
    """Play no card, but pick a seat where that is for us, until a turn of our own begins."""
    async for update in table.seat.updates():
        status, view = update.status, update.view
        if status.phase == "pick_seat" and status.me in status.waiting_for:
            await table.seat.act(status.move, PickSeat(1))
        if view is not None and view.phase is ViewPhase.DRAW and view.turn == view.seat and not view.unopened:
            return update
    raise AssertionError("the table closed")
