"""Four nodes over real sockets: one stops for good, the person is asked, and the others are dealt again."""

from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.rules.actions import Draw
from kalooki.rules.view import ViewPhase
from kalooki.shell.config import Found
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


@pytest.mark.timeout(120)
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
