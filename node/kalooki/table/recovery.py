"""A node that lost the end of its log: it is silent until it has again whatever the others may count on it for.

It may have acknowledged, or voted for, what it has lost. So it neither acknowledges, votes, stands nor says anything
before so many others that vote as make a quorum (all of them, where fewer are left) have told it, for its nonce, how
far their logs go, and its own goes as far: whatever it helped to commit or to elect, one of these knows. What it
ordered as host may be lost for good, so it hosts no term any more in which that can be, and votes in none.

A vote that elected nobody need not be known to any of them: where six vote, four may answer without the one whom it was
for. But before anybody asked for it a quorum had said that it would vote, one of them (two, of an even number) is among
those who answer, and nobody says so for a term that is more than `REACH` ahead of its own. So no vote was lost in a
term beyond that.
"""

from dataclasses import dataclass, field

from kalooki.table.election import REACH, Election
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
    sworn: int = 0
    """The last term in which we already knew that we neither vote nor host."""

    def begin(self, nonce: bytes, sworn: int) -> None:
        """Be silent from here."""
        self.is_on, self.nonce, self.sworn = True, nonce, sworn

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
        reached = {
            node
            for node, head in self.heads.items()
            if head.term <= election.term and not replica.tip.is_behind(head.tip)
        }
        return all(
            0 < min(quorum(len(body)), len(body - {me})) <= len((body - {me}) & reached)
            for body in replica.accepted.electors().bodies
        )

    def end(self, election: Election, me: NodeNumber, turn: Turn) -> int:
        """Speak again; return the last term in which we may have voted or hosted."""
        self.is_on = False
        term = max(self.sworn, election.term + REACH)
        turn.write(PutRecovered(term))
        election.forswear(me, term, turn)
        return term


def _place(tip: Tip) -> tuple[int, int]:
    return tip.term, tip.index
