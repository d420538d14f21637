"""Foreign text is made harmless before it is shown, and everything is measured in columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki_cli.text import cut, fitted, inert, own_name, pad, whole, width, wrap

HOSTILE = (
    "\x1b[2J",
    "\x1b]52;c;aGk=\x07",
    "\x1b]8;;http://example.org\x1b\\link",
    "\x9b2J",
    "back\b\b\b\b",
    "line\r\nline",
    "bell\x07",
    "right\u202eto left",
    "z" + "\u0301" * 500,
    "zero\u200bwidth",
    "\ud800",
)


def acts_on_a_terminal(text: str) -> bool:
    return any(ord(one) < 32 or 127 <= ord(one) < 160 or one in "\u202e\u200b\u2028\u2029\ud800" for one in text)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_comes_out_as_one_line_that_does_nothing(text: str) -> None:
    shown = inert(f"Ann {text} Bea")
    assert not acts_on_a_terminal(shown)
    assert shown.startswith("Ann")
    assert len(shown) < 60


@given(st.text(max_size=300))
def test_no_text_at_all_acts_on_a_terminal_or_is_wider_than_allowed(text: str) -> None:
    shown = inert(text, 30)
    assert not acts_on_a_terminal(shown)
    assert 1 <= width(shown) <= 30


def test_an_invisible_character_leaves_a_mark_so_that_two_names_look_different() -> None:
    assert inert("Ann\u200b") != inert("Ann")


def test_harmless_text_stays_as_it_is() -> None:
    assert inert("Zoë Müller ♠ 李") == "Zoë Müller ♠ 李"


def test_wide_characters_take_two_columns_and_marks_none() -> None:
    assert width("李") == 2
    assert width("e\u0301") == 1
    assert width("♥") == 1


@given(st.text(alphabet="ab李é ", max_size=40), st.integers(0, 30))
def test_cutting_and_padding_keep_to_the_columns(text: str, columns: int) -> None:
    assert width(cut(text, columns)) <= columns
    assert width(pad(text, columns)) == columns


@given(st.text(alphabet="abc李 ", max_size=200), st.integers(4, 40))
def test_wrapped_lines_fit_and_lose_no_letter(text: str, columns: int) -> None:
    lines = wrap(text.strip(), columns, "  ")
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_paragraph_breaks_between_its_words() -> None:
    assert wrap("one two three four", 9, "  ") == ["one two", "  three", "  four"]


def test_a_name_is_cleaned_and_no_longer_than_a_message_allows() -> None:
    assert own_name("  Ann \x1b[2J\u202e ") == "Ann [2J"
    assert len(own_name("李" * 100).encode()) <= 64


@pytest.mark.parametrize("name", ["", "   ", "\x1b", "\u200b\u200d", "\n"])
def test_a_name_without_a_visible_character_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="at least one character"):
        own_name(name)


def test_a_line_with_a_path_that_fits_nowhere_is_left_whole_for_who_copies_it() -> None:
    path, words = "/long" * 9, "some words that are too many for one line"
    assert whole([f"Check it: {path}", words], 40) == [f"Check it: {path}", *fitted([words], 40)]
    assert whole([words], 80) == [words]
