"""`kalooki bot` from its beginning to its end: what it says to whom it leaves behind."""

import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

from kalooki.shell.config import Found
from support.processes import program
from support.shell_running import founder, running


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
