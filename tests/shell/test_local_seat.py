"""A seat inside the node's own process: what it does about an answer that says to come again."""

import asyncio
from typing import cast

from kalooki.rules.actions import Draw
from kalooki.seat import Outcome
from kalooki.shell.bell import Bell
from kalooki.shell.local_seat import LocalSeat
from kalooki.shell.publisher import Publisher
from kalooki.shell.runtime import Runtime
from kalooki.table.payloads import PlayerNumber
from kalooki.table.ports import Answer, Command

TIMES = 3000
"""More often than calls can be nested: a table may stand still for long."""


class Busy:
    """A node that has another command of the player's on its way, for a while."""

    def __init__(self) -> None:
        self.changed = Bell()
        self.asked: list[str] = []
        self.busy = False

    def is_busy(self, _player: PlayerNumber) -> bool:
        return self.busy

    async def submit(self, player: PlayerNumber, command_id: str, _command: Command) -> Answer:
        self.asked.append(command_id)
        return Answer(player, command_id, "stale" if len(self.asked) < TIMES else "", "")


class Rung(Bell):
    """It rings at once."""

    async def next(self) -> None:
        """Return now."""


class Shown:
    """A table at which somebody sits."""

    @staticmethod
    def player(_place: int) -> PlayerNumber:
        return PlayerNumber(0)


async def test_who_leaves_while_something_is_on_its_way_has_left_when_that_has_come_however_long_it_takes() -> None:
    node = Busy()
    node.changed = Rung()
    seat = LocalSeat(cast(Runtime, node), cast(Publisher, Shown()))
    assert await seat.leave() == Outcome("", "")
    assert len(set(node.asked)) == TIMES  # each under a name of its own, and no longer than one may be
    assert max(map(len, node.asked)) <= 64


async def test_who_leaves_asks_again_when_what_was_on_its_way_has_come_and_not_at_each_change() -> None:
    """At a table that can decide nothing it never comes, and each refusal is kept for good."""
    node = Busy()
    node.asked = [""] * (TIMES - 2)
    node.busy = True
    seat = LocalSeat(cast(Runtime, node), cast(Publisher, Shown()))
    leaving = asyncio.create_task(seat.leave())
    for change in range(100):
        await asyncio.sleep(0)
        assert len(node.asked) == TIMES - 1, change
        node.changed.ring()
    node.busy = False
    node.changed.ring()
    assert await leaving == Outcome("", "")
    assert len(node.asked) == TIMES


async def test_a_move_that_comes_too_late_is_not_made_again() -> None:
    node = Busy()
    seat = LocalSeat(cast(Runtime, node), cast(Publisher, Shown()))
    assert (await seat.act(3, Draw())).code == "stale"
    assert len(node.asked) == 1
