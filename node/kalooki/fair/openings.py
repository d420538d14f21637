"""Which positions go to whom, who owes shares for them, and which shares there are: bookkeeping without arithmetic."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import NamedTuple

from kalooki.fair.contexts import EVERYBODY
from kalooki.fair.errors import AudienceError, NotGrantedError, ShareAlreadyGivenError
from kalooki.fair.group import Element
from kalooki.fair.hashing import HASH_BYTES, hash32, u8, u16

NO_SHARES = bytes(HASH_BYTES)
"""The digest while there is none."""


class Helper(NamedTuple):
    """A seat that stands in for an absent one, by its share of the absent one's key."""

    absent: int
    seat: int


Giver = int | Helper
"""Whose share it is: a seat's by its own key, or a helper's."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Positions that the rules give to an audience, with the seats that owe their shares."""

    recipient: int
    """A seat, or `EVERYBODY`."""
    positions: tuple[int, ...]
    provers: tuple[int, ...]
    absent: int | None = None
    """The seat for which these provers stand in; None: they owe shares by their own keys."""

    def giver(self, seat: int) -> Giver:
        """Say as whom a prover gives its shares."""
        return seat if self.absent is None else Helper(self.absent, seat)


GrantWriter = Callable[[str, tuple[Grant, ...]], Iterable[str]]
"""What writes the grants of a ceremony, each name with a prefix."""


@dataclass(frozen=True, slots=True)
class Openings:
    """All grants of a ceremony, and the verified shares."""

    grants: tuple[Grant, ...] = ()
    audiences: Mapping[int, int] = field(default_factory=dict)
    """By position, whom it goes to now."""
    shares: Mapping[tuple[int, Giver], Element] = field(default_factory=dict)
    """By position and giver."""
    digest: bytes = NO_SHARES
    """Names the shares: the exclusive or of a hash of each, so that more of them cost no look at those before."""
    published: frozenset[int] = frozenset()
    """Seats whose key everybody knows: nobody waits for a share of theirs."""
    helpers: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By absent seat, those who stand in for it."""

    def grant(self, positions: Sequence[int], recipient: int, seats: Sequence[int]) -> "Openings":
        """Give positions to an audience.

        Raises:
            AudienceError: No positions, one twice, one that has its audience already, or positions of several owners.
        """
        if not positions or len(set(positions)) != len(positions):
            raise AudienceError("a grant names one or more different positions")
        owners = {self.audiences.get(position) for position in positions}
        seats = tuple(seat for seat in _provers(owners, recipient, seats) if seat not in self.published)
        provers = tuple(seat for seat in seats if seat not in self.helpers)
        grant = Grant(recipient, tuple(positions), provers)
        return replace(
            self,
            grants=(
                *self.grants,
                grant,
                *(_helping(grant, seat, self.helpers[seat]) for seat in seats if seat in self.helpers),
            ),
            audiences={**self.audiences, **dict.fromkeys(positions, recipient)},
        )

    def stand_in(self, absent: int, helpers: tuple[int, ...]) -> "Openings":
        """Let helpers owe what an absent seat owes, from here on and of what was granted before."""
        missing = [grant for grant in self.grants if absent in grant.provers and not self.has(grant, absent)]
        after = replace(self, helpers={**self.helpers, absent: helpers})
        return replace(after, grants=(*self.grants, *(_helping(grant, absent, helpers) for grant in missing)))

    def find(self, giver: Giver, recipient: int, positions: Sequence[int]) -> Grant:
        """Return the grant for which shares are given now.

        Raises:
            NotGrantedError: There is no such grant, or the giver owes nothing for it.
            ShareAlreadyGivenError: Its shares are here, or others stand in for it.
        """
        absent, seat = giver if isinstance(giver, Helper) else (None, giver)
        wanted = (recipient, tuple(positions), absent)
        for grant in reversed(self.grants):  # what is owed was granted lately
            if (grant.recipient, grant.positions, grant.absent) == wanted and seat in grant.provers:
                if self.has(grant, seat):
                    raise ShareAlreadyGivenError(f"seat {seat} has given these shares")
                return grant
        raise NotGrantedError(f"seat {seat} owes no share of these positions to recipient {recipient}")

    def record(self, shares: Mapping[tuple[int, Giver], Element]) -> "Openings":
        """Add verified shares."""
        added = (hash32(u16(position) + _name(giver) + share.encoding) for (position, giver), share in shares.items())
        digest = reduce(_xor, added, self.digest)
        return replace(self, shares={**self.shares, **shares}, digest=digest)

    def infer(self, shares: Mapping[tuple[int, Giver], Element]) -> "Openings":
        """Add shares that follow from recorded ones: those of absent seats."""
        return replace(self, shares={**self.shares, **shares}) if shares else self

    def parts(self, position: int, absent: int) -> Mapping[int, Element]:
        """Return what helpers gave of an absent seat's share, by helper."""
        found = {seat: self.shares.get((position, Helper(absent, seat))) for seat in self.helpers[absent]}
        return {seat: part for seat, part in found.items() if part is not None}

    def has(self, grant: Grant, seat: int) -> bool:
        """Whether a seat's shares of a grant are here, or others make them; they come all or none."""
        return self._is_done_without(grant, seat) or (grant.positions[0], grant.giver(seat)) in self.shares

    def missing(self, grant: Grant) -> tuple[int, ...]:
        """Return the seats whose shares of a grant are waited for."""
        return tuple(seat for seat in grant.provers if not self.has(grant, seat))

    def owed_by(self, seat: int) -> tuple[Grant, ...]:
        """Return the grants for which a seat's shares are missing."""
        return tuple(grant for grant in self.grants if seat in grant.provers and not self.has(grant, seat))

    def owing(self, position: int) -> tuple[Giver, ...]:
        """Return whose share is missing before the position's audience can see it."""
        grants = [grant for grant in self.grants if position in grant.positions]
        return tuple(
            grant.giver(seat)
            for grant in grants
            for seat in grant.provers
            if (position, grant.giver(seat)) not in self.shares and not self._is_done_without(grant, seat)
        )

    def _is_done_without(self, grant: Grant, seat: int) -> bool:
        """Whether nobody waits for a seat's own shares."""
        return grant.absent is None and (seat in self.published or seat in self.helpers)


def _helping(grant: Grant, absent: int, helpers: tuple[int, ...]) -> Grant:
    return Grant(grant.recipient, grant.positions, helpers, absent)


def _name(giver: Giver) -> bytes:
    return u8(giver.seat) + u8(giver.absent) if isinstance(giver, Helper) else u8(giver)


def grant_lines(prefix: str, grants: Sequence[Grant], first: int = 0) -> Iterator[str]:
    """Write grants as lines of a state; the first of them has this number."""
    for index, grant in enumerate(grants, first):
        absent = "" if grant.absent is None else f":{grant.absent}"
        yield f"{prefix}grant.{index} {grant.recipient}:{','.join(map(str, grant.positions))}{absent}"


def _xor(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left) ^ int.from_bytes(right)).to_bytes(HASH_BYTES)


def _provers(owners: set[int | None], recipient: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return who owes shares: all but the recipient of what is new, the owner alone of what he shows."""
    if owners == {None}:
        return tuple(seat for seat in seats if seat != recipient)
    if len(owners) == 1 and recipient == EVERYBODY and EVERYBODY not in owners:
        return tuple(seat for seat in seats if seat in owners)
    raise AudienceError("a position has one audience, which may only grow from its owner to everybody")
