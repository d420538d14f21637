"""The join code: what people type is read, every slip is noticed."""

import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.shell.errors import ShellError
from kalooki.shell.joincode import ALPHABET, JoinCode, first_strange, parse

SECRETS = st.binary(min_size=10, max_size=10)
ADDRESSES = st.builds(
    lambda host, port: f"{host}:{port}", st.ip_addresses(v=4).map(str), st.integers(min_value=1, max_value=65535)
)
CODES = st.builds(JoinCode, SECRETS, st.just("") | ADDRESSES)


@given(CODES)
def test_what_is_written_is_read_again(code: JoinCode) -> None:
    assert parse(str(code)) == code


@given(CODES)
def test_case_blanks_hyphens_and_look_alikes_do_not_matter(code: JoinCode) -> None:
    typed = str(code).lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert parse(f"  {typed}\n") == code


@given(CODES, st.data())
def test_one_wrong_character_is_noticed(code: JoinCode, data: st.DataObject) -> None:
    digits = str(code).replace("-", "")
    place = data.draw(st.integers(1, len(digits) - 1))
    other = data.draw(st.sampled_from([digit for digit in ALPHABET if digit != digits[place]]))
    with pytest.raises(ShellError, match=r"characters are wrong|port 0"):
        parse(digits[:place] + other + digits[place + 1 :])


@given(CODES, st.data())
def test_two_neighbours_exchanged_are_noticed(code: JoinCode, data: st.DataObject) -> None:
    digits = str(code).replace("-", "")
    place = data.draw(st.integers(1, len(digits) - 2))
    swapped = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
    if swapped != digits:
        with pytest.raises(ShellError, match=r"characters are wrong|port 0"):
            parse(swapped)


def test_a_code_is_one_letter_and_eighteen_or_twenty_eight_characters() -> None:
    assert len(str(JoinCode(bytes(10))).replace("-", "")) == 19
    assert len(str(JoinCode(bytes(10), "192.168.1.20:4040")).replace("-", "")) == 29


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "begins with K or A"),
        ("Q-123456-123456-123456", "begins with K or A"),
        ("K-123456", "18 characters, not 6"),
        ("A-1234567", "28 characters, not 7"),
        ("K-12345U-123456-123456", "no code has the character 'U'"),
        ("K-12345\x1b-123456-123456", r"no code has the character '\\x1b'"),
        ("K" * 10_000, "far too long"),
    ],
)
def test_what_is_no_code_is_refused_with_the_reason(typed: str, reason: str) -> None:
    with pytest.raises(ShellError, match=reason) as refused:
        parse(typed)
    assert refused.value.code == "bad_code"


def test_a_code_shows_its_secret_only_as_a_code() -> None:
    secret = secrets.token_bytes(10)
    assert secret.hex() not in repr(JoinCode(secret))
    assert repr(secret) not in repr(JoinCode(secret))


def test_codes_with_other_secrets_have_other_keys() -> None:
    assert JoinCode(bytes(10)).key != JoinCode(bytes(9) + b"\x01").key
    assert JoinCode(bytes(10)).key == JoinCode(bytes(10), "10.0.0.1:1").key


@pytest.mark.parametrize(
    ("typed", "at"), [("K-12$4", 4), ("k 1U", 3), ("$-1", None), ("K-O0IL", None), ("", None), ("K - 1 \u00e9", 6)]
)
def test_the_first_character_that_no_code_has_is_found(typed: str, at: int | None) -> None:
    assert first_strange(typed) == at
