"""The words of entries are found out later, once, and then told."""

import asyncio

from kalooki.shell.words import Scribe
from kalooki.table.log import Digest
from kalooki.table.spoken import spoken

TABLE, HEAD, OTHER = (Digest(bytes([number]) * 32) for number in range(3))


async def test_words_are_found_out_and_told_once() -> None:
    found = asyncio.Event()
    scribe = Scribe(found.set, later=0)
    assert scribe.words(TABLE, 7, HEAD) is None
    assert scribe.words(TABLE, 7, HEAD) is None
    await found.wait()
    assert scribe.words(TABLE, 7, HEAD) == spoken(TABLE, 7, HEAD)
    found.clear()
    assert scribe.words(TABLE, 7, OTHER) is None
    await found.wait()
    assert scribe.words(TABLE, 7, OTHER) == spoken(TABLE, 7, OTHER)


async def test_who_is_closed_finds_nothing_out_any_more() -> None:
    told = list[None]()
    scribe = Scribe(lambda: told.append(None), later=0)
    assert scribe.words(TABLE, 7, HEAD) is None
    (task,) = asyncio.all_tasks() - {asyncio.current_task()}
    scribe.close()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()
    assert told == []
