"""What is said of a table over multicast: hints that anybody on the network may read, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from kalooki.shell.names import shorten
from kalooki.table.genesis import PROTOCOL
from kalooki.table.status import TableStanding

LONGEST = 400
"""Bytes of all fields together: one packet has room for several tables."""

LONGEST_TITLE = 64
HASH_BYTES = 32
PLAYING, OPEN, FULL = "playing", "open", "full"


@dataclass(frozen=True, slots=True)
class Announcement:
    """The TXT fields of a table."""

    protocol: int
    table: bytes
    title: str
    players: int
    seats: int
    state: str
    rules: bytes
    fingerprint: bytes
    """SHA-256 of the certificate that answers there."""

    @classmethod
    def of(cls, standing: TableStanding, rules: bytes, fingerprint: bytes) -> Self | None:
        """Describe a table; None where there is nothing to come to any more.

        A title that holds a player's name is not announced: who asks the table itself still hears it.
        """
        if standing.phase in {"over", "closed"}:
            return None
        full = len(standing.taken) >= standing.seats
        title = shorten(standing.title, LONGEST_TITLE)
        named = any(player.name.casefold() in title.casefold() for player in standing.players)
        return cls(
            protocol=PROTOCOL,
            table=bytes.fromhex(standing.table_id),
            title="" if named or not standing.players else title,
            players=len(standing.taken),
            seats=standing.seats,
            state=PLAYING if standing.phase != "lobby" else FULL if full else OPEN,
            rules=rules,
            fingerprint=fingerprint,
        )

    def fields(self) -> dict[str, str]:
        """The fields as they are sent."""
        return {
            "v": str(self.protocol),
            "id": self.table.hex(),
            "t": self.title,
            "p": f"{self.players}/{self.seats}",
            "s": self.state,
            "r": self.rules.hex(),
            "fp": self.fingerprint.hex(),
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """All that is taken from an announcement: which table is said to be there, and whose certificate answers.

    Whatever else it says, the table itself is asked.
    """

    table: bytes
    fingerprint: bytes


def read_hint(fields: Mapping[bytes, bytes | None]) -> Hint | None:
    """Read what somebody announces; None where it is no table's announcement."""
    if sum(len(key) + len(value or b"") + 2 for key, value in fields.items()) > LONGEST:
        return None
    table, fingerprint = _hash(fields.get(b"id")), _hash(fields.get(b"fp"))
    return Hint(table, fingerprint) if table and fingerprint else None


def _hash(text: bytes | None) -> bytes:
    """Read a hash in hex, as we write it; empty where it is none."""
    try:
        found = bytes.fromhex((text or b"").decode("ascii"))
    except ValueError:
        return b""
    return found if len(found) == HASH_BYTES and found.hex().encode() == text else b""
