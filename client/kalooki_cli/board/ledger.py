"""The score sheet of a whole game, deal by deal, and the ledger of its money: rows as wide as the screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.events import BoughtIn, DealScored, DealVoided, Declined, Eliminated, GameEnded
from kalooki.rules.game import Result
from kalooki.rules.view import SeatLine, SeatView
from kalooki_cli.board.glyphs import Glyphs
from kalooki_cli.board.ink import Row, Span, fitted_row, text_of
from kalooki_cli.board.sheet import endings
from kalooki_cli.messages import events
from kalooki_cli.messages import ledger as say
from kalooki_cli.messages.talk import Talk
from kalooki_cli.text import cut, pad, width, wrap

NUMBER = 5
"""Columns of what stands before the players."""

NARROWEST, WIDEST = 7, 16
"""Of a player's column: three digits, a mark and three more are always seen."""

MARKS = {"call-up": "*", "out": "*", "kalooki": "K", "bend": "B", "blitz": "Z"}
"""How the winner went out."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is drawn, and how."""

    sheet: tuple[Result, ...]
    view: SeatView
    talk: Talk
    glyphs: Glyphs
    result: GameEnded | None = None
    """How the game ended, if that was told."""

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """Everybody, the reader first, then clockwise from his left."""
        seats, me = self.view.seats, self.view.seat
        at = next((at for at, one in enumerate(seats) if one.seat == me), 0)
        return seats[at:] + seats[:at]


