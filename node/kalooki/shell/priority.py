"""Threads that give way: to what people wait for, at this node and at the others on this computer.

Two means, since neither will do alone. Only Linux has a priority for each thread; and a thread that the scheduler
stops while it has the interpreter holds up the rest of its process for as long as others keep the processors busy. So
a thread that works ahead is also still of its own accord while something happens at the table: all nodes hear of that
at about the same time, wherever they run.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

NICE = 15
"""By how much a thread gives way that works ahead; it still gets on where something else keeps all processors busy.

Eight nodes on one computer have as many such threads: at 10 they take half of what two processors have."""

NICEST = 19

STILL_SECONDS = 0.03
"""So long nothing has happened before who works ahead goes on: a drawn card takes no longer, in its several steps."""

LONGEST_SECONDS = 0.2
"""So long who works ahead is still at most."""

SPELL_SECONDS = 0.04
"""So long it works then whatever happens: where bots play without a pause a deck is made all the same."""


class Courtesy:
    """Has the threads that work ahead be still while something happens, one moment after the other."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._last = -STILL_SECONDS
        """When something happened the last time."""
        self._threads = threading.local()

    def promise(self) -> None:
        """This thread will be still when something happens."""
        self._threads.may_work_until = self._clock()

    def happens(self) -> None:
        """Something happens at the table that somebody may wait for."""
        self._last = self._clock()

    def wait(self) -> None:
        """Return at once in a thread that has promised nothing; in another when it may go on."""
        until: float | None = getattr(self._threads, "may_work_until", None)
        if until is None:
            return
        began = now = self._clock()
        while now - self._last < STILL_SECONDS and now >= until:
            if now - began >= LONGEST_SECONDS:
                self._threads.may_work_until = now + SPELL_SECONDS
                return
            self._sleep(STILL_SECONDS / 3)
            now = self._clock()


courtesy = Courtesy()
"""Of this process, like the priorities of its threads."""


def give_way() -> None:
    """Have this thread run a little while others would, and else all of the time but while something happens."""
    courtesy.promise()
    if sys.platform == "linux":
        this = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, this, min(NICEST, os.getpriority(os.PRIO_PROCESS, this) + NICE))


def stand_aside() -> None:
    """Have this thread run while nobody else would, and be interrupted as soon as somebody would."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(threading.get_native_id(), os.SCHED_IDLE, os.sched_param(0))
