"""When what is new is shown, and who is woken by it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import pytest

from kalooki.cards import Card, Slot
from kalooki.rules.events import Event
from kalooki.rules.names import parse_card
from kalooki.shell.bell import Bell
from kalooki.shell.display import Display
from kalooki.table.moment import Moment
from kalooki.table.payloads import PlayerNumber
from kalooki.table.ports import Answer

DONE, REFUSED = Answer(PlayerNumber(0), "one", "", ""), Answer(PlayerNumber(0), "two", "not_now", "")


@dataclass(frozen=True)
class Look:
    """As much of a moment as a display asks for."""

    asks_us: bool
    faces: Mapping[PlayerNumber, Mapping[Slot, Card]] = field(default_factory=dict)
    stage: tuple[str, str, bool] = ("playing", "action", False)


OURS, THEIRS = (cast(Moment, Look(asks_us)) for asks_us in (True, False))
SEEN = cast(Moment, Look(asks_us=False, faces={PlayerNumber(0): {Slot(3): parse_card("4C")}}))


class Board:
    """A display that has shown something, and what it shows from then on."""

    def __init__(self) -> None:
        self.told: list[Moment | Answer] = []
        self.news: list[Event] = []
        self.changed = asyncio.Event()
        self.display = Display()
        self.take(OURS)
        self.told.clear()
        self.display.on_publish, self.display.on_answer = self._publish, self._tell

    def take(self, moment: Moment | None, *answers: Answer, is_held: bool = False) -> None:
        self.display.take((), moment, answers)
        self.display.show_in_time(is_held=is_held)

    async def has_told(self, *told: Moment | Answer) -> bool:
        """Wait for the next that is shown."""
        self.changed.clear()
        await self.changed.wait()
        return self.told == list(told)

    def _publish(self, news: tuple[Event, ...], moment: Moment) -> None:
        self.news.extend(news)
        self._tell(moment)

    def _tell(self, one: Moment | Answer) -> None:
        self.told.append(one)
        self.changed.set()


async def test_what_asks_a_player_here_is_shown_at_once() -> None:
    board = Board()
    board.take(OURS)
    assert board.told == [OURS]


async def test_what_asks_nobody_here_waits_for_more_and_is_shown_with_it() -> None:
    board = Board()
    first, second = (cast(Moment, Look(asks_us=False)) for _ in range(2))
    board.take(first)
    board.take(second)
    assert board.told == []
    assert await board.has_told(second)


async def test_what_waits_is_shown_with_what_is_not_to_wait() -> None:
    board = Board()
    board.take(THEIRS)
    board.take(None, DONE)
    assert board.told == [THEIRS, DONE]


async def test_a_card_that_was_not_seen_before_is_shown_at_once() -> None:
    board = Board()
    board.take(SEEN)
    assert board.told == [SEEN]
    board.take(cast(Moment, Look(asks_us=False, faces=SEEN.faces)))
    assert board.told == [SEEN]


async def test_it_is_shown_at_once_that_the_table_waits_for_something_else() -> None:
    board = Board()
    shuffle = cast(Moment, Look(asks_us=False, stage=("playing", "shuffle", False)))
    board.take(shuffle)
    assert board.told == [shuffle]
    board.take(cast(Moment, Look(asks_us=False, stage=shuffle.stage)))
    assert board.told == [shuffle]


async def test_a_player_who_drew_is_answered_when_he_sees_his_card_and_sooner_than_others_are_told() -> None:
    board = Board()
    board.take(THEIRS)
    board.take(THEIRS, DONE, is_held=True)
    assert board.told == []
    board.take(SEEN)
    assert board.told == [SEEN, DONE]


async def test_who_waits_in_vain_for_his_card_is_answered_all_the_same() -> None:
    board = Board()
    board.take(THEIRS, DONE, is_held=True)
    board.take(None, is_held=True)
    assert board.told == []
    assert await board.has_told(THEIRS, DONE)


async def test_who_is_refused_waits_for_nothing() -> None:
    board = Board()
    board.take(None, REFUSED, is_held=True)
    assert board.told == [REFUSED]
    board.take(None)
    assert board.told == [REFUSED]


async def test_a_display_that_is_closed_shows_nothing_more() -> None:
    board = Board()
    board.take(THEIRS)
    board.display.close()
    board.take(OURS, DONE)
    assert board.told == []


async def test_a_bell_wakes_only_those_who_need_not_wait_any_more() -> None:
    bell, asked = Bell(), list[int]()
    number = 0

    def is_two() -> bool:
        asked.append(number)
        return number == 2

    waiting, next_ring = asyncio.ensure_future(bell.wait_until(is_two)), asyncio.ensure_future(bell.next())
    await asyncio.sleep(0)
    number = 1
    bell.ring()
    await next_ring
    assert not waiting.done()
    number = 2
    bell.ring()
    bell.ring()
    await waiting
    assert asked == [0, 1, 2, 2]


async def test_what_goes_wrong_with_who_waits_is_not_heard_by_who_rings() -> None:
    bell, answers = Bell(), iter([False])
    waiting = asyncio.ensure_future(bell.wait_until(lambda: next(answers)))
    await asyncio.sleep(0)
    bell.ring()
    with pytest.raises(RuntimeError, match="StopIteration"):
        await waiting


async def test_who_waits_no_longer_is_forgotten() -> None:
    bell, asked = Bell(), list[str]()

    def never() -> bool:
        asked.append("")
        return False

    waiting = asyncio.ensure_future(bell.wait_until(never))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    bell.ring()
    assert len(asked) == 1
