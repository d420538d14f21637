"""Finds members again whose addresses have changed: those who announce the table say where they are now."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

from kalooki.shell.addresses import AddressBook
from kalooki.shell.bell import Bell
from kalooki.shell.channels import split_address
from kalooki.shell.discovery import Choose, Heard, listen
from kalooki.shell.identity import fingerprint
from kalooki.shell.links import Links
from kalooki.table.node import Node
from kalooki.table.state import Member

PATIENCE = 4.0
"""Seconds that a member may be away before it is looked for."""


async def seek(node: Node, links: Links, book: AddressBook, changed: Bell, choose: Choose) -> None:
    """Listen for the table on the network while members are away; never returns.

    What is heard are hints: whoever answers at an address must have the key that the log pins.
    """
    while True:
        await changed.wait_until(lambda: bool(_away(node, links)))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await changed.wait_until(lambda: not _away(node, links))
                continue
        listening = asyncio.create_task(listen(choose, _learn(node, book)))
        try:
            await changed.wait_until(lambda: not _away(node, links))
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


def _learn(node: Node, book: AddressBook) -> Callable[[str, Heard | None], None]:
    def heard(_: str, said: Heard | None) -> None:
        if said is None or said.hint.table != node.table_id:
            return
        for member in _with(said.hint.fingerprint, node.members):
            book.learn(member.number, map(split_address, said.addresses))

    return heard


def _with(found: bytes, members: Iterable[Member]) -> Iterable[Member]:
    return (member for member in members if fingerprint(member.tls_certificate) == found)


def _away(node: Node, links: Links) -> tuple[Member, ...]:
    return tuple(each for each in node.members if each.number != node.number and links.up(each.number) is None)
