"""Identity keys and signatures: what lets anybody sign anything is no identity."""

import hashlib
from collections.abc import Iterator

import pytest

from kalooki.fair.group_sodium import SodiumGroup
from kalooki.shell.group_loader import load_group
from kalooki.table import signing
from kalooki.table.log import Digest
from kalooki.table.signing import (
    BadIdentityError,
    admission_bytes,
    ask_first,
    check_identity,
    is_signed,
    public_key,
    seat_bytes,
    sign,
)

SECRET = bytes(range(32))
TABLE = Digest(bytes(32))
L = 2**252 + 27742317777372353535851937790883648493

SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]
NON_CANONICAL = [
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_key_of_small_order_is_no_identity(key: str) -> None:
    with pytest.raises(BadIdentityError, match="small order"):
        check_identity(bytes.fromhex(key))


@pytest.mark.parametrize("key", NON_CANONICAL)
def test_a_key_that_is_not_canonical_is_no_identity(key: str) -> None:
    with pytest.raises(BadIdentityError, match="canonical"):
        check_identity(bytes.fromhex(key))


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_of_another_length_is_no_identity(key: bytes) -> None:
    with pytest.raises(BadIdentityError, match="32 bytes"):
        check_identity(key)


def test_an_ordinary_key_is_an_identity() -> None:
    check_identity(public_key(SECRET))


def test_under_a_small_order_key_no_signature_holds() -> None:
    # R = 0, S = 0 is a true signature of the neutral key over every message.
    neutral = bytes.fromhex(SMALL_ORDER[0])
    assert not is_signed(neutral, b"anything", neutral + bytes(32))


def test_a_signature_holds_for_its_key_and_statement_only() -> None:
    signature = sign(SECRET, b"statement")
    assert is_signed(public_key(SECRET), b"statement", signature)
    assert not is_signed(public_key(SECRET), b"another", signature)
    assert not is_signed(public_key(bytes(32)), b"statement", signature)


def test_a_signature_whose_scalar_is_not_below_the_order_is_refused() -> None:
    signature = sign(SECRET, b"statement")
    great = int.from_bytes(signature[32:], "little") + L
    assert not is_signed(public_key(SECRET), b"statement", signature[:32] + great.to_bytes(32, "little"))
    assert not is_signed(public_key(SECRET), b"statement", signature + b"\0")


def test_bytes_that_are_no_point_sign_nothing() -> None:
    no_point = (2).to_bytes(32, "little")
    assert not is_signed(no_point, b"statement", sign(SECRET, b"statement"))


def test_what_is_signed_to_come_in_names_every_part() -> None:
    said = {
        admission_bytes(TABLE, b"a" * 32, b"cert", vote=True),
        admission_bytes(TABLE, b"a" * 32, b"cert", vote=False),
        admission_bytes(TABLE, b"b" * 32, b"cert", vote=True),
        admission_bytes(TABLE, b"a" * 32, b"other", vote=True),
        admission_bytes(Digest(b"t" * 32), b"a" * 32, b"cert", vote=True),
        seat_bytes(TABLE, b"a" * 32, b"b" * 32, "Ann", ""),
        seat_bytes(TABLE, b"a" * 32, b"b" * 32, "An", "n"),
        seat_bytes(TABLE, b"b" * 32, b"a" * 32, "Ann", ""),
    }
    assert len(said) == 8


@pytest.fixture
def _asked_alone() -> Iterator[None]:
    """Whatever is asked first in a test is asked no more after it."""
    before = tuple(signing._quick)  # noqa: SLF001
    yield
    signing._quick[:] = before  # noqa: SLF001


def sodium(key: bytes, statement: bytes, signature: bytes) -> bool:
    group = load_group({})
    assert isinstance(group, SodiumGroup)
    return group.has_signed(key, statement, signature)


def with_r_of_small_order(statement: bytes) -> bytes:
    """A signature that holds by RFC 8032, and that libsodium refuses: R is the neutral point, S = ca."""
    neutral = bytes.fromhex(SMALL_ORDER[0])
    half = bytearray(hashlib.sha512(SECRET).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 127 | 64
    challenge = int.from_bytes(hashlib.sha512(neutral + public_key(SECRET) + statement).digest(), "little")
    return neutral + (challenge * int.from_bytes(half, "little") % L).to_bytes(32, "little")


@pytest.mark.usefixtures("_asked_alone")
def test_whoever_is_asked_first_the_same_signatures_hold() -> None:
    key, signature, strange = public_key(SECRET), sign(SECRET, b"statement"), with_r_of_small_order(b"statement")
    great = (int.from_bytes(signature[32:], "little") + L).to_bytes(32, "little")
    cases = [
        (key, b"statement", signature),
        (key, b"statement", strange),
        (key, b"another", signature),
        (key, b"another", strange),
        (public_key(bytes(32)), b"statement", signature),
        (key, b"statement", signature[:32] + great),
        (key, b"statement", signature + b"\0"),
        (key, b"statement", signature[:-1]),
        (bytes.fromhex(SMALL_ORDER[0]), b"anything", bytes.fromhex(SMALL_ORDER[0]) + bytes(32)),
        (bytes.fromhex(NON_CANONICAL[0]), b"statement", signature),
        ((2).to_bytes(32, "little"), b"statement", signature),
        (b"", b"statement", signature),
    ]
    alone = [is_signed(*case) for case in cases]
    assert ask_first(sodium)
    assert [is_signed(*case) for case in cases] == alone == [True, True, *[False] * 10]
    assert not sodium(key, b"statement", strange)


@pytest.mark.usefixtures("_asked_alone")
def test_a_library_that_says_yes_to_everything_or_to_nothing_is_not_asked() -> None:
    assert not ask_first(lambda *_: True)
    assert not is_signed(public_key(SECRET), b"another", sign(SECRET, b"statement"))
    assert not ask_first(lambda *_: False)
    assert not ask_first(lambda key, statement, _: sodium(key, statement, sign(bytes(32), statement)))
    assert is_signed(public_key(SECRET), b"statement", sign(SECRET, b"statement"))


def clamped(secret: bytes) -> int:
    half = bytearray(hashlib.sha512(secret).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 127 | 64
    return int.from_bytes(half, "little")


def with_r_moved(secret: bytes, statement: bytes) -> bytes:
    """A signature to whose R a point of order 2 was added: it holds only where both sides are taken eight times."""
    once = bytes([1]) * 32
    point = int.from_bytes(public_key(once), "little")
    negative, y = point >> 255, point % 2**255
    moved = ((2**255 - 19 - y) | ((1 - negative) << 255)).to_bytes(32, "little")  # (x, y) + (0, -1) = (-x, -y)
    challenge = int.from_bytes(hashlib.sha512(moved + public_key(secret) + statement).digest(), "little")
    return moved + ((clamped(once) + challenge * clamped(secret)) % L).to_bytes(32, "little")


@pytest.mark.usefixtures("_asked_alone")
def test_a_library_that_takes_what_holds_only_eightfold_is_not_asked() -> None:
    key, strange = public_key(bytes(32)), with_r_moved(bytes(32), b"statement")
    assert strange == signing._WITH_COFACTOR  # noqa: SLF001
    assert not is_signed(key, b"statement", strange)
    assert not sodium(key, b"statement", strange)
    assert not ask_first(lambda *case: sodium(*case) or case == (key, b"statement", strange))
    assert ask_first(sodium)
    assert not is_signed(public_key(SECRET), b"another", with_r_moved(SECRET, b"another"))
