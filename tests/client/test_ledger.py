"""The score sheet deal by deal and the money: all of it has room, adds up, and the game goes on from it."""

from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.events import BoughtIn, DealScored, DealVoided, Declined, Eliminated, Score
from kalooki.rules.game import Result
from kalooki_cli.board.glyphs import ASCII, UNICODE, Glyphs, glyphs_for
from kalooki_cli.board.ink import text_of
from kalooki_cli.board.ledger import Ledger, fits, ledger_lines, ledger_rows
from kalooki_cli.look import Look
from kalooki_cli.messages import ledger as say
from kalooki_cli.moment import Ask
from kalooki_cli.requests import answer
from kalooki_cli.tui import sight
from kalooki_cli.tui.screens.score import ScoreScreen
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.tui.theme import knows
from support.open_table import OpenTable, simple
from support.pilot import Person, lines_with, sitting_down
from support.sittings import PEOPLE, moments, sit, widths

WAYS = ("out", "bend", "blitz")
EIGHT: list[Ledger] = []
"""A deal of eight, played once."""


def nine_deals(players: int) -> tuple[Result, ...]:
    """A whole Jamaican game in figures that are as wide as they come."""
    totals, made = [0] * players, list[Result]()
    for number in range(1, 10):
        winner = number % players
        points = [0 if seat == winner else 100 + 7 * seat + number for seat in range(players)]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        scores = tuple(Score(SeatNumber(seat), points[seat], totals[seat], 0) for seat in range(players))
        made.append(DealScored(number, SeatNumber(0), SeatNumber(winner), WAYS[number % 3], scores))
    return tuple(made)


async def at_the_end(table: OpenTable, deals: int = 1) -> Sitting:
    """Play until so many deals are counted."""
    sitting = sit(table)
    async for ask in moments(sitting, 900):
        if ask is Ask.READY and len([one for one in sitting.desk.sheet if isinstance(one, DealScored)]) >= deals:
            break
    return sitting


def ledger_of(sitting: Sitting) -> Ledger:
    ledger = sight.ledger(sitting)
    assert ledger is not None
    return ledger


def sums(lines: list[str]) -> tuple[list[int], list[int]]:
    """The money of each column added up, and what the last line says."""
    start = next(at for at, line in enumerate(lines) if line.strip() == say.MONEY)
    rows = [line for line in lines[start + 1 :] if line.strip()]
    end = next(at for at, line in enumerate(rows) if set(line.strip()) <= set("-─"))
    ends = [at for at, _ in enumerate(rows[end + 1]) if at and rows[end + 1][at - 1 : at + 1].strip()]
    assert ends
    now = [int(word) for word in rows[end + 1].split()[1:]]
    column = (len(rows[end]) - 5) // len(now)
    cells = [
        [row[5 + column * at : 5 + column * (at + 1)].strip() or "0" for at in range(len(now))] for row in rows[:end]
    ]
    return [sum(int(cell) for cell in of_one) for of_one in zip(*cells, strict=True)], now


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, glyphs_for("cp437")], ids=["unicode", "ascii", "cp437"])
async def test_nine_deals_of_eight_have_room_at_every_size(size: tuple[int, int], glyphs: Glyphs) -> None:
    if not EIGHT:
        EIGHT.append(ledger_of(await at_the_end(OpenTable(b"first", names=PEOPLE, variant="jamaican"))))
    ledger = replace(EIGHT[0], sheet=nine_deals(8), glyphs=glyphs)
    rows = ledger_rows(ledger, size[0])
    assert widths(rows) == {size[0]}
    assert all(knows(role) for row in rows for _, role in row)
    lines = [text_of(row) for row in rows]
    assert not any(".." in line for line in lines)
    for number in range(1, 10):
        row = next(line for line in lines if line.split()[:1] == [str(number)])
        scored = ledger.sheet[number - 1]
        assert isinstance(scored, DealScored)
        for score in scored.scores:
            assert str(score.total) in row
    assert "* went out; B bent the table; Z blitz" in " ".join(lines) or "Z blitz" in " ".join(lines)
    if glyphs is ASCII:
        assert all(line.isascii() for line in lines)


async def test_the_reader_comes_first_and_the_winner_is_marked() -> None:
    ledger = ledger_of(await at_the_end(OpenTable(b"sheet", names=("Ann", "Bea", "Cid"))))
    head, first, *_ = ledger_lines(ledger, 80)
    assert head.split() == ["Deal", "Ann", "Bea", "Cid"]
    assert len(lines_with(first, "*")) == 1
    spectator = replace(ledger, view=replace(ledger.view, seat=None))
    assert ledger_lines(spectator, 80)[0].split() == ["Deal", "Ann", "Bea", "Cid"]


@pytest.mark.parametrize("variant", ["british", "north_american", "south_african"])
async def test_the_money_adds_up_to_what_the_table_says(variant: str) -> None:
    sitting = await at_the_end(OpenTable(b"money", names=("Ann", "Bea", "Cid"), variant=variant))
    lines = ledger_lines(ledger_of(sitting), 80)
    if variant == "north_american":
        assert say.MONEY not in "\n".join(lines)
        return
    added, now = sums(lines)
    assert added == now
    assert say.POOL not in [line.split()[0] for line in lines if line.split()]


