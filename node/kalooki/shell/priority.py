"""Threads that give way: to what people wait for, at this node and at the others on this computer.

Only Linux has a priority for each thread; elsewhere they run like all others.
"""

import os
import sys
import threading
from contextlib import suppress

NICE = 15
"""By how much a thread gives way that works ahead; it still gets on where something else keeps all processors busy.

Eight nodes on one computer have as many such threads: at 10 they take half of what two processors have."""

NICEST = 19


def give_way() -> None:
    """Have this thread run a little while others would, and else all of the time."""
    if sys.platform == "linux":
        this = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, this, min(NICEST, os.getpriority(os.PRIO_PROCESS, this) + NICE))


def stand_aside() -> None:
    """Have this thread run while nobody else would, and be interrupted as soon as somebody would."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(threading.get_native_id(), os.SCHED_IDLE, os.sched_param(0))
