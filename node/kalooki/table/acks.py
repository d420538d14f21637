"""Acknowledgements: who has which prefix of the log on disk, and when that is enough."""

from collections.abc import Container
from dataclasses import dataclass, field

from kalooki.table.log import Ack, Certificate, ack_signing_bytes
from kalooki.table.payloads import NodeNumber
from kalooki.table.replica import Applied, Replica
from kalooki.table.signing import is_signed
from kalooki.table.state import TableState
from kalooki.table.votes import Electors, quorum


class ForkedAckError(Exception):
    """A node signed that the host of a term gave it another log than us: one of them lies."""


@dataclass(frozen=True, slots=True)
class Exact:
    """The acknowledgements that name one and the same entry, and whose quorums commit it."""

    electors: Electors
    acks: dict[NodeNumber, Ack] = field(default_factory=dict)

    @property
    def is_enough(self) -> bool:
        """Whether they are a certificate."""
        return self.electors.are_enough(self.acks.keys())

    def certificate(self, index: int, replica: Replica) -> Certificate:
        """Put them together."""
        return Certificate(index, replica.hash_at(index), tuple(self.acks[node] for node in sorted(self.acks)))


class Acks:
    """The newest acknowledgement of every node that names our log."""

    def __init__(self) -> None:
        self._newest: dict[NodeNumber, Ack] = {}
        self._early: dict[NodeNumber, Ack] = {}
        self._counted: dict[NodeNumber, Ack] = {}
        """Of these those that name an entry of the very term in which they were given: only they commit."""
        self._exact: dict[int, Exact] = {}
        self._certified = 0
        self._furthest = 0
        """The last entry that anybody has acknowledged so that it counts."""
        self._ends: dict[int, Exact] = {}

    def expect(self, state: TableState) -> None:
        """Keep every acknowledgement of the entry that made this state.

        It ends a limit, and they prove that the time was up.
        """
        self._ends.setdefault(state.index, Exact(state.electors()))

    def note(self, ack: Ack, replica: Replica) -> bool:
        """Take an acknowledgement; say whether it tells something new.

        Raises:
            ForkedAckError: It is signed and names another entry of the same term than ours.
        """
        state = replica.accepted
        is_new_end = ack.index in self._ends and ack.node not in self._ends[ack.index].acks
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
        return tuple(ack for index, end in self._ends.items() if first <= index <= last for ack in end.acks.values())

    def unproven(self, state: TableState) -> int | None:
        """Return the first committed entry that ends a limit and is not proven here by a certificate."""
        return next((index for index, end in self._ends.items() if index <= state.index and not end.is_enough), None)

    def certificates(self, replica: Replica, but: Container[int] = ()) -> tuple[Certificate, ...]:
        """Return a certificate for each committed entry that ends a limit, as far as there is one and it is wanted."""
        state = replica.committed
        return tuple(
            end.certificate(index, replica)
            for index, end in self._ends.items()
            if state is not None and index not in but and index <= state.index and end.is_enough
        )

    def commits(self, applied: Applied) -> bool:
        """Say whether the quorums have an entry: of those who vote after it, and of those who voted before."""
        index = applied.entry.index
        if index > self._furthest and applied.after.voters():
            return False
        bodies = {applied.before.voters(), *applied.after.electors().bodies}
        return all(self._is_quorum(body, index) for body in bodies if body)

    def all_have(self, nodes: frozenset[NodeNumber], index: int) -> bool:
        """Say whether each of these nodes has acknowledged an entry."""
        return all(self.index_of(node) >= index for node in nodes)

    def certificate(self, replica: Replica) -> Certificate | None:
        """Return the newest certificate whose acknowledgements all name one and the same entry."""
        exact = self._exact.get(self._certified)
        return None if exact is None else exact.certificate(self._certified, replica)

    def _keep(self, ack: Ack, replica: Replica) -> None:
        counts = ack.term == replica.term_at(ack.index)
        if ack.index in self._ends and counts:
            self._ends[ack.index].acks[ack.node] = ack
        if not self._is_newer(ack):
            return
        self._newest[ack.node] = ack
        if counts:
            self._counted[ack.node] = ack
            self._furthest = max(self._furthest, ack.index)
            self._certify(ack, replica)

    def _is_newer(self, ack: Ack) -> bool:
        """Say whether a node says more than before; what it said in an earlier term it may have taken back since."""
        known = self._newest.get(ack.node)
        return known is None or (ack.term, ack.index) > (known.term, known.index)

    def _certify(self, ack: Ack, replica: Replica) -> None:
        state, index = replica.recent(ack.index), ack.index
        if index not in self._exact:
            if state is None:
                return  # something later is committed, and certified soon
            self._exact[index] = Exact(state.electors())
        self._exact[index].acks[ack.node] = ack
        if index > self._certified and self._exact[index].is_enough:
            self._certified = index
            self._exact = {later: exact for later, exact in self._exact.items() if later >= index}

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
