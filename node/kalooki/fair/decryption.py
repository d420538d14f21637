"""Decryption shares: one seat's part of opening cards, with one proof for all of them (batched Chaum-Pedersen)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kalooki.fair.chance import hedged_nonce
from kalooki.fair.contexts import Context
from kalooki.fair.elgamal import Ciphertext, decode_elements
from kalooki.fair.errors import FairError, InvalidDecryptionShareError, UnknownCardError
from kalooki.fair.fiat_shamir import FiatShamir
from kalooki.fair.group import (
    BASE,
    ELEMENT_BYTES,
    ORDER,
    SCALAR_BYTES,
    Element,
    Group,
    Scalar,
    decode_scalar,
    encode_scalar,
)
from kalooki.fair.hashing import u32
from kalooki.fair.linear import WEIGHT_BYTES, LinearCombination, batch_weights

SHARE_PROOF_BYTES = 2 * ELEMENT_BYTES + SCALAR_BYTES


@dataclass(frozen=True, slots=True)
class ShareStatement:
    """That each share is the secret of `key` times its point."""

    context: Context
    key: Element
    """X_j."""
    points: tuple[Element, ...]
    """A_i, in the order of the position list in the context."""
    shares: tuple[Element, ...]
    """D_i."""


@dataclass(frozen=True, slots=True)
class ShareProof:
    """Equality of two logarithms, for all shares of a statement at once."""

    commitment_base: Element
    """R_1 = rG."""
    commitment_points: Element
    """R_2 = rM."""
    response: Scalar
    """z = r + cx."""

    def encode(self) -> bytes:
        """Write R_1 ‖ R_2 ‖ z."""
        return self.commitment_base.encoding + self.commitment_points.encoding + encode_scalar(self.response)


@dataclass(frozen=True, slots=True)
class DecryptionShares:
    """One seat's shares with their proof, as bytes from the wire or for it."""

    seat: int
    """Whose shares they are."""
    recipient: int
    """Who may see the cards by them: a seat, or `EVERYBODY`."""
    positions: tuple[int, ...]
    shares: bytes
    """32 bytes for each position, in the order of the positions."""
    proof: bytes
    """R_1 ‖ R_2 ‖ z."""
    absent: int | None = None
    """The seat for which they stand; None: they are those of its own key."""


def decode_shares(group: Group, encoding: bytes, count: int, seat: int) -> tuple[Element, ...]:
    """Read exactly `count` shares.

    Raises:
        InvalidDecryptionShareError: Another length, or bytes that are no element.
    """
    if type(encoding) is not bytes or len(encoding) != count * ELEMENT_BYTES:
        raise InvalidDecryptionShareError(f"{count} shares are {count * ELEMENT_BYTES} bytes", seat)
    try:
        return decode_elements(group, encoding)
    except FairError as bad:
        raise InvalidDecryptionShareError(str(bad), seat) from bad


def decode_share_proof(group: Group, encoding: bytes, seat: int) -> ShareProof:
    """Read a proof.

    Raises:
        InvalidDecryptionShareError: A length, element or scalar is wrong.
    """
    if type(encoding) is not bytes or len(encoding) != SHARE_PROOF_BYTES:
        raise InvalidDecryptionShareError(f"the proof of shares is {SHARE_PROOF_BYTES} bytes", seat)
    try:
        commitment_base, commitment_points = decode_elements(group, encoding[: 2 * ELEMENT_BYTES])
        response = decode_scalar(encoding[2 * ELEMENT_BYTES :])
    except FairError as bad:
        raise InvalidDecryptionShareError(str(bad), seat) from bad
    return ShareProof(commitment_base, commitment_points, response)


def make_share_statement(group: Group, context: Context, secret: Scalar, points: Sequence[Element]) -> ShareStatement:
    """Compute D_i = xA_i."""
    shares = tuple(group.mul(secret, point) for point in points)
    return ShareStatement(context, group.base(secret), tuple(points), shares)


def prove_shares(group: Group, statement: ShareStatement, secret: Scalar, fresh: bytes) -> ShareProof:
    """Prove shares that were made with this secret.

    Raises:
        ZeroChallengeError: Start again with fresh bytes.
    """
    return prove_with_nonce(group, statement, secret, hedged_nonce(secret, _begin(statement).digest(), fresh))


def prove_with_nonce(group: Group, statement: ShareStatement, secret: Scalar, nonce: Scalar) -> ShareProof:
    """Prove shares with a given nonce r: used for two statements it would reveal the secret."""
    transcript = _begin(statement)
    weights = _share_weights(transcript, len(statement.points))
    commitment_base, commitment_points = group.base(nonce), _weigh(group, statement.points, weights, nonce)
    challenge = _ask(transcript, commitment_base, commitment_points)
    return ShareProof(commitment_base, commitment_points, Scalar((nonce + challenge * secret) % ORDER))


