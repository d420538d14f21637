"""A question in a window of its own, what happened, and the head of the screen."""

from collections.abc import Sequence
from dataclasses import replace

from kalooki.rules.actions import Exchange
from kalooki_cli.board.chat import preview
from kalooki_cli.board.ink import Row, beside, fitted_row, row_width
from kalooki_cli.board.lamp import lamp_span
from kalooki_cli.board.melds import faces_row
from kalooki_cli.board.scene import Scene
from kalooki_cli.messages import board as say
from kalooki_cli.messages import chat
from kalooki_cli.messages.contracts import contract_words
from kalooki_cli.moment import Ask
from kalooki_cli.text import cut, fitted, inert, width

BORDERS = 2
BAR = 20


def header(scene: Scene, columns: int) -> Row:
    """Which game and deal it is at the left; the table and its lamp at the right."""
    status, view, glyphs = scene.status, scene.view, scene.glyphs
    variant = status.variant if status else None
    name = say.variant_name(variant.key) if variant else say.LOBBY
    deal = say.deal_head(view, contract_words(view.variant, view.number)) if view and view.number else ""
    left = [(f" {name} ", "title"), (f" {deal}", "header")]
    title = glyphs.safe(inert(status.title, 20)) if status and status.title else ""
    lamp = lamp_span(scene.trust, glyphs)
    if scene.unread:
        lamp = [(f"m: {chat.UNREAD.format(count=scene.unread)} ", "said"), *lamp]
    room = columns - row_width(left) - row_width(lamp)
    right = [*([(f"{title} ", "header")] if width(title) + 1 <= room else []), *lamp]
    return tuple((text, role or "header") for text, role in beside(tuple(left), tuple(right), columns))


def panel_lines(scene: Scene, columns: int) -> list[str]:
    """The sentences of the panel, as they are broken."""
    return fitted(map(scene.glyphs.safe, scene.panel), columns - BORDERS - 2)


def panel_rows(scene: Scene, columns: int) -> int:
    """How many rows the panel wants; none where nothing stands in it."""
    if scene.choosing is not None:
        return len(scene.targets) + BORDERS
    if not scene.panel:
        return 0
    return len(panel_lines(scene, columns)) + BORDERS + (scene.seconds_left is not None)


def panel(scene: Scene, columns: int, rows: int) -> list[Row]:
    """The panel with its frame: a question, or the ways in which picked cards could be laid."""
    if rows <= 0:
        return []
    glyphs = scene.glyphs
    title = cut(f" {scene.title} " if scene.title else "", columns - 6)
    top = f"{glyphs.top_left}{glyphs.across}{title}{glyphs.across * (columns - 3 - width(title))}{glyphs.top_right}"
    bottom = f"{glyphs.bottom_left}{glyphs.across * (columns - 2)}{glyphs.bottom_right}"
    choosing = scene.choosing is not None
    inside = _choices(scene, columns - BORDERS, rows - BORDERS) if choosing else _question(scene, columns, rows)
    framed: list[Row] = [fitted_row([(top, "panel frame")], columns)]
    for line in inside[: rows - BORDERS]:
        body = fitted_row(line, columns - BORDERS, "panel")
        framed.append(((glyphs.down, "panel frame"), *body, (glyphs.down, "panel frame")))
    while len(framed) < rows - 1:
        framed.append(
            ((glyphs.down, "panel frame"), (" " * (columns - BORDERS), "panel"), (glyphs.down, "panel frame"))
        )
    return [*framed, fitted_row([(bottom, "panel frame")], columns)]


def _question(scene: Scene, columns: int, rows: int) -> list[Row]:
    lines = panel_lines(scene, columns)
    room = rows - BORDERS - (scene.seconds_left is not None)
    hidden = len(lines) - room
    made: list[Row] = [((f" {line}", "panel"),) for line in lines[: max(room, 0)]]
    if hidden > 0 and made:
        made[-1] = ((f" {scene.glyphs.more_down} {say.MORE_LINES.format(count=hidden + 1)}", "more"),)
    if scene.seconds_left is not None:
        made.append(countdown(scene))
    return made


def countdown(scene: Scene) -> Row:
    """How long there is, as a bar and in words."""
    left = scene.seconds_left or 0
    limit = max((scene.status.limit_ms if scene.status else 0) // 1000, left, 1)
    full = min(BAR, -(-BAR * left // limit))
    bar = scene.glyphs.full * full
    rest = scene.glyphs.empty * (BAR - full)
    role = "hurry" if left * 4 <= limit else "time"
    return ((" ", "panel"), (bar, role), (rest, "panel"), (f" {say.seconds_left(left)}", role))


def first_choice(scene: Scene, rows: int) -> int:
    """The first of the ways that are seen, where not all of them have room."""
    return max(min((scene.choosing or 0) - rows // 2, len(scene.targets) - rows), 0)


def _choices(scene: Scene, columns: int, rows: int) -> list[Row]:
    made: list[Row] = []
    first = first_choice(scene, rows)
    for at, one in enumerate(scene.targets[first : first + rows], first + 1):
        here = at - 1 == scene.choosing
        role = "choice now" if here else "choice"
        mark = scene.glyphs.turn if here else " "
        name = say.place(one.meld, new=one.is_new, for_joker=isinstance(one.item, Exchange))
        faces = faces_row(one.faces, scene.talk.look)
        made.append(fitted_row([(f"{mark}{at} {name}: ", role), *faces], columns, role))
    return made


def log(lines: Sequence[str], scene: Scene, columns: int, rows: int) -> list[Row]:
    """What happened last, the newest at the bottom."""
    if rows <= 0:
        return []
    if scene.said:
        talk = preview(scene.said, scene.glyphs, columns, max(rows // 2, 1))
        return [*log(lines, replace(scene, said=()), columns, rows - len(talk)), *talk]
    shown = _whole([fitted([scene.glyphs.safe(line)], columns - 1) for line in lines[-rows:]], rows)
    fresh = len(shown)
    made = [
        fitted_row([(f" {line}", "log new" if at == fresh - 1 else "log")], columns) for at, line in enumerate(shown)
    ]
    return [*([fitted_row((), columns)] * (rows - len(made))), *made]


def _whole(sentences: Sequence[Sequence[str]], rows: int) -> list[str]:
    """The last sentences of which all lines have room; of the newest as much as has."""
    shown = list(sentences[-1][-rows:]) if sentences else []
    for lines in reversed(sentences[:-1]):
        if len(lines) + len(shown) > rows:
            break
        shown = [*lines, *shown]
    return shown


def is_windowed(ask: Ask) -> bool:
    """Whether a question has a window of its own."""
    return ask not in {Ask.NOTHING, Ask.DRAW, Ask.PLAY}
