"""A key that the others can stand in for: verifiable secret sharing of x, for the player who drops out (Feldman).

The secret is f(0) of a polynomial of degree t - 1; seat i holds f(i + 1), and anybody can hold that to the commitments.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from kalooki.fair.chance import Chance
from kalooki.fair.contexts import Context
from kalooki.fair.elgamal import decode_elements
from kalooki.fair.errors import BadIndexError, FairError, InvalidBackupError, InvalidKeyError, NotEnoughHelpersError
from kalooki.fair.group import (
    ELEMENT_BYTES,
    ORDER,
    SCALAR_BYTES,
    Element,
    Group,
    Scalar,
    decode_scalar,
    encode_scalar,
)
from kalooki.fair.hashing import LABEL, hash32

TAG_BYTES = 16
NONCE = bytes(12)
"""A box has a key of its own, so its nonce may be fixed."""

BOX_BYTES = ELEMENT_BYTES + SCALAR_BYTES + TAG_BYTES
"""A sealed share: rG, the share, the tag."""


class AnnouncedBackup(NamedTuple):
    """What a seat announces of its backup, as bytes from the wire or for it."""

    commitments: bytes = b""
    """F_0 ‖ … ‖ F_{t-1}."""
    sealing: bytes = b""
    """W."""


NONE_ANNOUNCED = AnnouncedBackup()


@dataclass(frozen=True, slots=True)
class PublicBackup:
    """What a seat announces of its backup, with its key."""

    commitments: tuple[Element, ...]
    """F_0 = X to F_{t-1}: f in the exponent."""
    sealing: Element
    """W = wG: what is sealed to this seat is sealed to this key."""

    def encode(self) -> AnnouncedBackup:
        """Write it for the wire."""
        return AnnouncedBackup(b"".join(one.encoding for one in self.commitments), self.sealing.encoding)


@dataclass(frozen=True, slots=True)
class SecretBackup:
    """What a seat keeps of its backup; its text shows no secret."""

    coefficients: tuple[Scalar, ...]
    """a_1 to a_{t-1}; a_0 is x."""
    sealing: Scalar
    """w."""

    def __repr__(self) -> str:
        return f"SecretBackup(threshold={len(self.coefficients) + 1})"

    def encode(self) -> bytes:
        """Write w ‖ a_1 ‖ … ‖ a_{t-1}, for one's own disk."""
        return b"".join(map(encode_scalar, (self.sealing, *self.coefficients)))


def decode_secret_backup(encoding: bytes) -> SecretBackup:
    """Read what `SecretBackup.encode` wrote."""
    starts = range(0, len(encoding), SCALAR_BYTES)
    sealing, *coefficients = (decode_scalar(encoding[start : start + SCALAR_BYTES]) for start in starts)
    return SecretBackup(tuple(coefficients), sealing)


# --- making one -------------------------------------------------------------------------------------------------------


def draw_backup(chance: Chance, threshold: int) -> SecretBackup:
    """Draw a polynomial of which `threshold` values are needed, and a key for sealing."""
    return SecretBackup(chance.scalars(threshold - 1), chance.scalar())


def announce_backup(group: Group, secret: Scalar, backup: SecretBackup) -> PublicBackup:
    """Commit to the polynomial with this secret."""
    return PublicBackup(tuple(map(group.base, (secret, *backup.coefficients))), group.base(backup.sealing))


def decode_backup(group: Group, key: Element, given: AnnouncedBackup, threshold: int, seat: int) -> PublicBackup | None:
    """Read the backup that a seat announced with its key; None in a ceremony whose keys have none.

    Raises:
        InvalidKeyError: There are not exactly `threshold` commitments, the first is not the key, or something is no
            element.
    """
    if len(given.commitments) != threshold * ELEMENT_BYTES or bool(given.sealing) != bool(threshold):
        raise InvalidKeyError(f"a backup in this ceremony has {threshold} commitments", seat)
    if not threshold:
        return None
    try:
        backup = PublicBackup(decode_elements(group, given.commitments), group.decode(given.sealing))
    except FairError as bad:
        raise InvalidKeyError(str(bad), seat) from bad
    if backup.commitments[0] != key:
        raise InvalidKeyError("the backup is of another key", seat)
    return backup


# --- shares -----------------------------------------------------------------------------------------------------------


def index_of(seat: int) -> int:
    """Return where a seat's share lies on the polynomial: never at 0, which is the secret itself."""
    return seat + 1


