"""Four nodes over real sockets: one stops for good, the person is asked, and the others are dealt again."""

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.rules.actions import Draw
from kalooki.rules.events import DealScored, DealVoided, Drew, Event, HandClosed, HandOpened, WentAway
from kalooki.rules.view import ViewPhase
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Resume
from kalooki.shell.group_loader import load_group
from kalooki.shell.launch import PROGRAM, Bot, Join, NodeOptions, launch
from kalooki.verify import Report, Verdict, verify_transcript
from support.processes import started
from support.refereed import differences
from support.shell_running import Running, bot, founder, running, until

GRACE_MS = 3_000


async def misses(host: Running) -> tuple[int, ...]:
    """Draw whenever it is our turn, until our node misses somebody."""
    seat = host.seat()
    async for update in seat.updates():
        status, view = update.status, update.view
        if status.missed is not None:
            return status.missed.players
        if view is not None and view.turn == view.seat and view.phase is ViewPhase.DRAW and not view.unopened:
            await seat.act(status.move, Draw())
    raise AssertionError("the table closed before")


@pytest.mark.timeout(240)
async def test_a_node_that_stops_for_good_is_missed_and_the_deal_is_dealt_again_without_it(tmp_path: Path) -> None:
    plain = founder(tmp_path / "ann", seats=4)
    assert isinstance(plain.table, Found)
    ann = replace(plain, table=replace(plain.table, grace_ms=GRACE_MS))
    async with (
        running(ann) as host,
        running(bot(tmp_path / "bea", host)),
        running(bot(tmp_path / "cid", host, "Cid")),
        running(bot(tmp_path / "dot", host, "Dot")) as lost,
    ):
        await until(host.seat(), lambda _, view: view is not None and not view.unopened)
        lost.stop.set()
        await lost.task
        (missed,) = await misses(host)
        seat = host.seat()
        assert (await seat.choose("void")).code == ""
        again = await until(seat, lambda _, view: view is not None and view.attempt == 2 and not view.unopened)
        player = again.status.players[missed]
        assert (player.name, player.gone, player.connected) == ("Dot", True, False)
        assert again.view is not None
        assert len([line for line in again.view.seats if not line.out]) == 3
        assert (await seat.choose("wait")).code == "nobody_missed"
        assert (await seat.leave()).code == ""


@pytest.mark.timeout(120)
async def test_a_node_that_was_missed_comes_back_to_its_seat_when_all_who_play_agree(tmp_path: Path) -> None:
    plain = founder(tmp_path / "ann", seats=3)
    assert isinstance(plain.table, Found)
    ann = replace(plain, table=replace(plain.table, grace_ms=GRACE_MS), auto_ready=False)
    async with running(ann) as host, running(bot(tmp_path / "bea", host)):
        seat, options = host.seat(), bot(tmp_path / "cid", host, "Cid")
        async with running(options) as lost:
            await until(seat, lambda status, _: len(status.players) == 3)
            assert (await seat.ready(0)).code == ""
            await until(seat, lambda status, _: status.next_deal == 1)
            assert (await seat.ready(1)).code == ""
            await until(seat, lambda _, view: view is not None and not view.unopened)
            lost.stop.set()
            await lost.task
        (missed,) = await misses(host)
        assert (await seat.choose("void")).code == ""
        await until(seat, lambda status, _: status.players[missed].gone)
        async with running(replace(options, table=Resume())) as back:
            theirs = back.seat()
            await until(theirs, lambda status, _: status.players[missed].gone)
            assert (await theirs.propose("return", missed)).code == ""
            asked = await until(seat, lambda status, _: bool(status.proposals))
            assert [(one.motion, one.player) for one in asked.status.proposals] == [("return", missed)]
            assert (await seat.propose("return", missed)).code == ""
            await until(seat, lambda status, _: not status.players[missed].gone)
            assert (await seat.ready(1)).code == ""
            dealt = await until(theirs, lambda _, view: view is not None and view.attempt == 2 and not view.unopened)
            assert dealt.view is not None
            assert len(dealt.view.order) == 3
            assert len(dealt.view.hand) == 13


def judged(record: Path) -> Report:
    return verify_transcript(record.read_bytes(), load_group(), bytes(32))


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_one_of_four_processes_is_killed_for_good_and_the_others_finish_a_deal(tmp_path: Path) -> None:
    table = Found(bots_vote=True, begin_when_full=True, grace_ms=GRACE_MS)
    record = tmp_path / "record.kalooki"
    own = NodeOptions("Ann", table, tmp_path / "ann", bot="greedy", transcript=record)
    async with launch(own, [Bot("Bea"), Bot("Cid")]) as launched:
        dot = NodeOptions("Dot", Join(launched.join_code), tmp_path / "dot", bot="greedy")
        child, happened = Child(dot, PROGRAM, tmp_path / "dot", lambda _: None), list[Event]()
        async with started(child):
            killed = False
            async for update in launched.watcher.updates():
                happened += update.events
                if not killed and sum(isinstance(event, Drew) for event in happened) >= 1:
                    killed = True
                    os.kill(child.pid, signal.SIGKILL)
                if killed and any(isinstance(event, DealScored) for event in update.events):  # one may be too short
                    break
            assert await child.ended() == -signal.SIGKILL
    reasons = [event.reason for event in happened if isinstance(event, DealVoided)]
    (gone,) = [event for event in happened if isinstance(event, WentAway)]
    closed = [event.seat for event in happened if isinstance(event, HandClosed)]
    assert gone.how == "absent"
    # If somebody had gone out before he was missed, the deal counts, and his hand stays closed.
    assert (reasons, closed) in [(["absent"], []), ([], [gone.seat])]
    report = await asyncio.to_thread(judged, record)
    assert report.findings == ()
    assert report.verdict is Verdict.VALID


@pytest.mark.slow
@pytest.mark.timeout(150)
async def test_one_of_four_processes_is_killed_and_the_others_finish_the_very_deal_with_his_key(tmp_path: Path) -> None:
    house = (("dropout", "key_backup"),)
    table = Found(bots_vote=True, begin_when_full=True, grace_ms=GRACE_MS, options=house)
    record = tmp_path / "record.kalooki"
    own = NodeOptions("Ann", table, tmp_path / "ann", bot="greedy", transcript=record)
    async with launch(own, [Bot("Bea"), Bot("Cid")]) as launched:
        dot = NodeOptions("Dot", Join(launched.join_code), tmp_path / "dot", bot="greedy")
        child, happened = Child(dot, PROGRAM, tmp_path / "dot", lambda _: None), list[Event]()
        async with started(child):
            killed = False
            async for update in launched.watcher.updates():
                happened += update.events
                if not killed and sum(isinstance(event, Drew) for event in happened) >= 3:
                    killed = True
                    os.kill(child.pid, signal.SIGKILL)
                if any(isinstance(event, DealScored) for event in update.events):
                    if killed:
                        break
                    happened.clear()  # that deal was too short, and the next one begins
            assert await child.ended() == -signal.SIGKILL
    assert [event for event in happened if isinstance(event, DealVoided)] == []
    (gone,) = [event for event in happened if isinstance(event, WentAway)]
    assert gone.how == "kept"
    (scored,) = [event for event in happened if isinstance(event, DealScored)]
    opened = {event.seat for event in happened if isinstance(event, HandOpened)}
    assert opened == {line.seat for line in scored.scores} - {scored.winner}
    assert gone.seat in opened
    report = await asyncio.to_thread(judged, record)
    assert report.findings == ()
    assert report.verdict is Verdict.VALID
    assert await asyncio.to_thread(lambda: list(differences(record.read_bytes()))) == []
