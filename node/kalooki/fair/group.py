"""The group of prime order in which cards are hidden: its values, their bytes, and what a back end must do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

from kalooki.fair.errors import InvalidElementError, InvalidScalarError, ZeroChallengeError

Scalar = NewType("Scalar", int)
"""A number from 0 to ORDER - 1."""

ORDER = 2**252 + 27742317777372353535851937790883648493
"""q, the number of elements."""

ELEMENT_BYTES = 32
SCALAR_BYTES = 32
TOP_BIT = 0x80
WIDE_BYTES = 64
"""Length of a hash that is reduced to a scalar or mapped to an element without a bias that matters."""


@dataclass(frozen=True, slots=True)
class Element:
    """A point of ristretto255, kept as its canonical encoding.

    Only a back end makes one: by decoding, which refuses the identity, or as a result, which may be the identity.
    """

    encoding: bytes

    def __post_init__(self) -> None:
        if type(self.encoding) is not bytes or len(self.encoding) != ELEMENT_BYTES:
            raise InvalidElementError("an element is 32 bytes")
        if self.encoding[-1] & TOP_BIT:
            # libsodium 1.0.18 overlooks this bit, so that one point would have two encodings.
            raise InvalidElementError("the top bit of an element's last byte is 0")

    def __hash__(self) -> int:
        return hash(self.encoding)


IDENTITY = Element(bytes(ELEMENT_BYTES))
BASE = Element(bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"))
"""G, the base point."""


class Group(Protocol):
    """What the proofs need of a back end; all back ends have one wire format.

    Every method raises `InvalidElementError` for an element whose bytes are no point, and `InvalidScalarError` for a
    number that is no scalar; none of them answers with the identity instead.
    """

    def __hash__(self) -> int:
        """Tell back ends apart, for what is computed once for each."""

    @property
    def name(self) -> str:
        """Say which library computes, and what is to be known about it."""

    @property
    def constant_time(self) -> bool:
        """Whether `mul` and `base` take equally long for every scalar."""

    def decode(self, encoding: bytes) -> Element:
        """Read an element; a wrong type or length, a non-canonical encoding and the identity are refused."""

    def add(self, left: Element, right: Element) -> Element:
        """Add; the identity may stand on either side and may be the sum."""

    def sub(self, left: Element, right: Element) -> Element:
        """Subtract; the identity may stand on either side and may be the difference."""

    def neg(self, element: Element) -> Element:
        """Return the inverse."""

    def mul(self, scalar: Scalar, element: Element) -> Element:
        """Multiply by a secret; zero and the identity are refused, since neither may ever be used so."""

    def base(self, scalar: Scalar) -> Element:
        """Multiply G by a secret; zero is refused."""

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        """Add up products of *public* scalars; a zero scalar adds nothing."""

    def hash_to_group(self, message: bytes) -> Element:
        """Map to an element of which nobody knows a logarithm: from_hash(SHA-512(message))."""


def encode_scalar(scalar: int) -> bytes:
    """Write a scalar as 32 bytes, little-endian.

    Raises:
        InvalidScalarError: The number is no scalar.
    """
    if not 0 <= scalar < ORDER:
        raise InvalidScalarError("a scalar is at least 0 and below the order of the group")
    return scalar.to_bytes(SCALAR_BYTES, "little")


def decode_scalar(encoding: bytes) -> Scalar:
    """Read a scalar, which may be 0; what is not below the order is refused, never reduced.

    Raises:
        InvalidScalarError: Wrong type or length, or too great.
    """
    if type(encoding) is not bytes or len(encoding) != SCALAR_BYTES:
        raise InvalidScalarError("a scalar is 32 bytes")
    number = int.from_bytes(encoding, "little")
    if number >= ORDER:
        raise InvalidScalarError("a scalar is below the order of the group")
    return Scalar(number)


def reduce_wide(wide: bytes) -> Scalar:
    """Reduce 64 hashed bytes to a scalar that is not 0.

    Raises:
        ZeroChallengeError: The scalar is 0; a prover starts again with fresh bytes.
    """
    assert len(wide) == WIDE_BYTES, "only a whole SHA-512 value is reduced"
    scalar = int.from_bytes(wide, "little") % ORDER
    if scalar == 0:
        raise ZeroChallengeError("a challenge or nonce is zero")
    return Scalar(scalar)
