"""A node that shuffles dishonestly, as a process of its own: all others name it before a card of its deck is dealt."""

import asyncio
import sys
from pathlib import Path

import pytest

import support.shell_liar
from kalooki.seat import Fault, TableStatus
from kalooki.shell.launch import Bot, Found, NodeOptions, launch
from kalooki.shell.seats import RemoteSeat

LIAR = str(Path(support.shell_liar.__file__))


async def last_status(folder: Path) -> tuple[TableStatus, int]:
    """Watch a node until its table closes; say how it ended and how many deals were dealt by then."""
    seat = await RemoteSeat.connect(folder)
    try:
        last, deals = None, 0
        async for update in seat.updates():
            last = update.status
            deals += sum(type(event).__name__ == "Dealt" for event in update.events)
        assert last is not None
        return last, deals
    finally:
        await seat.aclose()


@pytest.mark.parametrize(("how", "deals"), [("swapped", 0), ("repeated", 0), ("unproved", 0), ("replayed", 1)])
async def test_a_shuffle_that_lies_is_named_by_all_others(tmp_path: Path, how: str, deals: int) -> None:
    own = NodeOptions("Ann", Found(seats=3, bots_vote=True, begin_when_full=True), tmp_path, bot="greedy")
    liar = Bot("Mallory", program=(sys.executable, LIAR, how))
    async with launch(own, [liar, Bot("Cid")]) as table:
        folders = [tmp_path, tmp_path / "bots" / "2"]
        ends = await asyncio.gather(*(last_status(folder) for folder in folders))
        for status, dealt in ends:
            assert status.phase == "closed"
            assert status.fault is not None
            assert {player.player: player.name for player in status.players}[status.fault.player] == "Mallory"
            assert dealt == deals
        assert ends[0][0].fault == ends[1][0].fault
        assert isinstance(ends[0][0].fault, Fault)
        assert (await table.finish()).exists()
