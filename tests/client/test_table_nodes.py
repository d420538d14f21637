"""The table on screen at real nodes: the computer that hosts is killed, the window changes, a node is lost."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kalooki.seat import Update
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.launch import PROGRAM
from kalooki.shell.seats import RemoteSeat
from kalooki_cli.board.ink import text_of
from kalooki_cli.board.layout import fits
from kalooki_cli.inbox import Habits
from kalooki_cli.moment import Ask
from kalooki_cli.tui.sitting import Sitting
from support.pilot import Person, sitting_down
from support.processes import family, started
from support.terminals import Typewriter, assert_whole

BRISK = (1500, 3000)
SECONDS = 60.0
ROUNDS = 3


class Heard(RemoteSeat):
    """A seat that rings when an update has been taken in."""

    def __init__(self, ready: dict[str, Any]) -> None:
        super().__init__(ready["seat"], bytes.fromhex(ready["token"]))
        self.taken = asyncio.Event()

    async def updates(self) -> AsyncIterator[Update]:
        """Updates, each followed by a ring."""
        async for update in super().updates():
            yield update
            self.taken.set()


async def until(person: Person, seat: Heard, seen: Callable[[], bool]) -> None:
    """Look whenever something has come, until something is so."""
    try:
        async with asyncio.timeout(SECONDS):
            while not seen():
                await seat.taken.wait()
                seat.taken.clear()
    except TimeoutError:
        raise AssertionError(f"it never came; instead:\n{person.written}") from None
    await person.settle()


def hosting(sitting: Sitting) -> int:
    """Whose node hosts."""
    assert sitting.desk.now is not None
    return sitting.desk.now.status.host


async def resized(person: Person, rng: Random) -> None:
    """Change the window: nothing is cut off wherever the table has room, and in the end it has."""
    for columns, rows in ((rng.randrange(10, 200), rng.randrange(2, 60)), (rng.randrange(80, 160), 40)):
        await person.resize(columns, rows)
        if fits(columns, rows):
            assert {len(line) for line in map(text_of, person.drawn.rows)} == {columns}


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_when_the_host_is_killed_the_question_stays_and_the_table_goes_on(tmp_path: Path) -> None:
    def child(options: NodeOptions) -> Child:
        assert options.data_dir is not None
        return Child(options, PROGRAM, options.data_dir, lambda _: None)

    async with AsyncExitStack() as stack:
        table = Found(seats=3, bots_vote=True, begin_when_full=True)
        fay = child(NodeOptions("Fay", table, tmp_path / "fay", bot="greedy", election=BRISK))
        at = await stack.enter_async_context(started(fay))
        join = Join(at["join_code"], at["address"])
        cid = child(NodeOptions("Cid", join, tmp_path / "cid", bot="greedy", election=BRISK))
        await stack.enter_async_context(started(cid))
        own = child(NodeOptions("Ann", join, tmp_path / "ann", election=BRISK))
        seat = Heard(await stack.enter_async_context(started(own)))
        stack.push_async_callback(seat.aclose)
        person = await stack.enter_async_context(sitting_down(seat, (120, 40), habits=Habits(ready_at_once=True)))
        sitting, rng = person.app.sitting, Random(7)

        def asks(*wanted: Ask) -> Callable[[], bool]:
            return lambda: sitting.moment.ask in wanted and not (sitting.view and sitting.view.unopened)

        await until(person, seat, asks(Ask.PICK, Ask.DRAW))
        if sitting.moment.ask is Ask.PICK:
            await person.press("1")
        await until(person, seat, asks(Ask.DRAW))
        await resized(person, rng)
        await person.press("d")
        await until(person, seat, asks(Ask.PLAY))
        await resized(person, rng)
        hand, asked = sitting.fingers.hand.all, person.text.split("\n")[-3]
        assert "Your turn: lay" in asked

        hosts = hosting(sitting)
        host = (fay, cid)[hosts]
        os.kill(host.pid, signal.SIGKILL)
        assert await host.ended() == -signal.SIGKILL
        await until(person, seat, lambda: hosting(sitting) != hosts)
        await resized(person, rng)
        assert person.text.split("\n")[-3] == asked
        assert sitting.fingers.hand.all == hand
        await person.press("x")
        await until(person, seat, lambda: sitting.moment.ask is not Ask.PLAY)
        assert len(sitting.fingers.hand.all) == len(hand) - 1

        back = child(replace(host.options, table=Resume()))
        await stack.enter_async_context(started(back))
        for _ in range(ROUNDS):
            await until(person, seat, asks(Ask.DRAW))
            await resized(person, rng)
            await person.press("d")
            await until(person, seat, asks(Ask.PLAY))
            await resized(person, rng)
            await person.press("x")
            await until(person, seat, lambda: sitting.moment.ask is not Ask.PLAY)


def test_the_terminal_is_whole_when_the_node_is_lost(tmp_path: Path) -> None:
    play = ("play", "--bots", "1", "--pace", "none", "--name", "Ann", "--data-dir", str(tmp_path))
    with Typewriter(
        surroundings={"TERM": "xterm", "LANG": "C.UTF-8"}, program=(sys.executable, "-m", "kalooki_cli", *play)
    ) as screen:
        screen.wait("Loopback")
        _, node, *_bots = family(screen.process.pid)
        os.kill(node, signal.SIGKILL)
        screen.wait("kalooki: ")
        assert screen.process.wait(timeout=60) == 1
        assert_whole(screen, b"Loopback")
        screen.wait("resume --data-dir")
