"""Nodes in this process, for the shell's tests: real keys, real files, one machine."""

import asyncio
import secrets
from functools import cache
from pathlib import Path

from kalooki.codec import encode, encode_vote, seal_entry, seal_message, unseal
from kalooki.fair.group import Group
from kalooki.shell.datadir import DataDir
from kalooki.shell.group_loader import load_group
from kalooki.shell.identity import Identity, load_identity
from kalooki.shell.store import Store
from kalooki.table.config import Founding, NodeConfig, PlayerConfig, Tools
from kalooki.table.node import Node
from kalooki.table.ports import Output, Persist, Record


@cache
def group() -> Group:
    """The group, tested once."""
    return load_group()


def tools() -> Tools:
    """What a node is handed."""
    return Tools(encode, seal_message, unseal, seal_entry, encode_vote, group())


def new_identity(home: Path) -> Identity:
    """Keys in a folder of their own."""
    folder = DataDir(home)
    try:
        return load_identity(folder)
    finally:
        folder.close()


def config(identity: Identity, name: str = "Ann", *, vote: bool = True) -> NodeConfig:
    """A node with one person."""
    return NodeConfig(identity.node_key, identity.certificate, (PlayerConfig(identity.player_key, name),), vote)


def entropy() -> bytes:
    """Chance for one input."""
    return secrets.token_bytes(64)


def found(identity: Identity, seats: int = 4) -> tuple[Node, tuple[Output, ...]]:
    """A table with one node."""
    return Node.found(config(identity), tools(), Founding("british", seats=seats), entropy())


def records(outputs: tuple[Output, ...]) -> tuple[Record, ...]:
    """All that these outputs want written."""
    return tuple(record for output in outputs if isinstance(output, Persist) for record in output.records)


def put(store: Store, *wanted: Record) -> None:
    """Write these, and wait for it."""
    asyncio.run(store.write(wanted))


def written(path: Path, node: Node, outputs: tuple[Output, ...]) -> None:
    """Write what a node wants written into a file, and close it."""
    store = Store(path, node.table_id)
    store.load()
    store.start()
    put(store, *records(outputs))
    store.close()
