"""Chance from bytes that were handed in: scalars without bias, permutations without bias, hedged nonces."""

import hashlib
import struct
from collections.abc import Iterator
from itertools import chain

from kalooki.fair.group import ORDER, WIDE_BYTES, Scalar, encode_scalar, reduce_wide
from kalooki.fair.hashing import LABEL, u16, u32

FRESH_BYTES = 64
"""How many fresh bytes each use of chance wants."""

_U32 = 2**32


class Chance:
    """A stream of SHA-512(LABEL ‖ "/chance/" ‖ entropy ‖ purpose ‖ u32 counter), read once from its start.

    Whoever knows the entropy knows every value, so it is as secret as they are.
    """

    __slots__ = ("_buffer", "_counter", "_prefix", "_words")

    def __init__(self, entropy: bytes, purpose: str) -> None:
        assert len(entropy) == FRESH_BYTES, "chance is made of 64 fresh bytes"
        name = purpose.encode("ascii")
        self._prefix = LABEL + b"/chance/" + entropy + u16(len(name)) + name
        self._counter = 0
        self._buffer = b""
        self._words = chain.from_iterable(self._word_blocks())

    def read(self, count: int) -> bytes:
        """Return the next bytes."""
        while len(self._buffer) < count:
            self._buffer += hashlib.sha512(self._prefix + u32(self._counter)).digest()
            self._counter += 1
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def scalar(self) -> Scalar:
        """Return a scalar from 1 to ORDER - 1; the bias of reducing 512 bits is below 2^-259."""
        return Scalar(int.from_bytes(self.read(WIDE_BYTES), "little") % (ORDER - 1) + 1)

    def scalars(self, count: int) -> tuple[Scalar, ...]:
        """Return so many scalars."""
        return tuple(self.scalar() for _ in range(count))

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, by rejection: each is equally likely."""
        limit = _U32 - _U32 % bound
        return next(filter(limit.__gt__, self._words)) % bound

    def permutation(self, size: int) -> tuple[int, ...]:
        """Return 0..size-1 in an order that is uniform among all (Fisher-Yates)."""
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _word_blocks(self) -> Iterator[tuple[int, ...]]:
        """Yield numbers of 32 bits without end, sixteen at a time."""
        while True:
            yield struct.unpack(">16I", self.read(FRESH_BYTES))


def hedged_nonce(secret: Scalar, transcript: bytes, fresh: bytes) -> Scalar:
    """Return a nonce that repeats only if secret, transcript and fresh bytes all do: then the proof is the same, too.

    Raises:
        ZeroChallengeError: The nonce would be 0: start again with fresh bytes.
    """
    assert len(fresh) == FRESH_BYTES, "a nonce is hedged with 64 fresh bytes"
    return reduce_wide(hashlib.sha512(encode_scalar(secret) + transcript + fresh).digest())


def expand(entropy: bytes, purpose: str) -> bytes:
    """Return 64 bytes of their own for one purpose, so that one input's fresh bytes can serve several."""
    return Chance(entropy, purpose).read(FRESH_BYTES)
