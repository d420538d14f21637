"""Where each node listens, as far as is known: hints that travel with handshakes and are kept for the next start."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from kalooki.shell.channels import join_address, split_address
from kalooki.shell.errors import ShellError
from kalooki.shell.handshake import Address
from kalooki.table.payloads import NodeNumber
from kalooki.wire.v1 import table_pb2

MOST_ADDRESSES = 4
"""Of one node."""


class AddressBook:
    """Newest first; a wrong one costs an attempt, nothing more: who answers there is checked by its pinned key."""

    def __init__(self, keep: Callable[[dict[str, list[str]]], None], kept: Mapping[str, Sequence[str]]) -> None:
        self._keep = keep
        self._known: dict[NodeNumber, tuple[Address, ...]] = {
            NodeNumber(int(node)): tuple(split_address(text) for text in texts) for node, texts in kept.items()
        }

    def learn(self, node: NodeNumber, addresses: Iterable[Address]) -> None:
        """Note where a node listens; what is heard last is tried first."""
        before = self._known.get(node, ())
        after = tuple(dict.fromkeys((*addresses, *before)))[:MOST_ADDRESSES]
        if after != before:
            self._known[node] = after
            self._keep({str(each): [join_address(*where) for where in known] for each, known in self._known.items()})

    def replace(self, node: NodeNumber, addresses: Iterable[Address]) -> None:
        """Note where a node listens, and nowhere else: what we know of ourselves."""
        self._known.pop(node, None)
        self.learn(node, addresses)

    def of(self, node: NodeNumber) -> tuple[Address, ...]:
        """Where a node may be."""
        return self._known.get(node, ())

    def everybody(self) -> tuple[tuple[NodeNumber, tuple[Address, ...]], ...]:
        """All that is known."""
        return tuple(sorted(self._known.items()))


def to_wire(addresses: Iterable[Address]) -> list[table_pb2.Address]:
    """Write addresses."""
    return [table_pb2.Address(host=host, port=port) for host, port in addresses]


def from_wire(addresses: Sequence[table_pb2.Address]) -> tuple[Address, ...]:
    """Read addresses.

    Raises:
        ShellError: `bad_request` or `bad_address`.
    """
    if len(addresses) > MOST_ADDRESSES:
        raise ShellError("bad_request", reason=f"{len(addresses)} addresses, at most {MOST_ADDRESSES}")
    return tuple(split_address(join_address(address.host, address.port)) for address in addresses)
