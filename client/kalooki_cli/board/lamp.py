"""The lamp at the head of a screen, and the page that it opens: what was checked, with a sign before each line."""

from collections.abc import Sequence

from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, Span, fitted_row
from kalooki_cli.messages import trust as say
from kalooki_cli.text import wrap
from kalooki_cli.trust import Lamp

ROLES: dict[say.Kind, str] = {
    "said": "seat",
    "head": "owner",
    "good": "seat",
    "wait": "seat",
    "alarm": "alarm",
    "words": "spoken",
    "open": "seat",
}
INDENT = 4


def lamp_span(lamp: Lamp | None, glyphs: Glyphs) -> list[Span]:
    """A sign and a word; nothing where nothing is said."""
    if lamp is None:
        return []
    return [(f" {sign(lamp, glyphs)} {glyphs.safe(say.word(lamp))} ", f"trust {lamp.value}")]


def sign(lamp: Lamp, glyphs: Glyphs) -> str:
    """The sign of the lamp, which differs also where there are no colours."""
    return {Lamp.CHECKED: glyphs.checked, Lamp.CHECKING: glyphs.checking, Lamp.LOOK: glyphs.look}[lamp]


def trust_rows(lines: Sequence[say.Line], glyphs: Glyphs, columns: int) -> list[Row]:
    """The page under the lamp."""
    signs = {"good": glyphs.checked, "wait": glyphs.checking, "alarm": glyphs.look, "open": glyphs.dot}
    made: list[Row] = []
    for kind, text in lines:
        mark = signs.get(kind, "")
        indent = " " * (INDENT if mark or kind == "words" or text.startswith(" ") else 2)
        first = f"  {mark} " if mark else indent
        for at, part in enumerate(wrap(glyphs.safe(text.strip()), columns - len(indent) - 1)):
            lead: Span = (first if not at else indent, f"sign {kind}" if mark else "")
            made.append(fitted_row([lead, (part, ROLES[kind])], columns))
    return made
