"""What two nodes prove to each other before anything else is said (PROTOCOL, "Handshake").

Every statement is framed, names the certificate that the caller saw, and both nonces: nothing can be moved to another
connection, table or session.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.table.hashing import framed, u8, u16, u32, u64
from kalooki.table.log import Digest
from kalooki.table.payloads import NodeNumber

NONCE_BYTES = 32
TICKET_SECONDS = 20.0
WRONG_CODES = 5
LOCKED_SECONDS = 30.0

Address = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Meeting:
    """What both sides know of one handshake."""

    protocol: int
    table: Digest
    fingerprint: bytes
    """SHA-256 of the TLS certificate that the caller saw, and that the one who answers uses."""
    answering: bytes
    """Identity key of the node that was called."""
    calling: bytes
    """Identity key of the node that calls."""
    ticket: bytes
    """The nonce of the node that was called."""
    nonce: bytes
    """The nonce of the node that calls."""

    def _parts(self) -> tuple[bytes, ...]:
        return (
            u32(self.protocol),
            self.table,
            self.fingerprint,
            self.answering,
            self.calling,
            self.ticket,
            self.nonce,
        )

    def host_mac(self, key: bytes) -> bytes:
        """By the join code: the node that was called knows it, and uses the certificate that the caller saw."""
        return _mac(key, framed("/host/", *self._parts()))

    def begin_bytes(self, mac: bytes, genesis: bytes) -> bytes:
        """What the node that was called signs."""
        return framed("/begin/", *self._parts(), mac, genesis)

    def join_mac(self, key: bytes, request: "JoinParts") -> bytes:
        """By the join code: the caller knows it."""
        return _mac(key, framed("/join/", *self._parts(), *request.parts()))

    def join_bytes(self, request: "JoinParts", mac: bytes) -> bytes:
        """What the caller signs to be let in."""
        return framed("/join request/", *self._parts(), *request.parts(), mac)

    def watch_mac(self, key: bytes, from_index: int) -> bytes:
        """By the join code: a spectator knows it."""
        return _mac(key, framed("/watch/", *self._parts(), u64(from_index)))

    def watch_bytes(self, from_index: int, mac: bytes, leave: bytes) -> bytes:
        """What a spectator signs to be let in."""
        return framed("/watch request/", *self._parts(), u64(from_index), mac, leave)

    def leave_bytes(self) -> bytes:
        """What the founder signs, so that other members let the spectator in, too."""
        return framed("/spectator/", self.table, self.calling)

    def auth_bytes(self, addresses: Sequence[Address]) -> bytes:
        """What a member signs to open a session."""
        return framed("/auth/", *self._parts(), address_bytes(addresses))


@dataclass(frozen=True, slots=True)
class JoinParts:
    """What a node says about itself when it asks to be let in."""

    name: str
    certificate: bytes
    vote: bool
    admission: bytes
    addresses: tuple[Address, ...]

    def parts(self) -> tuple[bytes, ...]:
        """The parts in their order."""
        return (
            self.name.encode(),
            self.certificate,
            u8(self.vote),
            self.admission,
            address_bytes(self.addresses),
        )


def address_bytes(addresses: Sequence[Address]) -> bytes:
    """u8 count, then each address as u8 length, text, u16 port."""
    texts = [(host.encode(), port) for host, port in addresses]
    return u8(len(texts)) + b"".join(u8(len(host)) + host + u16(port) for host, port in texts)


def _mac(key: bytes, statement: bytes) -> bytes:
    return hmac.digest(key, statement, "sha512")[:32]


def same(one: bytes, other: bytes) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(one, other)


@dataclass(frozen=True, slots=True)
class Session:
    """What comes of a handshake, for the metadata of later calls."""

    node: NodeNumber
    token: bytes
