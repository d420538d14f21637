"""Acknowledgements: who has which prefix of the log on disk, and when that is enough."""

from kalooki.table.log import Ack, Certificate, ack_signing_bytes
from kalooki.table.machine import TERM
from kalooki.table.payloads import NodeNumber
from kalooki.table.replica import Applied, Replica
from kalooki.table.signing import is_signed
from kalooki.table.state import TableState

MANY = 5
"""An odd number of voters from here on wants one more than a majority."""


def quorum(voters: int) -> int:
    """How many acknowledgements commit: a majority for even n and n = 3; (n + 3) // 2 for odd n from 5; 1 for one."""
    if voters % 2 and voters >= MANY:
        return (voters + 3) // 2
    return voters // 2 + 1


class ForkedAckError(Exception):
    """A node signed that it has another log than ours."""


class Acks:
    """The newest acknowledgement of every node that names our log."""

    def __init__(self) -> None:
        self._newest: dict[NodeNumber, Ack] = {}
        self._early: dict[NodeNumber, Ack] = {}
        self._exact: dict[int, dict[NodeNumber, Ack]] = {}
        self._certified = 0
        self._ends: dict[int, dict[NodeNumber, Ack]] = {}

    def expect(self, index: int) -> None:
        """Keep every acknowledgement of this very entry: it ends a limit, and they prove that the time was up."""
        self._ends.setdefault(index, {})

    def note(self, ack: Ack, replica: Replica) -> bool:
        """Take an acknowledgement; say whether it tells something new.

        Raises:
            ForkedAckError: It is signed and names another log.
        """
        state = replica.accepted
        is_new_end = ack.node not in self._ends.get(ack.index, {ack.node: ack})
        is_newest = ack.index > self.index_of(ack.node)
        if state is None or not (is_newest or is_new_end) or not is_signed_ack(state, ack):
            return False
        if ack.index > replica.last_index:
            self._early[ack.node] = ack
            return False
        if ack.hash != replica.hash_at(ack.index):
            raise ForkedAckError
        self._keep(ack, state)
        return True

    def note_own(self, ack: Ack, state: TableState) -> None:
        """Take an acknowledgement that we have just signed."""
        self._keep(ack, state)

    def caught_up(self, replica: Replica) -> tuple[Ack, ...]:
        """Return the acknowledgements that came before their entries and can be noted now."""
        ripe = tuple(ack for ack in self._early.values() if ack.index <= replica.last_index)
        for ack in ripe:
            del self._early[ack.node]
        return ripe

    def index_of(self, node: NodeNumber) -> int:
        """Return the last entry of the prefix that a node has on disk; 0 if we know of none."""
        ack = self._newest.get(node)
        return 0 if ack is None else ack.index

    def newest(self) -> tuple[Ack, ...]:
        """Return each node's newest acknowledgement."""
        return tuple(self._newest.values())

    def is_expected(self, index: int) -> bool:
        """Say whether acknowledgements of this very entry are kept."""
        return index in self._ends

    def of_ends(self, first: int, last: int) -> tuple[Ack, ...]:
        """Return the acknowledgements of entries in this stretch that end a limit."""
        return tuple(ack for index, acks in self._ends.items() if first <= index <= last for ack in acks.values())

    def unproven(self, state: TableState) -> int | None:
        """Return the first committed entry that ends a limit and is not proven here by a certificate."""
        return next((index for index in self._ends if index <= state.index and not self._is_end(state, index)), None)

    def certificates(self, replica: Replica) -> tuple[Certificate, ...]:
        """Return a certificate for each committed entry that ends a limit, as far as there is one."""
        state = replica.committed
        return tuple(
            Certificate(index, replica.hash_at(index), tuple(acks[node] for node in sorted(acks)))
            for index, acks in self._ends.items()
            if state is not None and index <= state.index and self._is_end(state, index)
        )

    def _is_end(self, state: TableState, index: int) -> bool:
        voters = state.voters()
        return len(voters & self._ends[index].keys()) >= quorum(len(voters))

    def commits(self, applied: Applied) -> bool:
        """Say whether a quorum has an entry: of those who voted before it, and of those who vote after it."""
        index = applied.entry.index
        return all(
            self._is_quorum(voters, index) for voters in {applied.before.voters(), applied.after.voters()} if voters
        )

    def all_have(self, nodes: frozenset[NodeNumber], index: int) -> bool:
        """Say whether each of these nodes has acknowledged an entry."""
        return all(self.index_of(node) >= index for node in nodes)

    def certificate(self, replica: Replica) -> Certificate | None:
        """Return the newest certificate whose acknowledgements all name one and the same entry."""
        acks = self._exact.get(self._certified)
        if not acks:
            return None
        return Certificate(
            self._certified, replica.hash_at(self._certified), tuple(acks[node] for node in sorted(acks))
        )

    def _keep(self, ack: Ack, state: TableState) -> None:
        if ack.index in self._ends:
            self._ends[ack.index][ack.node] = ack
        if ack.index <= self.index_of(ack.node):
            return
        self._newest[ack.node] = ack
        self._exact.setdefault(ack.index, {})[ack.node] = ack
        self._certify(state, ack.index)

    def _certify(self, state: TableState, index: int) -> None:
        voters = state.voters()
        if index > self._certified and len(voters & self._exact[index].keys()) >= quorum(len(voters)):
            self._certified = index
            self._exact = {later: acks for later, acks in self._exact.items() if later >= index}

    def _is_quorum(self, voters: frozenset[NodeNumber], index: int) -> bool:
        return sum(self.index_of(node) >= index for node in voters) >= quorum(len(voters))


def is_signed_ack(state: TableState, ack: Ack) -> bool:
    """Say whether a member signed an acknowledgement, in the term that there is."""
    if ack.node >= len(state.members):
        return False
    statement = ack_signing_bytes(state.table, ack.term, ack.index, ack.hash)
    return ack.term == TERM and is_signed(state.members[ack.node].identity, statement, ack.signature)
