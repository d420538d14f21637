"""The line editor: keys in, lines out, in pieces of any size."""

from hypothesis import given
from hypothesis import strategies as st

from kalooki_cli.editor import LONGEST, LineEditor

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
HOME, END, DELETE = "\x1b[H", "\x1b[F", "\x1b[3~"


def typed(keys: str) -> LineEditor:
    editor = LineEditor()
    editor.feed(keys)
    return editor


def test_enter_hands_the_line_over_and_begins_a_new_one() -> None:
    editor = LineEditor()
    assert editor.feed("draw\rx 3\n") == ["draw", "x 3"]
    assert editor.text == ""


def test_the_cursor_moves_and_characters_go_in_where_it_stands() -> None:
    assert typed("dw" + LEFT + "ra").text == "draw"
    assert typed("raw" + HOME + "d").text == "draw"
    assert typed("dra" + HOME + END + "w").text == "draw"
    assert typed("draw" + LEFT + LEFT + RIGHT + "x").text == "draxw"


def test_characters_can_be_taken_out_on_both_sides_of_the_cursor() -> None:
    assert typed("drawx\x7f").text == "draw"
    assert typed("xdraw" + HOME + DELETE).text == "draw"
    assert typed("\x7f").text == ""
    assert typed("a" + DELETE).text == "a"


def test_control_keys_clear_a_word_the_line_or_the_rest() -> None:
    assert typed("lay 7S 7H\x17").text == "lay 7S "
    assert typed("lay 7S\x15").text == ""
    assert typed("lay 7S" + LEFT + LEFT + "\x0b").text == "lay "


def test_earlier_lines_come_back() -> None:
    editor = typed("draw\rhint\r" + UP + UP)
    assert editor.text == "draw"
    editor.feed(DOWN)
    assert editor.text == "hint"
    editor.feed(DOWN + DOWN)
    assert editor.text == ""


def test_the_same_line_is_remembered_once_and_an_empty_one_never() -> None:
    editor = typed("draw\rdraw\r\r" + UP + UP + UP)
    assert editor.text == "draw"


def test_end_of_input_counts_only_on_an_empty_line() -> None:
    assert not typed("d\x04").ended
    assert typed("\x04").ended


def test_unknown_sequences_do_nothing_even_in_pieces() -> None:
    editor = LineEditor()
    for piece in ("\x1b", "[", "1", ";", "5", "C", "\x1b", "O", "P", "d"):
        editor.feed(piece)
    assert editor.text == "d"


def test_what_is_typed_beyond_the_longest_line_is_dropped() -> None:
    assert len(typed("a" * (LONGEST + 50)).text) == LONGEST


@given(st.text(max_size=120))
def test_no_keys_break_it_and_the_cursor_stays_inside(keys: str) -> None:
    editor = typed(keys)
    assert 0 <= editor.cursor <= len(editor.text)
    assert editor.text.isprintable()


@given(st.text(alphabet="ab\x1b[ADCH~3\r\x7f", max_size=60), st.integers(0, 60))
def test_it_does_not_matter_where_the_input_is_split(keys: str, at: int) -> None:
    whole, parts = LineEditor(), LineEditor()
    assert whole.feed(keys) == parts.feed(keys[:at]) + parts.feed(keys[at:])
    assert whole.text == parts.text