async def test_buy_ins_and_who_is_out_stand_between_the_deals() -> None:
    sitting = await at_the_end(OpenTable(b"money", names=("Ann", "Bea", "Cid")), deals=1)
    before = ledger_of(sitting)
    price, seats = 4, before.view.seats
    sheet: tuple[Result, ...] = (
        *before.sheet,
        DealVoided(2, 1, "stock_ran_out"),
        BoughtIn(SeatNumber(1), price, 120, 1),
        Declined(SeatNumber(2)),
        Eliminated(SeatNumber(2), 163),
    )
    changed = (
        seats[0],
        replace(seats[1], money=seats[1].money - price, buy_ins=1, total=120),
        replace(seats[2], out=True, total=163),
    )
    ledger = replace(before, sheet=sheet, view=replace(before.view, seats=changed))
    lines = ledger_lines(ledger, 80)
    said = "\n".join(lines)
    assert "Deal 2 does not count" in said
    assert "Bea pays 4 units to the pool, buys back in and goes on with 120" in " ".join(said.split())
    assert "Cid does not buy back in." in said
    assert "Cid is out of the game with 163 points." in said
    assert [line.split() for line in lines if line.split() == [say.OUT]] == [[say.OUT]]
    assert sums(lines)[0] == sums(lines)[1]
    assert any(line.split()[:2] == [say.BUY_IN, "-4"] for line in lines)


async def test_the_pool_is_a_line_of_its_own_when_the_game_is_over() -> None:
    before = ledger_of(await at_the_end(OpenTable(b"money", names=("Ann", "Bea", "Cid"))))
    seats = before.view.seats
    won = (replace(seats[0], money=seats[0].money + 15), *seats[1:])
    lines = ledger_lines(replace(before, view=replace(before.view, seats=won)), 80)
    assert any(line.split() == [say.POOL, "+15"] for line in lines)
    assert sums(lines)[0] == sums(lines)[1]


async def test_before_the_first_count_the_sheet_says_so() -> None:
    sitting = await at_the_end(OpenTable(b"money", names=("Ann", "Bea")))
    empty = replace(ledger_of(sitting), sheet=())
    assert say.NONE in "\n".join(ledger_lines(empty, 80))


def test_the_plain_lines_have_the_sheet_where_it_has_room() -> None:
    table = OpenTable(b"plain")
    sitting = sit(table)
    assert answer(sitting.desk, "score", (), Look()) == ["The first deal has not begun."]


async def test_the_plain_score_shows_every_deal() -> None:
    sitting = await at_the_end(OpenTable(b"sheet", names=("Ann", "Bea", "Cid")), deals=2)
    wide = answer(sitting.desk, "score", (), Look(width=80))
    assert [line.split()[0] for line in wide[1:3]] == ["1", "2"]
    assert all(line.isascii() for line in wide)
    assert not fits(ledger_of(sitting), 26)
    assert answer(sitting.desk, "score", (), Look(width=26)) == sitting.desk.score(Look(width=26))


# --- on screen


async def play_to_the_pause(person: Person) -> None:
    """Play simply until the sheet comes by itself."""
    for _ in range(400):
        sitting = person.app.sitting
        if isinstance(person.app.screen, ScoreScreen):
            return
        if sitting.view is None or sitting.moment.ask is Ask.READY:
            await person.press("enter")
        else:
            sitting.play(simple(sitting.view))
            await person.settle()
    raise AssertionError("no deal came to its end")


async def test_between_deals_the_sheet_comes_by_itself_and_enter_goes_on() -> None:
    table = OpenTable(b"sheet", names=("Ann", "Bea", "Cid"))
    async with sitting_down(table) as person:
        await play_to_the_pause(person)
        assert say.TITLE in person.page
        assert " Enter  next deal" in person.page
        await person.press("enter")
        assert person.app.screen is person.app.table
        assert person.app.sitting.view is not None
        assert person.app.sitting.view.number == 2


async def test_the_sheet_can_be_put_away_and_opened_again_and_goes_on_by_the_mouse() -> None:
    table = OpenTable(b"sheet", names=("Ann", "Bea", "Cid"))
    async with sitting_down(table, (120, 40)) as person:
        await play_to_the_pause(person)
        await person.press("escape")
        assert "Are you ready for the next one?" in person.text
        table.hear(1, "well played")
        await person.settle()
        assert person.app.screen is person.app.table, "once is enough"
        await person.press("S")
        assert " Enter  next deal" in person.page
        await person.press("up", "pageup", "home", "end", "pagedown")
        assert isinstance(person.app.screen, ScoreScreen)
        await person.click(4, 39)
        assert person.app.screen is person.app.table
        assert person.app.sitting.view is not None
        assert person.app.sitting.view.number == 2
        await person.press("S")
        assert "Enter" not in person.page.split("\n")[-1]
        await person.press("q")
        assert person.app.screen is person.app.table


async def test_the_sheet_goes_away_when_the_next_deal_begins_without_this_client() -> None:
    """Another client sits at the same seat, and says that it is ready."""
    table = OpenTable(b"sheet", names=("Ann", "Bea", "Cid"))
    async with sitting_down(table) as person:
        await play_to_the_pause(person)
        await table.ready(2)
        await person.settle()
        await person.settle()
        assert person.app.screen is person.app.table