def _weigh(group: Group, points: Sequence[Element], weights: Sequence[int], nonce: Scalar) -> Element:
    """Return rM, where M = Σ w_iA_i."""
    if len(points) == 1:
        return group.mul(Scalar(nonce * weights[0] % ORDER), points[0])
    return group.mul(nonce, group.msm([Scalar(weight) for weight in weights], points))


def verify_shares(group: Group, claims: Sequence[tuple[ShareStatement, ShareProof]], seed: bytes) -> None:
    """Check the shares of several provers, for the same or for different cards, in one test.

    Raises:
        InvalidDecryptionShareError: The first claim that is false, by the seat of its context.
    """
    checked = [CheckedShares(statement, proof) for statement, proof in claims]
    if all(one.is_of_one_card and one.is_true(group) for one in checked) or _holds(group, checked, seed):
        return
    for one in checked:
        if not _holds(group, [one], seed):
            raise InvalidDecryptionShareError("the proof of shares is false", one.seat)
    raise AssertionError("true proofs fail together: the group's arithmetic is broken")


def open_point(group: Group, card: Ciphertext, shares: Sequence[Element]) -> Element:
    """Return M = B - Σ D_j."""
    point = card.b
    for share in shares:
        point = group.sub(point, share)
    return point


def face_of(point: Element, faces: Mapping[Element, str]) -> str:
    """Look the face of an opened point up.

    Raises:
        UnknownCardError: It is no card of this deck, which true proofs make impossible.
    """
    face = faces.get(point)
    if face is None:
        raise UnknownCardError("an opened point is no card of this deck")
    return face


class CheckedShares:
    """A claim whose lengths are right, with weights and challenge computed from the verifier's own copies."""

    __slots__ = ("_proof", "_statement", "challenge", "parts", "seat", "weights")

    def __init__(self, statement: ShareStatement, proof: ShareProof) -> None:
        self.seat = statement.context.seat
        if not statement.points or len(statement.points) != len(statement.shares):
            raise InvalidDecryptionShareError("there is not one share for each of one or more points", self.seat)
        transcript = _begin(statement)
        self._statement, self._proof = statement, proof
        self.weights = _share_weights(transcript, len(statement.points))
        self.challenge = _ask(transcript, proof.commitment_base, proof.commitment_points)
        self.parts = (transcript.digest(), proof.encode())

    @property
    def is_of_one_card(self) -> bool:
        """Whether it is cheaper to compute both commitments anew than to weigh the equations."""
        return len(self._statement.points) == 1 and self._proof.response != 0

    def is_true(self, group: Group) -> bool:
        """Say of a claim about one card whether R_1 = zG - cX and R_2 = zwA - cwD."""
        proof, statement, challenge = self._proof, self._statement, self.challenge
        if group.sub(group.base(proof.response), group.mul(challenge, statement.key)) != proof.commitment_base:
            return False
        (weight,), (point,), (share,) = self.weights, statement.points, statement.shares
        left = group.mul(Scalar(proof.response * weight % ORDER), point)
        right = group.mul(Scalar(challenge * weight % ORDER), share)
        return group.sub(left, right) == proof.commitment_points

    def add_to(self, total: LinearCombination, alpha: int, beta: int) -> None:
        """Add alpha·(zG - R_1 - cX) + beta·(zΣwA - R_2 - cΣwD)."""
        proof, challenge = self._proof, self.challenge
        total.add(alpha * proof.response, BASE)
        total.add(-alpha, proof.commitment_base)
        total.add(-alpha * challenge, self._statement.key)
        total.add(-beta, proof.commitment_points)
        for weight, point, share in zip(self.weights, self._statement.points, self._statement.shares, strict=True):
            total.add(beta * proof.response * weight, point)
            total.add(-beta * challenge * weight, share)


def _holds(group: Group, checked: Sequence[CheckedShares], seed: bytes) -> bool:
    weights = batch_weights(seed, [part for one in checked for part in one.parts], 2 * len(checked))
    total = LinearCombination()
    for one, alpha, beta in zip(checked, weights[::2], weights[1::2], strict=True):
        one.add_to(total, alpha, beta)
    return total.is_identity(group)


def _begin(statement: ShareStatement) -> FiatShamir:
    transcript = FiatShamir("dleq", statement.context.encoding)
    transcript.absorb("X", statement.key.encoding)
    transcript.absorb_list("A", [point.encoding for point in statement.points])
    transcript.absorb_list("D", [share.encoding for share in statement.shares])
    return transcript


def _share_weights(transcript: FiatShamir, count: int) -> list[int]:
    """Return w_1 to w_count, public odd 128-bit weights."""
    seed = transcript.squeeze("w")
    hashed = (hashlib.sha512(seed + u32(index)).digest() for index in range(1, count + 1))
    return [int.from_bytes(digest[:WEIGHT_BYTES], "little") | 1 for digest in hashed]


def _ask(transcript: FiatShamir, commitment_base: Element, commitment_points: Element) -> Scalar:
    transcript.absorb("R1", commitment_base.encoding)
    transcript.absorb("R2", commitment_points.encoding)
    return transcript.challenge("c")
