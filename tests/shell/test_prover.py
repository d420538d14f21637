"""Long proofs: what the table waits for does not wait for what is made ahead."""

import asyncio
import os
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from kalooki.shell.group_loader import load_group
from kalooki.shell.priority import (
    LONGEST_SECONDS,
    NICE,
    NICEST,
    SPELL_SECONDS,
    STILL_SECONDS,
    Courtesy,
    courtesy,
    stand_aside,
)
from kalooki.shell.prover import Worker
from kalooki.shell.runtime import Runtime
from kalooki.shell.store import Store
from kalooki.table.payloads import NodeNumber
from kalooki.table.ports import Heartbeat, Received, Ticked
from support.table_world import Place, World

SECONDS = 30


def test_what_is_urgent_does_not_wait_for_what_is_made_ahead() -> None:
    worker, may_end, done = Worker(), Event(), list[tuple[str, object]]()
    both = Event()

    def note(name: str, future: Future[object]) -> None:
        done.append((name, future.result()))
        if name == "urgent":
            may_end.set()
        else:
            both.set()

    worker.run(lambda: may_end.wait(SECONDS), lambda future: note("ahead", future), is_urgent=False)
    worker.run(lambda: 7, lambda future: note("urgent", future), is_urgent=True)
    assert both.wait(SECONDS)
    worker.close()
    assert done == [("urgent", 7), ("ahead", True)]


def test_who_is_closed_drops_what_waits_and_lets_end_what_runs() -> None:
    worker, runs, may_end, told = Worker(), Event(), Event(), list[object]()

    def work() -> str:
        runs.set()
        may_end.wait(SECONDS)
        return "ran"

    for is_urgent in (True, False):
        worker.run(work, lambda future: told.append(future.result()), is_urgent=is_urgent)
        assert runs.wait(SECONDS)
        runs.clear()
        worker.run(lambda: "waited", lambda future: told.append(future.result()), is_urgent=is_urgent)
    closing = threading.Thread(target=worker.close)
    closing.start()
    may_end.set()
    closing.join(SECONDS)
    assert told.count("ran") == 2
    assert not closing.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_what_is_made_ahead_gives_way_in_the_scheduler() -> None:
    worker, levels, done = Worker(), dict[bool, int](), Event()

    def look(is_urgent: bool) -> None:
        levels[is_urgent] = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    for is_urgent in (True, False):
        done.clear()
        worker.run(lambda urgent=is_urgent: look(urgent), lambda _: done.set(), is_urgent=is_urgent)  # type: ignore[misc]
        assert done.wait(SECONDS)
    worker.close()
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert levels == {True: own, False: min(NICEST, own + NICE)}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_who_stands_aside_runs_when_nobody_else_would() -> None:
    with ThreadPoolExecutor(1, initializer=stand_aside) as pool:
        policy = pool.submit(lambda: os.sched_getscheduler(threading.get_native_id())).result(SECONDS)
    assert policy == os.SCHED_IDLE
    assert os.sched_getscheduler(0) != os.SCHED_IDLE


class Time:
    """A clock that stands still but for who sleeps; at some moments something happens."""

    def __init__(self, *happens: float) -> None:
        self.now = 0.0
        self.slept = 0.0
        self.courtesy = Courtesy(lambda: self.now, self.sleep)
        self._happens = list(happens)

    def sleep(self, seconds: float) -> None:
        """Let time pass, with all that happens in it."""
        end, self.slept = self.now + seconds, self.slept + seconds
        while self._happens and self._happens[0] <= end:
            self.now = self._happens.pop(0)
            self.courtesy.happens()
        self.now = end


def test_who_has_promised_nothing_never_waits() -> None:
    time = Time()
    time.courtesy.happens()
    time.courtesy.wait()
    assert time.slept == 0


def test_who_works_ahead_waits_for_nothing_where_nothing_happens() -> None:
    time = Time()
    time.courtesy.promise()
    time.courtesy.wait()
    time.now = STILL_SECONDS / 2
    time.courtesy.wait()
    assert time.slept == 0


def test_who_works_ahead_is_still_until_nothing_happened_for_a_moment() -> None:
    time = Time(1.01, 1.02)
    time.courtesy.promise()
    time.now = 1.0
    time.courtesy.happens()
    time.courtesy.wait()
    assert 1.02 + STILL_SECONDS <= time.now < 1.02 + 2 * STILL_SECONDS
    before = time.slept
    time.courtesy.wait()
    assert time.slept == before


def test_who_works_ahead_gets_a_spell_now_and_then_whatever_happens() -> None:
    time = Time(*(1 + each / 100 for each in range(1000)))
    time.courtesy.promise()
    time.now = 1.0
    time.courtesy.happens()
    worked = 0.0
    while time.now < 9:
        time.courtesy.wait()
        worked += 0.001
        time.sleep(0.001)
    share = SPELL_SECONDS / (SPELL_SECONDS + LONGEST_SECONDS)
    assert 0.8 * share < worked / 8 < 1.2 * share


def test_work_ahead_is_still_while_something_happens_and_what_is_urgent_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    group, worker, now, done = load_group(), Worker(), [1000.0], list[str]()
    monkeypatch.setattr(courtesy, "_clock", lambda: now[0])
    urgent, both = Event(), Event()

    def work() -> None:
        group.add(group.hash_to_group(b"a"), group.hash_to_group(b"b"))

    def note(name: str, event: Event) -> None:
        done.append(name)
        event.set()

    courtesy.happens()
    worker.run(work, lambda _: note("ahead", both), is_urgent=False)
    worker.run(work, lambda _: note("urgent", urgent), is_urgent=True)
    assert urgent.wait(SECONDS)
    assert done == ["urgent"], "the clock stands still, so the other one waits"
    now[0] += 1
    assert both.wait(SECONDS)
    worker.close()


async def test_what_comes_while_cards_are_played_is_what_work_ahead_is_still_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now, slept = [1000.0], list[float]()
    world = await asyncio.to_thread(World, 3, (Place(), Place()), moves=2)
    comes = Received(NodeNumber(1), Heartbeat(1, 0))

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += 1

    monkeypatch.setattr(courtesy, "_clock", lambda: now[0])
    monkeypatch.setattr(courtesy, "_sleep", sleep)
    store = await asyncio.to_thread(Store, tmp_path / "store", world.node(0).table_id)
    runtime = Runtime(world.node(0), store)

    async def is_still(happened: Received | Ticked) -> bool:
        """Say whether a thread that works ahead is held up when that comes in."""
        now[0] += 10
        slept.clear()
        runtime.show_again()
        await runtime.post(happened)
        with ThreadPoolExecutor(1, initializer=courtesy.promise) as pool:
            pool.submit(courtesy.wait).result(SECONDS)
        return bool(slept)

    assert not await is_still(comes), "there is no deck yet"
    await asyncio.to_thread(world.run, lambda: world.node(0).moment().is_played)
    assert await is_still(comes)
    assert not await is_still(Ticked(7))
    await asyncio.to_thread(store.close)
