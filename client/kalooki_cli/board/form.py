"""A list of things that can be chosen, changed or typed, with words on the one that is pointed at: menus and forms."""

from dataclasses import dataclass, field

from kalooki_cli.board.fan import BigCard, fan
from kalooki_cli.board.frame import BORDERS, framed, worded
from kalooki_cli.board.glyphs import UNICODE, Glyphs
from kalooki_cli.board.ink import Row, Span, beside, fitted_row, row_width, text_of
from kalooki_cli.board.layout import HEADER, WIDE
from kalooki_cli.board.prompt import SENTENCES, chip_places, keys_row, said
from kalooki_cli.board.scene import Chip
from kalooki_cli.look import Look
from kalooki_cli.messages import board as say
from kalooki_cli.text import cut, pad, width, wrap

PROMPT = SENTENCES + 1
MARK = 3
"""Columns before a label."""

LONGEST_LABEL = 26
NARROW_LIST = 54
"""Columns of the list where the words beside it have little room."""


@dataclass(frozen=True, slots=True)
class Field:
    """A line of the list."""

    name: str
    """What choosing or changing it is about."""
    label: str
    value: str = ""
    about: tuple[str, ...] = ()
    """Sentences."""
    key: str = ""
    """A key that chooses it from anywhere."""
    turns: bool = False
    """Left and right change it."""
    types: bool = False
    """It can be typed."""


@dataclass(frozen=True, slots=True)
class Form:
    """A list, and how it stands. Equal ones are drawn equally."""

    title: str
    fields: tuple[Field, ...]
    cursor: int = 0
    typed: str | None = None
    """What stands in the pointed line, while it is typed."""
    notice: str = ""
    """What is said; else what the keys do."""
    hint: str = ""
    chips: tuple[Chip, ...] = ()
    corner: str = ""
    """What stands at the right of the head."""
    below: tuple[str, ...] = ()
    """Sentences under the list, as far as there is room."""
    crown: tuple[BigCard, ...] = ()
    """Cards above the list."""
    look: Look = field(default_factory=Look)
    glyphs: Glyphs = UNICODE

    @property
    def pointed(self) -> Field | None:
        """The line under the cursor."""
        return self.fields[self.cursor] if self.fields else None


@dataclass(frozen=True, slots=True)
class OnField:
    """A line of the list; `by`: which of its arrows, if it is one of them."""

    at: int
    by: int = 0


@dataclass(frozen=True, slots=True)
class OnChip:
    """A key of the prompt."""

    chip: Chip


FormHit = OnField | OnChip | None


@dataclass(frozen=True, slots=True)
class DrawnForm:
    """A drawn form, and where its list stands."""

    rows: tuple[Row, ...]
    top: int
    """The row of the first line that is seen."""
    first: int
    """The line that stands there."""
    height: int
    wide: int
    arrows: tuple[tuple[int, int] | None, ...]
    """For each line that is seen the columns of its two arrows, if it has any."""

    @property
    def text(self) -> str:
        """What is written on it."""
        return "\n".join(text_of(line).rstrip() for line in self.rows)


