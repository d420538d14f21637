"""The whole table on one screen: rows of equal width, and what lies under a place of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kalooki.rules.actions import MeldId
from kalooki.seat import TableStatus
from kalooki_cli.board.chips import STANDINGS
from kalooki_cli.board.fan import FAN_ROWS, BigCard, fan, spots
from kalooki_cli.board.ink import Row, fitted_row, row_width, text_of
from kalooki_cli.board.lamp import lamp_span
from kalooki_cli.board.layout import HEADER, MELDS, Layout, layout
from kalooki_cli.board.melds import Board, board
from kalooki_cli.board.middle import PILE_AT, STOCK_AT, middle
from kalooki_cli.board.panel import BORDERS, first_choice, header, log, panel, panel_rows
from kalooki_cli.board.prompt import SENTENCES, chip_places, prompt
from kalooki_cli.board.scene import Chip, Scene
from kalooki_cli.board.seats import seats
from kalooki_cli.messages import board as say
from kalooki_cli.text import width

PILE_WIDE = 9

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class OnCard:
    """A card of the hand, counted from the left."""

    at: int


@dataclass(frozen=True, slots=True)
class OnMeld:
    """A meld."""

    meld: MeldId


@dataclass(frozen=True, slots=True)
class OnChoice:
    """One of the ways that are offered."""

    at: int


@dataclass(frozen=True, slots=True)
class OnKey:
    """A key of the prompt."""

    chip: Chip


@dataclass(frozen=True, slots=True)
class OnStock:
    """The stock."""


@dataclass(frozen=True, slots=True)
class OnPile:
    """The discard pile."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """The room of the melds, where none lies."""


@dataclass(frozen=True, slots=True)
class OnLamp:
    """The lamp that says whether all was checked."""


@dataclass(frozen=True, slots=True)
class OnNothing:
    """Nothing that can be clicked."""


Hit = OnCard | OnMeld | OnChoice | OnKey | OnStock | OnPile | OnTable | OnLamp | OnNothing


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn screen."""

    rows: tuple[Row, ...]
    layout: Layout
    board: Board
    scroll: int
    """How many lines of the melds are above what is seen."""

    @property
    def text(self) -> str:
        """What is written on it."""
        return "\n".join(text_of(line).rstrip() for line in self.rows)

    @property
    def most_scroll(self) -> int:
        """How far the melds can be scrolled."""
        return max(len(self.board.lines) - self.layout.melds, 0)


class Memory:
    """What was drawn of each part and from what, so that a key that moves a card does not draw the whole table anew."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], object]] = {}

    def keep(self, part: str, of: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """The part as it was made of the same things; else made now."""
        before = self._kept.get(part)
        if before is not None and before[0] == of:
            return before[1]  # type: ignore[return-value]  # one kind of thing is kept for a part
        made = make()
        self._kept[part] = (of, made)
        return made


def draw(scene: Scene, columns: int, rows: int, scroll: int = 0, memory: Memory | None = None) -> Drawn:
    """Draw the table; there must be room for it."""
    keep = (memory or Memory()).keep
    players, view = _players(scene), scene.view
    side = layout(columns, rows, players).side
    asked = (scene.moment, scene.panel, scene.title, scene.choosing, scene.targets, scene.seconds_left)
    place = keep("layout", (columns, rows, players, asked), lambda: _layout(scene, columns, rows, side))
    lies = (view, scene.draft, scene.targets, scene.lit, place)
    melds = keep("melds", lies, lambda: board(scene, place.main, place.melds))
    place = shared(place, melds)
    scroll = max(min(_towards(scene.lit, scroll, melds, place), len(melds.lines) - place.melds), 0)
    takes = frozenset(chip.does for chip in scene.chips) & {"take", "call"}
    left = keep("left", (view, scene.status, scene.moment, takes, place), lambda: left_part(scene, place))
    right = keep(
        "right", (lies, asked, scene.log, scene.said, scroll, place), lambda: right_part(scene, place, melds, scroll)
    )
    upper = [(*one, *other) for one, other in zip(left, right, strict=True)]
    held = (view, scene.hand, scene.draft, scene.hinted, scene.risen, columns)
    made = (
        keep("header", (view, scene.status, scene.trust, scene.unread, columns), lambda: header(scene, columns)),
        *upper,
        *keep("hand", held, lambda: hand_rows(scene, columns)),
        *prompt(scene, columns),
    )
    return Drawn(made, place, melds, scroll)


def _layout(scene: Scene, columns: int, rows: int, side: int) -> Layout:
    melds = 0 if scene.moment.ask in STANDINGS or _rests(scene.status) else MELDS
    return layout(columns, rows, _players(scene), panel_rows(scene, columns - side), melds=melds)


def _rests(status: TableStatus | None) -> bool:
    """Nothing can be played on the table now, so that what is to be decided may have its room."""
    return status is not None and (status.missed is not None or status.stuck)


def shared(place: Layout, melds: Board) -> Layout:
    """What the melds do not need of their room goes to what happened."""
    need = min(place.melds, max(len(melds.lines), MELDS))
    return replace(place, melds=need, log=place.log + place.melds - need)


def _towards(lit: MeldId | None, scroll: int, melds: Board, place: Layout) -> int:
    """Scroll so far that the meld which is pointed at is seen."""
    found = None if lit is None else melds.place(lit)
    if found is None:
        return scroll
    return max(min(scroll, found.line), found.line + found.high - place.melds)


def left_part(scene: Scene, place: Layout) -> tuple[Row, ...]:
    """Everybody, and the piles."""
    above = seats(scene, place.side, place.lines_each, place.seats)
    rows = [*above, *middle(scene, place.side, place.upper - len(above))]
    return tuple(fitted_row(one, place.side) for one in _filled(rows, place.upper))


def right_part(scene: Scene, place: Layout, melds: Board, scroll: int) -> tuple[Row, ...]:
    """The melds, what is asked in a window of its own, and what happened."""
    rows = _seen(melds.lines, scroll, place.melds, scene, place.main)
    rows += panel(scene, place.main, place.panel)
    rows += log(scene.log, scene, place.main, place.log)
    return tuple(fitted_row(one, place.main) for one in _filled(rows, place.upper))


def _players(scene: Scene) -> int:
    if scene.view is not None:
        return len(scene.view.seats)
    return scene.status.seats if scene.status is not None else 0


def _filled(rows: Sequence[Row], count: int) -> list[Row]:
    return [*rows, *([()] * (count - len(rows)))][:count]


def _seen(lines: Sequence[Row], scroll: int, rows: int, scene: Scene, columns: int) -> list[Row]:
    """The part of the melds that has room, with how many lines are above and below."""
    shown = _filled(lines[scroll : scroll + rows], rows)
    below = len(lines) - scroll - rows
    for at, count, sign in ((0, scroll, scene.glyphs.more_up), (rows - 1, below, scene.glyphs.more_down)):
        if count > 0 and rows:
            mark = f" {sign} {say.MORE_LINES.format(count=count)} "
            shown[at] = (*fitted_row(shown[at], columns - width(mark)), (mark, "more"))
    return shown


def big_cards(scene: Scene) -> list[BigCard]:
    """One's own cards as they stand."""
    hand, staged = scene.hand, scene.draft.slots
    apart = len(hand.cards)
    return [
        BigCard(
            one.card,
            picked=one.slot in hand.picked,
            staged=one.slot in staged,
            pointed=at == hand.cursor,
            hinted=one.slot in scene.hinted,
            apart=at >= apart,
            risen=one.slot in scene.risen,
        )
        for at, one in enumerate(hand.all)
    ]


