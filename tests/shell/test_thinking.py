"""A bot thinks in a thread of its own, and ends nothing but its own turn by never coming to an end."""

import asyncio
import subprocess
import sys
import threading
import time

import pytest

from kalooki.bot import safe_action
from kalooki.rules.view import SeatView
from kalooki.shell.thinking import Thinking
from support.kalooki_table import lay_out

FOR_EVER = """
import asyncio, contextlib
from kalooki.shell.thinking import Thinking

def sleeps(view):
    {body}

async def main():
    thinking = Thinking()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(thinking.ask(sleeps, None), 0.1)
    thinking.close()

asyncio.run(main())
print("ended")
"""


async def test_answers_come_in_order_and_what_a_bot_raises_is_raised() -> None:
    view, thinking = lay_out({"p1": "2H 3H 4H"}).view("p1"), Thinking()
    seen = list[SeatView]()

    def first(asked: SeatView) -> object:
        seen.append(asked)
        return safe_action(asked)

    def second(asked: SeatView) -> object:
        raise LookupError(f"of {len(asked.hand)} cards")

    try:
        assert await thinking.ask(first, view) == safe_action(view)
        with pytest.raises(LookupError, match="of 3 cards"):
            await thinking.ask(second, view)
        assert await thinking.ask(lambda _view: threading.current_thread().name, view) == "kalooki-bot"
    finally:
        thinking.close()
    assert seen == [view]


async def test_a_question_that_nobody_waits_for_any_more_is_not_asked() -> None:
    view, thinking, asked = lay_out({"p1": "2H 3H 4H"}).view("p1"), Thinking(), list[int]()
    gate = threading.Event()
    busy = asyncio.create_task(thinking.ask(lambda _view: gate.wait(10), view))
    dropped = asyncio.create_task(thinking.ask(lambda _view: asked.append(1), view))
    await asyncio.sleep(0)
    dropped.cancel()
    await asyncio.gather(dropped, return_exceptions=True)
    gate.set()
    await busy
    await thinking.ask(lambda _view: asked.append(2), view)
    thinking.close()
    assert asked == [2]


@pytest.mark.parametrize("body", ["__import__('time').sleep(1000)", "[0 for _ in iter(int, 1)]"])
def test_a_bot_that_thinks_for_ever_keeps_no_process_from_ending(body: str) -> None:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", FOR_EVER.format(body=body)], capture_output=True, text=True, check=False, timeout=30
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")
    assert time.monotonic() - began < 20
