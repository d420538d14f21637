"""ristretto255 by libsodium: thin wrappers that check every type, length and return code.

The library is handed in, already loaded. Its own checks are kept: an operand that is no point gives an error here,
never the identity, which other bindings answer silently.
"""

import ctypes
import hashlib
from _ctypes import CFuncPtr
from collections.abc import Callable, Sequence
from typing import Any, cast

from kalooki.fair.errors import GroupSelfTestError, InvalidElementError, InvalidScalarError
from kalooki.fair.group import BASE, ELEMENT_BYTES, IDENTITY, SCALAR_BYTES, WIDE_BYTES, Element, Scalar, encode_scalar

KEY_BYTES = 32
SIGNATURE_BYTES = 64

_Buffer = ctypes.c_char * ELEMENT_BYTES
_Function = Callable[..., int]

_LENGTHS = {
    "crypto_core_ristretto255_bytes": ELEMENT_BYTES,
    "crypto_core_ristretto255_hashbytes": WIDE_BYTES,
    "crypto_core_ristretto255_scalarbytes": SCALAR_BYTES,
    "crypto_scalarmult_ristretto255_bytes": ELEMENT_BYTES,
    "crypto_scalarmult_ristretto255_scalarbytes": SCALAR_BYTES,
}


class SodiumGroup:
    """The back end that plays: `mul` and `base` are libsodium's constant-time functions."""

    constant_time = True

    def __init__(self, library: ctypes.CDLL, origin: str, keeps: Callable[[], bool] = lambda: False) -> None:
        """Bind the functions.

        Args:
            library: What has them.
            origin: Where it came from.
            keeps: Whether whoever asks keeps the interpreter while a short call lasts, asked at each. For the thread
                that all others wait for, to let it go and take it back costs more than the call. A thread that gives
                way must let it go: the scheduler may run others at any moment, and all would wait for it.

        Raises:
            GroupSelfTestError: The library cannot start, lacks a function, or has other lengths.
        """
        if _bind(library, "sodium_init", 0)() < 0:
            raise GroupSelfTestError("sodium_init failed")
        for name, length in _LENGTHS.items():
            if _bind(library, name, 0, ctypes.c_size_t)() != length:
                raise GroupSelfTestError(f"{name} is not {length}")
        self._is_valid_point = _quick(library, "crypto_core_ristretto255_is_valid_point", 1, keeps)
        self._add = _quick(library, "crypto_core_ristretto255_add", 3, keeps)
        self._sub = _quick(library, "crypto_core_ristretto255_sub", 3, keeps)
        self._from_hash = _quick(library, "crypto_core_ristretto255_from_hash", 2, keeps)
        self._mul = _bind(library, "crypto_scalarmult_ristretto255", 3)
        self._base = _bind(library, "crypto_scalarmult_ristretto255_base", 2)
        self._verify = _bind_verify(library, keeps)
        version: Any = _bind(library, "sodium_version_string", 0, ctypes.c_char_p)()
        self.name = f"libsodium {version.decode('ascii', 'replace')} ({origin})"

    def decode(self, encoding: bytes) -> Element:
        """Read an element; libsodium would let the identity pass, this does not."""
        element = Element(encoding)
        if element == IDENTITY:
            raise InvalidElementError("the identity stands for no key, card or commitment")
        if self._is_valid_point(encoding) != 1:
            raise InvalidElementError("the bytes encode no point")
        return element

    def add(self, left: Element, right: Element) -> Element:
        """Add two elements."""
        out = _Buffer()
        if self._add(out, left.encoding, right.encoding) != 0:
            raise InvalidElementError("an operand is no point")
        return Element(out.raw)

    def sub(self, left: Element, right: Element) -> Element:
        """Subtract the right element from the left one."""
        out = _Buffer()
        if self._sub(out, left.encoding, right.encoding) != 0:
            raise InvalidElementError("an operand is no point")
        return Element(out.raw)

    def neg(self, element: Element) -> Element:
        """Return the inverse."""
        return self.sub(IDENTITY, element)

    def mul(self, scalar: Scalar, element: Element) -> Element:
        """Multiply by a secret that is not 0; libsodium refuses what is no point, and the identity as a result."""
        secret = encode_scalar(scalar)
        if scalar == 0:
            raise InvalidScalarError("a secret is not 0")
        out = _Buffer()
        if self._mul(out, secret, element.encoding) != 0:
            raise InvalidElementError("the operand is no point, or the identity")
        return Element(out.raw)

    def base(self, scalar: Scalar) -> Element:
        """Multiply G by a secret that is not 0."""
        secret = encode_scalar(scalar)
        out = _Buffer()
        if self._base(out, secret) != 0:
            raise InvalidScalarError("a secret is not 0")
        return Element(out.raw)

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        """Add up products of public scalars; zero scalars and the identity add nothing."""
        total, product = _Buffer(), _Buffer()
        for scalar, element in zip(scalars, elements, strict=True):
            factor = encode_scalar(scalar)
            if scalar == 0 or element == IDENTITY:
                self._require_point(element)
                continue
            failed = self._base(product, factor) if element == BASE else self._mul(product, factor, element.encoding)
            if failed != 0 or self._add(total, total, product) != 0:
                raise InvalidElementError("an operand is no point")
        return Element(total.raw)

    def hash_to_group(self, message: bytes) -> Element:
        """Map SHA-512 of the message to an element."""
        out = _Buffer()
        if self._from_hash(out, hashlib.sha512(message).digest()) != 0:
            raise GroupSelfTestError("libsodium maps no hash to an element")
        return Element(out.raw)

    def has_signed(self, key: bytes, statement: bytes, signature: bytes) -> bool:
        """Say yes only to an Ed25519 signature that holds; no may also mean that this library does not say.

        It refuses some that hold by the letter of RFC 8032, whose R is of small order: who makes the same verdict
        everywhere asks somebody else then.
        """
        if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES or self._verify is None:
            return False
        return self._verify(signature, statement, len(statement), key) == 0

    def _require_point(self, element: Element) -> None:
        if self._is_valid_point(element.encoding) != 1:
            raise InvalidElementError("an operand is no point")


def _bind_verify(library: ctypes.CDLL, keeps: Callable[[], bool]) -> _Function | None:
    """Take the check of signatures; a library that was built for the group alone has none."""
    try:
        function: Any = library["crypto_sign_ed25519_verify_detached"]
    except AttributeError:
        return None
    function.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulonglong, ctypes.c_char_p]
    function.restype = ctypes.c_int
    return _either(function, keeps)


def _quick(library: ctypes.CDLL, name: str, pointers: int, keeps: Callable[[], bool]) -> _Function:
    """Take a function that is over in some microseconds."""
    return _either(_bind(library, name, pointers), keeps)


def _either(function: _Function, keeps: Callable[[], bool]) -> _Function:
    """Call the same code with the interpreter or without it."""
    if not isinstance(function, CFuncPtr):
        return function
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None, "a function stands somewhere"
    keeping = cast("_Function", ctypes.PYFUNCTYPE(ctypes.c_int, *function.argtypes)(address))

    def call(*operands: object) -> int:
        return keeping(*operands) if keeps() else function(*operands)

    return call


def _bind(library: ctypes.CDLL, name: str, pointers: int, result: type = ctypes.c_int) -> _Function:
    """Take a function of our own, so that no other user of the library sees or changes its signature."""
    try:
        function: Any = library[name]
    except AttributeError as missing:
        raise GroupSelfTestError(f"the library has no {name}") from missing
    function.argtypes = [ctypes.c_char_p] * pointers
    function.restype = result
    bound: _Function = function
    return bound
