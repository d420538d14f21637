"""A person who says nothing until the time is up is answered for by his own node."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from kalooki.cards import Slot
from kalooki.rules.actions import Action, Discard, Draw, Pass
from kalooki.rules.view import SeatView
from kalooki.seat import Outcome, TableStatus, TurnClock, Update
from kalooki.shell.bot_player import answer_in_time, asked_in_time
from kalooki.table.countdown import LEFT_MS
from support.contract_presets import game_named
from support.kalooki_table import lay_out
from support.open_table import OpenTable

SHORT = 1


class Listening:
    """A seat whose updates a test gives, and which notes what is played."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[Update | None] = asyncio.Queue()
        self.played: asyncio.Queue[tuple[int, Action]] = asyncio.Queue()

    async def updates(self) -> AsyncIterator[Update]:
        while (update := await self.inbox.get()) is not None:
            yield update

    async def act(self, move: int, action: Action) -> Outcome:
        self.played.put_nowait((move, action))
        return Outcome("", "")

    async def ready(self, deal: int) -> Outcome:
        raise AssertionError(deal)

    async def begin(self) -> Outcome:
        raise AssertionError

    async def leave(self) -> Outcome:
        raise NotImplementedError

    async def choose(self, wish: str) -> Outcome:
        raise NotImplementedError

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        raise NotImplementedError

    async def say(self, text: str) -> Outcome:
        raise NotImplementedError

    async def close(self, reason: str) -> Outcome:
        raise AssertionError(reason)


def status(limit: str = "call", limit_ms: int = SHORT, move: int = 7) -> TableStatus:
    plain = OpenTable().status()
    return replace(plain, limit=limit, limit_ms=limit_ms, waiting_for=(plain.me,), move=move)


def called() -> SeatView:
    """p1 may call what p2 has thrown away."""
    hands = {"p1": "2S 3S", "p2": "2H 3H", "p3": "2D 3D"}
    out = lay_out(hands, variant=game_named("jamaican"), stock="5C 6C 7C 8C 9C", turn="p2")
    out.play("p2 draw", "p2 discard 2H")
    return out.view("p1")


async def played_at(*updates: Update, first: int = 1) -> list[tuple[int, Action]]:
    """What is played until so many updates, of all together, have had their answers."""
    seat = Listening()
    early, later = updates[: len(updates) - first + 1], updates[len(updates) - first + 1 :]
    for update in (Update(replace(status(), limit=""), called(), ()), *early):
        seat.inbox.put_nowait(update)
    working = asyncio.create_task(answer_in_time(seat))
    played = [await seat.played.get()]
    for update in later:
        seat.inbox.put_nowait(update)
        played.append(await seat.played.get())
    seat.inbox.put_nowait(None)
    await working
    return [*played, *(seat.played.get_nowait() for _ in range(seat.played.qsize()))]


async def test_when_the_time_for_a_call_is_up_the_node_passes() -> None:
    assert await played_at(Update(status(), called(), ())) == [(7, Pass())]


async def test_what_others_do_meanwhile_does_not_begin_the_time_again() -> None:
    asked = Update(status(), called(), ())
    assert await played_at(asked, asked, asked) == [(7, Pass())]


async def test_an_answer_of_his_own_stops_the_time() -> None:
    first = Update(status(limit_ms=20), called(), ())
    answered = Update(replace(first.status, waiting_for=()), first.view, ())
    later = Update(status(move=8), first.view, ())
    assert await played_at(first, answered, later) == [(8, Pass())]


async def test_who_comes_back_while_he_is_asked_has_some_time() -> None:
    seat = Listening()
    seat.inbox.put_nowait(Update(status(), called(), ()))
    seat.inbox.put_nowait(Update(status(move=8), called(), ()))
    working = asyncio.create_task(answer_in_time(seat))
    assert await seat.played.get() == (8, Pass())
    seat.inbox.put_nowait(None)
    await working
    assert LEFT_MS == 20_000


def in_turn(**changes: bool) -> TableStatus:
    return replace(status("turn", 60_000), left_ms=SHORT, clock=replace(TurnClock(60_000, 0, plays_on=True), **changes))


def hand(*, drawn: bool = False) -> SeatView:
    """p1 is in turn."""
    out = lay_out({"p1": "2S KS 9D", "p2": "2H 3H"}, stock="4C 6C 7C", turn="p1")
    if drawn:
        out.play("p1 draw")
    return out.view("p1")


async def test_when_the_time_of_a_turn_is_up_the_node_draws_and_throws_the_dearest_card_away() -> None:
    view = hand(drawn=True)
    (draw, discard) = await played_at(
        Update(in_turn(), hand(), ()), Update(replace(in_turn(), move=8), view, ()), first=2
    )
    assert draw == (7, Draw())
    assert discard[0] == 8
    assert isinstance(discard[1], Discard)
    assert str(discard[1].shown.card) == "KS"


def test_a_turn_is_ended_for_nobody_who_has_a_bank_or_plays_where_the_others_are_asked() -> None:
    view = hand()
    assert asked_in_time(Update(in_turn(), view, ())) is not None
    assert asked_in_time(Update(in_turn(plays_on=False), view, ())) is None
    rich = replace(in_turn(), players=tuple(replace(one, bank_ms=1) for one in status().players))
    assert asked_in_time(Update(rich, view, ())) is None
    assert asked_in_time(Update(in_turn(), replace(view, unopened=(Slot(1),)), ())) is None


def test_nobody_is_hurried_in_his_turn_without_a_limit_or_while_others_are_asked() -> None:
    view = called()
    assert asked_in_time(Update(status(), view, ())) is not None
    for other in (status("turn"), status(""), replace(status(), waiting_for=(1, 2)), replace(status(), phase="over")):
        assert asked_in_time(Update(other, view, ())) is None
    assert asked_in_time(Update(status(), None, ())) is None
