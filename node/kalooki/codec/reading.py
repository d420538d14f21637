"""What every decoder needs: parse strictly, and check a number, bytes, a list or a text, or refuse by name."""

import re
from collections.abc import Sequence
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import DIGEST_BYTES, MAX_KEY

M = TypeVar("M", bound=Message)
T = TypeVar("T")

KEY = re.compile(r"[a-z0-9][a-z0-9_.-]*")

UNFIT = re.compile(
    "["
    "\u0000-\u001f\u007f-\u009f"  # control characters
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # invisible, and the Arabic letter mark
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # widths, directions, separators of lines
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"  # fillers, variation, marks, nothing
    "\U000e0000-\U000e0fff"  # tags
    "]"
)
"""What a text from outside may not hold: it is invisible, or turns what stands around it. Given by number, since the
tables of Unicode change with the interpreter and all nodes must agree."""


BLANKS = "\u0020\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""Spaces of every width, likewise by number."""


def parse(kind: type[M], encoded: bytes, limit: int, where: str) -> M:
    """Parse one message and accept only the one encoding that PROTOCOL.md calls canonical.

    Raises:
        MalformedError: Too long, not this message, fields that this version does not know, or another encoding of it.
    """
    if len(encoded) > limit:
        raise MalformedError(f"{len(encoded)} bytes", where, f"at most {limit}")
    message = kind()
    try:
        message.ParseFromString(encoded)
    except DecodeError:
        raise MalformedError("bytes that are no such message", where, f"a {kind.__name__}") from None
    message.DiscardUnknownFields()
    if message.SerializeToString(deterministic=True) != encoded:
        right = "each field that this version knows once, in order, in its shortest form"
        raise MalformedError("an unknown field or a loose encoding", where, right)
    return message


def write(message: Message) -> bytes:
    """Give the canonical encoding."""
    return message.SerializeToString(deterministic=True)


def unknown(where: str) -> MalformedError:
    """Make the error for a union of which no member is set that this version knows."""
    return MalformedError("nothing, or a kind that this version does not know", where, "one of the known kinds")


def number(value: int, where: str, most: int, least: int = 0) -> int:
    """Check that a number lies within its limits.

    Raises:
        MalformedError: It does not.
    """
    if not least <= value <= most:
        raise MalformedError(f"the number {value}", where, f"{least} to {most}")
    return value


def exact(value: bytes, where: str, length: int) -> bytes:
    """Check the length of bytes that have only one.

    Raises:
        MalformedError: Another length.
    """
    if len(value) != length:
        raise MalformedError(f"{len(value)} bytes", where, f"exactly {length}")
    return value


def digest(value: bytes, where: str) -> bytes:
    """Check the length of a hash.

    Raises:
        MalformedError: Another length.
    """
    return exact(value, where, DIGEST_BYTES)


def at_most(value: bytes, where: str, most: int) -> bytes:
    """Check the length of bytes that may be shorter.

    Raises:
        MalformedError: Too long.
    """
    if len(value) > most:
        raise MalformedError(f"{len(value)} bytes", where, f"at most {most}")
    return value


def listed(values: Sequence[T], where: str, most: int, least: int = 0) -> Sequence[T]:
    """Check how many there are.

    Raises:
        MalformedError: Too many or too few.
    """
    if not least <= len(values) <= most:
        raise MalformedError(f"{len(values)} of them", where, f"{least} to {most}")
    return values


def distinct(values: tuple[T, ...], where: str) -> tuple[T, ...]:
    """Check that none stands there twice.

    Raises:
        MalformedError: One does.
    """
    if len(set(values)) != len(values):
        raise MalformedError("one of them twice", where, "each at most once")
    return values


def text(value: str, where: str, most: int, least: int = 0) -> str:
    """Check a text that people read: its bytes are counted, and nothing in it is invisible or changes direction.

    Raises:
        MalformedError: Too long or too short, blank at an end, or a character that may not stand in it.
    """
    length = len(value.encode())
    if not least <= length <= most:
        raise MalformedError(f"{length} bytes of text", where, f"{least} to {most}")
    if UNFIT.search(value):
        raise MalformedError("a character that is invisible or turns the text", where, "letters that can be seen")
    if value != value.strip(BLANKS):
        raise MalformedError("blanks at an end", where, "a text without them")
    return value


def key(value: str, where: str) -> str:
    """Check a name that programs give: a variant, a bot, an option, a code.

    Raises:
        MalformedError: Anything but a few lower-case letters, digits and signs.
    """
    if len(value) > MAX_KEY or not KEY.fullmatch(value):
        raise MalformedError("a key of another form", where, f"1 to {MAX_KEY} of a-z 0-9 _ . -")
    return value


def key_or_none(value: str, where: str) -> str:
    """Check a key that may be missing.

    Raises:
        MalformedError: Anything but a key or nothing.
    """
    return key(value, where) if value else value
