"""A node's file with a byte turned: one clear line, and never a node that goes on with what it did not write."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kalooki.shell.beginnings import may_host
from kalooki.shell.config import NodeOptions, Resume
from kalooki.shell.errors import ShellError
from kalooki.table.election import Ballot
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber, Tip, Vote
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


@pytest.mark.parametrize(("candidate", "hosts"), [(1, True), (0, False), (None, False)])
def test_an_elected_host_that_lost_its_newest_entries_does_not_host_from_older_ones_either(
    candidate: int | None, *, hosts: bool
) -> None:
    tip = Tip(1, 7, Digest(bytes(32)))
    vote = (
        None
        if candidate is None
        else Vote(NodeNumber(1), 2, NodeNumber(candidate), tip, trial=False, signature=bytes(64))
    )
    assert may_host(Ballot(2, vote), NodeNumber(1)) is hosts


def test_in_the_first_term_the_founder_hosts() -> None:
    assert may_host(Ballot(), NodeNumber(0))
    assert not may_host(Ballot(), NodeNumber(1))
