"""A thread of its own in which a bot thinks: one that never comes to an end keeps no process from ending."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread

from kalooki.rules.view import SeatView

Think = Callable[[SeatView], object]


class Thinking:
    """Asks a bot, one question after the other.

    An executor's threads are waited for when the interpreter ends, and a bot of somebody else may never answer.
    """

    def __init__(self) -> None:
        self._questions = SimpleQueue[tuple[Future[object], Think, SeatView] | None]()
        self._asked: Future[object] | None = None
        Thread(target=self._work, name="kalooki-bot", daemon=True).start()

    async def ask_within(self, seconds: float, think: Think, view: SeatView) -> object:
        """Wait so long for the answer; a bot that still thinks about an earlier question is not asked.

        Raises:
            TimeoutError: There is none; or what the bot raises.
        """
        late = TimeoutError(f"no answer within {seconds:g} s")
        if self._asked is not None and not self._asked.done():
            raise late
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await self.ask(think, view)
        except TimeoutError:
            if limit.expired():
                raise late from None
            raise

    async def ask(self, think: Think, view: SeatView) -> object:
        """Wait for the answer, whatever it is; what the bot raises is raised."""
        self._asked = answer = Future[object]()
        self._questions.put((answer, think, view))
        return await asyncio.wrap_future(answer)

    def close(self) -> None:
        """Let the thread end, after what it is thinking of."""
        self._questions.put(None)

    def _work(self) -> None:
        while (question := self._questions.get()) is not None:
            answer, think, view = question
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(think(view))
                except Exception as error:  # noqa: BLE001 - it is raised where the answer is waited for
                    answer.set_exception(error)
