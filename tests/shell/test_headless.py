"""`kalooki bot` without anybody: bots of others, games in a row, and what it says of them."""

import json
import shutil
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kalooki.seat import Update
from kalooki.shell.config import Found
from kalooki.shell.joincode import JoinCode
from kalooki_cli.commands._headless import Stay
from kalooki_cli.program import kalooki
from support.kalooki_table import lay_out
from support.open_table import OpenTable
from support.processes import program
from support.shell_running import Running, founder, running, until

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "scripts" / "examples"
CODE = str(JoinCode(bytes(range(10))))
SHORT = (("initial_min", "70"), ("limit", "50"))
"""Who waits for so high a first lay holds a full hand when the other goes out: a game of two has one deal to four.

With the usual 40 points it has seven, and now and then nineteen.
"""


@asynccontextmanager
async def table(home: Path, port: int = 0) -> AsyncIterator[Running]:
    """A bot of ours that founded an open table for two, and plays a short game."""
    found = Found(seats=2, options=SHORT, begin_when_full=True, open=True)
    async with running(replace(founder(home), table=found, bot="greedy", port=port)) as host:
        yield host


def bot(home: Path, *arguments: str) -> AbstractAsyncContextManager[Process]:
    command = (sys.executable, "-m", "kalooki_cli", "bot", *arguments, "--data-dir", str(home))
    return program(*command, stderr=PIPE)


async def said(process: Process, event: str) -> dict[str, Any]:
    """Read on until this is said."""
    assert process.stdout is not None
    while line := await process.stdout.readline():
        found: dict[str, Any] = json.loads(line)
        if found["event"] == event:
            return found
    raise AssertionError(f"it never said {event}")


async def over(host: Running) -> Update:
    return await until(host.seat(spectator=True), lambda status, _view: status.phase == "over")


@pytest.mark.timeout(180)
async def test_a_file_of_ones_own_plays_to_the_end_of_a_game_and_says_so_in_json(tmp_path: Path) -> None:
    async with table(tmp_path / "ann") as host:
        own = ("--bot", str(EXAMPLES / "dearest.py"), "--open", host.ready.address, "--json")
        async with bot(tmp_path / "bea", *own) as process:
            seated = await said(process, "seated")
            deal = await said(process, "deal")
            while "void" in deal:
                deal = await said(process, "deal")
            assert deal["number"] == 1
            assert {score["name"] for score in deal["scores"]} == {"Ann", seated["name"]}
            last = await over(host)
            assert {player.bot for player in last.status.players} == {"greedy", "dearest"}
            assert (await host.seat().close("enough")).code == ""
            assert (await said(process, "record"))["path"].endswith(".kalooki")
            assert await process.wait() == 0


@pytest.mark.timeout(180)
async def test_after_a_game_it_sits_down_at_the_next_table(tmp_path: Path) -> None:
    async with table(tmp_path / "ann") as host:
        address = host.ready.address
        port = int(address.rpartition(":")[2])
        again = ("--bot", "easy", "--open", address, "--games", "2", "--json")
        async with bot(tmp_path / "bea", *again) as process:
            await said(process, "seated")
            await over(host)
            assert (await host.seat().close("enough")).code == ""
            await said(process, "record")
            host.stop.set()
            await host.task
            async with table(tmp_path / "cid", port) as other:
                await said(process, "seated")
                await over(other)
                assert (await other.seat().close("enough")).code == ""
                assert await process.wait() == 0


@pytest.mark.timeout(180)
async def test_started_again_after_a_game_it_finds_the_next_table_where_it_was_told(tmp_path: Path) -> None:
    stays = ("--bot", "easy", "--games", "2", "--json")
    async with table(tmp_path / "ann") as host:
        address = host.ready.address
        async with bot(tmp_path / "bea", *stays, "--open", address, "--explain") as process:
            await said(process, "seated")
            why = await said(process, "why")
            assert why["text"].strip()
            await over(host)
            process.send_signal(signal.SIGTERM)
            assert await process.wait() == 130
        async with bot(tmp_path / "bea", *stays, "--open", address) as process:
            await said(process, "seated")
            assert (await host.seat().close("enough")).code == ""
            await said(process, "record")
            host.stop.set()
            await host.task
            async with table(tmp_path / "cid", int(address.rpartition(":")[2])):
                await said(process, "seated")


