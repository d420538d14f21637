"""What people have said as a page, the newest at the bottom, over the line in which one writes."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, beside, fitted_row
from kalooki_cli.board.layout import HEADER
from kalooki_cli.board.prompt import SENTENCES, keys_row
from kalooki_cli.board.scene import Chip
from kalooki_cli.messages import board
from kalooki_cli.messages import chat as say
from kalooki_cli.text import fitted, width

AROUND = HEADER + SENTENCES + 1


@dataclass(frozen=True, slots=True)
class Talked:
    """The page at one moment. Equal ones are drawn equally."""

    lines: tuple[str, ...]
    """What was said, made inert."""
    typed: str
    chips: tuple[Chip, ...]
    glyphs: Glyphs
    notice: str = ""
    """What is to be known above the line that is written."""
    up: int = 0
    """How many rows one has gone up from the newest."""


@dataclass(frozen=True, slots=True)
class DrawnChat:
    """A drawn page, and how far up it stands."""

    rows: tuple[Row, ...]
    up: int


def draw_chat(talked: Talked, columns: int, rows: int) -> DrawnChat:
    """Draw it; it is never scrolled past its first line."""
    glyphs = talked.glyphs
    broken = fitted(map(glyphs.safe, talked.lines or (say.NOTHING,)), columns - 2)
    room = max(rows - AROUND, 1)
    up = max(min(talked.up, len(broken) - room), 0)
    shown = broken[max(len(broken) - room - up, 0) : len(broken) - up]
    body = [fitted_row([(f" {line}", "chat" if talked.lines else "head")], columns) for line in shown]
    more = f"{glyphs.more_down} {board.MORE_LINES.format(count=up)} " if up else ""
    head = beside(((f" {say.TITLE} ", "title"),), ((more, "header"),), columns)
    made = (
        tuple((text, role or "header") for text, role in head),
        *([fitted_row((), columns)] * (room - len(body))),
        *body,
        fitted_row([(f" {glyphs.safe(talked.notice)}", "waits")], columns, "waits"),
        _written(talked, columns),
        keys_row(talked.chips, columns),
    )
    return DrawnChat(made, up)


def preview(lines: Sequence[str], glyphs: Glyphs, columns: int, rows: int) -> list[Row]:
    """The newest of what was said and not read, in a few rows among other things."""
    if rows <= 0:
        return []
    shown = fitted(map(glyphs.safe, lines), columns - 1)[-rows:]
    return [fitted_row([(f" {line}", "chat")], columns) for line in shown]


def _written(talked: Talked, columns: int) -> Row:
    """The line that is written; of one that is too long, its end."""
    before = f" {say.PROMPT}: "
    text = talked.glyphs.safe(talked.typed)
    room = columns - width(before) - 1
    while width(text) > room:
        text = text[1:]
    return fitted_row([(before, "asked"), (f"{text}_", "asked")], columns, "asked")
