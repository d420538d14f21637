"""PROTOCOL.md 7: one wire format for all back ends, and traps that other bindings fell into (attacks 56, 57)."""

import ctypes
import ctypes.util
import hashlib
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.fair.errors import GroupSelfTestError, InvalidElementError, InvalidScalarError, ZeroChallengeError
from kalooki.fair.group import (
    BASE,
    IDENTITY,
    ORDER,
    Element,
    Group,
    Scalar,
    decode_scalar,
    encode_scalar,
    reduce_wide,
)
from kalooki.fair.group_python import PythonGroup
from kalooki.fair.group_sodium import SodiumGroup
from kalooki.fair.self_test import INVALID_ENCODINGS, MULTIPLES, self_test
from kalooki.shell.group_loader import load_group
from support.fair_deck import PYTHON, element, sodium

BACK_ENDS = [pytest.param(sodium(), id="libsodium"), pytest.param(PYTHON, id="python")]
each = pytest.mark.parametrize("group", BACK_ENDS)

NO_POINTS = [Element(bytes.fromhex(text)) for text in INVALID_ENCODINGS if int(text[-2:], 16) < 0x80]
SCALARS = st.integers(1, ORDER - 1).map(Scalar)


@each
def test_a_back_end_computes_what_rfc_9496_says(group: Group) -> None:
    self_test(group)


@each
@pytest.mark.parametrize("encoding", [*(bytes.fromhex(text) for text in INVALID_ENCODINGS), bytes(32)])
def test_what_encodes_no_element_or_the_identity_is_not_decoded(group: Group, encoding: bytes) -> None:
    with pytest.raises(InvalidElementError):
        group.decode(encoding)


@each
@pytest.mark.parametrize(
    "encoding",
    [b"", BASE.encoding[:31], BASE.encoding + b"\0", bytearray(BASE.encoding), BASE.encoding.hex(), None, 7, BASE],
)
def test_only_32_bytes_are_decoded(group: Group, encoding: object) -> None:
    with pytest.raises(InvalidElementError):
        group.decode(cast("bytes", encoding))


@each
def test_the_identity_may_be_a_sum_and_a_summand(group: Group) -> None:
    point = group.base(Scalar(5))
    assert group.add(IDENTITY, point) == group.add(point, IDENTITY) == group.sub(point, IDENTITY) == point
    assert group.sub(point, point) == group.add(point, group.neg(point)) == group.neg(IDENTITY) == IDENTITY
    assert group.msm([Scalar(1), Scalar(ORDER - 1)], [point, point]) == IDENTITY
    assert group.msm([], []) == IDENTITY
    assert group.msm([Scalar(0), Scalar(3)], [point, IDENTITY]) == IDENTITY


@each
def test_a_sum_of_products_needs_as_many_scalars_as_elements(group: Group) -> None:
    with pytest.raises(ValueError, match="zip"):
        group.msm([Scalar(1)], [BASE, BASE])


@pytest.mark.parametrize("scalar", [-1, ORDER, ORDER + 1, 2**255, 2**256])
def test_what_is_no_scalar_is_neither_written_nor_read_nor_reduced(scalar: int) -> None:
    with pytest.raises(InvalidScalarError):
        encode_scalar(scalar)
    with pytest.raises(InvalidScalarError):
        decode_scalar((scalar % 2**256 or ORDER).to_bytes(32, "little"))


@pytest.mark.parametrize("encoding", [b"", bytes(31), bytes(33), bytearray(32), None])
def test_only_32_bytes_are_a_scalar(encoding: object) -> None:
    with pytest.raises(InvalidScalarError):
        decode_scalar(cast("bytes", encoding))


@given(st.integers(0, ORDER - 1))
def test_a_scalar_is_read_as_it_was_written(scalar: int) -> None:
    assert decode_scalar(encode_scalar(scalar)) == scalar


def test_a_challenge_or_nonce_that_would_be_zero_is_refused() -> None:
    for multiple in (0, 1, 2):
        with pytest.raises(ZeroChallengeError):
            reduce_wide((multiple * ORDER).to_bytes(64, "little"))
    assert reduce_wide((ORDER + 1).to_bytes(64, "little")) == 1


