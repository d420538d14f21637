"""An evening ends by agreement, and all go on another day: real processes, other addresses, whoever starts first."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kalooki.bots.greedy import BOT
from kalooki.rules.actions import PickSeat
from kalooki.rules.view import SeatView
from kalooki.seat import Update
from kalooki.shell.bot_player import awaits
from kalooki.shell.children import Child
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.errors import ShellError
from kalooki.shell.evening import Evening, keep, kept
from kalooki.shell.group_loader import load_group
from kalooki.shell.launch import PROGRAM, Bot, Launched, launch
from kalooki.shell.seats import RemoteSeat
from kalooki.verify import verify_transcript


@asynccontextmanager
async def guest(options: NodeOptions) -> AsyncIterator[tuple[RemoteSeat, str]]:
    """A person's node in a process of its own; its seat, and where it listens."""
    assert options.data_dir is not None
    child = Child(options, PROGRAM, options.data_dir, lambda _: None)
    ready = await child.start()
    seat = await RemoteSeat.connect(options.data_dir)
    try:
        yield seat, ready["address"]
    finally:
        await seat.aclose()
        await child.stop()


async def newest(seat: RemoteSeat) -> Update:
    async for update in seat.updates():
        return update
    raise AssertionError("nothing is shown")


async def play_until(seat: RemoteSeat, move: int) -> None:
    """Play as the bot would, until the table is at a move."""
    async for update in seat.updates():
        status, view = update.status, update.view
        if status.phase == "pick_seat" and status.me in status.waiting_for:
            await seat.act(status.move, PickSeat(1))
        elif view is not None and not view.unopened and status.move >= move:
            return
        elif view is not None and awaits(status, view):
            await seat.act(status.move, await asyncio.to_thread(BOT.choose, view, Random(1)))


async def stop_for_today(*seats: RemoteSeat) -> list[SeatView]:
    """All say that they want to stop; what each of them sees then."""
    for seat in seats:
        assert (await seat.propose("adjourn")).code == ""
    for seat in seats:
        async for update in seat.updates():
            if update.status.adjourned:
                break
    return [view for seat in seats if (view := (await newest(seat)).view) is not None]


async def comes_back(seat: RemoteSeat, left: SeatView) -> None:
    """A player sees what he saw when he left, once so many are back that it is known to be the newest."""
    async for update in seat.updates():
        if update.view is not None and update.view.hand == left.hand and update.status.adjourned:
            return


def move_away(home: Path) -> None:
    """Let a node listen somewhere else, and so its bots."""
    for note in home.rglob("tables/port"):
        note.unlink()


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_all_go_on_another_day_where_they_stopped_whoever_starts_first(tmp_path: Path) -> None:
    home, record = tmp_path / "ann", tmp_path / "record.kalooki"
    table = Found(seats=3, begin_when_full=True, hurried=False)
    ann = NodeOptions("Ann", table, home, auto_ready=True, transcript=record)
    cid = NodeOptions("Cid", Resume(), tmp_path / "cid", auto_ready=True)

    async def evening(launched: Launched, theirs: RemoteSeat, move: int) -> list[SeatView]:
        await asyncio.gather(play_until(launched.seat, move), play_until(theirs, move))
        return await stop_for_today(launched.seat, theirs)

    async with (
        launch(ann, [Bot("Bea")]) as launched,
        guest(replace(cid, table=Join(launched.join_code, launched.address))) as (theirs, _),
    ):
        left = await evening(launched, theirs, 3)
    for move, first in ((5, "cid"), (7, "ann")):
        await asyncio.to_thread(move_away, tmp_path)
        ran = await asyncio.to_thread(kept, home, launched.table_id)
        assert ran is not None
        bots = [Bot(name, key) for name, key in ran.bots]
        if first == "cid":
            async with (
                guest(cid) as (theirs, where),
                launch(replace(ann, table=Resume(where)), bots) as launched,
            ):
                await comes_back(launched.seat, left[0])
                await comes_back(theirs, left[1])
                left = await evening(launched, theirs, move)
        else:
            async with (
                launch(replace(ann, table=Resume()), bots) as launched,
                guest(replace(cid, table=Resume(launched.address))) as (theirs, _),
            ):
                await comes_back(launched.seat, left[0])
                await comes_back(theirs, left[1])
                left = await evening(launched, theirs, move)
    report = await asyncio.to_thread(lambda: verify_transcript(record.read_bytes(), load_group(), bytes(32)))
    assert report.findings == ()


async def test_at_an_address_where_no_member_listens_nobody_is_found(tmp_path: Path) -> None:
    ann = NodeOptions("Ann", Found(seats=2), tmp_path / "ann")
    async with launch(ann) as launched, launch(replace(ann, data_dir=tmp_path / "eve")) as other:
        assert launched.table_id != other.table_id
        async with guest(NodeOptions("Bea", Join(launched.join_code), tmp_path / "bea")):
            pass
        back = NodeOptions("Bea", Resume(other.address), tmp_path / "bea")
        with pytest.raises(ShellError) as refused:
            async with guest(back):
                pass
        assert refused.value.code == "another_table"


def test_how_a_node_ran_is_known_for_the_table_at_which_it_did(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir(mode=0o700)
    assert kept(tmp_path, "ab") is None
    ran = Evening("ab", "127.0.0.1", announce=False, interfaces=("lo",), bots=(("Bea", "greedy"),), pace="quick")
    keep(tmp_path, ran)
    assert kept(tmp_path, "ab") == ran
    assert kept(tmp_path, "cd") is None
    (tmp_path / "tables" / "evening").write_text("[1]")
    assert kept(tmp_path, "ab") is None
