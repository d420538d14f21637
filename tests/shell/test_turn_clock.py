"""Two processes: a person who says nothing spends his bank, and then his own node plays for him."""

import asyncio
from pathlib import Path

import pytest

from kalooki.rules.actions import PickSeat
from kalooki.rules.events import Discarded, Event
from kalooki.shell.config import Found
from kalooki.shell.group_loader import load_group
from kalooki.shell.launch import Bot, NodeOptions, launch
from kalooki.verify import Report, Verdict, verify_transcript

TURN, BANK = 400, 600


def judged(record: Path) -> Report:
    return verify_transcript(record.read_bytes(), load_group(), bytes(32))


@pytest.mark.timeout(240)
async def test_who_says_nothing_spends_his_bank_and_then_his_own_node_plays_for_him(tmp_path: Path) -> None:
    table = Found(seats=2, begin_when_full=True, bots_vote=True, turn_ms=TURN, bank_ms=BANK)
    record = tmp_path / "record.kalooki"
    own = NodeOptions("Ann", table, tmp_path / "ann", auto_ready=True, transcript=record)
    banks, happened = set[int](), list[Event]()
    async with launch(own, [Bot("Bea")]) as launched:
        async for update in launched.seat.updates():
            status, view = update.status, update.view
            if status.phase == "pick_seat" and status.me in status.waiting_for:
                await launched.seat.act(status.move, PickSeat(1))
            if view is None:
                continue
            happened += update.events
            banks.add(status.players[status.me].bank_ms)
            if sum(isinstance(one, Discarded) and one.seat == view.seat for one in happened) >= 2:
                break
        await launched.finish()
    assert {BANK, 0} <= banks
    report = await asyncio.to_thread(judged, record)
    assert [finding.code for finding in report.findings] in ([], ["not_certified"])
    assert report.verdict in {Verdict.VALID, Verdict.INCOMPLETE}
