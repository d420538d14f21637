"""What applying an entry needs besides the state."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kalooki.fair.decryption import DecryptionShares
from kalooki.fair.group import Group
from kalooki.table.log import NO_DIGEST, Digest
from kalooki.table.ports import Unseal


@dataclass(frozen=True, slots=True)
class Checks:
    """What reads and remembers: the verdicts are the same whatever was found true before."""

    group: Group
    unseal: Unseal
    seed: bytes = bytes(32)
    """For the weights of batched tests; they are sound even if it is known."""
    proven: set[tuple[int, DecryptionShares]] = field(default_factory=set)
    """The shares whose proofs hold, each with the number of its ceremony."""
    signed: set[bytes] = field(default_factory=set)
    """Messages whose signature was found true before they stand in an entry, and the next entry, where it was."""
    hash_at: Callable[[int], Digest] = lambda _index: NO_DIGEST
    """The hash of an entry before the one that is applied; a replica puts its own in."""
