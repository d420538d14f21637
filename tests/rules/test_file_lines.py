"""On which line a key of a TOML document stands; and that documents are refused by line, whatever is in them."""

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.files.document import MOST_CHARACTERS, read_document
from kalooki.rules.files.errors import FileFaultError
from kalooki.rules.files.toml_lines import Path, key_lines

DOCUMENT = '''# a comment = [1]
top = 1
"quoted key" = "a \\" # no comment" # a comment
'literal.key' = 'C:\\'
dotted . name = { one = 1, two = [1,
  2, { deep = true }, "]" ] }
text = """
three
lines with "quotes" and \\""" """""
raw = \'\'\'
a ' b '' c\'\'\'\'\'
list = [ # why
  "a", # ]
  'b',

  """c
  """, 1979-05-27 07:32:00, -1.5e3,
]
[table]
key = [[1], [2,
3]]
[[rows]]
name = "first"
[rows.inner]
x = 1
[[rows]]
name = "second"
[[rows.parts]]
y = 1
[[rows.parts]]
y = 2
'''


def test_every_key_and_element_is_found_on_its_line() -> None:
    lines = key_lines(DOCUMENT)
    assert {path: line for path, line in lines.items() if path[0] != "list"} == {
        ("top",): 2,
        ("quoted key",): 3,
        ("literal.key",): 4,
        ("dotted",): 5,
        ("dotted", "name"): 5,
        ("dotted", "name", "one"): 5,
        ("dotted", "name", "two"): 5,
        ("dotted", "name", "two", 0): 5,
        ("dotted", "name", "two", 1): 6,
        ("dotted", "name", "two", 2): 6,
        ("dotted", "name", "two", 2, "deep"): 6,
        ("dotted", "name", "two", 3): 6,
        ("text",): 7,
        ("raw",): 10,
        ("table",): 19,
        ("table", "key"): 20,
        ("table", "key", 0): 20,
        ("table", "key", 0, 0): 20,
        ("table", "key", 1): 20,
        ("table", "key", 1, 0): 20,
        ("table", "key", 1, 1): 21,
        ("rows",): 22,
        ("rows", 0): 22,
        ("rows", 0, "name"): 23,
        ("rows", 0, "inner"): 24,
        ("rows", 0, "inner", "x"): 25,
        ("rows", 1): 26,
        ("rows", 1, "name"): 27,
        ("rows", 1, "parts"): 28,
        ("rows", 1, "parts", 0): 28,
        ("rows", 1, "parts", 0, "y"): 29,
        ("rows", 1, "parts", 1): 30,
        ("rows", 1, "parts", 1, "y"): 31,
    }
    assert [lines["list", index] for index in range(5)] == [13, 14, 16, 17, 17]


def test_lines_end_in_the_way_of_any_system() -> None:
    assert key_lines(DOCUMENT.replace("\n", "\r\n")) == key_lines(DOCUMENT)


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    """Every key and element of a parsed document."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from paths(one, (*path, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from paths(one, (*path, index))


def test_the_scan_finds_what_the_parser_finds() -> None:
    assert set(paths(tomllib.loads(DOCUMENT))) == set(key_lines(DOCUMENT))


WORDS = st.sampled_from(
    [
        "a", "b.c", '"k"', "=", "=", " = ", "1", '"x"', "'y'", '"""', "'''", '"', "[", "]", "[[", "]]", "{", "}", ",",
        "\n", "\n", "#", "\\", "true", "1979-05-27", "\r\n", "a = 1\n", "[t]\n", "[[r]]\n", 'k = "v"\n', "v = [1, 2]\n",
    ]
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(WORDS, max_size=14).map("".join))
def test_whatever_the_parser_reads_has_its_lines(text: str) -> None:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = key_lines(text)
    assert set(paths(values)) <= set(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("khh = 1\nvariant = british", 2, "not_toml"),
        ("khh = 1\nkhh = 1\n", 2, "not_toml"),
        ('khh = "', None, "not_toml"),
        ("khh = 1\nx = " + "[" * 3000, None, "not_toml"),
        ("khh = " + "9" * 5000, None, "not_toml"),
        ("#" * (MOST_CHARACTERS + 1), 1, "not_toml"),
        ("khh = 1\rx", 1, "not_toml"),
        ("\x00", 1, "not_toml"),
        ("", 1, "missing_key"),
        ("kss = 1", 1, "missing_key"),
        ("\nkhh = 2", 2, "unknown_format"),
        ("\n\nkhh = true", 3, "wrong_type"),
        ("khh = 1.0", 1, "wrong_type"),
        ("khh = -1", 1, "out_of_range"),
    ],
)
def test_what_is_no_document_of_the_format_is_refused_by_line(text: str, line: int | None, code: str) -> None:
    with pytest.raises(FileFaultError) as fault:
        read_document(text, "khh", 1)
    assert (fault.value.line, fault.value.cause.code) == (line, code)
    assert f"line {line}: {code}" in str(fault.value)
