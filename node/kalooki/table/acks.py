"""Acknowledgements: who has which prefix of the log on disk, and when that is enough."""

from collections.abc import Container

from kalooki.table.log import Ack, Certificate, ack_signing_bytes
from kalooki.table.payloads import NodeNumber
from kalooki.table.replica import Applied, Replica
from kalooki.table.signing import is_signed
from kalooki.table.state import TableState
from kalooki.table.votes import quorum


class ForkedAckError(Exception):
    """A node signed that the host of a term gave it another log than us: one of them lies."""


class Acks:
    """The newest acknowledgement of every node that names our log."""

    def __init__(self) -> None:
        self._newest: dict[NodeNumber, Ack] = {}
        self._early: dict[NodeNumber, Ack] = {}
        self._counted: dict[NodeNumber, Ack] = {}
        """Of these those that name an entry of the very term in which they were given: only they commit."""
        self._exact: dict[int, dict[NodeNumber, Ack]] = {}
        self._certified = 0
        self._furthest = 0
        """The last entry that anybody has acknowledged so that it counts."""
        self._ends: dict[int, dict[NodeNumber, Ack]] = {}

    def expect(self, index: int) -> None:
        """Keep every acknowledgement of this very entry: it ends a limit, and they prove that the time was up."""
        self._ends.setdefault(index, {})

    def note(self, ack: Ack, replica: Replica) -> bool:
        """Take an acknowledgement; say whether it tells something new.

        Raises:
            ForkedAckError: It is signed and names another entry of the same term than ours.
        """
        state = replica.accepted
        is_new_end = ack.node not in self._ends.get(ack.index, {ack.node: ack})
        if state is None or not (self._is_newer(ack) or is_new_end) or not is_signed_ack(state, ack):
            return False
        if ack.index > replica.last_index:
            self._early[ack.node] = ack
            return False
        term = replica.term_at(ack.index)
        if ack.hash != replica.hash_at(ack.index):
            if ack.term == term:
                raise ForkedAckError
            return False  # one of the two logs ends where a new term has begun or is about to
        self._keep(ack, replica)
        return True

    def note_own(self, ack: Ack, replica: Replica) -> None:
        """Take an acknowledgement that we have just signed."""
        self._keep(ack, replica)

    def truncate(self, index: int) -> None:
        """Forget what was said of entries after this one: they are not in our log any more."""
        for known in (self._newest, self._counted):
            for node in [node for node, ack in known.items() if ack.index > index]:
                del known[node]
        self._exact = {at: acks for at, acks in self._exact.items() if at <= index}
        self._ends = {at: acks for at, acks in self._ends.items() if at <= index}
        self._furthest = min(self._furthest, index)

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

    def certificates(self, replica: Replica, but: Container[int] = ()) -> tuple[Certificate, ...]:
        """Return a certificate for each committed entry that ends a limit, as far as there is one and it is wanted."""
        state = replica.committed
        return tuple(
            Certificate(index, replica.hash_at(index), tuple(acks[node] for node in sorted(acks)))
            for index, acks in self._ends.items()
            if state is not None and index not in but and index <= state.index and self._is_end(state, index)
        )

    def _is_end(self, state: TableState, index: int) -> bool:
        voters = state.voters()
        return len(voters & self._ends[index].keys()) >= quorum(len(voters))

    def commits(self, applied: Applied) -> bool:
        """Say whether a quorum has an entry: of those who voted before it, and of those who vote after it."""
        index = applied.entry.index
        if index > self._furthest and applied.after.voters():
            return False
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

    def _keep(self, ack: Ack, replica: Replica) -> None:
        state = replica.accepted
        assert state is not None, "who acknowledges is in"
        counts = ack.term == replica.term_at(ack.index)
        if ack.index in self._ends and counts:
            self._ends[ack.index][ack.node] = ack
        if not self._is_newer(ack):
            return
        self._newest[ack.node] = ack
        if counts:
            self._counted[ack.node] = ack
            self._furthest = max(self._furthest, ack.index)
            self._exact.setdefault(ack.index, {})[ack.node] = ack
            self._certify(state, ack.index)

    def _is_newer(self, ack: Ack) -> bool:
        """Say whether a node says more than before; what it said in an earlier term it may have taken back since."""
        known = self._newest.get(ack.node)
        return known is None or (ack.term, ack.index) > (known.term, known.index)

    def _certify(self, state: TableState, index: int) -> None:
        voters = state.voters()
        if index > self._certified and len(voters & self._exact[index].keys()) >= quorum(len(voters)):
            self._certified = index
            self._exact = {later: acks for later, acks in self._exact.items() if later >= index}

    def _is_quorum(self, voters: frozenset[NodeNumber], index: int) -> bool:
        """Acknowledgements of different terms never add up, and of an old term's entry none counts alone."""
        terms = [ack.term for node, ack in self._counted.items() if node in voters and ack.index >= index]
        return max(map(terms.count, terms), default=0) >= quorum(len(voters))


def is_signed_ack(state: TableState, ack: Ack) -> bool:
    """Say whether a member signed an acknowledgement."""
    if ack.node >= len(state.members):
        return False
    statement = ack_signing_bytes(state.table, ack.term, ack.index, ack.hash)
    return is_signed(state.members[ack.node].identity, statement, ack.signature)
