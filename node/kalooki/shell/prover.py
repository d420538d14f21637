"""One worker thread for long proofs: C frees the interpreter, so the event loop goes on meanwhile."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor


class Worker:
    """Runs the work that a node asks for by `Prove`, one piece after the other."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kalooki-proofs")

    def run(self, work: Callable[[], object], done: Callable[[Future[object]], None]) -> None:
        """Do the work; `done` is called in the worker's thread with the future, unless `close` came first."""

        def tell(future: Future[object]) -> None:
            if not future.cancelled():
                done(future)

        self._pool.submit(work).add_done_callback(tell)

    def close(self) -> None:
        """Drop what waits and wait for what runs."""
        self._pool.shutdown(wait=True, cancel_futures=True)
