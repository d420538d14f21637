"""What a node does by itself for whoever was left behind: it asks for his seat again, and a bot follows the others."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from kalooki.seat import Outcome, TableStatus, Update
from kalooki.shell.moving import ask_back, follow
from support.open_table import OpenTable


class Seat:
    """Shows one status after another, and says how often something has no effect."""

    def __init__(self, *statuses: TableStatus, refused: int = 0) -> None:
        self.statuses = statuses
        self.refused = refused
        self.proposed: list[tuple[str, int | None]] = []
        self.shown = 0

    async def updates(self) -> AsyncIterator[Update]:
        for status in self.statuses:
            self.shown += 1
            yield Update(status, None, ())

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        assert (withdrawn, bot) == (False, "")
        self.proposed.append((motion, whom))
        return Outcome("stale" if len(self.proposed) <= self.refused else "", "")


PLAYING = replace(OpenTable().status(), phase="playing")
ME = PLAYING.me
GONE = replace(PLAYING, players=tuple(replace(one, gone=one.player == ME) for one in PLAYING.players))
LOBBY = replace(GONE, phase="lobby")
ABROAD = replace(PLAYING, went_on=True)


@pytest.mark.parametrize(
    ("seat", "asked", "done"),
    [
        (Seat(replace(LOBBY, me=-1), LOBBY, GONE, GONE), 1, True),
        (Seat(GONE, GONE, GONE, refused=1), 2, True),
        (Seat(GONE, PLAYING, GONE, refused=9), 1, True),
        (Seat(LOBBY, GONE, refused=9), 1, False),
        (Seat(PLAYING, GONE), 0, True),
    ],
)
async def test_the_seat_is_asked_for_once_the_game_is_played_until_that_has_an_effect(
    seat: Seat, asked: int, *, done: bool
) -> None:
    noted: list[bool] = []
    await ask_back(seat, lambda: noted.append(True))  # type: ignore[arg-type]  # as far as it is needed
    assert seat.proposed == [("return", ME)] * asked
    assert noted == [True] * done


async def test_a_bot_follows_the_others_once_they_have_gone_on() -> None:
    seat = Seat(PLAYING, ABROAD, ABROAD, ABROAD, refused=1)
    await follow(seat)  # type: ignore[arg-type]  # as far as it is needed
    assert (seat.proposed, seat.shown) == ([("return", ME)] * 2, 3)
    stays = Seat(PLAYING, PLAYING)
    await follow(stays)  # type: ignore[arg-type]  # as far as it is needed
    assert not stays.proposed
