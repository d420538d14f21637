"""Votes for a host, alone and in the lists by which a term is proved."""

from collections.abc import Iterable, Sequence

from kalooki.codec.limits import MAX_INDEX, MAX_NODES, MAX_VOTE, MAX_VOTES, SIGNATURE_BYTES
from kalooki.codec.reading import digest, exact, listed, number, parse, write
from kalooki.table.payloads import NodeNumber, Tip, Vote
from kalooki.wire.v1 import log_pb2 as pb


def encode_vote(vote: Vote) -> bytes:
    """Give a vote's bytes."""
    return write(vote_to_wire(vote))


def decode_vote(encoded: bytes, where: str = "vote") -> Vote:
    """Read a vote.

    Raises:
        MalformedError: Not the canonical encoding of one, or a part is out of its limits.
    """
    return vote_from_wire(parse(pb.Vote, encoded, MAX_VOTE, where), where)


def vote_to_wire(vote: Vote) -> pb.Vote:
    """Write a vote."""
    return pb.Vote(
        node=vote.node,
        term=vote.term,
        candidate=vote.candidate,
        tip_term=vote.tip.term,
        tip_index=vote.tip.index,
        tip_hash=vote.tip.hash,
        trial=vote.trial,
        signature=vote.signature,
    )


def vote_from_wire(message: pb.Vote, where: str) -> Vote:
    """Read a vote.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Vote(
        NodeNumber(number(message.node, f"{where}.node", MAX_NODES - 1)),
        number(message.term, f"{where}.term", MAX_INDEX, 1),
        NodeNumber(number(message.candidate, f"{where}.candidate", MAX_NODES - 1)),
        tip_from_wire(message.tip_term, message.tip_index, message.tip_hash, where),
        message.trial,
        exact(message.signature, f"{where}.signature", SIGNATURE_BYTES),
    )


def tip_from_wire(term: int, index: int, tip: bytes, where: str) -> Tip:
    """Read the end of a log.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Tip(
        number(term, f"{where}.tip_term", MAX_INDEX, 1),
        number(index, f"{where}.tip_index", MAX_INDEX, 1),
        digest(tip, f"{where}.tip_hash"),
    )


def votes_to_wire(votes: Iterable[Vote]) -> list[pb.Vote]:
    """Write votes in their order."""
    return [vote_to_wire(vote) for vote in votes]


def votes_from_wire(messages: Sequence[pb.Vote], where: str) -> tuple[Vote, ...]:
    """Read votes.

    Raises:
        MalformedError: Too many, or one is malformed.
    """
    return tuple(vote_from_wire(one, where) for one in listed(messages, where, MAX_VOTES))
