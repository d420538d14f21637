"""Calling other members: what one of them is said to be must not bring us down."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kalooki.shell.addresses import AddressBook
from kalooki.shell.bell import Bell
from kalooki.shell.config import NodeOptions, Resume
from kalooki.shell.errors import Notice
from kalooki.shell.links import Links
from kalooki.shell.peers import Peers
from kalooki.table.log import Digest
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import Input
from kalooki.table.state import Member
from support.shell_impostors import Leaving, Replacing, serving
from support.shell_nodes import config, found, new_identity, tools
from support.shell_running import bot, founder, running, until

HOST, CID, BEA = NodeNumber(0), NodeNumber(1), NodeNumber(2)


async def test_a_member_without_a_readable_certificate_is_named_and_we_go_on(tmp_path: Path) -> None:
    identity = await asyncio.to_thread(new_identity, tmp_path)
    node = Node.join(config(identity, "Bea"), await asyncio.to_thread(tools), Digest(bytes(32)))
    notices, inputs = asyncio.Queue[Notice](), asyncio.Queue[Input]()
    links = Links(inputs.put, notices.put_nowait)
    book = AddressBook(lambda _: None, {str(HOST): ["127.0.0.1:9"]})
    peers = Peers(BEA, node, identity, links, book, notices.put_nowait)
    task = asyncio.create_task(peers.run(Bell(), Member(HOST, bytes(32), b"no certificate", vote=True)))
    notice = await notices.get()
    assert (notice.code, notice.node) == ("refused", HOST)
    assert "the TLS certificate cannot be read" in notice.detail
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_addresses_of_nodes_that_are_no_members_are_not_kept(tmp_path: Path) -> None:
    """The founder has them in its own book, and tells every member all of that."""
    homes = {name: tmp_path / name for name in ("ann", "bea", "cid")}
    async with running(founder(homes["ann"], seats=3)) as host, running(bot(homes["bea"], host)) as guest:
        await until(guest.seat(), lambda status, _: len(status.players) == 2)
    await asyncio.to_thread(change_addresses, homes["ann"], lambda book: {**book, "9": ["10.0.0.9:9"], "70000": []})
    async with (
        running(NodeOptions("Ann", Resume(), homes["ann"], auto_ready=True)) as host,
        running(NodeOptions("Bea", Resume(), homes["bea"], bot="greedy")),
        running(bot(homes["cid"], host)) as third,
    ):
        await until(third.seat(), lambda _, view: view is not None and bool(view.hand))
    for name in ("bea", "cid"):
        assert set(await asyncio.to_thread(change_addresses, homes[name])) == {"0", "1", "2"}, name


@pytest.mark.parametrize("holds", [True, False])
async def test_a_link_that_gives_way_is_another_session_only_where_ours_holds_no_more(
    tmp_path: Path, *, holds: bool
) -> None:
    """Two nodes that dial each other at the same time give up one of the links, and neither of them stops for it."""
    ann, bea = [await asyncio.to_thread(new_identity, tmp_path / name) for name in ("ann", "bea")]
    table, _ = await asyncio.to_thread(found, ann)
    node = Node.join(config(bea, "Bea"), await asyncio.to_thread(tools), table.table_id)
    servicer = Replacing(ann, table, holds=holds)  # type: ignore[abstract]  # what it lacks, nobody asks
    notices, inputs = asyncio.Queue[Notice](), asyncio.Queue[Input]()
    async with serving(servicer, ann) as address:
        book = AddressBook(lambda _: None, {str(HOST): [address]})
        peers = Peers(BEA, node, bea, Links(inputs.put, notices.put_nowait), book, notices.put_nowait)
        task = asyncio.create_task(peers.run(Bell(), Member(HOST, ann.public, ann.certificate, vote=True)))
        if holds:
            await servicer.linked.wait_until(lambda: servicer.links > 1)  # it called again
            assert not peers.replaced.is_set()
        else:
            await peers.replaced.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_who_asks_a_member_that_goes_away_meanwhile_calls_on(tmp_path: Path) -> None:
    """Where another task closes the channel, gRPC ends a call of ours as if we had been told to end."""
    ann, bea, cid = [await asyncio.to_thread(new_identity, tmp_path / name) for name in ("ann", "bea", "cid")]
    table, _ = await asyncio.to_thread(found, ann)
    node = Node.join(config(bea, "Bea"), await asyncio.to_thread(tools), table.table_id)
    servicer = Leaving(ann, table)  # type: ignore[abstract]  # what it lacks, nobody asks
    notices, inputs = asyncio.Queue[Notice](), asyncio.Queue[Input]()
    async with serving(servicer, ann) as address:
        book = AddressBook(lambda _: None, {str(HOST): [address], str(CID): ["127.0.0.1:9"]})
        peers = Peers(BEA, node, bea, Links(inputs.put, notices.put_nowait), book, notices.put_nowait)
        members = ((HOST, ann), (CID, cid))
        tasks = [
            asyncio.create_task(peers.run(Bell(), Member(number, each.public, each.certificate, vote=True)))
            for number, each in members
        ]
        await servicer.linked.wait_until(lambda: servicer.asked > 1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


Book = dict[str, list[str]]


def change_addresses(home: Path, change: Callable[[Book], Book] = lambda book: book) -> Book:
    """Rewrite where a node thinks that others listen; return what it thought."""
    (path,) = (home / "tables").glob("*.sqlite")
    with closing(sqlite3.connect(path)) as database, database:
        ((text,),) = database.execute("SELECT value FROM about WHERE key = 'addresses'").fetchall()
        book: Book = json.loads(text)
        database.execute("UPDATE about SET value = ? WHERE key = 'addresses'", (json.dumps(change(book)),))
    return book
