"""Threads for long proofs: C frees the interpreter, so the event loop goes on meanwhile."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from kalooki.shell.priority import give_way


class Worker:
    """Runs the work that a node asks for by `Prove`: what is urgent in one thread, what is made ahead in another."""

    def __init__(self) -> None:
        self._urgent = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kalooki-proofs")
        self._ahead = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kalooki-ahead", initializer=give_way)

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
