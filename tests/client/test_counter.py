"""What the process behind a page asks for: who may ask, what hanging up stops, what a later page still hears."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import pytest

from kalooki.seat import Update
from kalooki.shell.errors import ShellError
from kalooki.shell.launch import Launched
from kalooki_cli.club import Against, ClubError, Hosting, Joining, Opened, Resuming, Wish
from kalooki_cli.commands import _asked
from kalooki_cli.commands._club import Club
from kalooki_cli.commands._counter import MOST_NOTICES, Counter
from kalooki_cli.commands._page_club import PageClub
from kalooki_cli.commands._seeking import Place
from kalooki_cli.inbox import Habits
from support.lobby_table import LobbySeat, full
from support.open_table import simple

PATIENCE = 10.0
WISH = Hosting(house=(("limit", "100"),), title="Kitchen", code="K-1")


class Node:
    """Its watcher hears nothing until the node is lost."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def updates(self) -> AsyncIterator[Update]:
        await self.gone.wait()
        raise ShellError("node_gone", reason="it was killed.")
        yield


@dataclass
class Tables:
    """Stands for a club: opens what is wished for, when it is let."""

    may_open: asyncio.Event = field(default_factory=asyncio.Event)
    may_close: asyncio.Event = field(default_factory=asyncio.Event)
    wishes: list[Wish] = field(default_factory=list)
    stopped: int = 0
    closed: int = 0
    problem: str = ""
    reports: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    launched: Launched | None = None

    async def open(self, wish: Wish) -> Opened:
        self.wishes.append(wish)
        try:
            await self.may_open.wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        if self.problem:
            raise ClubError(self.problem)
        self.launched = Launched()
        self.launched.door = ("127.0.0.1:1", "ab")
        self.launched.watcher = cast("Any", Node())
        return Opened(LobbySeat(full().status), Habits(plays_again=True), simple, wish, "K-1", "10.0.0.1:1", near=True)

    async def close(self) -> Sequence[str]:
        await self.may_close.wait()
        self.closed += 1
        self.launched = None
        return ["The record lies here."]

    async def notices(self) -> AsyncIterator[str]:
        while True:
            yield await self.reports.get()


@dataclass
class Open:
    """A counter, and somebody who asks there."""

    tables: Tables
    counter: Counter
    port: int
    token: str
    page: PageClub
    said: list[str]


@asynccontextmanager
async def counter(home: Path) -> AsyncIterator[Open]:
    tables, said = Tables(), list[str]()
    tables.may_open.set()
    tables.may_close.set()
    behind = Counter(cast("Club", tables), None, said.append)
    port, token = await behind.start()
    place = Place("Ann", str(home), "127.0.0.1", 0, (), tuple)
    try:
        async with PageClub(place, int(port), token) as page:
            yield Open(tables, behind, int(port), token, page, said)
    finally:
        await behind.stop()


async def until(holds: Any) -> None:  # noqa: ANN401 - a question
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(0)


@pytest.mark.parametrize("wish", [Against(bots=1), WISH, Joining("K-1", "10.0.0.1:1", "ab" * 32), Resuming(ready=True)])
def test_every_wish_is_heard_as_it_was_told(wish: Wish) -> None:
    assert _asked.wish_heard(json.loads(json.dumps(_asked.wish_told(wish)))) == wish


async def test_a_table_is_opened_and_found_again_by_the_next_page_and_closed(tmp_path: Path) -> None:
    async with counter(tmp_path) as at:
        assert await at.page.sits() is None
        opened = await at.page.open(WISH)
        assert at.tables.wishes == [WISH]
        again = await at.page.sits()
        assert again is not None
        for one in (opened, again):
            assert (one.wish, one.habits, one.code, one.address, one.near) == (
                WISH,
                Habits(plays_again=True),
                "K-1",
                "10.0.0.1:1",
                True,
            )
        assert await at.page.close() == ["The record lies here."]
        assert await at.page.sits() is None


async def test_what_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    async with counter(tmp_path) as at:
        at.tables.problem = "Port 4040 is taken."
        with pytest.raises(ClubError, match="Port 4040 is taken"):
            await at.page.open(WISH)
        assert await at.page.sits() is None


async def test_who_hangs_up_stops_what_is_opened_but_never_what_is_closed(tmp_path: Path) -> None:
    async with counter(tmp_path) as at:
        at.tables.may_open.clear()
        opening = asyncio.create_task(at.page.open(WISH))
        await until(lambda: at.tables.wishes)
        opening.cancel()
        await until(lambda: at.tables.stopped)
        at.tables.may_open.set()
        await at.page.open(replace(WISH, title="Garden"))
        at.tables.may_close.clear()
        closing = asyncio.create_task(at.page.close())
        await until(lambda: at.counter.sits is None)
        closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)
        at.tables.may_close.set()
        assert await at.page.sits() is None  # which waits for it
        assert at.tables.closed == 1


@pytest.mark.parametrize("first", [b'{"token": "%s", "ask": "open"}\n' % (b"0" * 64), b"nonsense\n", b"7\n", b"{}\n"])
async def test_who_does_not_know_the_word_is_hung_up_on(first: bytes, tmp_path: Path) -> None:
    async with counter(tmp_path) as at:
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        writer.write(first)
        async with asyncio.timeout(PATIENCE):
            assert await reader.read() == b""
        writer.close()
        assert at.tables.wishes == []


async def test_a_page_hears_what_was_reported_before_it_came_and_of_a_new_table_only_what_is_its_own(
    tmp_path: Path,
) -> None:
    async with counter(tmp_path) as at:
        await at.page.open(WISH)
        for number in range(MOST_NOTICES + 5):
            at.tables.reports.put_nowait(f"Notice {number}.")
        await until(lambda: len(at.said) == MOST_NOTICES + 5)
        hearing = at.page.notices()
        async with asyncio.timeout(PATIENCE):
            assert [text async for text in first(hearing, MOST_NOTICES)] == at.said[5:]
            at.tables.reports.put_nowait("One more.")
            assert [text async for text in first(hearing, 1)] == ["One more."]
        at.counter.tell("")
        await at.page.close()
        await at.page.open(WISH)
        at.tables.reports.put_nowait("Another.")
        async with asyncio.timeout(PATIENCE):
            assert [text async for text in first(at.page.notices(), 1)] == ["Another."]


async def first(said: AsyncIterator[str], most: int) -> AsyncIterator[str]:
    for _ in range(most):
        yield await anext(said)


async def test_a_node_that_is_lost_is_told_of_and_so_is_a_counter_that_has_gone(tmp_path: Path) -> None:
    async with counter(tmp_path) as at:
        await at.page.open(WISH)
        assert at.tables.launched is not None
        cast("Node", at.tables.launched.watcher).gone.set()
        with pytest.raises(ShellError, match="it was killed"):
            async with asyncio.timeout(PATIENCE):
                await at.counter.lost()
        await at.counter.stop()
        with pytest.raises(ShellError):
            await at.page.sits()