def hand_rows(scene: Scene, columns: int) -> list[Row]:
    """The fan, and under it what it costs."""
    view = scene.view
    if view is None or view.seat is None:
        caption = say.WATCHING if view is not None else ""
        return [*([fitted_row((), columns)] * (FAN_ROWS - 1)), fitted_row([(f" {caption}", "caption")], columns)]
    made = fan(big_cards(scene), columns, scene.talk.look, scene.glyphs)
    worth = sum(view.variant.hand_value(one.card) for one in scene.hand.all)
    caption = f" {say.hand(len(scene.hand.all), worth, len(view.unopened))} "
    right = scene.hand.cursor * 2 < len(scene.hand.all)
    room = columns - width(caption)
    if right:
        made[-1] = (*fitted_row(made[-1], room), (caption, "caption"))
    else:
        made[-1] = ((caption, "caption"), *_without_head(made[-1], width(caption)))
    return [fitted_row(line, columns) for line in made]


def _without_head(line: Row, columns: int) -> Row:
    """The line but for its first columns, which are empty."""
    left, kept = columns, []
    for text, role in line:
        kept.append((text[left:] if left > 0 else text, role))
        left -= len(text)
    return tuple(span for span in kept if span[0])


def hit(drawn: Drawn, scene: Scene, column: int, line: int) -> Hit:  # noqa: PLR0911 - a line per part
    """What lies under a place of the screen."""
    place = drawn.layout
    if line == place.rows - 1:
        found = next((one for one in chip_places(scene.chips, place.columns) if one.left <= column < one.right), None)
        return OnNothing() if found is None else OnKey(found.chip)
    if line < HEADER:
        return OnLamp() if column >= place.columns - row_width(lamp_span(scene.trust, scene.glyphs)) else OnNothing()
    if line >= place.rows - 1 - SENTENCES:
        return OnNothing()
    if line >= HEADER + place.upper:
        return _card_at(scene, column, place.columns)
    at = line - HEADER
    if column < place.side:
        return _pile_at(column, at - place.seats)
    if at < place.melds:
        meld = drawn.board.at(column - place.side, at + drawn.scroll)
        return OnTable() if meld is None else OnMeld(meld)
    chosen = at - place.melds - 1
    if scene.choosing is not None and 0 <= chosen < min(len(scene.targets), place.panel - BORDERS):
        return OnChoice(chosen + first_choice(scene, place.panel - BORDERS))
    return OnNothing()


def _card_at(scene: Scene, column: int, columns: int) -> Hit:
    count = len(scene.hand.all)
    places = spots(count, columns, apart=len(scene.hand.apart))
    at = next((at for at, one in enumerate(places) if one.left <= column < one.right), None)
    return OnNothing() if at is None else OnCard(at)


def _pile_at(column: int, line: int) -> Hit:
    if line < 0:
        return OnNothing()
    if STOCK_AT <= column < PILE_AT - 2:
        return OnStock()
    return OnPile() if PILE_AT - 1 <= column < PILE_AT + PILE_WIDE else OnNothing()
