"""Ed25519 signatures, and the two statements by which nodes and players enter a table."""

from collections.abc import Callable
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from kalooki.table.hashing import framed, u8
from kalooki.table.log import Digest

KEY_BYTES = 32
SIGNATURE_BYTES = 64

KEYS_KEPT = 256
"""Keys that are kept ready, since to read one takes half as long as to sign with it."""

_FIELD = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
"""Number of the signatures' scalars: S is below it, or the signature is refused."""

_SIGN_BIT = 2**255

_SMALL_ORDER = frozenset(
    {
        0,
        1,
        _FIELD - 1,
        int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
        int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
    }
)
"""The y of all points whose order divides 8, without the sign of x."""


class BadIdentityError(Exception):
    """A key under which signatures prove nothing, or that is no key."""

    code = "bad_identity"


def check_identity(key: bytes) -> None:
    """Refuse keys of small order and all but the canonical encoding of a key.

    Raises:
        BadIdentityError: The bytes are no key that anybody may use.
    """
    if type(key) is not bytes or len(key) != KEY_BYTES:
        raise BadIdentityError("an identity key is 32 bytes")
    y = int.from_bytes(key, "little") % _SIGN_BIT
    if y >= _FIELD:
        raise BadIdentityError("the identity key is not in its canonical encoding")
    if y in _SMALL_ORDER:
        raise BadIdentityError("the identity key has small order")


def public_key(secret: bytes) -> bytes:
    """Give the identity key that belongs to 32 secret bytes."""
    return _private(secret).public_key().public_bytes_raw()


def sign(secret: bytes, statement: bytes) -> bytes:
    """Sign with 32 secret bytes."""
    return _private(secret).sign(statement)


Check = Callable[[bytes, bytes, bytes], bool]
"""Says yes only where a key signed a statement: key, statement, signature."""

_quick: list[Check] = []

_WITH_COFACTOR = bytes.fromhex(
    "63771c228bf60e6a02ad24d2c345a28d3598f640e26bede40c8b77fe4bf090a3"
    "2a5f63ee3142e61b289fa53d35db323fb08d7a3d71151d41666d7b027901950b"
)
"""Under "statement", by the key of 32 zeros, with a point of order 2 added to R: RFC 8032 lets a library accept it, and
ours does not. What one node takes for signed and another does not would part their logs."""


def ask_first(check: Check) -> bool:
    """Ask a quicker library first whether a signature holds; say whether it is one that can be asked.

    Only its yes counts, so that no signature is refused that holds; and it must not say yes where none does.
    """
    secret, statement = bytes(KEY_BYTES), b"statement"
    key, signature = public_key(secret), sign(secret, statement)
    false = (
        (public_key(statement.ljust(KEY_BYTES)), statement, signature),
        (key, statement[:-1], signature),
        (key, statement, bytes(KEY_BYTES) + signature[KEY_BYTES:]),
        (key, statement, signature[:KEY_BYTES] + bytes(KEY_BYTES)),
        (key, statement, _WITH_COFACTOR),
    )
    _quick[:] = [check] if check(key, statement, signature) and not any(check(*one) for one in false) else []
    return bool(_quick)


def is_signed(key: bytes, statement: bytes, signature: bytes) -> bool:
    """Say whether `key` signed `statement`; never with a key that `check_identity` refuses, or with S >= L."""
    if len(signature) != SIGNATURE_BYTES or int.from_bytes(signature[KEY_BYTES:], "little") >= _ORDER:
        return False
    try:
        public = _public(key)
        if any(check(key, statement, signature) for check in _quick):
            return True
        public.verify(signature, statement)
    except (BadIdentityError, InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=KEYS_KEPT)
def _private(secret: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret)


@lru_cache(maxsize=KEYS_KEPT)
def _public(key: bytes) -> Ed25519PublicKey:
    check_identity(key)
    return Ed25519PublicKey.from_public_bytes(key)


def admission_bytes(table: Digest, identity: bytes, tls_certificate: bytes, *, vote: bool) -> bytes:
    """What a joining node signs: it asks to be let in with this certificate."""
    return framed("/admission/", table, identity, tls_certificate, u8(vote))


def seat_bytes(table: Digest, node: bytes, identity: bytes, name: str, bot: str) -> bytes:
    """What a node and its player sign: this key plays from that node."""
    return framed("/seat/", table, node, identity, name.encode(), bot.encode())
