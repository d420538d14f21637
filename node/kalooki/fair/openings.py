"""Which positions go to whom, who owes shares for them, and which shares there are: bookkeeping without arithmetic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from kalooki.fair.contexts import EVERYBODY
from kalooki.fair.errors import AudienceError, NotGrantedError, ShareAlreadyGivenError
from kalooki.fair.group import Element
from kalooki.fair.hashing import HASH_BYTES, hash32, u8, u16

NO_SHARES = bytes(HASH_BYTES)
"""The digest while there is none."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Positions that the rules give to an audience, with the seats that owe their shares."""

    recipient: int
    """A seat, or `EVERYBODY`."""
    positions: tuple[int, ...]
    provers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Openings:
    """All grants of a ceremony, and the verified shares."""

    grants: tuple[Grant, ...] = ()
    audiences: Mapping[int, int] = field(default_factory=dict)
    """By position, whom it goes to now."""
    shares: Mapping[tuple[int, int], Element] = field(default_factory=dict)
    """By (position, seat)."""
    digest: bytes = NO_SHARES
    """Names the shares: the exclusive or of a hash of each, so that more of them cost no look at those before."""
    published: frozenset[int] = frozenset()
    """Seats whose key everybody knows: nobody waits for a share of theirs."""

    def grant(self, positions: Sequence[int], recipient: int, seats: Sequence[int]) -> "Openings":
        """Give positions to an audience.

        Raises:
            AudienceError: No positions, one twice, one that has its audience already, or positions of several owners.
        """
        if not positions or len(set(positions)) != len(positions):
            raise AudienceError("a grant names one or more different positions")
        owners = {self.audiences.get(position) for position in positions}
        provers = tuple(seat for seat in _provers(owners, recipient, seats) if seat not in self.published)
        return replace(
            self,
            grants=(*self.grants, Grant(recipient, tuple(positions), provers)),
            audiences={**self.audiences, **dict.fromkeys(positions, recipient)},
        )

    def find(self, seat: int, recipient: int, positions: Sequence[int]) -> Grant:
        """Return the grant for which a seat gives shares now.

        Raises:
            NotGrantedError: There is no such grant, or the seat owes nothing for it.
            ShareAlreadyGivenError: Its shares are here.
        """
        for grant in reversed(self.grants):  # what is owed was granted lately
            if (grant.recipient, grant.positions) == (recipient, tuple(positions)) and seat in grant.provers:
                if self.has(grant, seat):
                    raise ShareAlreadyGivenError(f"seat {seat} has given these shares")
                return grant
        raise NotGrantedError(f"seat {seat} owes no share of these positions to recipient {recipient}")

    def record(self, shares: Mapping[tuple[int, int], Element]) -> "Openings":
        """Add verified shares."""
        added = (hash32(u16(position) + u8(seat) + share.encoding) for (position, seat), share in shares.items())
        digest = reduce(_xor, added, self.digest)
        return replace(self, shares={**self.shares, **shares}, digest=digest)

    def has(self, grant: Grant, seat: int) -> bool:
        """Whether a seat's shares of a grant are here, or anybody can make them; they come all or none."""
        return seat in self.published or (grant.positions[0], seat) in self.shares

    def owed_by(self, seat: int) -> tuple[Grant, ...]:
        """Return the grants for which a seat's shares are missing."""
        return tuple(grant for grant in self.grants if seat in grant.provers and not self.has(grant, seat))

    def owing(self, position: int) -> tuple[int, ...]:
        """Return the seats whose share is missing before the position's audience can see it."""
        provers = [seat for grant in self.grants if position in grant.positions for seat in grant.provers]
        return tuple(seat for seat in provers if (position, seat) not in self.shares and seat not in self.published)


def _xor(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left) ^ int.from_bytes(right)).to_bytes(HASH_BYTES)


def _provers(owners: set[int | None], recipient: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return who owes shares: all but the recipient of what is new, the owner alone of what he shows."""
    if owners == {None}:
        return tuple(seat for seat in seats if seat != recipient)
    if len(owners) == 1 and recipient == EVERYBODY and EVERYBODY not in owners:
        return tuple(seat for seat in seats if seat in owners)
    raise AudienceError("a position has one audience, which may only grow from its owner to everybody")
