"""`kalooki bot` from its beginning to its end: what it says to whom it leaves behind."""

import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.seat import CONTINUED
from kalooki.shell.config import Found, Join, Resume
from support.processes import program
from support.shell_running import founder, running, until


def kalooki(*arguments: str) -> AbstractAsyncContextManager[Process]:
    return program(sys.executable, "-m", "kalooki_cli", *arguments, stderr=PIPE)


async def first_line(process: Process) -> str:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode()


async def rest(process: Process) -> str:
    said, _ = await process.communicate()
    return said.decode()


async def test_a_bot_that_ends_says_where_the_record_is_and_how_it_goes_on_unless_the_table_is_closed(
    tmp_path: Path,
) -> None:
    home = str(tmp_path / "bea")
    async with running(replace(founder(tmp_path / "ann"), table=Found(seats=3, open=True))) as host:
        async with kalooki("bot", "--open", host.ready.address, "--data-dir", home) as stopped:
            assert "Seated as" in await first_line(stopped)
            stopped.send_signal(signal.SIGINT)
            said = await rest(stopped)
        assert "The signed record of the game: " in said
        assert f"kalooki bot --resume --data-dir {home}" in said
        async with kalooki("bot", "--resume", "--data-dir", home) as back:
            assert "Back at the table" in await first_line(back)
            assert (await host.seat().close("enough")).code == ""
            said = await rest(back)
    assert back.returncode == 0
    assert "The signed record of the game: " in said
    assert "--resume" not in said


@pytest.mark.timeout(120)
async def test_a_bot_goes_along_to_the_table_that_goes_on_from_its_own(tmp_path: Path) -> None:
    ann = replace(
        founder(tmp_path / "ann"), table=Found(seats=3, open=True, begin_when_full=True), election=(500, 1000)
    )
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(running(ann))
        bea = replace(ann, name="Bea", table=Join("", host.ready.address), data_dir=tmp_path / "bea")
        bot = await stack.enter_async_context(
            kalooki("bot", "--open", host.ready.address, "--data-dir", str(tmp_path / "bot"), "--name", "Bot")
        )
        async with running(bea) as left:
            await until(left.seat(), lambda _, view: view is not None)
            host.stop.set()
            await host.task
            await until(left.seat(), lambda status, _: status.stuck)
            assert (await left.seat().propose("continue")).code == ""
            await until(left.seat(), lambda status, _: status.closed == CONTINUED)
        async with running(replace(bea, table=Resume())) as on:
            assert on.ready.table_id != host.ready.table_id
            update = await until(on.seat(), lambda _, view: view is not None)
            assert {player.name for player in update.status.taken} == {"Bea", "Bot"}
            assert (await on.seat().close("enough")).code == ""
            said = await rest(bot)
    assert bot.returncode == 0
    assert "it goes on at a new table" in said
    assert "Back at the table" in said
