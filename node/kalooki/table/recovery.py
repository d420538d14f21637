"""A node that lost the end of its log: it is silent until it has again whatever the others may count on it for.

It may have acknowledged, or voted for, what it has lost. So it neither acknowledges, votes, stands nor says anything
before so many others that vote as make a quorum (all of them, where fewer are left) have told it, for its nonce, how
far their logs go, and its own goes as far: whatever it helped to commit or to elect, one of these knows. What it
ordered as host may be lost for good, so it hosts no term any more in which that can be, and votes in none.
"""

from dataclasses import dataclass, field

from kalooki.table.election import Election
from kalooki.table.payloads import NodeNumber, Tip
from kalooki.table.ports import Head, PutRecovered
from kalooki.table.replica import Replica
from kalooki.table.turn import Turn
from kalooki.table.votes import quorum


@dataclass(slots=True)
class Recovery:
    """What a node still has to hear."""

    is_on: bool = False
    nonce: bytes = b""
    heads: dict[NodeNumber, Head] = field(default_factory=dict)
    """How far the others' logs go."""
    asked: int = 0

    def begin(self, nonce: bytes) -> None:
        """Be silent from here."""
        self.is_on, self.nonce = True, nonce

    def hear(self, peer: NodeNumber, head: Head) -> bool:
        """Take what a peer says of its log; say whether we asked for it."""
        if not self.is_on or head.nonce != self.nonce:
            return False
        self.heads[peer] = head
        return True

    def source(self) -> NodeNumber | None:
        """Return who has the most, while nobody hosts from whom the log could be had."""
        return max(self.heads, key=lambda node: _place(self.heads[node].tip), default=None)

    def is_over(self, replica: Replica, election: Election, me: NodeNumber | None) -> bool:
        """Say whether enough of the others are known to have nothing that we lack.

        A node that alone votes cannot know what it has lost.
        """
        if not self.is_on or me is None or replica.accepted is None:
            return False
        voters = replica.accepted.voters()
        others = voters - {me}
        reached = [
            node
            for node in others & self.heads.keys()
            if self.heads[node].term <= election.term and not replica.tip.is_behind(self.heads[node].tip)
        ]
        return 0 < min(quorum(len(voters)), len(others)) <= len(reached)

    def end(self, election: Election, me: NodeNumber, turn: Turn) -> None:
        """Speak again."""
        self.is_on = False
        turn.write(PutRecovered(election.term))
        election.forswear(me, election.term, turn)


def _place(tip: Tip) -> tuple[int, int]:
    return tip.term, tip.index
