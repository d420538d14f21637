"""A node's file with a byte turned: one clear line, and never a node that goes on with what it did not write."""

import asyncio
import os
import shutil
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.rules.events import Drew
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.group_loader import load_group
from kalooki.shell.launch import PROGRAM, Bot, Launched, launch
from kalooki.verify import verify_transcript
from support.shell_running import bot, founder, running, until

DAMAGES = {
    "a message that we did not sign": (
        "UPDATE own SET wire = CAST(substr(wire, 1, length(wire) - 1) || x'ff' AS BLOB)",
        "a message of our own is not what we signed",
    ),
    "a message that is bytes of a text": (
        "UPDATE own SET wire = substr(wire, 1, 20) || x'ff'",
        "what it keeps as own is of another kind",
    ),
    "a message that is none": ("UPDATE own SET wire = x'ff'", "a message of our own is not what we signed"),
    "a command of nobody": (
        "INSERT INTO own (key, wire) SELECT 'command/x/1', wire FROM own LIMIT 1",
        "a command names no player",
    ),
    "a short secret": ("UPDATE secrets SET secret = x'ff'", "a secret for the deck is not what we made"),
    "another secret": (
        "UPDATE secrets SET secret = CAST(x'01' || zeroblob(31) AS BLOB)",
        "a secret for the deck is not what we made",
    ),
    "a secret for nothing": (
        "UPDATE secrets SET key = 'x/1' WHERE seq = (SELECT max(seq) FROM secrets)",
        "a secret for the deck is not what we made",
    ),
    "a secret that is text": ("UPDATE secrets SET secret = 'text'", "what it keeps as secrets is of another kind"),
    "an outcome of text": ("UPDATE outcomes SET player = 'x'", "what it keeps as outcomes is of another kind"),
    "an outcome of nobody": ("UPDATE outcomes SET player = -1", "an outcome names no player"),
    "certificates that are none": (
        "INSERT OR REPLACE INTO about VALUES ('certificates', '[[1, \"zz\", []]]')",
        "what it says about certificates cannot be read",
    ),
    "addresses that are no JSON": (
        "UPDATE about SET value = '{' WHERE key = 'addresses'",
        "what it says about addresses cannot be read",
    ),
    "addresses that are numbers": (
        "UPDATE about SET value = '{\"0\": 5}' WHERE key = 'addresses'",
        "what it says about addresses cannot be read",
    ),
    "nobody's membership": (
        "UPDATE about SET value = replace(value, '[1,', '[-1,') WHERE key = 'membership'",
        "what it says about membership cannot be read",
    ),
    "a membership of another kind": (
        "UPDATE about SET value = '[1, true]' WHERE key = 'membership'",
        "it does not say whose table it is",
    ),
}


def damage(home: Path, copy: Path, statement: str) -> None:
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("*.sock"))
    copy.chmod(0o700)
    (path,) = (copy / "tables").glob("*.sqlite")
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute(statement).rowcount


async def test_whatever_is_damaged_beside_the_log_is_one_clear_line(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)) as guest:
        await until(guest.seat(), lambda _, view: view is not None and bool(view.hand))
    for number, (name, (statement, reason)) in enumerate(DAMAGES.items()):
        copy = tmp_path / str(number)
        await asyncio.to_thread(damage, tmp_path / "bea", copy, statement)
        with pytest.raises(ShellError) as refused:
            async with running(NodeOptions("Bea", Resume(), copy, bot="greedy")):
                pass
        assert (name, refused.value.code, refused.value.detail["reason"]) == (name, "damaged", reason)
    async with running(NodeOptions("Bea", Resume(), tmp_path / "bea", bot="greedy")) as whole:
        assert whole.ready.table_id == host.ready.table_id


async def test_a_founder_that_lost_its_newest_entries_does_not_host_from_older_ones(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)) as guest:
        await until(guest.seat(), lambda _, view: view is not None and bool(view.hand))
    for home in ("ann", "bea"):
        await asyncio.to_thread(
            damage,
            tmp_path / home,
            tmp_path / f"{home}-cut",
            "UPDATE entries SET wire = zeroblob(50) WHERE idx = (SELECT max(idx) FROM entries)",
        )
    for _ in range(2):  # the second time the file shows no damage any more
        with pytest.raises(ShellError, match="it cannot be hosted from here any more") as refused:
            async with running(NodeOptions("Ann", Resume(), tmp_path / "ann-cut")):
                pass
        assert refused.value.code == "tail_lost"
    async with running(NodeOptions("Bea", Resume(), tmp_path / "bea-cut", bot="greedy")) as again:
        assert (await again.notice("tail_dropped")).detail


async def damaged_and_back(home: Path, statement: str) -> ShellError | None:
    """Damage a node's file in place, and start the node."""
    (path,) = (home / "tables").glob("*.sqlite")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement)
    try:
        async with running(NodeOptions("Bea", Resume(), home, bot="greedy")):
            return None
    except ShellError as error:
        return error


async def test_a_number_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    async with running(founder(tmp_path / "ann", seats=2)) as host, running(bot(tmp_path / "bea", host)) as guest:
        await until(guest.seat(), lambda _, view: view is not None and bool(view.hand))
    for statement in (
        "INSERT OR REPLACE INTO about VALUES ('sworn', 'true')",
        "INSERT OR REPLACE INTO about VALUES ('sworn', '-1')",
    ):
        refused = await damaged_and_back(tmp_path / "bea", statement)
        assert refused is not None
        assert refused.detail["reason"] == "what it says about sworn cannot be read"


LOST = "DELETE FROM entries WHERE idx > (SELECT max(idx) FROM entries) - 4"


@pytest.mark.slow
@pytest.mark.timeout(150)
async def test_a_process_whose_file_lost_its_end_is_silent_until_it_has_it_again_and_plays_on(tmp_path: Path) -> None:
    table, record = Found(seats=3, bots_vote=True, begin_when_full=True), tmp_path / "record.kalooki"
    own = NodeOptions("Ann", table, tmp_path / "ann", bot="greedy", transcript=record)
    told: list[Notice] = []
    async with launch(own, [Bot("Bea")]) as launched:
        cid = NodeOptions("Cid", Join(launched.join_code), tmp_path / "cid", bot="greedy")
        child = Child(cid, PROGRAM, tmp_path / "cid", told.append)
        await child.start()
        await draws(launched, 3)
        os.kill(child.pid, signal.SIGKILL)
        assert await child.ended() == -signal.SIGKILL
        await asyncio.to_thread(execute, tmp_path / "cid", LOST)
        child.options = replace(cid, table=Resume())
        await child.start()
        await draws(launched, 6)  # for each of which its share is needed
        await child.stop()
    codes = [notice.code for notice in told if notice.code in {"tail_dropped", "recovering", "recovered"}]
    assert codes == ["tail_dropped", "recovering", "recovered"]
    report = await asyncio.to_thread(lambda: verify_transcript(record.read_bytes(), load_group(), bytes(32)))
    assert report.findings == ()


async def draws(launched: Launched, count: int) -> None:
    """Wait until so many cards have been drawn from now on."""
    async for update in launched.watcher.updates():
        count -= sum(isinstance(event, Drew) for event in update.events)
        if count <= 0:
            return


def execute(home: Path, statement: str) -> None:
    (path,) = (home / "tables").glob("*.sqlite")
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute(statement).rowcount