def deal_share(secret: Scalar, backup: SecretBackup, index: int) -> Scalar:
    """Return s_i = f(i).

    Raises:
        BadIndexError: The index is 0 or the like.
    """
    _require_index(index)
    value = 0
    for coefficient in (*reversed(backup.coefficients), secret):
        value = (value * index + coefficient) % ORDER
    return Scalar(value)


def helper_key(group: Group, public: PublicBackup, index: int) -> Element:
    """Return S_i = Σ i^e F_e, of which the share is the secret.

    Raises:
        BadIndexError: The index is 0 or the like.
    """
    _require_index(index)
    powers = [Scalar(pow(index, exponent, ORDER)) for exponent in range(len(public.commitments))]
    return group.msm(powers, public.commitments)


def check_share(group: Group, key: Element, share: Scalar, dealer: int) -> None:
    """Check s_iG = S_i.

    Raises:
        InvalidBackupError: It is another number; the error names the dealer.
    """
    if share == 0 or group.base(share) != key:
        raise InvalidBackupError("a share of the key is not what its commitments say", dealer)


def lagrange_at_zero(indexes: Iterable[int]) -> Mapping[int, Scalar]:
    """Return λ_i of each index: f(0) = Σ λ_i f(i).

    Raises:
        BadIndexError: An index is 0 or the like, or comes twice.
    """
    known = tuple(indexes)
    for index in known:
        _require_index(index)
    if len({index % ORDER for index in known}) != len(known):
        raise BadIndexError("an index comes twice")
    return {index: _coefficient(index, known) for index in known}


def stand_in(group: Group, parts: Mapping[int, Element], threshold: int) -> Element:
    """Return D = Σ λ_i (s_iA) of a seat that is absent, from exactly `threshold` helpers' parts by index.

    Raises:
        NotEnoughHelpersError: There are fewer or more.
        BadIndexError: An index is 0 or the like.
    """
    if len(parts) != threshold:
        raise NotEnoughHelpersError(f"{threshold} helpers are needed, not {len(parts)}")
    weights = lagrange_at_zero(parts)
    return group.msm([weights[index] for index in parts], list(parts.values()))


def _require_index(index: int) -> None:
    if index % ORDER == 0:
        raise BadIndexError("a share at 0 would be the key itself")


def _coefficient(index: int, known: tuple[int, ...]) -> Scalar:
    above, below = 1, 1
    for other in known:
        if other != index:
            above, below = above * other % ORDER, below * (other - index) % ORDER
    return Scalar(above * pow(below, -1, ORDER) % ORDER)


# --- boxes ------------------------------------------------------------------------------------------------------------


def seal(group: Group, context: Context, recipient: Element, text: bytes, nonce: Scalar) -> bytes:
    """Seal a text to the holder of a sealing key; the nonce r is fresh for each box."""
    public, common = group.base(nonce), group.mul(nonce, recipient)
    cipher = _cipher(context, public, recipient, common)
    return public.encoding + cipher.encrypt(NONCE, text, context.encoding)


def unseal(group: Group, context: Context, own: Scalar, box: bytes) -> bytes:
    """Open a box that was sealed to the key of `own`; the context names its author, who is told if it does not open.

    Raises:
        InvalidBackupError: It is no such box.
    """
    try:
        public = group.decode(box[:ELEMENT_BYTES])
        cipher = _cipher(context, public, group.base(own), group.mul(own, public))
        return cipher.decrypt(NONCE, box[ELEMENT_BYTES:], context.encoding)
    except (FairError, InvalidTag) as bad:
        raise InvalidBackupError("a box does not open", context.seat) from bad


def seal_share(group: Group, context: Context, recipient: Element, share: Scalar, nonce: Scalar) -> bytes:
    """Seal a share of a key."""
    return seal(group, context, recipient, encode_scalar(share), nonce)


def unseal_share(group: Group, context: Context, own: Scalar, box: bytes, key: Element) -> Scalar:
    """Open a box and hold the share in it to what was announced.

    Raises:
        InvalidBackupError: It does not open, or holds another number than the one that was committed to.
    """
    try:
        share = decode_scalar(unseal(group, context, own, box))
    except InvalidBackupError:
        raise
    except FairError as bad:
        raise InvalidBackupError(str(bad), context.seat) from bad
    check_share(group, key, share, context.seat)
    return share


def _cipher(context: Context, public: Element, recipient: Element, common: Element) -> ChaCha20Poly1305:
    parts = public.encoding + recipient.encoding + common.encoding
    return ChaCha20Poly1305(hash32(LABEL + b"/seal/" + context.encoding + parts))
