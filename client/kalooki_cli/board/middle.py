"""The stock and the discard pile in the middle of the table."""

from kalooki.rules.events import CallGranted, Discarded, Returned, Took
from kalooki_cli.board.fan import TALL, WIDE, rank_text, small, suit_role, suit_text
from kalooki_cli.board.ink import Canvas, Row, Span, fitted_row
from kalooki_cli.board.scene import Scene
from kalooki_cli.messages import board as say
from kalooki_cli.moment import Ask
from kalooki_cli.text import pad

STOCK_AT, PILE_AT = 3, 14
THROWN = 6
"""With so many rows left, who threw what away is listed."""
NAME = 12
BELOW = 20
"""Where the discards under the top one are listed."""


def middle(scene: Scene, columns: int, rows: int) -> list[Row]:
    """Two big cards with what they are called, and the newest discards beside them."""
    view, glyphs = scene.view, scene.glyphs
    if view is None or not view.order:
        return [fitted_row((), columns)] * rows
    canvas = Canvas(columns, TALL)
    across = glyphs.across * (WIDE - 2)
    draws = scene.moment.ask in {Ask.DRAW, Ask.OPEN}
    back = "back lit" if draws else "back"
    if view.stock:
        canvas.write(STOCK_AT, 0, glyphs.top_left + across + glyphs.top_right, back)
        for line in (1, 2):
            canvas.write(STOCK_AT, line, glyphs.down + glyphs.back * (WIDE - 2) + glyphs.down, back)
        canvas.write(STOCK_AT, 3, glyphs.bottom_left + across + glyphs.bottom_right, back)
    if view.pile:
        top = view.pile[-1]
        lit = " lit" if any(chip.does in {"take", "call"} for chip in scene.chips) else ""
        edge, face = f"card edge{lit}", f"card {suit_role(top)}{lit}"
        canvas.write(PILE_AT, 0, glyphs.top_left + across + glyphs.top_right, edge)
        for line, text in ((1, rank_text(top)), (2, suit_text(top, scene.talk.look, glyphs))):
            canvas.write(PILE_AT, line, glyphs.down, edge)
            canvas.write(PILE_AT + 1, line, f"{text:<{WIDE - 2}}", face)
            canvas.write(PILE_AT + WIDE - 1, line, glyphs.down, edge)
        canvas.write(PILE_AT, 3, glyphs.bottom_left + across + glyphs.bottom_right, edge)
    lines = canvas.rows()
    for at, span in enumerate(_below(scene), 1):
        if at < TALL and columns > BELOW + 4:
            lines[at] = (*fitted_row(lines[at], BELOW + 1), span)
    caption = f"{pad('', STOCK_AT - 1)}{pad(f'{say.STOCK} {view.stock}', PILE_AT - STOCK_AT)}"
    caption += f"{say.PILE} {len(view.pile)}" if view.pile else ""
    made = [fitted_row(line, columns) for line in (*lines, ((caption, "caption"),))]
    if rows - len(made) >= THROWN:
        made += [fitted_row(line, columns) for line in (*((),), *_thrown(scene, rows - len(made) - 1))]
    return [*made, *([fitted_row((), columns)] * (rows - len(made)))][:rows]


def _thrown(scene: Scene, rows: int) -> list[Row]:
    """Who threw what away last, the newest first; what was taken of it is marked."""
    assert scene.view is not None, "there is a deal"
    made: list[Row] = [((f"   {say.THROWN}", "head"),)]
    taken = False
    for one in reversed(scene.view.history):
        match one:
            case Took() | CallGranted():
                taken = True
            case Returned():
                taken = False
            case Discarded(seat, card):
                name = pad(scene.glyphs.safe(scene.talk.other(seat)), NAME)
                made.append(
                    (("   ", ""), small(card, scene.talk.look), (f"  {name}", "words"), *_mark(scene, taken=taken))
                )
                taken = False
            case _:
                taken = False
    return made[:rows] if len(made) > 1 else []


def _mark(scene: Scene, *, taken: bool) -> list[Span]:
    return [(f" {scene.glyphs.laid}", "laid")] if taken else []


def _below(scene: Scene) -> list[Span]:
    """The discards under the top one, the newest first."""
    assert scene.view is not None, "there is a deal"
    return [small(card, scene.talk.look) for card in reversed(scene.view.pile[-TALL:-1])]
