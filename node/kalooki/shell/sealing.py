"""A pledge as it is kept: with a hash over it, so that no bit of it changes unnoticed."""

import json
from contextlib import suppress

from kalooki.codec.limits import MAX_INDEX
from kalooki.table.continued import Pledge
from kalooki.table.hashing import framed, hash32, u64
from kalooki.table.log import Digest


def sealed(pledge: Pledge, table: Digest) -> list[int | str]:
    """Give what is kept of a pledge."""
    return [pledge.attempt, pledge.digest.hex(), _seal(pledge, table)]


def unsealed(word: str, table: Digest, *, is_old: bool = True) -> Pledge | None:
    """Read a pledge; None where it is none, or not the one that was kept.

    Args:
        word: What was kept, as JSON.
        table: At which table.
        is_old: Whether one that an older program has kept, without a hash, is read, too.
    """
    with suppress(ValueError, RecursionError):
        match json.loads(word):
            case [int(attempt), str(digest), *rest] if type(attempt) is int and 0 < attempt <= MAX_INDEX:
                pledge = Pledge(attempt, bytes.fromhex(digest))
                if [attempt, digest, *rest] == sealed(pledge, table) or (is_old and not rest):
                    return pledge
            case _:
                pass
    return None


def _seal(pledge: Pledge, table: Digest) -> str:
    return hash32(framed("/kept pledge/", table, u64(pledge.attempt), pledge.digest)).hex()
