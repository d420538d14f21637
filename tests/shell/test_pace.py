"""Bots take their time where people follow them, and none where nobody does."""

import asyncio
import threading
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.bot import with_chance
from kalooki.bots import greedy
from kalooki.cards import Slot
from kalooki.rules.actions import Action, Discard, Draw, Lay, NewMeld, Pass, Placed, Shown
from kalooki.rules.names import parse_card
from kalooki.rules.view import SeatView
from kalooki.seat import TableStatus
from kalooki.shell.bot_player import play_bot
from kalooki.shell.errors import Notice
from kalooki.shell.pace import LONGEST, PACES, SHARE, SPREAD, paced, seconds
from support.open_table import OpenTable

THROWN = Discard(Shown(Slot(3), parse_card("4C")), None)
STATUS = OpenTable().status()


@given(st.sampled_from([Draw(), Pass(), THROWN]), st.sampled_from(sorted(PACES)), st.integers(0, 99))
def test_a_pace_is_kept(action: Action, pace: str, seed: int) -> None:
    waits = seconds(STATUS, action, pace, Random(seed).uniform)
    assert waits == pytest.approx(PACES[pace] * seconds(STATUS, action, "human", Random(seed).uniform))
    assert waits <= LONGEST * SPREAD[1]


def test_nobody_takes_the_same_time_twice() -> None:
    chance = Random(1).uniform
    assert len({seconds(STATUS, Draw(), "human", chance) for _ in range(20)}) == 20


def test_a_lay_takes_longer_the_more_there_is_in_it() -> None:
    one = Lay((NewMeld((Placed(Slot(3), THROWN.shown.card),)),))
    both = Lay((*one.items, *one.items))
    assert seconds(STATUS, both, "human", Random(1).uniform) > seconds(STATUS, one, "human", Random(1).uniform)


@given(st.integers(1, 60_000), st.integers(0, 60_000), st.integers(0, 99))
def test_no_clock_runs_out_meanwhile(limit: int, left: int, seed: int) -> None:
    short = replace(STATUS, limit="answer", limit_ms=limit, left_ms=left)
    assert seconds(short, Draw(), "human", Random(seed).uniform) <= limit / 1000 / SHARE
    if left:
        assert seconds(short, Draw(), "human", Random(seed).uniform) <= left / 1000 / SHARE


def test_nobody_waits_where_nobody_follows() -> None:
    assert paced("none", Random(1).uniform) is None
    assert paced("quick", Random(1).uniform) is not None


async def test_a_bot_that_does_not_answer_costs_so_much_and_a_safe_move_and_is_asked_again_when_it_is_done() -> None:
    at, failures, gate, asked = OpenTable(), list[Notice](), threading.Event(), list[int]()
    easy = with_chance(greedy.BOT, 1)

    def choose(view: SeatView) -> Action:
        asked.append(view.turn_number)
        if len(asked) == 1:
            gate.wait(60)
        return easy(view)

    async def pause(_status: TableStatus, _action: Action) -> None:
        if len(at.played) >= 2:
            gate.set()
        if len(asked) > 3:
            await at.close("left")

    async with asyncio.TaskGroup() as parts:
        await at.ready(1)
        parts.create_task(play_bot(at, choose, failures.append, pause, longest=0.02))
    assert len(at.played) >= 3
    assert {(one.code, one.detail) for one in failures[:2]} == {("bot_failed", "TimeoutError: no answer within 0.02 s")}


async def test_a_bot_waits_before_each_of_its_moves() -> None:
    at, waited, failures = OpenTable(), list[Action](), list[Notice]()

    async def pause(_status: TableStatus, action: Action) -> None:
        waited.append(action)
        if len(waited) > 8:
            await at.close("left")

    async with asyncio.TaskGroup() as parts:
        await at.ready(1)
        parts.create_task(play_bot(at, with_chance(greedy.BOT, 1), failures.append, pause))
    assert waited[: len(at.played)] == at.played
    assert len(at.played) >= 8
    assert not failures
