"""Names as people type them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.codec.reading import text
from kalooki.shell.errors import ShellError
from kalooki.shell.names import clean_name, clean_title, shorten


@given(st.text())
def test_a_name_is_refused_or_one_that_everybody_accepts(typed: str) -> None:
    with suppress(ShellError):
        name = clean_name(typed)
        assert text(name, "name", 64, 1) == name
        assert clean_name(name) == name


@given(st.text())
def test_what_others_wrote_is_cut_to_what_everybody_accepts(written: str) -> None:
    shown = shorten(written, 64)
    assert text(shown, "name", 64) == shown
    assert shorten(shown, 64) == shown


def test_a_name_of_others_is_cut_between_letters_and_dropped_where_it_cannot_be_shown() -> None:
    assert shorten("\u6f22" * 32, 64) == "\u6f22" * 21
    assert shorten("x" * 63 + " y", 64) == "x" * 63
    assert shorten("A\x1b[2Jnn", 64) == "A[2Jnn"
    assert shorten("\u2066", 64) == ""
    assert shorten("A\u3164", 64) == ""


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\nKent ", "Ann of Kent"),
        ("A\u202enn\u200f", "Ann"),
        ("A\x1b[2Jnn", "A[2Jnn"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u732b", "\u732b"),
    ],
)
def test_what_cannot_be_seen_is_taken_out(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize("typed", ["", "   ", "\n", "\u202e", "x" * 65, "x" * 10_000, "\U0001f600" * 17])
def test_nothing_and_too_much_are_refused(typed: str) -> None:
    with pytest.raises(ShellError, match="That name cannot be used") as refused:
        clean_name(typed)
    assert refused.value.code == "bad_name"


def test_bytes_of_the_command_line_that_are_no_text_are_taken_out() -> None:
    assert clean_name("An\udcffn") == "Ann"


def test_a_title_may_be_empty() -> None:
    assert clean_title("") == ""
    with pytest.raises(ShellError):
        clean_title("x" * 65)
