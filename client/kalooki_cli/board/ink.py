"""Rows of text whose parts have roles; what a role looks like is the theme's business."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from kalooki_cli.text import cut, width

Span = tuple[str, str]
"""A text and its role: a word or several, as `card red picked`; empty for plain text."""

Row = tuple[Span, ...]

PLAIN = ""


def row(text: str, role: str = PLAIN) -> Row:
    """A row of one part."""
    return ((text, role),)


def row_width(spans: Iterable[Span]) -> int:
    """Count columns."""
    return sum(width(text) for text, _ in spans)


def text_of(spans: Iterable[Span]) -> str:
    """What is written, without roles."""
    return "".join(text for text, _ in spans)


def fitted_row(spans: Sequence[Span], columns: int, fill: str = PLAIN) -> Row:
    """Cut or fill to exactly so many columns."""
    room, kept = columns, list[Span]()
    for text, role in _without_tail(spans):
        columns_of = width(text)
        if columns_of > room:
            kept.append((text[:room] if text.isspace() else cut(text, room), role))
            room -= width(kept[-1][0])
            break
        kept.append((text, role))
        room -= columns_of
    if room > 0:
        kept.append((" " * room, fill))
    return tuple(kept)


def _without_tail(spans: Sequence[Span]) -> Sequence[Span]:
    """Leave out the blanks at the end: they need no room."""
    kept = list(spans)
    while kept and kept[-1] == (kept[-1][0], PLAIN) and not kept[-1][0].strip():
        kept.pop()
    return kept


def beside(left: Sequence[Span], right: Sequence[Span], columns: int) -> Row:
    """Set one text at the left edge and one at the right; the left one gives way."""
    room = columns - row_width(right)
    return (*fitted_row(left, max(room, 0)), *fitted_row(right, min(row_width(right), columns)))


class Canvas:
    """A field of characters on which cards may cover one another."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self._text = [[" "] * columns for _ in range(rows)]
        self._roles = [[PLAIN] * columns for _ in range(rows)]

    def write(self, column: int, line: int, text: str, role: str) -> None:
        """Write characters of one column each; what lies outside is left out."""
        inside = text[max(-column, 0) : max(self.columns - column, 0)]
        begin = max(column, 0)
        end = begin + len(inside)
        self._text[line][begin:end] = inside
        self._roles[line][begin:end] = [role] * len(inside)

    def rows(self) -> list[Row]:
        """What lies there, parts of one role together."""
        return [_joined(text, roles) for text, roles in zip(self._text, self._roles, strict=True)]


def _joined(text: Sequence[str], roles: Sequence[str]) -> Row:
    at, spans = 0, list[Span]()
    for role, run in groupby(roles):
        end = at + sum(1 for _ in run)
        spans.append(("".join(text[at:end]), role))
        at = end
    return tuple(spans)
