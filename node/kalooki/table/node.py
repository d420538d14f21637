"""A node of the table: inputs in, outputs out; it never waits, reads no clock and draws no number."""

from typing import Self

from kalooki.rules.view import SeatView
from kalooki.table.config import Founding, NodeConfig, Restored, Tools
from kalooki.table.log import Certificate, Digest, Entry
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.ports import Input, Output
from kalooki.table.state import Member
from kalooki.table.status import TableStanding


class Node:
    """One process at the table."""

    @classmethod
    def found(cls, config: NodeConfig, tools: Tools, founding: Founding, entropy: bytes) -> tuple[Self, tuple[Output, ...]]:
        """Found a table: orders Genesis, the own Admit and the own players' TakeSeat."""
        raise NotImplementedError

    @classmethod
    def join(cls, config: NodeConfig, tools: Tools, table: Digest) -> Self:
        """Begin as a node that the host admitted, or is about to admit; it learns everything from entries."""
        raise NotImplementedError

    @classmethod
    def restore(
        cls, config: NodeConfig, tools: Tools, table: Digest, restored: Restored, entropy: bytes
    ) -> tuple[Self, tuple[Output, ...]]:
        """Go on after a stop at any moment, with what was persisted."""
        raise NotImplementedError

    def step(self, happened: Input, entropy: bytes) -> tuple[Output, ...]:
        """Take one input with 64 fresh bytes; the outputs are to be carried out in order."""
        raise NotImplementedError
