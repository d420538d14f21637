"""Entries that are not in our log yet: what comes early, and the log of a host that was elected with another one."""

from dataclasses import dataclass

from kalooki.table.authors import node_key
from kalooki.table.desk import Desk
from kalooki.table.log import NO_DIGEST, ByNode, Digest, Entry, Message
from kalooki.table.payloads import NodeNumber, TermStart, Vote
from kalooki.table.turn import Turn
from kalooki.table.votes import elect
from kalooki.table.wellformed import host_of, is_by

MAX_EARLY = 128
"""Entries of one term kept that came before their predecessors: a host that lies fills no other's place."""

Kept = tuple[NodeNumber | None, Entry, bytes | None]
"""Who brought an entry, the entry, and the key by which it was found signed, if we knew who may sign it."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The log of an elected host, from where it leaves ours."""

    fork: int
    """The last entry that both have."""
    first: Digest
    """The entry after it."""


class Branches:
    """What has come and may be accepted later, by hash."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept: dict[Digest, Kept] = {}
        self._starts: dict[int, Digest] = {}
        """The first entry of each later term, of which the votes were found true."""
        self._lost = NO_DIGEST
        """The end of our log, if an entry has come that stands in its place after another one."""

    def signer(self, entry: Entry, turn: Turn) -> NodeNumber | None:
        """Return the host that signed an entry, if we know who may: by our log, by votes, or by votes in the entry."""
        desk, last = self._desk, self._desk.replica.last_index
        if desk.replica.accepted is None:
            return None
        if entry.index == last + 1 and entry.previous != desk.replica.hash_at(last):
            self._lost = desk.replica.hash_at(last)
        match entry.messages:
            case (Message(author=ByNode(node), payload=TermStart(votes=votes)), *_) if self._is_elected(
                node, entry, votes
            ):
                if is_by(desk.state, node, entry):
                    desk.accuse_voters(votes, turn)
                    desk.election.learn(entry.term, node, votes, turn)
                    self._starts.setdefault(entry.term, entry.hash(desk.table))
            case _:
                pass
        host = desk.election.hosts.get(entry.term)
        return host if host is not None and is_by(desk.state, host, entry) else None

    def keep(self, digest: Digest, peer: NodeNumber | None, entry: Entry, signer: NodeNumber | None) -> None:
        """Keep an entry, within limits, with who signed it."""
        desk = self._desk
        early = sum(kept.term == entry.term for _, kept, _ in self._kept.values())
        if early < MAX_EARLY or (signer is not None and self._is_needed(digest, entry, signer)):
            key = None if signer is None else node_key(desk.state, signer)
            self._kept.setdefault(digest, (peer, entry, key))

    def _is_needed(self, digest: Digest, entry: Entry, signer: NodeNumber) -> bool:
        """Say whether an entry is kept in any case: what comes next, if not by a liar, and an elected host's log."""
        desk = self._desk
        is_next = entry.index == desk.replica.last_index + 1 and signer not in desk.election.outlaws
        return is_next or digest in self._starts.values() or digest == self._wanted()

    def _wanted(self) -> Digest | None:
        """Return the last entry that is missing of the newest elected host's log, if any is."""
        starts = [(term, one) for term, one in self._starts.items() if one in self._kept]
        if not starts:
            return None
        _, digest = max(starts)
        while digest in self._kept:
            digest = self._kept[digest][1].previous
        return digest

    def take(self, digest: Digest) -> Kept:
        """Hand an entry out."""
        return self._kept.pop(digest)

    def following(self) -> Kept | None:
        """Hand out an entry for the place after our last one; those of another log stay, until we know whose wins."""
        if not self._kept:
            return None
        replica = self._desk.replica
        self._kept = {one: kept for one, kept in self._kept.items() if kept[1].index > replica.committed_index}
        after, previous = replica.last_index + 1, replica.hash_at(replica.last_index)
        next_ones = [(one, entry) for one, (_, entry, _) in self._kept.items() if entry.index == after]
        for digest, entry in sorted(next_ones, key=lambda one: one[1].previous != previous):
            if not self._waits(entry, previous):
                return self.take(digest)
        return None

    def elected(self) -> Branch | None:
        """Return where the log of the newest elected host leaves ours, if we have all of it from there."""
        desk = self._desk
        if not self._starts or desk.replica.accepted is None:
            return None
        self._starts = {term: one for term, one in self._starts.items() if term > desk.state.term and one in self._kept}
        terms = [term for term in self._starts if desk.election.hosts[term] not in desk.election.outlaws]
        return self._walk(self._starts[max(terms)]) if terms else None

    def missing(self) -> int | None:
        """Return from where an elected host's log is needed, because ours is not the beginning of it."""
        desk, replica = self._desk, self._desk.replica
        votes = desk.election.votes
        if replica.accepted is None or desk.state.term >= desk.election.term or not votes:
            return None
        tip, last = votes[0].tip, replica.last_index
        if tip.index <= last:
            return tip.index + 1 if replica.hash_at(tip.index) == tip.hash else replica.committed_index + 1
        return replica.committed_index + 1 if self._lost == replica.hash_at(last) else last + 1

    def unjudged(self, last_index: int) -> int:
        """Return from where to ask for a log so long, since it has to say who votes before its host can be known.

        Where ours does not go on in it, all that is not committed here is asked for.
        """
        replica = self._desk.replica
        is_other = last_index <= replica.last_index or self._lost == replica.hash_at(replica.last_index)
        return self.missing() or (replica.committed_index + 1 if is_other else replica.last_index + 1)

    def _waits(self, entry: Entry, previous: Digest) -> bool:
        """Say whether an entry is to be judged later: by a liar, or of a log that is not ours and may win."""
        desk = self._desk
        if desk.replica.accepted is None:
            return False
        if host_of(desk.state, entry) in desk.election.outlaws:
            return True
        return entry.previous != previous and entry.term != desk.state.term and entry.term in desk.election.hosts

    def _walk(self, digest: Digest) -> Branch | None:
        """Go back from an entry to where its log leaves ours; None where entries of it are missing."""
        replica = self._desk.replica
        while True:
            _, entry, _ = self._kept[digest]
            before = entry.index - 1
            if before <= replica.last_index and entry.previous == replica.hash_at(before):
                return Branch(before, digest)
            if before <= replica.committed_index:
                return Branch(before - 1, digest)
            if entry.previous not in self._kept:
                return None
            digest = entry.previous

    def _is_elected(self, node: NodeNumber, entry: Entry, votes: tuple[Vote, ...]) -> bool:
        """Say whether votes are a quorum's for the log that this entry continues."""
        if not votes or (votes[0].tip.index, votes[0].tip.hash) != (entry.index - 1, entry.previous):
            return False
        wanted = Vote(node, entry.term, node, votes[0].tip, trial=False, signature=b"")
        return elect(self._desk.table, self._desk.electors_at(votes[0].tip), votes, wanted)
