"""Makes a node ready for the table that goes on from its own: from then on `resume` goes on there."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace

from kalooki.codec import encode
from kalooki.seat import Seat
from kalooki.shell.beginnings import (
    ADDRESSES,
    ASKS,
    CHANCE_BYTES,
    FOUNDER,
    MEMBERSHIP,
    OPEN,
    PARTIES,
    Beginning,
    Membership,
    node_config,
)
from kalooki.shell.channels import join_address
from kalooki.shell.config import NodeOptions
from kalooki.shell.evening import keep, kept
from kalooki.shell.identity import Identity
from kalooki.shell.store import Store
from kalooki.shell.tables import Tables
from kalooki.table.config import Tools
from kalooki.table.continued import Continuation
from kalooki.table.genesis import table_id
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, NodeNumber
from kalooki.table.ports import Output, Persist, Record


async def move(  # noqa: PLR0913, PLR0917 - two tables meet here
    tables: Tables,
    tools: Tools,
    identity: Identity,
    options: NodeOptions,
    old: Beginning,
    genesis: Genesis,
    record: bytes,
) -> None:
    """Make ready for the table of a genesis; only when all of it is on disk it is the newest one.

    Args:
        tables: Where tables are kept.
        tools: For the node of the new table.
        identity: Who we are.
        options: How the node of the old table runs.
        old: That node.
        genesis: Of the new table, signed by all who go on.
        record: The old table's transcript.

    Raises:
        ShellError: It cannot be written.
    """
    continues = genesis.continues
    assert continues is not None, "a table that goes on from another"
    identities = [party.identity for party in continues.parties]
    number = NodeNumber(identities.index(identity.public))
    was_left = continues.parties[number] not in continues.going
    founder = continues.parties[FOUNDER]
    party = continues.parties[number]
    membership = Membership(number, party.vote, founder.identity, founder.tls_certificate, old.membership.code)
    about = {
        MEMBERSHIP: membership.plain(),
        OPEN: old.is_open,
        ADDRESSES: _addresses(old, continues),
        PARTIES: [one.tls_certificate.hex() for one in continues.parties],
        ASKS: was_left,
    }
    store = await asyncio.to_thread(_make, tables, genesis, about, record)
    try:
        restored, _ = await asyncio.to_thread(store.load, number)
        if number == FOUNDER and not restored.entries:
            config = node_config(options, identity, number, vote=party.vote)
            _, outputs = Node.open(config, tools, genesis, secrets.token_bytes(CHANCE_BYTES))
            store.start()
            await store.write(list(_records(outputs)))
    finally:
        await asyncio.to_thread(store.close)
    await asyncio.to_thread(_prefer, tables, old, genesis)


async def ask_back(seat: Seat, done: Callable[[], None]) -> None:
    """Ask for one's own seat, once the game is played: others went on without us, and one came here for that."""
    async for update in seat.updates():
        me = next((one for one in update.status.players if one.player == update.status.me), None)
        if me is None or update.status.phase != "playing":
            continue
        if not me.gone or not (await seat.propose("return", me.player)).code:
            done()
            return


async def follow(seat: Seat) -> None:
    """Go along to the table to which the others have gone: a bot has no wish of its own."""
    async for update in seat.updates():
        if update.status.went_on and not (await seat.propose("return", update.status.me)).code:
            return


def _make(tables: Tables, genesis: Genesis, about: dict[str, object], record: bytes) -> Store:
    table = table_id(encode(genesis))
    tables.keep_earlier(table, record)
    store = tables.make(table)
    for key, value in about.items():
        store.put_about(key, value)
    return store


def _prefer(tables: Tables, old: Beginning, genesis: Genesis) -> None:
    table = table_id(encode(genesis))
    evening = kept(tables.home, old.node.table_id.hex())
    tables.prefer(table)
    if evening is not None:
        keep(tables.home, replace(evening, table=table.hex()))


def _addresses(old: Beginning, continues: Continuation) -> dict[str, list[str]]:
    """Where the nodes listen, by their new numbers."""
    identities = [party.identity for party in continues.parties]
    before = {member.identity: member.number for member in old.node.members}
    found = {identity: old.book.of(before[identity]) for identity in identities if identity in before}
    return {
        str(place): [join_address(*where) for where in found[identity]]
        for place, identity in enumerate(identities)
        if found.get(identity)
    }


def _records(outputs: tuple[Output, ...]) -> Iterator[Record]:
    for output in outputs:
        if isinstance(output, Persist):
            yield from output.records
