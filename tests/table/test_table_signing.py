"""Identity keys and signatures: what lets anybody sign anything is no identity."""

import pytest

from kalooki.table.log import Digest
from kalooki.table.signing import (
    BadIdentityError,
    admission_bytes,
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
