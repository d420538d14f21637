"""Too many are lost: a person on a screen goes on at a new table with real nodes, and lets in who was left behind."""

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.shell.config import Found, Join, NodeOptions, Resume
from support.shell_running import running, until
from support.terminals import Typewriter

BRISK = (500, 1000)


def on_screen(home: Path, address: str) -> Typewriter:
    command = ("join", "--open", address, "--data-dir", str(home), "--name", "Bea", "--accept-rules")
    program = (sys.executable, "-m", "kalooki_cli", *command)
    return Typewriter(columns=80, rows=24, surroundings={"TERM": "xterm", "LANG": "C.UTF-8"}, program=program)


@pytest.mark.timeout(120)
async def test_a_person_on_a_screen_goes_on_with_another_and_lets_in_who_was_left_behind(tmp_path: Path) -> None:
    found = Found(seats=4, open=True, begin_when_full=True)
    ann = NodeOptions("Ann", found, tmp_path / "Ann", auto_ready=True, election=BRISK)
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(running(ann))
        join = Join("", host.ready.address)
        cid, dot = (replace(ann, name=name, table=join, data_dir=tmp_path / name) for name in ("Cid", "Dot"))
        bea = stack.enter_context(on_screen(tmp_path / "Bea", host.ready.address))

        async def wait(*words: str) -> str:
            return await asyncio.to_thread(bea.wait, *words)

        await wait("ready")
        bea.type("\r")
        async with AsyncExitStack() as inner:
            here, lost = [await inner.enter_async_context(running(one)) for one in (cid, dot)]
            if "choose" in await wait("choose your seat", "13 cards"):
                bea.type("1")
                await wait("13 cards")
            for one in (host, lost):
                one.stop.set()
                await one.task
            await wait("Too few are here")
            bea.type(":continue\r")
            await until(here.seat(), lambda status, _: bool(status.proposals))
            assert (await here.seat().propose("continue")).code == ""
            await wait("The game goes on at a new table")
            await until(here.seat(), lambda status, _: status.closed == "continued")
        here = await stack.enter_async_context(running(replace(cid, table=Resume(), auto_ready=False)))
        await until(here.seat(), lambda status, _: status.phase == "lobby" and status.me >= 0)
        assert (await here.seat().ready(0)).code == ""
        await until(here.seat(), lambda status, _: status.next_deal == 1)
        async with running(replace(ann, table=Resume())) as behind:
            seen = await until(behind.seat(), lambda status, _: status.went_on)
            assert (await behind.seat().propose("return", seen.status.me)).code == ""
            await until(behind.seat(), lambda status, _: status.closed == "continued")
        back = await stack.enter_async_context(running(replace(ann, table=Resume())))
        await wait("asks to come")
        bea.type(":back Ann\r")
        asked = await until(here.seat(), lambda status, _: bool(status.proposals))
        assert (await here.seat().propose("return", asked.status.proposals[0].player)).code == ""
        await until(back.seat(), lambda status, _: not status.players[status.me].gone)
        assert (await here.seat().ready(1)).code == ""
        await wait("13 cards")
        dealt = await until(back.seat(), lambda _, view: view is not None and len(view.hand) >= 13)
        assert len(dealt.status.taken) == 3
        bea.type("\x03")
        assert await asyncio.to_thread(bea.process.wait) == 130
        assert b"Traceback" not in bea.seen
