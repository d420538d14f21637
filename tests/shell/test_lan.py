"""Tables on a network: found, joined and lost between computers that are network namespaces."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kalooki.shell.bell import Bell
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Join, NodeOptions
from kalooki.shell.errors import Notice
from kalooki.shell.joincode import JoinCode, parse
from kalooki.shell.launch import PROGRAM
from kalooki.shell.seats import RemoteSeat
from support.netns import Lan, Place, lan

pytestmark = [pytest.mark.netns, pytest.mark.timeout(120)]

ANYWHERE = "0.0.0.0"  # noqa: S104 - inside a namespace
KALOOKI = (sys.executable, "-m", "kalooki_cli")


@pytest.fixture
def network() -> Iterator[Lan]:
    with lan() as made:
        yield made


@pytest.fixture
def walled() -> Iterator[Lan]:
    with lan("nft") as made:
        yield made


@dataclass
class Table:
    """A node in a namespace, seen from outside over its Unix socket."""

    child: Child
    ready: dict[str, Any]
    notices: list[Notice]
    heard: Bell
    seat: RemoteSeat

    @property
    def port(self) -> int:
        return int(self.ready["address"].rpartition(":")[2])

    async def notice(self, code: str) -> Notice:
        await self.heard.wait_until(lambda: any(notice.code == code for notice in self.notices))
        return next(notice for notice in self.notices if notice.code == code)


@asynccontextmanager
async def node(place: Place, options: NodeOptions) -> AsyncIterator[Table]:
    notices, heard = list[Notice](), Bell()

    def told(notice: Notice) -> None:
        notices.append(notice)
        heard.ring()

    assert options.data_dir is not None
    child = Child(options, place.program(*PROGRAM), options.data_dir, told)
    ready = await child.start()
    seat = RemoteSeat(ready["seat"], bytes.fromhex(ready["token"]))
    try:
        yield Table(child, ready, notices, heard, seat)
    finally:
        await seat.aclose()
        await child.stop()


def hosting(home: Path, *, seats: int = 2, interfaces: tuple[str, ...] = ()) -> NodeOptions:
    """A person who founds a table that is announced."""
    table = Found(seats=seats, begin_when_full=True)
    return NodeOptions("Ann", table, home / "ann", bind=ANYWHERE, announce=True, interfaces=interfaces, auto_ready=True)


def joining(home: Path, code: str, address: str = "", name: str = "Bea") -> NodeOptions:
    return NodeOptions(name, Join(code, address), home / name, bind=ANYWHERE, bot="greedy")


async def look(place: Place, *arguments: str) -> dict[str, Any]:
    """What `kalooki tables --json` says there."""
    command = place.program(*KALOOKI, "tables", "--json", *arguments)
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if found["tables"] else 1)
    return found


async def tables(place: Place, *arguments: str) -> list[dict[str, Any]]:
    """The tables that are found there."""
    rows: list[dict[str, Any]] = (await look(place, *arguments))["tables"]
    return rows


async def begun(table: Table) -> None:
    """Wait until the lobby is over."""
    async for update in table.seat.updates():
        if update.status.phase != "lobby":
            return
    raise AssertionError("the table closed")


async def test_a_table_is_seen_from_another_computer_within_three_seconds_and_joined(
    network: Lan, tmp_path: Path
) -> None:
    ann, bea = network.computer(), network.computer()
    async with node(ann, hosting(tmp_path)) as host:
        found = await look(bea)
        (row,) = found["tables"]
        assert found["seconds"] < 3
        assert row["table"] == host.ready["table_id"]
        assert row["address"] == f"{ann.address}:{host.port}"
        assert (row["title"], row["players"], row["seats"], row["state"]) == ("Ann's table", 1, 2, "open")
        code = JoinCode(parse(host.ready["join_code"]).secret)
        async with node(bea, joining(tmp_path, str(code), row["address"])):
            await begun(host)
            (row,) = await tables(bea)
            assert (row["players"], row["state"]) == (2, "playing")
    assert await tables(bea, "--wait", "1") == []
