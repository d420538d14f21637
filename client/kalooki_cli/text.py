"""The door from text that others wrote to a screen; and how many columns text takes."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kalooki_cli.language import gettext as _

MARKS = 2
"""So many combining marks may sit on one character."""

UNSEEN = "?"
"""Stands for whatever would move the cursor, turn the direction of writing, or leave no trace."""

NAME_BYTES = 64

CHAT_BYTES = 400
"""So much may be said at once; it takes no more columns than bytes."""


_BLANK_LETTERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks of which nothing is seen, so that no node takes them."""


def inert(text: str, columns: int = 200) -> str:
    """Make foreign text safe: one line of few columns, nothing that acts on a terminal."""
    safe = " ".join("".join(_visible(text)).split()) or UNSEEN
    return cut(safe, columns)


def _visible(text: str) -> Iterator[str]:
    """Keep what takes a place on the line; runs of anything else become one question mark."""
    marks, hidden = MARKS, False
    for character in text:
        kind = unicodedata.category(character)
        if kind.startswith("M"):
            marks += 1
            if marks <= MARKS:
                yield character
            continue
        if kind[0] == "C" or kind in {"Zl", "Zp"}:
            if not hidden:
                yield UNSEEN
            marks, hidden = MARKS, True
            continue
        marks, hidden = 0, False
        yield character


@lru_cache(maxsize=4096)
def width(text: str) -> int:
    """Count columns: wide characters take two, marks none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character)[0] == "M":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """Shorten to so many columns; two dots show that something is missing."""
    if width(text) <= columns:
        return text
    room, kept = max(columns - 2, 0), ""
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept += character
    return (kept.rstrip() + "..")[: max(columns, 0)]


def pad(text: str, columns: int) -> str:
    """Cut or fill to exactly so many columns."""
    short = cut(text, columns)
    return short + " " * (columns - width(short))


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """Break at spaces; later lines begin with `indent`. A word longer than a line is broken."""
    lines, line = [], ""
    lead = text[: len(text) - len(text.lstrip(" "))]
    room = max(columns, len(indent) + 1, len(lead) + 1)
    line, empty = lead, True
    for word in text.split():
        rest = word
        if not empty and width(line) + 1 + width(rest) > room:
            lines.append(line)
            line, empty = indent, True
        while width(line) + width(rest) + (not empty) > room:
            fits = _prefix(rest, room - width(line))
            lines.append(line + fits)
            rest = rest[len(fits) :]
            line, empty = indent, True
        line += rest if empty else " " + rest
        empty = False
    return [*lines, line]


def fitted(lines: Iterable[str], columns: int) -> list[str]:
    """Wrap what is too wide, and leave the rest as it is."""
    result: list[str] = []
    for line in lines:
        result += [line] if width(line) <= columns else wrap(line, columns, "  ")
    return result


def whole(lines: Iterable[str], columns: int) -> list[str]:
    """Wrap as `fitted` does, but leave a line with a word that fits nowhere, since somebody may copy that word."""
    result: list[str] = []
    for line in lines:
        fits = all(width(word) + 2 <= columns for word in line.split())
        result += fitted([line], columns) if fits else [line]
    return result


def _prefix(text: str, columns: int) -> str:
    """Take as many characters as fit, but at least one."""
    kept = ""
    for character in text:
        if kept and width(kept + character) > columns:
            break
        kept += character
    return kept


def own_line(text: str) -> str:
    """Clean what a person wants to say to the others: one line, without what would not be seen there."""
    seen = "".join(letter for letter in unicodedata.normalize("NFC", text) if _is_seen(letter))
    return " ".join(_few_marks(seen).split())


def _is_seen(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return kind[0] != "C" and kind not in {"Zl", "Zp"} and not _BLANK_LETTERS.match(letter)


def _few_marks(text: str) -> str:
    """Drop the marks that `inert` would not show either."""
    marks, kept = MARKS, []
    for character in text:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks <= MARKS:
            kept.append(character)
    return "".join(kept)


def own_name(text: str) -> str:
    """Clean the name that a person wants to play under.

    Raises:
        ValueError: Nothing of it can be seen.
    """
    seen = "".join(_visible(text.replace(UNSEEN, " "))).replace(UNSEEN, "")
    clean = " ".join(unicodedata.normalize("NFC", seen).split())
    while len(clean.encode()) > NAME_BYTES:
        clean = clean[:-1].rstrip()
    if not clean:
        raise ValueError(_("a name needs at least one character that can be seen"))
    return clean
