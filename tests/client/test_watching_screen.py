"""Who only watches sees the table on screen without a hand, with the lamp, the sheet and the log, and moves nothing."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from kalooki.rules.view import view
from kalooki.seat import Update
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import board as say
from kalooki_cli.messages import ledger, trust
from kalooki_cli.tui.spectating import Gallery
from support.checked import CHECKED
from support.open_table import OpenTable
from support.pilot import sitting_down
from support.sittings import moments, sit, widths


async def played() -> tuple[Update, OpenTable]:
    """A table some moves into its second deal, as somebody without a seat is told of it."""
    table = OpenTable(b"sheet", names=("Ann", "Bea", "Cid"), checked=CHECKED)
    sitting = sit(table)
    async for _ask in moments(sitting):
        if sitting.view is not None and sitting.view.number > 1 and sitting.view.table:
            break
    status = replace(table.status(), me=-1, next_deal=0, doing="action")
    return Update(status, view(table.game, None, {}), (), sheet=sitting.desk.sheet), table


async def test_a_spectator_sees_the_table_and_no_hand_and_cannot_move() -> None:
    told, table = await played()

    async def updates() -> AsyncIterator[Update]:
        yield told
        await asyncio.Event().wait()

    for size in ((80, 24), (100, 30), (120, 40)):
        async with sitting_down(Gallery(updates), size) as person:
            assert person.text.split("\n")[0].endswith("✓ checked")
            assert say.WATCHING in person.text
            assert widths(person.drawn.rows) == {size[0]}
            before = person.text
            await person.press("d", "x", "c", "2", "enter")
            assert table.played, "the table itself was played"
            assert person.app.sitting.notice or person.text == before
            await person.press("v")
            assert trust.TITLE in person.page
            await person.press("escape", "S")
            assert ledger.TITLE in person.page
            assert " Enter " not in person.page.split("\n")[-1]
            await person.press("escape", "q", "y")
        assert person.app.return_value is Ending.LEFT
