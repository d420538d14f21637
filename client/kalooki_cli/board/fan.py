"""Cards as they are drawn: a fan of big ones for the hand, small ones in a row for what lies on the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.cards import Card, Joker, Suit
from kalooki.rules.events import Face
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Canvas, Row, Span
from kalooki_cli.look import SYMBOLS, Look

WIDE = 5
"""Columns of a big card."""
TALL = 4
RISE = 1
"""Rows by which a picked card stands higher."""
GAP = 2
"""Columns between the hand and what stands apart."""
STEPS = (5, 4, 3)
"""How many columns of a covered card may be seen."""

FAN_ROWS = TALL + RISE + 1
"""With the line of the cursor under the cards."""

_ROLES = {Suit.SPADES: "spade", Suit.HEARTS: "heart", Suit.DIAMONDS: "diamond", Suit.CLUBS: "club"}


@dataclass(frozen=True, slots=True)
class BigCard:
    """A card of the hand, and how it stands."""

    card: Card
    picked: bool = False
    staged: bool = False
    """It is part of a lay that is not sent yet."""
    pointed: bool = False
    hinted: bool = False
    apart: bool = False
    risen: bool = False
    """It has just been drawn."""


def suit_role(card: Card) -> str:
    """The role that gives a card its colour."""
    return "joker" if isinstance(card, Joker) else _ROLES[card.suit]


def rank_text(card: Card) -> str:
    """The rank in two columns."""
    if isinstance(card, Joker):
        return "JK"
    return "10" if card.rank.letter == "T" else f"{card.rank.letter} "


def suit_text(card: Card, look: Look, glyphs: Glyphs) -> str:
    """The suit in two columns."""
    if isinstance(card, Joker):
        return f"{glyphs.joker} "
    return f"{SYMBOLS[card.suit.value] if look.symbols else card.suit.value} "


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card of the fan can be clicked."""

    left: int
    right: int
    """The first column that belongs to it no more."""


def step_for(count: int, columns: int, *, apart: int) -> int:
    """How far the cards are from one another, so that all of them fit."""
    for step in STEPS:
        if _extent(count, step, apart) <= columns:
            return step
    return STEPS[-1]


def _extent(count: int, step: int, apart: int) -> int:
    return max(count - 1, 0) * step + WIDE + (GAP + WIDE - step if 0 < apart < count else 0)


def spots(count: int, columns: int, *, apart: int) -> tuple[Spot, ...]:
    """The visible part of each card, from left to right; the fan stands in the middle."""
    step = step_for(count, columns, apart=apart)
    left = max((columns - _extent(count, step, apart)) // 2, 0)
    found: list[Spot] = []
    for at in range(count):
        jump = GAP + WIDE - step if apart < count and at == count - apart and apart else 0
        left += jump
        last = at in {count - 1, count - apart - 1}
        found.append(Spot(left, left + (WIDE if last else step)))
        left += step
    return tuple(found)


def fan(cards: Sequence[BigCard], columns: int, look: Look, glyphs: Glyphs) -> list[Row]:
    """Draw a hand; each card covers the right part of the one before it."""
    canvas = Canvas(columns, FAN_ROWS)
    apart = sum(one.apart for one in cards)
    for one, spot in zip(cards, spots(len(cards), columns, apart=apart), strict=True):
        _draw(canvas, one, spot, look, glyphs)
    return canvas.rows()


def _draw(canvas: Canvas, one: BigCard, spot: Spot, look: Look, glyphs: Glyphs) -> None:
    top = 0 if one.picked or one.staged or one.risen else RISE
    state = "".join(
        f" {name}"
        for name, on in (
            ("staged", one.staged),
            ("picked", one.picked),
            ("pointed", one.pointed),
            ("hinted", one.hinted),
        )
        if on
    )
    edge, face = f"card edge{state}", f"card {suit_role(one.card)}{state}"
    across = glyphs.across * (WIDE - 2)
    canvas.write(spot.left, top, glyphs.top_left + across + glyphs.top_right, edge)
    lines = (rank_text(one.card), suit_text(one.card, look, glyphs))
    for at, text in enumerate(lines, 1):
        canvas.write(spot.left, top + at, glyphs.down, edge)
        canvas.write(spot.left + 1, top + at, f"{text:<{WIDE - 2}}", face)
        canvas.write(spot.left + WIDE - 1, top + at, glyphs.down, edge)
    canvas.write(spot.left, top + 3, glyphs.bottom_left + across + glyphs.bottom_right, edge)
    if one.pointed:
        canvas.write(spot.left + 1, TALL + RISE, glyphs.cursor, "cursor")


def small(card: Card, look: Look) -> Span:
    """A card in two columns."""
    return look.card(card), f"mini {suit_role(card)}"


def small_face(face: Face, look: Look, *, role: str = "") -> list[Span]:
    """A card of the table; a joker shows what it stands for beside it."""
    more = f" {role}" if role else ""
    if face.stands_for is None:
        text, plain = small(face.card, look)
        return [(text, plain + more)]
    return [("*", f"mini joker{more}"), (look.card(face.stands_for), f"mini joker {suit_role(face.stands_for)}{more}")]
