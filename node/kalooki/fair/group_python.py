"""ristretto255 in plain Python, after RFC 9496: it verifies and tests, and is neither fast nor constant-time."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from kalooki.fair.errors import InvalidElementError, InvalidScalarError
from kalooki.fair.group import BASE, ELEMENT_BYTES, IDENTITY, ORDER, Element, Scalar, encode_scalar

PRIME = 2**255 - 19
D = 37095705934669439343138083508754565189542113879843219016388785533085940283555
SQRT_M1 = 19681161376707505956807079304988542015446066515923890162744021073123829784752
SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
INVSQRT_A_MINUS_D = 54469307008909316920995813868745141605393597292927456921205312896311721017578
ONE_MINUS_D_SQ = (1 - D * D) % PRIME
D_MINUS_ONE_SQ = (D - 1) ** 2 % PRIME

SCALAR_BITS = 253
WINDOW = 4
"""Bits of a scalar that one addition takes care of in `mul`."""


class _Point(NamedTuple):
    """Extended coordinates on the Edwards curve: x = X/Z, y = Y/Z, xy = T/Z."""

    x: int
    y: int
    z: int
    t: int


_NEUTRAL = _Point(0, 1, 1, 0)


class PythonGroup:
    """The back end that needs no library."""

    name = "plain Python (slow, not constant-time)"
    constant_time = False

    def decode(self, encoding: bytes) -> Element:
        """Read an element; the identity is refused."""
        element = Element(encoding)
        if element == IDENTITY:
            raise InvalidElementError("the identity stands for no key, card or commitment")
        _decompress(element)
        return element

    def add(self, left: Element, right: Element) -> Element:
        """Add two elements."""
        return _compress(_add(_decompress(left), _decompress(right)))

    def sub(self, left: Element, right: Element) -> Element:
        """Subtract the right element from the left one."""
        return _compress(_add(_decompress(left), _negate(_decompress(right))))

    def neg(self, element: Element) -> Element:
        """Return the inverse."""
        return _compress(_negate(_decompress(element)))

    def mul(self, scalar: Scalar, element: Element) -> Element:
        """Multiply by a scalar that is not 0."""
        encode_scalar(scalar)
        if scalar == 0:
            raise InvalidScalarError("a secret is not 0")
        if element == IDENTITY:
            raise InvalidElementError("the identity is never multiplied by a secret")
        return _compress(_multiply(scalar, _decompress(element)))

    def base(self, scalar: Scalar) -> Element:
        """Multiply G by a scalar that is not 0."""
        return self.mul(scalar, BASE)

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        """Add up products of public scalars by Pippenger's buckets."""
        for scalar in scalars:
            encode_scalar(scalar)
        points = [_decompress(element) for element in elements]
        return _compress(_bucket_sum(list(zip(scalars, points, strict=True))))

    def hash_to_group(self, message: bytes) -> Element:
        """Map SHA-512 of the message to an element."""
        wide = hashlib.sha512(message).digest()
        halves = (wide[:ELEMENT_BYTES], wide[ELEMENT_BYTES:])
        first, second = (_map(int.from_bytes(half, "little") % 2**255 % PRIME) for half in halves)
        return _compress(_add(first, second))


def _is_negative(number: int) -> bool:
    return number & 1 == 1


def _absolute(number: int) -> int:
    return PRIME - number if _is_negative(number) else number