@pytest.mark.parametrize("by", ["title", "code", "address"])
async def test_it_joins_a_table_by_its_title_code_or_address(tmp_path: Path, by: str) -> None:
    found = Found(seats=2, options=SHORT, open=by != "code", title=f"Friday {tmp_path.name}")
    async with running(replace(founder(tmp_path / "ann"), table=found, announce=True, interfaces=("lo",))) as host:
        where = {"title": found.title, "code": host.ready.join_code, "address": host.ready.address}[by]
        alone = ("--interface", "lo", "--json")
        async with bot(tmp_path / "bea", "--join", where, *alone) as process:
            await said(process, "seated")


def test_a_game_counts_that_came_to_its_end_before_ones_eyes() -> None:
    seen = lay_out({"p1": "2S 3S", "p2": "4S 5S"}, stock="6S 7S").view("p1")
    begun = Update(OpenTable().status(), seen, ())
    ended = replace(begun, status=replace(begun.status, phase="over"))
    closed = replace(begun, status=replace(begun.status, closed="left"))
    assert Stay(begun, ended).has_played
    assert Stay(begun, closed).has_played
    for first, last in (
        (None, None),
        (begun, begun),
        (ended, ended),
        (ended, closed),
        (begun, replace(closed, view=None)),
    ):
        assert not Stay(first, last).has_played


@pytest.mark.timeout(120)
async def test_who_ends_it_politely_leaves_a_table_that_it_goes_back_to_by_itself(tmp_path: Path) -> None:
    wanted = Found(seats=3, options=SHORT, open=True)
    async with running(replace(founder(tmp_path / "ann"), table=wanted)) as host:
        stays = ("--bot", "easy", "--open", host.ready.address, "--games", "0", "--json")
        async with bot(tmp_path / "bea", *stays) as process:
            first = await said(process, "seated")
            process.send_signal(signal.SIGTERM)
            await said(process, "stopped")
            assert await process.wait() == 130
        async with bot(tmp_path / "bea", *stays) as process:
            assert await said(process, "seated") == first
            status = (await until(host.seat(), lambda _status, _view: True)).status
            assert len(status.players) == 2


NAMES = "from kalooki.bot import Bot\nBOT = Bot('x', 'Does nothing.', lambda view, rng: None)\n"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (None, "no such file"),
        ("import nothing_of_that_name", "ModuleNotFoundError"),
        ("def (", "SyntaxError"),
        ("BOT = 5", "defines no BOT"),
        (NAMES.replace("'x'", "'An X'"), "its key 'An X' is none"),
    ],
)
def test_a_file_that_is_no_bot_is_refused_in_a_line(tmp_path: Path, text: str | None, wrong: str) -> None:
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    for command in (["bot", "--bot", str(path), "--any"], ["arena", str(path), "easy"]):
        found = CliRunner().invoke(kalooki, command)
        assert found.exit_code == 2
        assert wrong in " ".join(found.output.split())


def test_a_file_of_ones_own_is_measured_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(NAMES)
    command = ["arena", str(path), str(EXAMPLES / "dearest.py"), "--deals", "2", "--jobs", "1", "--json"]
    found = CliRunner().invoke(kalooki, command)
    assert found.exit_code == 0
    nothing, dearest = json.loads(found.stdout)["bots"]
    assert nothing["faults"] > 0
    assert dearest["faults"] == 0


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("--any", "--join", "Friday"), "Either --join"),
        (("--any", "--bot", "nobody"), "There is no bot"),
        (("--any", "--bot", "easy", "--games", "-1"), "--games"),
        ((CODE, "127.0.0.1:4040", "--games", "2"), "A code"),
    ],
)
def test_what_it_cannot_do_it_says_at_once(tmp_path: Path, arguments: tuple[str, ...], wrong: str) -> None:
    found = CliRunner().invoke(kalooki, ["bot", *arguments, "--data-dir", str(tmp_path)])
    assert found.exit_code == 2
    assert wrong in found.output


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs Node.js with npm")
async def test_a_program_in_another_language_plays_by_the_proto_alone(tmp_path: Path) -> None:
    home = tmp_path / "node_bot"
    shutil.copytree(EXAMPLES / "node_bot", home, ignore=shutil.ignore_patterns("node_modules"))
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--cache", str(tmp_path / "npm")]
    subprocess.run(install, cwd=home, check=True, capture_output=True, timeout=120)  # noqa: ASYNC221 - before anything runs
    async with table(tmp_path / "ann") as host:
        plays = f"env KALOOKI_PROTOS={ROOT / 'protos'} node {home / 'bot.mjs'}"
        async with bot(tmp_path / "bea", "--program", plays, "--open", host.ready.address, "--json") as process:
            deal = await said(process, "deal")
            assert deal["number"] == 1
            last = await over(host)
            assert {player.bot for player in last.status.players} == {"greedy", "program"}
            assert (await host.seat().close("enough")).code == ""
            assert await process.wait() == 0
