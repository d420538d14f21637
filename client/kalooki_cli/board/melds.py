"""What lies on the table: melds as cards, grouped by owner; where picked cards could go is lit."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.actions import MeldId
from kalooki.rules.events import Face
from kalooki.rules.melds import SeenMeld
from kalooki.rules.view import SeatView
from kalooki_cli.board.fan import small_face
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, Span, fitted_row, row_width
from kalooki_cli.board.scene import Scene
from kalooki_cli.board.targets import melds_after
from kalooki_cli.look import Look
from kalooki_cli.messages import board as say
from kalooki_cli.text import wrap

APART = 2
"""Columns between two melds."""
INDENT = 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where a meld is drawn, so that it can be clicked."""

    meld: MeldId
    line: int
    left: int
    right: int
    high: int


@dataclass(frozen=True, slots=True)
class Board:
    """The drawn melds: more lines, perhaps, than the screen has room for."""

    lines: tuple[Row, ...]
    places: tuple[Place, ...]

    def at(self, column: int, line: int) -> MeldId | None:
        """The meld that is drawn there."""
        hit = (
            one.meld for one in self.places if one.left <= column < one.right and one.line <= line < one.line + one.high
        )
        return next(hit, None)

    def place(self, meld: MeldId) -> Place | None:
        """Where a meld is drawn."""
        return next((one for one in self.places if one.meld == meld), None)


def board(scene: Scene, columns: int, rows: int) -> Board:
    """Draw all melds; with frames where all of them have room so."""
    if scene.view is None or not scene.view.order:
        return Board((), ())
    melds = melds_after(scene.view, scene.draft)
    if not melds:
        return Board(tuple(fitted_row([(line, "words")], columns) for line in wrap(say.NO_MELDS, columns)), ())
    tall = _draw(scene, melds, columns, tall=True)
    return tall if len(tall.lines) <= rows else _draw(scene, melds, columns, tall=False)


def _draw(scene: Scene, melds: Sequence[SeenMeld], columns: int, *, tall: bool) -> Board:
    view = scene.view
    assert view is not None, "there is a deal"
    lines: list[Row] = []
    places: list[Place] = []
    for owner in _owners(view, melds):
        lines.append(fitted_row([(_owner(scene, owner), "owner")], columns))
        pending: list[list[Span]] = []
        left = INDENT
        for meld in melds:
            if meld.owner != owner:
                continue
            drawn = _meld(meld, scene, columns - INDENT, tall=tall)
            wide = max(map(row_width, drawn))
            if pending and left + wide > columns:
                lines += [fitted_row(line, columns) for line in pending]
                pending, left = [], INDENT
            if not pending:
                pending = [[(" " * INDENT, "")] for _ in drawn]
            places.append(Place(meld.id, len(lines), left, left + wide, len(drawn)))
            for line, spans in zip(pending, drawn, strict=False):
                line += [*fitted_row(spans, wide), (" " * APART, "")]
            left += wide + APART
        lines += [fitted_row(line, columns) for line in pending]
    return Board(tuple(lines), tuple(places))


def _owners(view: SeatView, melds: Sequence[SeenMeld]) -> list[SeatNumber]:
    """One's own melds first, then the others' clockwise."""
    there = {meld.owner for meld in melds}
    first = [] if view.seat is None else [view.seat]
    seats = [one.seat for one in view.seats]
    at = 0 if view.seat is None else seats.index(view.seat)
    return [seat for seat in dict.fromkeys([*first, *seats[at:], *seats[:at]]) if seat in there]


def _owner(scene: Scene, owner: SeatNumber) -> str:
    return say.YOURS if owner == scene.me else scene.glyphs.safe(scene.talk.other(owner))


def _meld(meld: SeenMeld, scene: Scene, room: int, *, tall: bool) -> list[list[Span]]:
    """One line, or three with frames; a meld that is wider than the screen goes on in further lines."""
    lit = "lit" if any(one.meld == meld.id and not one.is_new for one in scene.targets) else ""
    if scene.lit == meld.id:
        lit = "lit chosen"
    staged = _staged(meld, scene)
    if tall:
        return _framed(meld, scene, lit, staged)
    look, glyphs = scene.talk.look, scene.glyphs
    lines: list[list[Span]] = [[_label(meld, glyphs, lit)]]
    for at, face in enumerate(meld.cards):
        role = f"{lit} staged" if at in staged else lit
        spans = [(" ", f"mini edge {role}".rstrip()), *small_face(face, look, role=role)]
        if row_width([*lines[-1], *spans]) + 1 > room:
            lines[-1].append((" ", "mini edge"))
            lines.append([("    ", "")])
        lines[-1] += spans
    lines[-1].append((" ", f"mini edge {lit}".rstrip()))
    if meld.closed:
        lines[-1].append((f" {say.FULL}", "words"))
    return lines


def _label(meld: SeenMeld, glyphs: Glyphs, lit: str) -> Span:
    mark = glyphs.turn if lit else " "
    return f"{mark}{f'm{meld.id}':<3}", f"label {lit}".rstrip()


def _framed(meld: SeenMeld, scene: Scene, lit: str, staged: frozenset[int]) -> list[list[Span]]:
    look, glyphs = scene.talk.look, scene.glyphs
    edge = f"mini edge {lit}".rstrip()
    faces: list[Span] = [(glyphs.down, edge)]
    for at, face in enumerate(meld.cards):
        role = f"{lit} staged" if at in staged else lit
        faces += [*small_face(face, look, role=role), (glyphs.down, edge)]
    inner = row_width(faces) - 2
    name = f"m{meld.id}"
    above = f"{glyphs.top_left}{glyphs.across * inner}{glyphs.top_right}"
    more = f" {say.FULL} " if meld.closed and inner >= len(say.FULL) + len(name) + 3 else ""
    below = f"{glyphs.bottom_left}{name}{glyphs.across * (inner - len(name) - len(more))}{more}{glyphs.bottom_right}"
    return [[(above, edge)], faces, [(below, edge)]]


def _staged(meld: SeenMeld, scene: Scene) -> frozenset[int]:
    """Which cards of a meld are staged and not sent."""
    if not scene.draft.items or scene.view is None:
        return frozenset()
    before = next((one.cards for one in scene.view.table if one.id == meld.id), ())
    left = list(before)
    fresh = []
    for at, face in enumerate(meld.cards):
        if face in left:
            left.remove(face)
        else:
            fresh.append(at)
    return frozenset(fresh)


def faces_row(faces: Sequence[Face], look: Look, role: str = "") -> list[Span]:
    """Cards of a meld in one row."""
    spans: list[Span] = []
    for face in faces:
        spans += [(" ", f"mini edge {role}".rstrip()), *small_face(face, look, role=role)]
    return [*spans, (" ", f"mini edge {role}".rstrip())]
