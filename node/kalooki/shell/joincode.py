"""The join code: 80 random bits that open a table, with check bits, as people read them aloud (PROTOCOL, "Join code").

`K` and 18 characters are a code; `A` and 28 characters hold the founder's IPv4 address and port as well. The digits are
Crockford's base 32. The check is a remainder by a prime, so every single wrong character and every two
neighbours exchanged are noticed.
"""

import ipaddress
from dataclasses import dataclass, field

from kalooki.shell.errors import ShellError
from kalooki.table.hashing import framed, hash32
from kalooki.worded import Worded

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SECRET_BITS = 80
ADDRESS_BITS = 48
LONGEST = 200
"""Characters that are looked at, blanks and hyphens included."""


@dataclass(frozen=True, slots=True)
class _Shape:
    payload_bits: int
    check_bits: int
    prime: int
    """The largest below 2 ** check_bits."""
    group: int

    @property
    def characters(self) -> int:
        return (self.payload_bits + self.check_bits) // 5


_SHAPES = {
    "K": _Shape(SECRET_BITS, 10, 1021, 6),
    "A": _Shape(SECRET_BITS + ADDRESS_BITS, 12, 4093, 7),
}


@dataclass(frozen=True, slots=True)
class JoinCode:
    """What a join code says."""

    secret: bytes = field(repr=False)
    """10 random bytes."""
    address: str = ""
    """`192.168.1.20:4040`, or empty where the code has none."""

    @property
    def key(self) -> bytes:
        """The key of the handshake's HMACs."""
        return hash32(framed("/join code/", self.secret))

    def __str__(self) -> str:
        letter = "A" if self.address else "K"
        payload = int.from_bytes(self.secret, "big")
        if self.address:
            host, _, port = self.address.rpartition(":")
            payload = (payload << 32 | int(ipaddress.IPv4Address(host))) << 16 | int(port)
        shape = _SHAPES[letter]
        number = payload << shape.check_bits | _check(letter, payload)
        digits = "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(shape.characters)))
        groups = [digits[start : start + shape.group] for start in range(0, len(digits), shape.group)]
        return "-".join([letter, *groups])


def _check(letter: str, payload: int) -> int:
    shape = _SHAPES[letter]
    return (ord(letter) << shape.payload_bits | payload) % shape.prime


def first_strange(text: str) -> int | None:
    """Which character of a code, as people type it, is the first that no code has; the letter it begins with aside."""
    begun = False
    for at, character in enumerate(text):
        if character.isspace() or character == "-":
            continue
        if begun and character.upper().translate(str.maketrans("OIL", "011")) not in ALPHABET:
            return at
        begun = True
    return None


def parse(text: str) -> JoinCode:
    """Read a code as people type it: any case, blanks and hyphens anywhere, O for 0, I and L for 1.

    Raises:
        ShellError: `bad_code`, with what is wrong with it.
    """
    if len(text) > LONGEST:
        raise ShellError("bad_code", reason=Worded("it is far too long"))
    typed = "".join(text.upper().split()).replace("-", "")
    letter, digits = typed[:1], typed[1:].translate(str.maketrans("OIL", "011"))
    shape = _SHAPES.get(letter)
    if shape is None:
        raise ShellError("bad_code", reason=Worded("a code begins with K or A"))
    strange = [digit for digit in digits if digit not in ALPHABET]
    if strange:
        raise ShellError("bad_code", reason=Worded("no code has the character {sign}", sign=ascii(strange[0])))
    if len(digits) != shape.characters:
        raise ShellError(
            "bad_code",
            reason=Worded(
                "after {letter} come {count} characters, not {typed}",
                letter=letter,
                count=shape.characters,
                typed=len(digits),
            ),
        )
    number = 0
    for digit in digits:
        number = number << 5 | ALPHABET.index(digit)
    payload, check = number >> shape.check_bits, number & ((1 << shape.check_bits) - 1)
    if check != _check(letter, payload):
        raise ShellError("bad_code", reason=Worded("one or more characters are wrong; compare it once more"))
    if letter == "K":
        return JoinCode(payload.to_bytes(10, "big"))
    host, port = ipaddress.IPv4Address(payload >> 16 & 0xFFFFFFFF), payload & 0xFFFF
    if port == 0:
        raise ShellError("bad_code", reason=Worded("it names port 0"))
    return JoinCode((payload >> ADDRESS_BITS).to_bytes(10, "big"), f"{host}:{port}")
