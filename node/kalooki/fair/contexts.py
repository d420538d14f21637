"""What a proof is bound to: session, ceremony, keys, purpose, seat, audience and positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from kalooki.fair.hashing import HASH_BYTES, LABEL, hash32, u8, u16, u32

EVERYBODY = 255
"""The recipient of a share that opens a card to all."""

NO_BACKUP = 0
"""The t of a ceremony without a key backup."""

NO_KEYS = bytes(HASH_BYTES)
"""Stands for the hash of all keys while they are being announced."""


class Kind(IntEnum):
    """What a ceremony shuffles."""

    DEAL = 1
    RESHUFFLE = 2
    SEATS = 3
    CUT = 4


class Purpose(IntEnum):
    """What a proof is for; mixes have their number and no proofs yet."""

    KEY = 1
    SHUFFLE = 2
    SHARE = 3
    HELPER_SHARE = 4
    MIX = 5


class SeatIdentity(NamedTuple):
    """A seat and the key that signs for it."""

    seat: int
    identity: bytes


@dataclass(frozen=True, slots=True)
class Context:
    """ctx, and the seat whose proof it is."""

    seat: int
    encoding: bytes


@dataclass(frozen=True, slots=True)
class Binding:
    """The part of ctx that all proofs of a ceremony share."""

    ceremony: bytes
    keys: bytes

    def key(self, prover: SeatIdentity) -> Context:
        """Bind a proof of possession; `keys` is `NO_KEYS` then."""
        return self._context(Purpose.KEY, prover, b"")

    def shuffle(self, prover: SeatIdentity) -> Context:
        """Bind a shuffle proof."""
        return self._context(Purpose.SHUFFLE, prover, b"")

    def share(self, prover: SeatIdentity, recipient: int, positions: Sequence[int]) -> Context:
        """Bind a proof of decryption shares to who may see them and where they belong, in this order."""
        listed = b"".join(u16(position) for position in positions)
        return self._context(Purpose.SHARE, prover, u8(recipient) + u16(len(positions)) + listed)

    def helper_share(self, prover: SeatIdentity, recipient: int, absent: int, positions: Sequence[int]) -> Context:
        """Bind a helper's proof to the absent seat for which its shares stand, too."""
        listed = b"".join(u16(position) for position in positions)
        where = u8(recipient) + u8(absent) + u16(len(positions)) + listed
        return self._context(Purpose.HELPER_SHARE, prover, where)

    def sealed(self, dealer: SeatIdentity, recipient: int) -> Context:
        """Bind a sealed share of a key to its dealer, who is the seat that may be absent, and to its holder."""
        return self.helper_share(dealer, recipient, dealer.seat, ())

    def _context(self, purpose: Purpose, prover: SeatIdentity, rest: bytes) -> Context:
        head = self.ceremony + self.keys + u8(purpose) + u8(prover.seat) + prover.identity
        return Context(prover.seat, head + rest)


def session_hash(rules_digest: bytes, players: Sequence[tuple[bytes, bytes]]) -> bytes:
    """Name a session by its rules and, in joining order, each player's (identity key, nonce)."""
    assert len(rules_digest) == HASH_BYTES, "a rules digest is 32 bytes"
    members = b"".join(identity + nonce for identity, nonce in players)
    return hash32(LABEL + b"/session/" + rules_digest + u8(len(players)) + members)


def ceremony_hash(  # noqa: PLR0913 - all that names it
    session: bytes,
    number: int,
    kind: Kind,
    seats: Sequence[SeatIdentity],
    deck_hash: bytes,
    *,
    threshold: int = NO_BACKUP,
) -> bytes:
    """Name a ceremony; its number never comes twice in a log."""
    head = session + u32(number) + u8(kind) + u8(threshold) + u8(len(seats))
    members = b"".join(u8(seat) + identity for seat, identity in seats)
    return hash32(LABEL + b"/ceremony/" + head + members + deck_hash)


def keys_hash(ceremony: bytes, keys: Sequence[tuple[int, bytes]]) -> bytes:
    """Name the keys of a ceremony, (seat, encoding) in seat order."""
    listed = b"".join(u8(seat) + encoding for seat, encoding in keys)
    return hash32(LABEL + b"/keys/" + ceremony + u8(len(keys)) + listed)
