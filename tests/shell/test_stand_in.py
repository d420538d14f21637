"""Processes: one is killed for good, and a bot of the person who is left takes its seat and plays it."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from kalooki.bot import safe_action
from kalooki.rules.actions import PickSeat
from kalooki.rules.events import CameBack, Drew, Event
from kalooki.seat import PlayerStatus
from kalooki.shell.bot_player import awaits
from kalooki.shell.children import Child
from kalooki.shell.config import Found
from kalooki.shell.group_loader import load_group
from kalooki.shell.launch import PROGRAM, Bot, Join, NodeOptions, launch
from kalooki.verify import Report, verify_transcript

GRACE_MS = 3_000


def judged(record: Path) -> Report:
    return verify_transcript(record.read_bytes(), load_group(), bytes(32))


@pytest.mark.slow
@pytest.mark.timeout(200)
async def test_a_bot_takes_the_seat_of_a_process_that_is_killed_for_good(tmp_path: Path) -> None:
    table = Found(seats=3, bots_vote=True, begin_when_full=True, grace_ms=GRACE_MS)
    record = tmp_path / "record.kalooki"
    own = NodeOptions("Ann", table, tmp_path / "ann", auto_ready=True, transcript=record)
    async with launch(own, [Bot("Bea")]) as launched:
        cid = Child(
            NodeOptions("Cid", Join(launched.join_code), tmp_path / "cid", bot="greedy"),
            PROGRAM,
            tmp_path / "cid",
            lambda _: None,
        )
        await cid.start()
        happened, killed, asked, seat = list[Event](), False, False, launched.seat
        new: PlayerStatus | None = None
        async for update in seat.updates():
            status, view = update.status, update.view
            happened += update.events
            if status.phase == "pick_seat" and status.me in status.waiting_for:
                await seat.act(status.move, PickSeat(1))
            lost = next((one for one in status.players if one.name == "Cid"), None)
            if not killed and lost is not None and sum(isinstance(one, Drew) for one in happened) >= 2:
                killed = True
                os.kill(cid.pid, signal.SIGKILL)
            if status.missed is not None:
                await seat.choose("void")
            if lost is not None and lost.gone and not asked:
                unknown = await seat.propose("stand_in", lost.player, bot="nobody")
                assert unknown.code == "unknown_bot"
                asked = (await seat.propose("stand_in", lost.player, bot="easy")).code == ""
            new = next((one for one in status.players if one.name == "Bot for Cid"), None)
            if new is not None and view is not None and view.attempt > 1:
                drew = happened[happened.index(CameBack(new.seat, "stand_in")) :]  # type: ignore[arg-type]
                if any(isinstance(one, Drew) and one.seat == new.seat for one in drew):
                    break
            if view is not None and awaits(status, view):
                await seat.act(status.move, safe_action(view))
        assert await cid.ended() == -signal.SIGKILL
        assert new is not None
        assert (new.bot, new.computer, new.node) == ("easy", "Ann", 0)
        await launched.finish()
    report = await asyncio.to_thread(judged, record)
    assert [finding.code for finding in report.findings] in ([], ["not_certified"])
