"""One hash and one framing for all that is hashed or signed at the table (PROTOCOL 1)."""

import hashlib

LABEL = b"kalooki-fair-v1"
"""Begins everything that is hashed; the same label as the fair deck's."""


def u8(number: int) -> bytes:
    """One unsigned byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Two bytes, unsigned, big-endian."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, unsigned, big-endian."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, unsigned, big-endian."""
    return number.to_bytes(8, "big")


def hash32(message: bytes) -> bytes:
    """The first 32 bytes of SHA-512."""
    return hashlib.sha512(message).digest()[:32]


def framed(tag: str, *parts: bytes) -> bytes:
    """LABEL, the tag, then each part preceded by its length (u64), so no two lists of parts share an encoding."""
    return LABEL + tag.encode("ascii") + b"".join(u64(len(part)) + part for part in parts)
