"""Numbers as bytes, the label of everything that is hashed, and the one short hash."""

import hashlib

LABEL = b"kalooki-fair-v1"
"""Begins every hash input, so that no other protocol shares one."""

HASH_BYTES = 32


def u8(number: int) -> bytes:
    """Write one byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Write two bytes, big-endian."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Write four bytes, big-endian."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Write eight bytes, big-endian."""
    return number.to_bytes(8, "big")


def hash32(message: bytes) -> bytes:
    """Hash to the first 32 bytes of SHA-512."""
    return hashlib.sha512(message).digest()[:HASH_BYTES]
