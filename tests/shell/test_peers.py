"""Calling other members: what one of them is said to be must not bring us down."""

import asyncio
from pathlib import Path

from kalooki.shell.addresses import AddressBook
from kalooki.shell.bell import Bell
from kalooki.shell.errors import Notice
from kalooki.shell.links import Links
from kalooki.shell.peers import Peers
from kalooki.table.log import Digest
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import Input
from kalooki.table.state import Member
from support.shell_nodes import config, new_identity, tools

HOST, BEA = NodeNumber(0), NodeNumber(1)


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
