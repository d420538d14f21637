"""Four words for the log up to an entry, to be compared aloud: where they differ, so do the logs before them."""

import hashlib
from functools import lru_cache

from kalooki.table.hashing import framed, u64
from kalooki.table.log import Digest
from kalooki.table.wordlist import WORDS

ROUNDS = 1 << 14
"""Ten milliseconds: too slow for a host who wants two logs with the same words while the others wait for him."""

COUNT = 4
BITS = 11
"""Of each word."""
HASH_BITS = 64


@lru_cache(maxsize=64)
def spoken(table: Digest, index: int, digest: Digest) -> tuple[str, ...]:
    """Return the words of the entry that has this hash."""
    salt = framed("/words/", table, u64(index))
    made = int.from_bytes(hashlib.pbkdf2_hmac("sha512", digest, salt, ROUNDS, HASH_BITS // 8), "big")
    return tuple(WORDS[made >> (HASH_BITS - BITS * place) & (len(WORDS) - 1)] for place in range(1, COUNT + 1))