def ledger_rows(ledger: Ledger, columns: int) -> list[Row]:
    """The sheet, the money, and when the game ends."""
    column = max(min((columns - NUMBER - 1) // max(len(ledger.seats), 1), WIDEST), NARROWEST)
    made = [_heads(ledger, column)]
    for one in ledger.sheet:
        made += _entry(ledger, one, column, columns)
    if not ledger.sheet:
        made.append(((f"  {say.NONE}", "words"),))
    made += _totals(ledger, column)
    made += [(), *_sentences(_legend(ledger), "words", columns)]
    if ledger.view.variant.stakes.initial or any(one.money for one in ledger.seats) or _any_paid(ledger):
        made += [(), *_money(ledger, column, columns)]
    made += [(), *_sentences(_endings(ledger), "seat", columns)]
    return [fitted_row(row, columns) for row in made]


def fits(ledger: Ledger, columns: int) -> bool:
    """Whether everybody has a column."""
    return columns > NUMBER + NARROWEST * len(ledger.seats)


def ledger_lines(ledger: Ledger, columns: int) -> list[str]:
    """The same without colours."""
    return [text_of(row).rstrip() for row in ledger_rows(ledger, columns)]


def _sentences(lines: Sequence[str], role: str, columns: int) -> list[Row]:
    return [((f"  {part}", role),) for line in lines for part in wrap(line, columns - 3, "  ")]


def _heads(ledger: Ledger, column: int) -> Row:
    cells: list[Span] = [(pad(f" {say.DEAL}", NUMBER), "head")]
    for one in ledger.seats:
        name = ledger.glyphs.safe(ledger.talk.other(one.seat))
        cells.append((_right(name, column), "me" if one.seat == ledger.view.seat else "head"))
    return tuple(cells)


def _entry(ledger: Ledger, one: Result, column: int, columns: int) -> list[Row]:
    """A deal is a row of points and totals; everything else is a sentence."""
    match one:
        case DealScored():
            return [_scored(ledger, one, column)]
        case DealVoided() | BoughtIn() | Declined() | Eliminated():
            said = ledger.glyphs.safe(" ".join(events.event(one, ledger.talk)))
            indent = " " * NUMBER
            return [((f"{indent} {part}", "words"),) for part in wrap(said, columns - NUMBER - 2)]


def _scored(ledger: Ledger, deal: DealScored, column: int) -> Row:
    scores = {one.seat: one for one in deal.scores}
    cells: list[Span] = [(f"{deal.number:>{NUMBER - 1}} ", "head")]
    half = column // 2
    for line in ledger.seats:
        score = scores.get(line.seat)
        if score is None:
            cells.append((f"{'-':>{column}}", "words"))
            continue
        won = line.seat == deal.winner
        mark = MARKS.get(deal.how, "*") if won else " "
        points = f"{score.points:>{column - half - 1}}"
        cells += [(points, "words"), (mark, "laid"), (f"{score.total:>{half}}", "turn" if won else "seat")]
    return tuple(cells)


def _row(head: str, values: Sequence[tuple[str, str]], column: int) -> Row:
    return ((pad(f" {head}", NUMBER), "head"), *((_right(text, column), role) for text, role in values))


def _right(text: str, column: int) -> str:
    """Set a word at the right of its column; a column begins with a space."""
    short = cut(text, column - 1)
    return " " * (column - width(short)) + short


def _totals(ledger: Ledger, column: int) -> list[Row]:
    """How everybody stands now, buy-ins included; the lowest, or the highest where that wins, is lit."""
    rule = ledger.glyphs.across * (NUMBER + column * len(ledger.seats))
    values = [(f"{one.total}", "gone" if one.out else "me") for one in ledger.seats]
    made: list[Row] = [((rule, "words"),), _row(say.NOW, values, column)]
    if any(one.out for one in ledger.seats):
        made.append(_row("", [(say.OUT if one.out else "", "away") for one in ledger.seats], column))
    if any(one.buy_ins for one in ledger.seats):
        made.append(
            _row(say.BOUGHT, [(f"{one.buy_ins}" if one.buy_ins else "", "words") for one in ledger.seats], column)
        )
    return made


def _legend(ledger: Ledger) -> list[str]:
    used = {MARKS.get(one.how, "*"): one.how for one in ledger.sheet if isinstance(one, DealScored)}
    return [say.legend(used)] if used else []


# --- money ------------------------------------------------------------------------------------------------------------


def _any_paid(ledger: Ledger) -> bool:
    return any(score.money for one in ledger.sheet if isinstance(one, DealScored) for score in one.scores)


def _money(ledger: Ledger, column: int, columns: int) -> Iterator[Row]:
    """Who won and paid what; the last line is what the table says, and the sum of all lines above it."""
    yield ((f" {say.MONEY}", "owner"),)
    order = [one.seat for one in ledger.seats]
    so_far = dict.fromkeys(order, 0)
    initial = ledger.view.variant.stakes.initial
    if initial:
        yield _paid(say.STAKE, dict.fromkeys(order, -initial), order, column, so_far)
    for one in ledger.sheet:
        match one:
            case DealScored(number=number, scores=scores) if any(score.money for score in scores):
                yield _paid(str(number), {score.seat: score.money for score in scores}, order, column, so_far)
            case BoughtIn(seat, price) if price:
                yield _paid(say.BUY_IN, {seat: -price}, order, column, so_far)
            case _:
                pass
    now = {one.seat: one.money for one in ledger.seats}
    if now != so_far:
        yield _paid(say.POOL, {seat: now[seat] - so_far[seat] for seat in order}, order, column, so_far)
    yield ((ledger.glyphs.across * min(NUMBER + column * len(order), columns), "words"),)
    yield _row(say.NOW, [(f"{now[seat]:+d}", "me") for seat in order], column)


def _paid(
    head: str, amounts: dict[SeatNumber, int], order: Sequence[SeatNumber], column: int, so_far: dict[SeatNumber, int]
) -> Row:
    for seat, amount in amounts.items():
        so_far[seat] += amount
    values = [(f"{amounts[seat]:+d}" if amounts.get(seat) else "", "seat") for seat in order]
    return _row(head, values, column)


def _endings(ledger: Ledger) -> list[str]:
    if ledger.result is not None:
        return events.settlement(ledger.result, ledger.talk)
    return endings(ledger.view, ledger.talk)
