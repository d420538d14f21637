"""Everybody at the table, as rows: whose turn it is, who is there, cards, points, money, and what is special."""

from collections.abc import Iterator

from kalooki.rules.view import SeatLine, SeatView
from kalooki.seat import PlayerStatus, TableStatus
from kalooki_cli import render
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, Span, fitted_row
from kalooki_cli.board.scene import Scene
from kalooki_cli.messages import board as say
from kalooki_cli.messages import screens, table
from kalooki_cli.text import cut, pad, width

CARDS, POINTS, MONEY = 6, 5, 6
NUMBERS = CARDS + POINTS + MONEY
FLAGS = 6
TWO_DIGITS = 10


def seats(scene: Scene, columns: int, lines_each: int, rows: int) -> list[Row]:
    """A head, then the players clockwise from the left of the reader, who comes last."""
    if scene.view is None:
        return [fitted_row(line, columns) for line in _before(scene)][:rows]
    view = scene.view
    lines = [_head(view, columns)]
    for one in _clockwise(view):
        person = _person(scene.status, one)
        lines.append(_line(one, person, scene, columns))
        if lines_each > 1:
            lines.append(_words(one, person, scene, columns))
    return lines[:rows]


def _clockwise(view: SeatView) -> tuple[SeatLine, ...]:
    if view.seat is None:
        return view.seats
    at = next(at for at, one in enumerate(view.seats) if one.seat == view.seat) + 1
    return view.seats[at:] + view.seats[:at]


def _person(status: TableStatus | None, one: SeatLine) -> PlayerStatus | None:
    return next((person for person in status.players if person.seat == one.seat), None) if status else None


def _head(view: SeatView, columns: int) -> Row:
    name = pad(f"   {say.PLAYER}", columns - NUMBERS - FLAGS)
    money = _right(say.MONEY, MONEY) if render.pays_money(view) else " " * MONEY
    return fitted_row(
        [(f"{name}{_right(say.CARDS, CARDS)}{_right(say.POINTS, POINTS)}{money}", "head")], columns, "head"
    )


def _right(text: str, columns: int) -> str:
    """Set a word at the right of its column; a column begins with a space."""
    short = cut(text, columns - 1)
    return " " * (columns - width(short)) + short


def _line(one: SeatLine, person: PlayerStatus | None, scene: Scene, columns: int) -> Row:
    view, glyphs = scene.view, scene.glyphs
    assert view is not None, "there is a deal"
    turn = one.seat == view.turn
    awaited = one.seat in view.awaited and not turn
    role = "me" if one.seat == view.seat else "seat"
    role += " turn" if turn else ""
    role += " gone" if one.out or (person is not None and person.gone) else ""
    room = columns - NUMBERS - FLAGS - 3
    name = glyphs.safe(scene.talk.other(one.seat))
    if one.seat == view.seat and width(f"{name} {screens.YOU}") <= room:
        name = f"{name} {screens.YOU}"
    numbers = f"{one.cards if one.plays else '-':>{CARDS}}{one.total:>{POINTS}}"
    numbers += f"{one.money:>+{MONEY}}" if render.pays_money(view) else " " * MONEY
    spans: list[Span] = [
        (glyphs.turn if turn else glyphs.asked if awaited else " ", f"{role} turn" if awaited else role),
        _lamp(person, scene),
        (" " + pad(name, room), role),
        (numbers, role),
        *_flags(one, scene),
    ]
    return fitted_row(spans, columns, role)


def _lamp(person: PlayerStatus | None, scene: Scene) -> Span:
    """Whether somebody is there, and who hosts the table."""
    if person is not None and not person.connected:
        return scene.glyphs.away, "away"
    hosts = person is not None and scene.status is not None and person.node == scene.status.host and not person.bot
    return (scene.glyphs.host, "hosting") if hosts else (scene.glyphs.here, "here")


def _flags(one: SeatLine, scene: Scene) -> Iterator[Span]:
    """Has it laid, what count did it say, did it deal?"""
    view, glyphs = scene.view, scene.glyphs
    assert view is not None, "there is a deal"
    yield f" {glyphs.laid if one.has_laid else ' '}", "laid"
    yield _count(one.announced), "said"
    yield (f"{glyphs.dealer} " if one.seat == view.dealer else "  "), "dealer"


def _count(announced: int | None) -> str:
    """The count that was said, in two columns: two digits leave no room for the quotation mark."""
    if announced is None:
        return "  "
    return f"{announced:>2}" if announced >= TWO_DIGITS else f'"{announced}'


def _words(one: SeatLine, person: PlayerStatus | None, scene: Scene, columns: int) -> Row:
    """What is special about a seat, in words."""
    view = scene.view
    assert view is not None, "there is a deal"
    flagged = {screens.NOT_LAID, screens.HAS_LAID, screens.DEALER}
    said = None if one.announced is None else screens.announced(one.announced)
    words = [note for note in render.notes(one, view, scene.talk) if note not in flagged and note != said]
    if person is not None and person.gone:
        words.append(say.LEFT_GAME)
    elif person is not None and not person.connected:
        words.append(say.AWAY)
    if one.calls:
        words.append(screens.calls(one.calls))
    backs = scene.glyphs.stacked * one.cards if one.plays else ""
    told = scene.glyphs.safe(", ".join(words))
    return fitted_row([("   ", ""), (backs, "stacked"), ("  " + told if told else "", "words")], columns)


def _before(scene: Scene) -> Iterator[Row]:
    """Who sits at the table before the first deal."""
    status: TableStatus | None = scene.status
    if status is None:
        return
    called = table.names(status)
    yield ((f"   {say.PLAYER}", "head"),)
    glyphs: Glyphs = scene.glyphs
    for one in status.players:
        mark = (glyphs.here, "here") if one.connected else (glyphs.away, "away")
        ready = (f" {glyphs.laid}", "laid") if one.ready else ("  ", "")
        yield (
            (" ", ""),
            mark,
            (" " + glyphs.safe(called[one.player]), "me" if one.player == status.me else "seat"),
            ready,
        )
