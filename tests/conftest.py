"""What holds for every test: repeatable chance; in the shell no blocking, no leak."""

import asyncio
import functools
import inspect
import os
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import grpc
import pytest
from blockbuster import BlockBuster, blockbuster_ctx
from hypothesis import HealthCheck, settings

# What is expected stands in English, whatever the machine speaks; test_german.py asks for the other one.
os.environ["KALOOKI_LANG"] = os.environ.get("KALOOKI_TESTED_LANG", "en")

os.environ["XDG_DATA_HOME"] = str(Path(__file__).parent / "nobodys")  # nor do settings of who runs them count

SHELL = Path(__file__).parent / "shell"

# Time limits are pytest's: how long an example takes says nothing about what it shows.
settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None, max_examples=300)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rewrite`: golden files are written anew, and the diff is the review."""
    parser.addoption("--rewrite", action="store_true", help="write golden files anew")


CLEARING_SECONDS = 60
"""How long a test that is late may take to stop what it has started, before pytest ends it where it stands."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Cancel a coroutine that is late, so that its context managers end what they began.

    A test that is ended anywhere leaves processes and transports behind, which fail whatever runs after it.
    """
    if not isinstance(item, pytest.Function) or not inspect.iscoroutinefunction(item.obj):
        return
    marker = item.get_closest_marker("timeout")
    wanted = marker.args[0] if marker else item.config.getoption("timeout") or item.config.getini("timeout")
    limit = float(wanted)
    if limit > 0:
        item.obj = _within(limit, item.obj)
        item.add_marker(pytest.mark.timeout(limit + CLEARING_SECONDS), append=False)


def _within(limit: float, test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def limited(*arguments: object, **named: object) -> None:
        # With its last object gRPC stops its poller and waits for it; that must not happen in the middle of a test.
        grpc.aio.init_grpc_aio()
        try:
            async with asyncio.timeout(limit) as scope:
                try:
                    await test(*arguments, **named)
                except asyncio.CancelledError as late:
                    if scope.expired():
                        raise AssertionError(f"it is not done after {limit:g} seconds") from late
                    raise
        finally:
            grpc.aio.shutdown_grpc_aio()

    return limited


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--rewrite"))


ENDING_SECONDS = 2.0


@pytest.fixture(autouse=True)
def blockbuster(request: pytest.FixtureRequest) -> Iterator[BlockBuster | None]:
    """Guard each test of the shell; None elsewhere.

    There, a call of ours that would hold up the event loop raises BlockingError, and
    every thread that the test starts has ended when the test has.
    """
    if SHELL not in request.path.parents:
        yield None
        return
    before = set(threading.enumerate())
    with blockbuster_ctx("kalooki") as guard:
        yield guard
    new = [thread for thread in _unfinished() if thread not in before]
    for thread in new:
        thread.join(ENDING_SECONDS)  # one that was told to end is not gone in the same instant
    left = [thread.name for thread in new if thread.is_alive()]
    assert not left, f"threads that the test left behind: {left}"


def _unfinished() -> list[threading.Thread]:
    """List the threads that keep a process alive; gRPC's poller is a daemon."""
    return [thread for thread in threading.enumerate() if not thread.daemon]
