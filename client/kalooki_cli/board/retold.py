"""A move of a recorded game as a picture: the table, what happened, and every hand as far as its deal has shown it."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber
from kalooki_cli.board.fan import small
from kalooki_cli.board.ink import Row, Span, beside, fitted_row, row_width
from kalooki_cli.board.layout import HEADER, HIGH, MELDS, MIDDLE, Layout, side_columns
from kalooki_cli.board.melds import board
from kalooki_cli.board.panel import header
from kalooki_cli.board.prompt import keys_row
from kalooki_cli.board.scene import Chip, Scene
from kalooki_cli.board.screen import left_part, right_part, shared
from kalooki_cli.messages import retelling as say
from kalooki_cli.text import cut, pad

PROMPT = 1
"""The keys."""
NAME = 12


@dataclass(frozen=True, slots=True)
class Retold:
    """What is drawn."""

    scene: Scene
    hands: tuple[tuple[SeatNumber, tuple[Card | None, ...]], ...]
    where: str
    """Which move it is."""
    notice: str = ""
    """What stands in the place of what the hands are."""
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnMove:
    """A drawn screen, and how far its melds are scrolled."""

    rows: tuple[Row, ...]
    scroll: int


def draw_move(retold: Retold, columns: int, rows: int, scroll: int = 0) -> DrawnMove:
    """Draw a move; there must be room for a table."""
    scene = retold.scene
    assert scene.view is not None, "a move is of a deal"
    hands = [row for seat, cards in retold.hands for row in _hand(retold, seat, cards, columns)]
    players = len(scene.view.seats)
    free = rows - HEADER - PROMPT - len(hands)
    caption = free > players + 1 + MIDDLE
    upper = free - caption
    lines_each = 2 if rows >= HIGH and players * 2 + 1 + MIDDLE <= upper else 1
    seats = min(players * lines_each + 1, max(upper - MIDDLE, 3))
    log = max(min(4 if rows < HIGH else upper // 3, upper - MELDS), 0)
    place = Layout(columns, rows, side_columns(columns), seats, lines_each, upper, 0, log, upper - log)
    melds = board(scene, place.main, place.melds)
    place = shared(place, melds)
    scroll = max(min(scroll, len(melds.lines) - place.melds), 0)
    left, right = left_part(scene, place), right_part(scene, place, melds, scroll)
    table = [(*one, *other) for one, other in zip(left, right, strict=True)]
    words = scene.glyphs.safe(retold.notice or say.HANDS_SHORT)
    below = [fitted_row([(f" {cut(words, columns - 2)}", "asked" if retold.notice else "caption")], columns)]
    made = (
        _head(retold, columns),
        *table,
        *(below if caption or retold.notice else ()),
        *hands,
        keys_row(retold.chips, columns),
    )
    if retold.notice and not caption:
        made = (*made[: HEADER + upper - 1], *below, *hands, made[-1])
    return DrawnMove(made, scroll)


def _head(retold: Retold, columns: int) -> Row:
    where = ((f" {retold.scene.glyphs.safe(retold.where)} ", "title"),)
    left = header(retold.scene, columns - row_width(where))
    return beside(left, where, columns)


def _hand(retold: Retold, seat: SeatNumber, cards: Sequence[Card | None], columns: int) -> list[Row]:
    """A name and as many cards as have room; the rest below."""
    scene = retold.scene
    assert scene.view is not None, "a move is of a deal"
    turn = seat == scene.view.turn
    name = f"{pad(scene.glyphs.safe(scene.talk.other(seat)), NAME - 1)} "
    lead: list[Span] = [(scene.glyphs.turn if turn else " ", "turn"), (name, "turn" if turn else "seat")]
    most = max((columns - NAME - 2) // 3, 1)
    rows: list[Row] = []
    for first in range(0, max(len(cards), 1), most):
        spans = lead if not first else [(" " * (NAME + 1), "")]
        for card in cards[first : first + most]:
            spans = [*spans, small(card, scene.talk.look) if card is not None else (say.HIDDEN, "stacked"), (" ", "")]
        rows.append(fitted_row(spans, columns))
    return rows
