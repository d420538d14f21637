"""Long proofs: what the table waits for does not wait for what is made ahead."""

import os
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest

from kalooki.shell.priority import NICE, NICEST, stand_aside
from kalooki.shell.prover import Worker

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
