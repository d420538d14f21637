"""Where deals are played: in processes of this computer, or on a Ray cluster. Neither decides what comes of them."""

import importlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Any

from kalooki.arena.contest import Contest
from kalooki.shell.arena.worker import Played, play
from kalooki.shell.errors import ShellError

CHUNK = 4
"""So many deals go to a process at a time: enough that sending them costs nothing, few enough to part them evenly."""
AHEAD = 2
"""So many chunks for each process are on their way, so that none waits, and a stop has little to wait for."""

Engine = Callable[[Contest, Sequence[int], int], Iterator[Played]]
"""Plays these deals of a contest with so many jobs; they come back in any order."""


def processes(contest: Contest, numbers: Sequence[int], jobs: int) -> Iterator[Played]:
    """Play on this computer's cores.

    Raises:
        ShellError: A process was ended from outside, or a bot is unknown.
    """
    if jobs == 1:
        for number in numbers:
            yield from play(contest, [number])
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    chunks = _chunks(numbers)
    try:
        waiting: set[Future[list[Played]]] = {
            pool.submit(play, contest, chunk) for chunk in islice(chunks, jobs * AHEAD)
        }
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
            waiting |= {pool.submit(play, contest, chunk) for chunk in islice(chunks, len(done))}
    except BrokenProcessPool as error:
        raise ShellError("arena_process_ended") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def ray_cluster(contest: Contest, numbers: Sequence[int], jobs: int) -> Iterator[Played]:
    """Play on the Ray cluster that RAY_ADDRESS names, or on one of this computer alone.

    Raises:
        ShellError: Ray is not installed.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a game tells nobody that it is played
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError as error:
        raise ShellError("no_ray") from error
    own = not ray.is_initialized()
    if own:
        ray.init(**_cluster(jobs))
    remote = ray.remote(play)
    chunks = _chunks(numbers)
    try:
        waiting = [remote.remote(contest, chunk) for chunk in islice(chunks, jobs * AHEAD)]
        while waiting:
            done, waiting = ray.wait(waiting)
            for each in done:
                yield from ray.get(each)
            waiting += [remote.remote(contest, chunk) for chunk in islice(chunks, len(done))]
    finally:
        if own:
            ray.shutdown()


ENGINES: dict[str, Engine] = {"processes": processes, "ray": ray_cluster}


def _cluster(jobs: int) -> dict[str, object]:
    quiet = {"logging_level": "ERROR", "log_to_driver": False}
    if "RAY_ADDRESS" in os.environ:
        return quiet
    return {**quiet, "num_cpus": jobs, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}


def _chunks(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[begin : begin + CHUNK] for begin in range(0, len(numbers), CHUNK))


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C goes to every process of a terminal; only one is to say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
