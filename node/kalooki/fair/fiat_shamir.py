"""Challenges that nobody chooses: a running hash of all that both sides of a proof know."""

import hashlib
from collections.abc import Sequence

from kalooki.fair.group import Scalar, reduce_wide
from kalooki.fair.hashing import LABEL, u16, u32, u64

GROUP_NAME = b"ristretto255"


class FiatShamir:
    """The running SHA-512 of one proof, T(kind, ctx).

    It is the one mutable thing in a proof, and never leaves the function that made it. Label and content are each
    preceded by their length, so that no two sequences of calls share an encoding.
    """

    __slots__ = ("_state",)

    def __init__(self, kind: str, context: bytes) -> None:
        self._state = hashlib.sha512()
        self.absorb(LABEL.decode("ascii"), kind.encode("ascii"))
        self.absorb("group", GROUP_NAME)
        self.absorb("ctx", context)

    def absorb(self, label: str, content: bytes) -> None:
        """Take in one labelled content."""
        name = label.encode("ascii")
        self._state.update(u16(len(name)) + name + u64(len(content)) + content)

    def absorb_list(self, label: str, items: Sequence[bytes]) -> None:
        """Take in a list, its count first."""
        self.absorb(label, u32(len(items)) + b"".join(items))

    def squeeze(self, label: str) -> bytes:
        """Return 64 bytes that depend on all that was absorbed so far, and absorb that they were taken."""
        self.absorb("challenge", label.encode("ascii"))
        digest = self.digest()
        self.absorb("squeezed", digest)
        return hashlib.sha512(b"wide" + digest).digest()

    def challenge(self, label: str) -> Scalar:
        """Return a scalar that is not 0.

        Raises:
            ZeroChallengeError: It would be 0: a verifier refuses, a prover starts again.
        """
        return reduce_wide(self.squeeze(label))

    def digest(self) -> bytes:
        """Return the running hash, for hedged nonces and batch weights."""
        return self._state.digest()