@each
def test_secrets_are_never_zero_and_multiply_no_identity(group: Group) -> None:
    with pytest.raises(InvalidScalarError):
        group.mul(Scalar(0), BASE)
    with pytest.raises(InvalidScalarError):
        group.base(Scalar(0))
    with pytest.raises(InvalidElementError):
        group.mul(Scalar(3), IDENTITY)
    for outside in (Scalar(ORDER), Scalar(-1)):
        with pytest.raises(InvalidScalarError):
            group.mul(outside, BASE)
        with pytest.raises(InvalidScalarError):
            group.base(outside)
        with pytest.raises(InvalidScalarError):
            group.msm([outside], [BASE])


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_attack_56_back_ends_agree_on_which_random_strings_are_elements(first: bytes, second: bytes) -> None:
    for encoding in (first, second, first[:31] + b"\0", hashlib.sha512(second).digest()[:32]):
        verdicts = set()
        for group in (sodium(), PYTHON):
            try:
                verdicts.add(group.decode(encoding).encoding)
            except InvalidElementError:
                verdicts.add(b"refused")
        assert len(verdicts) == 1


@given(SCALARS, SCALARS, st.binary(max_size=40))
def test_attack_56_back_ends_agree_on_every_operation(first: Scalar, second: Scalar, message: bytes) -> None:
    results = []
    for group in (sodium(), PYTHON):
        point = group.hash_to_group(message)
        other = group.mul(first, point)
        results.append(
            (
                point,
                other,
                group.base(second),
                group.add(point, other),
                group.sub(point, other),
                group.neg(other),
                group.msm([first, Scalar(0), second], [point, other, other]),
            )
        )
    assert results[0] == results[1]


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_attack_56_sums_of_products_agree_at_every_size(count: int) -> None:
    scalars = [Scalar(pow(7, index + 1, ORDER)) for index in range(count)]
    points = [element(f"point {index}") for index in range(count)]
    one_by_one = IDENTITY
    for scalar, point in zip(scalars, points, strict=True):
        one_by_one = sodium().add(one_by_one, sodium().mul(scalar, point))
    assert sodium().msm(scalars, points) == PYTHON.msm(scalars, points) == one_by_one


@each
@pytest.mark.parametrize("bad", NO_POINTS[::4])
def test_attack_57_a_point_that_is_none_gives_an_error_from_every_wrapper(group: Group, bad: Element) -> None:
    calls: list[Callable[[], Element]] = [
        lambda: group.add(bad, BASE),
        lambda: group.add(BASE, bad),
        lambda: group.sub(bad, BASE),
        lambda: group.sub(BASE, bad),
        lambda: group.neg(bad),
        lambda: group.mul(Scalar(2), bad),
        lambda: group.msm([Scalar(2)], [bad]),
        lambda: group.msm([Scalar(0)], [bad]),
        lambda: group.msm([Scalar(1), Scalar(2)], [BASE, bad]),
        lambda: group.decode(bad.encoding),
    ]
    for call in calls:
        with pytest.raises(InvalidElementError):
            call()


@pytest.mark.parametrize("encoding", [b"", bytes(31), bytes(33), bytearray(32), "0" * 32, None, 0])
def test_attack_57_nothing_but_32_bytes_becomes_an_element(encoding: object) -> None:
    with pytest.raises(InvalidElementError):
        Element(cast("bytes", encoding))


def test_attack_57_no_element_has_its_top_bit_set_though_an_old_libsodium_overlooks_it() -> None:
    encoding = BASE.encoding[:31] + bytes([BASE.encoding[31] | 0x80])
    with pytest.raises(InvalidElementError):
        Element(encoding)
    for group in (sodium(), PYTHON):
        with pytest.raises(InvalidElementError):
            group.decode(encoding)


