"""Votes: what is signed, how many elect a host, and whether a term may begin where it begins."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kalooki.table.hashing import framed, u8, u64
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber, Tip, Vote
from kalooki.table.signing import is_signed

MANY = 5
"""An odd number of voters from here on wants one more than a majority."""


def quorum(voters: int) -> int:
    """How many acknowledgements commit and how many votes elect: a majority, and one more for odd n from 5 on."""
    if voters % 2 and voters >= MANY:
        return (voters + 3) // 2
    return voters // 2 + 1


@dataclass(frozen=True, slots=True)
class Electors:
    """Who decides: the nodes that vote, and while a change of these is not settled, those who voted before it, too.

    Of two quorums of one body one node at least is in both. Of two bodies that need not be: where several go away at
    once, those who vote after that and those who voted before it could decide two things.
    """

    keys: Mapping[NodeNumber, bytes]
    """The identity keys of all of them."""
    bodies: tuple[frozenset[NodeNumber], ...]
    """Each must have its quorum; the first is of those who vote now, and only they can host."""

    def are_enough(self, nodes: Collection[NodeNumber]) -> bool:
        """Say whether these nodes are a quorum of each body."""
        return all(len(body.intersection(nodes)) >= quorum(len(body)) for body in self.bodies)


def vote_signing_bytes(table: Digest, term: int, candidate: NodeNumber, tip: Tip, *, trial: bool) -> bytes:
    """What a node signs to vote, or to say that it would."""
    tag = "/trial vote/" if trial else "/vote/"
    return framed(tag, table, u64(term), u8(candidate), u64(tip.term), u64(tip.index), tip.hash)


def is_vote(table: Digest, electors: Electors, vote: Vote) -> bool:
    """Say whether a node that votes signed this."""
    key = electors.keys.get(vote.node)
    statement = vote_signing_bytes(table, vote.term, vote.candidate, vote.tip, trial=vote.trial)
    return key is not None and is_signed(key, statement, vote.signature)


def elect(table: Digest, electors: Electors, votes: Iterable[Vote], wanted: Vote) -> bool:
    """Say whether a quorum voted as `wanted` says; its node and signature do not matter.

    Votes for something else, doubled or false ones make the whole no election: an honest host has none among them.
    """
    voted = tuple(votes)
    asked = (wanted.term, wanted.candidate, wanted.tip, wanted.trial)
    return (
        wanted.candidate in electors.bodies[0]
        and len({vote.node for vote in voted}) == len(voted)
        and electors.are_enough({vote.node for vote in voted})
        and all((vote.term, vote.candidate, vote.tip, vote.trial) == asked for vote in voted)
        and all(is_vote(table, electors, vote) for vote in voted)
    )
