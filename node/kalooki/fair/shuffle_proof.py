"""The statement and the proof of a shuffle, the proof's bytes, and its challenges.

After Groth, "A verifiable secret shuffle of homomorphic encryptions" (2010), made non-interactive.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.fair.contexts import Context
from kalooki.fair.elgamal import Deck, decode_elements
from kalooki.fair.errors import FairError, InvalidShuffleProofError
from kalooki.fair.fiat_shamir import FiatShamir
from kalooki.fair.group import ELEMENT_BYTES, SCALAR_BYTES, Element, Group, Scalar, decode_scalar, encode_scalar
from kalooki.fair.hashing import u32

MIN_CARDS = 2
"""A deck of one card is public: nothing is to be shuffled."""

POINTS = 7
POINTS_BYTES = POINTS * ELEMENT_BYTES


@dataclass(frozen=True, slots=True)
class ShuffleStatement:
    """That `after` is `before` in another order, encrypted anew under `joint_key`."""

    context: Context
    joint_key: Element
    """PK."""
    before: Deck
    """C."""
    after: Deck
    """C'."""


@dataclass(frozen=True, slots=True)
class Commitments:
    """The first message, made before the deck is known, except for E."""

    permutation: Element
    """c = com(π; r)."""
    masks: Element
    """c_d = com(-d; r_d)."""
    blinds: Element
    """c_e = com(e; r_e)."""
    ladder: Element
    """c_Δ = com(-Δ_1 e_2, …, 0; r_Δ)."""


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """Seven points and 3N + 1 scalars."""

    commitments: Commitments
    sum_a: Element
    """E_A = R_dG - Σ d_iA'_i."""
    sum_b: Element
    """E_B = R_dPK - Σ d_iB'_i."""
    products: Element
    """c_a."""
    f: tuple[Scalar, ...]
    """f_i = t^π(i) + d_i."""
    big_z: Scalar
    """Z = R_d + Σ t^π(i) R_i."""
    z: tuple[Scalar, ...]
    """z_i = yu_i + e_i."""
    z_r: Scalar
    b: tuple[Scalar, ...]
    """b_i = ya_i + Δ_i for i = 2..N-1; none at N = 2."""
    z_s: Scalar

    def encode(self) -> bytes:
        """Write c, c_d, E_A, E_B, c_e, c_Δ, c_a, then f, Z, z, z_r, b, z_s."""
        first = self.commitments
        points = (first.permutation, first.masks, self.sum_a, self.sum_b, first.blinds, first.ladder, self.products)
        scalars = (*self.f, self.big_z, *self.z, self.z_r, *self.b, self.z_s)
        return b"".join(point.encoding for point in points) + b"".join(map(encode_scalar, scalars))


def proof_bytes(size: int) -> int:
    """Return the length of the proof for a deck of so many cards."""
    return POINTS_BYTES + (3 * size + 1) * SCALAR_BYTES


def decode_shuffle_proof(group: Group, encoding: bytes, size: int, seat: int) -> ShuffleProof:
    """Read the proof for a deck of exactly `size` cards.

    Raises:
        InvalidShuffleProofError: Another length, or an element or scalar that may not be there.
    """
    if size < MIN_CARDS:
        raise InvalidShuffleProofError("a deck of fewer than two cards is not shuffled", seat)
    if type(encoding) is not bytes or len(encoding) != proof_bytes(size):
        raise InvalidShuffleProofError(f"the proof for {size} cards is {proof_bytes(size)} bytes", seat)
    try:
        points = decode_elements(group, encoding[:POINTS_BYTES])
        starts = range(POINTS_BYTES, len(encoding), SCALAR_BYTES)
        scalars = [decode_scalar(encoding[start : start + SCALAR_BYTES]) for start in starts]
    except FairError as bad:
        raise InvalidShuffleProofError(str(bad), seat) from bad
    return _assemble(points, scalars, size)


def _assemble(points: Sequence[Element], scalars: Sequence[Scalar], size: int) -> ShuffleProof:
    permutation, masks, sum_a, sum_b, blinds, ladder, products = points
    return ShuffleProof(
        commitments=Commitments(permutation, masks, blinds, ladder),
        sum_a=sum_a,
        sum_b=sum_b,
        products=products,
        f=tuple(scalars[:size]),
        big_z=scalars[size],
        z=tuple(scalars[size + 1 : 2 * size + 1]),
        z_r=scalars[2 * size + 1],
        b=tuple(scalars[2 * size + 2 : 3 * size]),
        z_s=scalars[3 * size],
    )


class ShuffleChallenges:
    """The verifier's four questions, asked in three rounds; prover and verifier absorb the same."""

    __slots__ = ("_transcript",)

    def __init__(self, statement: ShuffleStatement) -> None:
        self._transcript = FiatShamir("shuffle", statement.context.encoding)
        self._transcript.absorb("N", u32(len(statement.before)))
        self._transcript.absorb("PK", statement.joint_key.encoding)
        self._transcript.absorb_list("C", [card.encode() for card in statement.before])
        self._transcript.absorb_list("C'", [card.encode() for card in statement.after])

    def ask_t(self, commitments: Commitments, sum_a: Element, sum_b: Element) -> Scalar:
        """Absorb what fixes permutation and masks; return t."""
        self._transcript.absorb("c", commitments.permutation.encoding)
        self._transcript.absorb("c_d", commitments.masks.encoding)
        self._transcript.absorb("E", sum_a.encoding + sum_b.encoding)
        return self._transcript.challenge("t")

    def ask_lambda_x(self, f: Sequence[Scalar], big_z: Scalar) -> tuple[Scalar, Scalar]:
        """Absorb the masked powers; return λ and x."""
        self._transcript.absorb_list("f", [encode_scalar(scalar) for scalar in f])
        self._transcript.absorb("Z", encode_scalar(big_z))
        return self._transcript.challenge("lambda"), self._transcript.challenge("x")

    def ask_y(self, commitments: Commitments, products: Element) -> Scalar:
        """Absorb what fixes the product argument; return y."""
        self._transcript.absorb("c_e", commitments.blinds.encoding)
        self._transcript.absorb("c_Delta", commitments.ladder.encoding)
        self._transcript.absorb("c_a", products.encoding)
        return self._transcript.challenge("y")

    def digest(self) -> bytes:
        """Return the hash of all that was absorbed."""
        return self._transcript.digest()
