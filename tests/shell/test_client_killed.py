"""A client that is killed in the middle of its turn: what was sent has happened, and what was not is still to do."""

import asyncio
import json
import os
import select
import sys
from pathlib import Path
from random import Random

import pytest

from kalooki.bots import bots
from kalooki.rules.actions import Discard
from kalooki.seat import Outcome
from kalooki.shell.launch import Bot, Launched, NodeOptions, Resume, launch
from support.killed_player import table_after_a_lay
from support.processes import program

GREEDY = bots()["greedy"]
PLAYER = Path(__file__).parent.parent / "support/killed_player.py"


@pytest.mark.timeout(240)
async def test_killed_between_a_laid_meld_and_the_discard_a_player_finds_the_same_turn(tmp_path: Path) -> None:
    async with program(sys.executable, str(PLAYER), str(tmp_path)) as player:
        assert player.stdout is not None
        before, nodes = json.loads(await player.stdout.readline())
        ends = [os.pidfd_open(pid) for pid in nodes]
    for end in ends:  # the nodes see that nobody is there any more
        assert (await asyncio.to_thread(select.select, [end], [], [], 30))[0]
        os.close(end)
    async with launch(NodeOptions("Ann", Resume(), tmp_path, auto_ready=True), [Bot("Bea")]) as table:
        update, after = await anext(table_after_a_lay(table.seat.updates()))
        assert after == before
        assert update.view is not None
        move = update.status.move
        # Nothing was played for the player meanwhile: the draw and the lay are done, the discard is still his.
        assert (await table.seat.act(move - 1, Discard(update.view.hand[0]))).code == "stale"
        assert (await end_turn(table)).code == ""


async def end_turn(table: Launched) -> Outcome:
    async for update in table.seat.updates():
        view = update.view
        assert view is not None
        action = GREEDY.choose(view, Random(1))
        outcome = await table.seat.act(update.status.move, action)
        if isinstance(action, Discard) or outcome.code:
            return outcome
    raise AssertionError("the table closed")