def draw_form(form: Form, columns: int, rows: int, first: int = 0) -> DrawnForm:
    """Draw a form from a line on; the pointed line is always seen."""
    glyphs = form.glyphs
    crown = fan(form.crown, columns, form.look, glyphs) if form.crown else []
    height = rows - HEADER - PROMPT - len(crown)
    wide = NARROW_LIST if columns < WIDE else columns // 2
    first = max(min(first, form.cursor, len(form.fields) - height), form.cursor - height + 1, 0)
    label = min(max((width(one.label) for one in form.fields), default=0) + 1, LONGEST_LABEL)
    seen = form.fields[first : first + height]
    lines = [_line(form, one, at, label, wide) for at, one in enumerate(seen, first)]
    under = [()] + [((f"   {text}", "words"),) for one in form.below for text in wrap(glyphs.safe(one), wide - 5)]
    pointed = form.pointed
    words = worded(pointed.about if pointed else (), columns - wide, glyphs)
    rows_of_words = min(max(len(words) + BORDERS, BORDERS + 1), height)
    panel = framed("", words, columns - wide, rows_of_words, glyphs) if words else []
    body = []
    for at in range(height):
        below = under[at - len(lines)] if 0 <= at - len(lines) < len(under) else ()
        left = fitted_row(lines[at][0] if at < len(lines) else below, wide)
        right = fitted_row(panel[at] if at < len(panel) else (), columns - wide)
        body.append((*left, *right))
    _mark_hidden(body, first, len(form.fields) - first - height, wide, form)
    head = beside(((f" {glyphs.safe(form.title)} ", "title"),), ((f"{glyphs.safe(form.corner)} ", "header"),), columns)
    head = tuple((text, role or "header") for text, role in head)
    prompt = said(glyphs.safe(form.notice or form.hint), columns, "asked" if form.notice else "waits")
    made = (head, *crown, *body, *prompt, keys_row(form.chips, columns))
    arrows = tuple(one[1] for one in lines)
    return DrawnForm(made, HEADER + len(crown), first, height, wide, arrows)


def _line(form: Form, one: Field, at: int, label: int, wide: int) -> tuple[Row, tuple[int, int] | None]:
    """A line, and where its arrows are."""
    glyphs, here = form.glyphs, at == form.cursor
    role = "now" if here else "seat"
    typing = here and form.typed is not None
    spans: list[Span] = [(f" {glyphs.turn if here else ' '} ", role)]
    if one.key:
        spans += [(f" {one.key} ", "key"), (" ", role)]
    elif any(each.key for each in form.fields):
        spans.append(("    ", role))
    text = glyphs.safe(one.label)
    spans.append((pad(text, label) if one.value or one.turns or one.types else text, role))
    room = wide - row_width(spans) - 6
    if typing:
        text = f"{glyphs.safe(form.typed or '')}_"
        while width(text) > room:
            text = text[1:]
        spans.append((f" {text}", "chosen"))
        return tuple(spans), None
    value = cut(glyphs.safe(one.value), room)
    if not one.turns:
        spans.append((f" {value}", "choice" if one.types else role))
        return tuple(spans), None
    left = row_width(spans)
    spans += [
        (f" {glyphs.left} ", "cursor" if here else "label"),
        (value, role),
        (f" {glyphs.right}", "cursor" if here else "label"),
    ]
    return tuple(spans), (left, left + 4 + width(value))


def _mark_hidden(body: list[Row], above: int, below: int, wide: int, form: Form) -> None:
    """Say how many lines are above and below."""
    for at, count, sign in ((0, above, form.glyphs.more_up), (len(body) - 1, below, form.glyphs.more_down)):
        if count > 0 and body:
            mark = f" {sign} {say.MORE_LINES.format(count=count)} "
            left = _head(body[at], wide - width(mark))
            body[at] = (*left, (mark, "more"), *_tail(body[at], wide))


def _head(row: Row, columns: int) -> Row:
    return fitted_row(row, columns)


def _tail(row: Row, columns: int) -> Row:
    """The row from a column on, at which one of its parts begins."""
    left, kept = 0, list[Span]()
    for text, role in row:
        if left >= columns:
            kept.append((text, role))
        left += width(text)
    return tuple(kept)


def form_hit(form: Form, drawn: DrawnForm, column: int, row: int) -> FormHit:
    """What lies under a place of the screen."""
    columns = row_width(drawn.rows[0])
    if row == len(drawn.rows) - 1:
        found = next((one for one in chip_places(form.chips, columns) if one.left <= column < one.right), None)
        return None if found is None else OnChip(found.chip)
    at = row - drawn.top
    if not 0 <= at < drawn.height or column >= drawn.wide or drawn.first + at >= len(form.fields):
        return None
    arrows = drawn.arrows[at]
    by = 0 if arrows is None else -1 if arrows[0] <= column < arrows[0] + MARK else 1 if column >= arrows[1] - 1 else 0
    return OnField(drawn.first + at, by)
