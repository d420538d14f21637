"""What a person hears of the time of his turn: little, and at the right moments."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from kalooki.rules.view import SeatView
from kalooki.seat import TableStatus, TurnClock, Update
from kalooki_cli.desk import Desk
from kalooki_cli.look import Look
from kalooki_cli.messages import clock as words
from kalooki_cli.messages import windows
from kalooki_cli.plain import PlainClient
from kalooki_cli.timekeeper import Mark, Timekeeper
from support.kalooki_table import lay_out
from support.open_table import OpenTable, simple
from support.scripted_console import ScriptedConsole

CLOCK = TurnClock(60_000, 120_000, plays_on=True)


def seen() -> SeatView:
    return lay_out({"p1": "2S 3S", "p2": "2H 3H"}, turn="p1").view("p1")


def status(left_ms: int = 60_000, bank_ms: int = 120_000, clock: TurnClock | None = CLOCK) -> TableStatus:
    plain = OpenTable().status()
    players = tuple(replace(one, bank_ms=bank_ms) for one in plain.players)
    told = replace(plain, limit="turn", left_ms=left_ms, clock=clock, players=players)
    return replace(told, waiting_for=(plain.me,), limit_ms=60_000)


def told(state: TableStatus) -> Update:
    return Update(state, seen(), ())


def at(keeper: Timekeeper, update: Update) -> list[tuple[int, int]]:
    return [(wait, mark.left) for wait, mark in keeper.due(update)]


def test_of_a_turn_one_is_told_at_its_start_at_half_and_ten_seconds_before_its_end() -> None:
    keeper = Timekeeper()
    assert keeper.see(told(status()))
    assert at(keeper, told(status())) == [(60_000, 0), (50_000, 10_000), (30_000, 30_000)]
    assert not keeper.see(told(status(40_000)))
    assert at(keeper, told(status(25_000))) == [(25_000, 0), (15_000, 10_000)]
    stretch = keeper.stretch
    assert stretch is not None
    assert keeper.passes(Mark(stretch, 10_000))
    assert not keeper.passes(Mark(stretch, 10_000))
    assert at(keeper, told(status(25_000))) == [(25_000, 0)]
    assert not keeper.passes(Mark((9, 9, 9, False), 0))


def test_of_a_short_turn_one_is_told_less() -> None:
    keeper = Timekeeper()
    keeper.see(told(status(8_000)))
    assert at(keeper, told(status(8_000))) == [(8_000, 0), (4_000, 4_000)]


def test_a_bank_is_told_of_like_a_turn_with_all_that_is_left_of_it() -> None:
    keeper, on_bank = Timekeeper(), replace(CLOCK, on_bank=True)
    keeper.see(told(status()))
    assert keeper.see(told(status(5_000, 115_000, on_bank)))
    assert at(keeper, told(status(5_000, 55_000, on_bank))) == [(60_000, 0), (50_000, 10_000), (0, 60_000)][:2]


def test_nothing_is_told_while_the_clock_stands_still_and_of_others_turns() -> None:
    keeper = Timekeeper()
    keeper.see(told(status()))
    assert at(keeper, told(status(clock=replace(CLOCK, stands_still=True)))) == []
    for other in (
        replace(status(), waiting_for=(1,)),
        replace(status(), limit="call"),
        status(clock=None),
    ):
        assert not keeper.see(told(other))
        assert at(keeper, told(other)) == []
    assert not keeper.see(Update(status(), None, ()))


def test_what_is_told_says_what_comes_next() -> None:
    on_bank, waits = replace(CLOCK, on_bank=True), replace(CLOCK, plays_on=False)
    assert words.begins(CLOCK, 60_000, 120_000) == "You have 60 seconds for this turn, and 2 minutes in your bank."
    assert words.begins(CLOCK, 60_000, 0) == "You have 60 seconds for this turn."
    assert words.begins(on_bank, 60_000, 0) == "The time of your turn is over. Your bank runs: 60 seconds."
    assert words.passes(CLOCK, 30_000, 0) == "30 seconds left for this turn."
    assert words.passes(on_bank, 10_000, 0) == "10 seconds left in your bank."
    assert words.passes(CLOCK, 0, 5_000) == ""
    assert words.passes(on_bank, 0, 0) == "Your time is over: your computer plays for you."
    assert words.passes(waits, 0, 0) == "Your time is over: the others may choose to play on without you."
    assert windows.time_to_answer(status()) == []


def test_what_was_agreed_and_what_is_left_can_be_asked_for() -> None:
    assert words.agreed(None) == words.standing(replace(status(), clock=None), "Ann", 0) == []
    (line,) = words.agreed(CLOCK)
    assert line.startswith("Turn clock: 60 seconds for each turn, and a bank of 2 minutes for each deal; then your own")
    assert "the others are asked" in words.agreed(TurnClock(1_000, 0, plays_on=False))[0]
    assert (
        words.standing(status(), "Ann", 5_000)[1] == "Ann is in turn, with 55 seconds left, and 2 minutes in the bank."
    )
    assert words.standing(status(bank_ms=0), "Ann", 0)[1] == "Ann is in turn, with 60 seconds left."
    assert words.standing(status(1_000), "Ann", 5_000)[1] == "Ann is in turn, and the time is over."
    on_bank = replace(CLOCK, on_bank=True, stands_still=True)
    assert words.standing(status(5_000, 20_000, on_bank), "Ann", 9_000)[1] == (
        "Ann is in turn, with 25 seconds left in the bank."
    )
    assert len(words.standing(replace(status(), waiting_for=()), "", 0)) == 1
    desk = Desk(simple, now=told(status()))
    assert "Ann is in turn, with 60 seconds left, and 2 minutes in the bank." in desk.status(Look())
    assert line in desk.card(Look())
    assert line in desk.rules(Look())
    desk.now = told(replace(status(), waiting_for=()))
    assert line in desk.status(Look())


class Timed(OpenTable):
    """A table whose turns are over at once, and which says nothing more until it is told to end."""

    def __init__(self) -> None:
        super().__init__()
        self.gone = asyncio.Event()

    async def updates(self) -> AsyncIterator[Update]:
        yield told(status(2, 0))
        await self.gone.wait()


async def test_the_client_tells_it_once_each() -> None:
    table = Timed()
    console = ScriptedConsole(lambda _prompt, _fresh: "status")
    client = asyncio.create_task(PlainClient(table, console, simple).run())
    await console.until("Your time is over: your computer plays for you.")
    table.gone.set()
    await client
    shown = "\n".join(console.shown)
    assert shown.count("You have 1 second for this turn.") == 1
    assert shown.count("1 second left for this turn.") == 1
    assert shown.count("Your time is over") == 1
