"""Threads for long proofs: C frees the interpreter, so the event loop goes on meanwhile."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

NICE = 5
"""By how much work that is made ahead gives way to what the table waits for, here and in the other nodes on this
computer; it still gets on where something else keeps all processors busy."""

NICEST = 19


class Worker:
    """Runs the work that a node asks for by `Prove`: what is urgent in one thread, what is made ahead in another."""

    def __init__(self) -> None:
        self._urgent = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kalooki-proofs")
        self._ahead = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kalooki-ahead", initializer=_give_way)

    def run(self, work: Callable[[], object], done: Callable[[Future[object]], None], *, is_urgent: bool) -> None:
        """Do the work; `done` is called in the worker's thread with the future, unless `close` came first."""

        def tell(future: Future[object]) -> None:
            if not future.cancelled():
                done(future)

        pool = self._urgent if is_urgent else self._ahead
        pool.submit(work).add_done_callback(tell)

    def close(self) -> None:
        """Drop what waits and wait for what runs."""
        for pool in (self._urgent, self._ahead):
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in (self._urgent, self._ahead):
            pool.shutdown(wait=True)


def _give_way() -> None:
    """Have the scheduler prefer others to this thread; only Linux has a priority for each."""
    if sys.platform == "linux":
        this = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, this, min(NICEST, os.getpriority(os.PRIO_PROCESS, this) + NICE))