class Library:
    """The real library with some functions replaced: what a broken build would answer."""

    def __init__(self, **replaced: object) -> None:
        self._real = ctypes.CDLL(_library_path())
        self._replaced = replaced

    def __getitem__(self, name: str) -> object:
        found = self._replaced.get(name, self)
        if found is None:
            raise AttributeError(name)
        return self._real[name] if found is self else found


def _library_path() -> str:
    found = ctypes.util.find_library("sodium")
    if found is None:
        pytest.skip("the system has no libsodium of its own")
    return found


def _broken(**replaced: object) -> SodiumGroup:
    return SodiumGroup(cast("ctypes.CDLL", Library(**replaced)), "a test")


@pytest.mark.parametrize("keeps", [False, True])
def test_whoever_asks_keeps_the_interpreter_or_lets_it_go_for_the_same_answers(keeps: bool) -> None:
    asked = list[bool]()

    def keep() -> bool:
        asked.append(keeps)
        return keeps

    group = SodiumGroup(ctypes.CDLL(_library_path()), "a test", keep)
    self_test(group)
    assert asked
    assert group.add(group.base(Scalar(2)), group.base(Scalar(3))) == group.base(Scalar(5))
    with pytest.raises(InvalidElementError):
        group.add(group.base(Scalar(2)), Element(b"\xff" * 32))


def answering(code: int) -> Callable[..., int]:
    def function(*_: object) -> int:
        return code

    return function


@pytest.mark.parametrize(
    "replaced",
    [
        {"sodium_init": answering(-1)},
        {"crypto_core_ristretto255_bytes": answering(33)},
        {"crypto_core_ristretto255_add": None},
        {"crypto_scalarmult_ristretto255": None},
    ],
)
def test_a_library_that_cannot_start_or_lacks_a_function_is_refused(replaced: dict[str, object]) -> None:
    with pytest.raises(GroupSelfTestError):
        _broken(**replaced)


def test_a_library_that_maps_no_hash_is_refused() -> None:
    group = _broken(crypto_core_ristretto255_from_hash=answering(-1))
    with pytest.raises(GroupSelfTestError):
        self_test(group)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("crypto_core_ristretto255_is_valid_point", 1),
        ("crypto_core_ristretto255_is_valid_point", 0),
        ("crypto_core_ristretto255_add", 0),
        ("crypto_core_ristretto255_add", -1),
        ("crypto_core_ristretto255_sub", 0),
        ("crypto_core_ristretto255_from_hash", 0),
        ("crypto_scalarmult_ristretto255", 0),
        ("crypto_scalarmult_ristretto255", -1),
        ("crypto_scalarmult_ristretto255_base", 0),
        ("crypto_scalarmult_ristretto255_base", -1),
    ],
)
def test_the_self_test_finds_every_function_that_does_nothing(name: str, code: int) -> None:
    with pytest.raises(GroupSelfTestError):
        self_test(_broken(**{name: answering(code)}))


class WrongDifference(PythonGroup):
    def sub(self, left: Element, right: Element) -> Element:  # noqa: ARG002
        return left


def test_the_self_test_finds_a_wrong_difference() -> None:
    with pytest.raises(GroupSelfTestError, match="subtracts"):
        self_test(WrongDifference())


def test_a_back_end_says_what_it_is() -> None:
    assert load_group({}).name.startswith("libsodium 1.")
    assert load_group({}).constant_time
    assert "not constant-time" in PYTHON.name
    assert not PYTHON.constant_time
    assert len(MULTIPLES) == 15


def test_a_library_without_signatures_computes_in_the_group_all_the_same() -> None:
    group = _broken(crypto_sign_ed25519_verify_detached=None)
    self_test(group)
    assert not group.has_signed(bytes(32), b"statement", bytes(64))


@pytest.mark.parametrize(("key", "signature"), [(31, 64), (33, 64), (32, 63), (32, 65), (0, 0)])
def test_keys_and_signatures_of_another_length_never_reach_the_library(key: int, signature: int) -> None:
    group = _broken(crypto_sign_ed25519_verify_detached=answering(0))
    assert group.has_signed(bytes(32), b"statement", bytes(64))
    assert not group.has_signed(bytes(key), b"statement", bytes(signature))