def _sqrt_ratio(u: int, v: int) -> tuple[bool, int]:
    """Return whether u/v is a square, and the even root of u/v, or else of i*u/v."""
    cube = v * v * v % PRIME
    root = u * cube * pow(u * cube * cube * v, (PRIME - 5) // 8, PRIME) % PRIME
    check = v * root * root % PRIME
    flipped = check in (-u % PRIME, -u * SQRT_M1 % PRIME)
    if flipped:
        root = root * SQRT_M1 % PRIME
    return check in (u % PRIME, -u % PRIME), _absolute(root)


def _decompress(element: Element) -> _Point:
    s = int.from_bytes(element.encoding, "little")
    if s >= PRIME or _is_negative(s):
        raise InvalidElementError("the bytes are not a canonical encoding")
    square = s * s % PRIME
    u1 = 1 - square
    u2 = 1 + square
    u2_square = u2 * u2 % PRIME
    v = (-(D * u1 * u1) - u2_square) % PRIME
    was_square, inverse_root = _sqrt_ratio(1, v * u2_square % PRIME)
    x_part = inverse_root * u2 % PRIME
    x = _absolute(2 * s * x_part % PRIME)
    y = u1 * inverse_root * x_part * v % PRIME
    t = x * y % PRIME
    if not was_square or _is_negative(t) or y == 0:
        raise InvalidElementError("the bytes encode no point")
    return _Point(x, y, 1, t)


def _compress(point: _Point) -> Element:
    u1 = (point.z + point.y) * (point.z - point.y) % PRIME
    u2 = point.x * point.y % PRIME
    _, inverse_root = _sqrt_ratio(1, u1 * u2 * u2 % PRIME)
    den1 = inverse_root * u1 % PRIME
    den2 = inverse_root * u2 % PRIME
    z_inverse = den1 * den2 * point.t % PRIME
    if _is_negative(point.t * z_inverse % PRIME):
        x = point.y * SQRT_M1 % PRIME
        y = point.x * SQRT_M1 % PRIME
        den_inverse = den1 * INVSQRT_A_MINUS_D % PRIME
    else:
        x, y, den_inverse = point.x, point.y, den2
    if _is_negative(x * z_inverse % PRIME):
        y = -y
    return Element(_absolute(den_inverse * (point.z - y) % PRIME).to_bytes(ELEMENT_BYTES, "little"))


def _map(number: int) -> _Point:
    """Elligator: from a field element to a point."""
    r = SQRT_M1 * number * number % PRIME
    u = (r + 1) * ONE_MINUS_D_SQ % PRIME
    v = (-1 - r * D) * (r + D) % PRIME
    was_square, s = _sqrt_ratio(u, v)
    c = -1
    if not was_square:
        s = -_absolute(s * number % PRIME) % PRIME
        c = r
    n = (c * (r - 1) * D_MINUS_ONE_SQ - v) % PRIME
    square = s * s % PRIME
    w0, w1 = 2 * s * v, n * SQRT_AD_MINUS_ONE
    w2, w3 = 1 - square, 1 + square
    return _Point(w0 * w3 % PRIME, w2 * w1 % PRIME, w1 * w3 % PRIME, w0 * w2 % PRIME)


def _add(left: _Point, right: _Point) -> _Point:
    a = (left.y - left.x) * (right.y - right.x) % PRIME
    b = (left.y + left.x) * (right.y + right.x) % PRIME
    c = 2 * D * left.t * right.t % PRIME
    d = 2 * left.z * right.z % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return _Point(e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def _double(point: _Point) -> _Point:
    a = point.x * point.x % PRIME
    b = point.y * point.y % PRIME
    h = a + b
    e = h - (point.x + point.y) ** 2 % PRIME
    g = a - b
    f = 2 * point.z * point.z % PRIME + g
    return _Point(e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def _negate(point: _Point) -> _Point:
    return _Point(-point.x % PRIME, point.y, point.z, -point.t % PRIME)


def _multiply(scalar: int, point: _Point) -> _Point:
    """Multiply by windows of four bits."""
    multiples = [_NEUTRAL]
    for _ in range(2**WINDOW - 1):
        multiples.append(_add(multiples[-1], point))
    total = _NEUTRAL
    for shift in reversed(range(0, SCALAR_BITS, WINDOW)):
        for _ in range(WINDOW):
            total = _double(total)
        total = _add(total, multiples[scalar >> shift & 2**WINDOW - 1])
    return total


def _bucket_sum(terms: Sequence[tuple[int, _Point]]) -> _Point:
    """Pippenger: for each window of bits, gather the points of equal digit, then add digit times gathered."""
    window = max(2, min(8, len(terms).bit_length() - 1))
    total = _NEUTRAL
    for shift in reversed(range(0, SCALAR_BITS, window)):
        for _ in range(window):
            total = _double(total)
        total = _add(total, _window_sum(terms, shift, 2**window - 1))
    return total


def _window_sum(terms: Sequence[tuple[int, _Point]], shift: int, mask: int) -> _Point:
    buckets: list[_Point | None] = [None] * (mask + 1)
    for scalar, point in terms:
        digit = scalar >> shift & mask
        if digit:
            gathered = buckets[digit]
            buckets[digit] = point if gathered is None else _add(gathered, point)
    running, total = _NEUTRAL, _NEUTRAL
    for bucket in reversed(buckets[1:]):
        if bucket is not None:
            running = _add(running, bucket)
        total = _add(total, running)
    return total


assert ORDER.bit_length() == SCALAR_BITS, "every bit of a scalar is used"
