"""Key shares: each seat's public part of the joint key, with the proof that it knows the secret part."""

from dataclasses import dataclass

from kalooki.fair.backup import PublicBackup
from kalooki.fair.chance import hedged_nonce
from kalooki.fair.contexts import Context
from kalooki.fair.errors import FairError, InvalidKeyError
from kalooki.fair.fiat_shamir import FiatShamir
from kalooki.fair.group import (
    BASE,
    ELEMENT_BYTES,
    IDENTITY,
    ORDER,
    SCALAR_BYTES,
    Element,
    Group,
    Scalar,
    decode_scalar,
    encode_scalar,
)

POSSESSION_BYTES = ELEMENT_BYTES + SCALAR_BYTES


@dataclass(frozen=True, slots=True)
class PossessionProof:
    """Schnorr's proof of possession."""

    commitment: Element
    """R = rG."""
    response: Scalar
    """z = r + cx."""

    def encode(self) -> bytes:
        """Write R ‖ z."""
        return self.commitment.encoding + encode_scalar(self.response)


@dataclass(frozen=True, slots=True)
class KeyShare:
    """X = xG with its proof."""

    key: Element
    proof: PossessionProof
    backup: PublicBackup | None = None
    """Proved along with the key: whoever proves to know x commits to this polynomial by it."""


def decode_key_share(group: Group, key: bytes, proof: bytes, seat: int) -> KeyShare:
    """Read what a seat announced, its backup apart.

    Raises:
        InvalidKeyError: A length, element or scalar is wrong.
    """
    if type(proof) is not bytes or len(proof) != POSSESSION_BYTES:
        raise InvalidKeyError(f"a proof of possession is {POSSESSION_BYTES} bytes", seat)
    try:
        commitment = group.decode(proof[:ELEMENT_BYTES])
        response = decode_scalar(proof[ELEMENT_BYTES:])
        return KeyShare(group.decode(key), PossessionProof(commitment, response))
    except FairError as bad:
        raise InvalidKeyError(str(bad), seat) from bad


def prove_possession(
    group: Group, context: Context, secret: Scalar, fresh: bytes, backup: PublicBackup | None = None
) -> KeyShare:
    """Make the key share of a secret.

    Raises:
        ZeroChallengeError: Start again with fresh bytes.
    """
    digest = _begin(context, group.base(secret), backup).digest()
    return possession_with_nonce(group, context, secret, hedged_nonce(secret, digest, fresh), backup)


def possession_with_nonce(
    group: Group, context: Context, secret: Scalar, nonce: Scalar, backup: PublicBackup | None = None
) -> KeyShare:
    """Make the key share with a given nonce r, which must never serve again."""
    key = group.base(secret)
    commitment = group.base(nonce)
    challenge = possession_challenge(context, key, commitment, backup)
    return KeyShare(key, PossessionProof(commitment, Scalar((nonce + challenge * secret) % ORDER)), backup)


def verify_possession(group: Group, context: Context, share: KeyShare) -> None:
    """Check zG = R + cX.

    Raises:
        InvalidKeyError: The equation does not hold.
        ZeroChallengeError: The challenge is 0.
    """
    challenge = possession_challenge(context, share.key, share.proof.commitment, share.backup)
    scalars = [share.proof.response, Scalar(ORDER - 1), Scalar(ORDER - challenge)]
    if group.msm(scalars, [BASE, share.proof.commitment, share.key]) != IDENTITY:
        raise InvalidKeyError("the proof of possession is false", context.seat)


def possession_challenge(
    context: Context, key: Element, commitment: Element, backup: PublicBackup | None = None
) -> Scalar:
    """Return c."""
    transcript = _begin(context, key, backup)
    transcript.absorb("R", commitment.encoding)
    return transcript.challenge("c")


def _begin(context: Context, key: Element, backup: PublicBackup | None) -> FiatShamir:
    transcript = FiatShamir("pop", context.encoding)
    transcript.absorb("X", key.encoding)
    if backup is not None:
        transcript.absorb_list("F", [one.encoding for one in backup.commitments])
        transcript.absorb("W", backup.sealing.encoding)
    return transcript
