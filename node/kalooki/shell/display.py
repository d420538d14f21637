"""When a node shows what is new: at once what its players may wait for, else with what comes a moment later."""

import asyncio
from collections.abc import Callable, Iterable

from kalooki.rules.events import Event
from kalooki.table.moment import Moment
from kalooki.table.ports import Answer

HELD_SECONDS = 0.01
"""So long nothing is shown while others wait for shares of this node, or its player for a card, which mostly comes."""

LATER_SECONDS = 0.05
"""So long what asks nobody here waits for more of its kind, and leaves the processors to what others wait for."""


class Display:
    """What is on disk and not shown yet, and the answers that follow it."""

    def __init__(self) -> None:
        self.on_publish: Callable[[tuple[Event, ...], Moment], None] = lambda _, __: None
        self.on_answer: Callable[[Answer], None] = lambda _: None
        self._news: list[Event] = []
        self._moment: Moment | None = None
        """With the news that come before it, what is to be shown."""
        self._shown: Moment | None = None
        """What was shown last."""
        self._answers: list[Answer] = []
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def take(self, news: Iterable[Event], moment: Moment | None, answers: Iterable[Answer]) -> None:
        """Keep what came of steps, in order; a player is answered once he can see what came of his command."""
        self._news.extend(news)
        self._moment = moment or self._moment
        self._answers.extend(answers)

    def show_in_time(self, *, is_held: bool) -> None:
        """Show what is kept, now or soon.

        Args:
            is_held: Shares are about to go out or to come in: what comes of them is shown with it.
        """
        wait = self._wait(is_held=is_held)
        if wait is None:
            return
        if not wait:
            self.show()
            return
        loop = asyncio.get_running_loop()
        if self._timer is None or loop.time() + wait < self._timer.when():
            self._stop_timer()
            self._timer = loop.call_later(wait, self.show)

    def show(self) -> None:
        """Show what is kept, then answer."""
        self._stop_timer()
        moment, news, answers = self._moment, tuple(self._news), tuple(self._answers)
        self._moment, self._news, self._answers = None, [], []
        if self._closed:
            return
        if moment is not None:
            self._shown = moment
            self.on_publish(news, moment)
        for answer in answers:
            self.on_answer(answer)

    def close(self) -> None:
        """Show nothing more."""
        self._closed = True
        self._stop_timer()

    def _wait(self, *, is_held: bool) -> float | None:
        """Return how long what is kept may wait; None where nothing is kept."""
        moment, answers = self._moment, self._answers
        if moment is None:
            return 0.0 if answers else None
        if any(answer.code for answer in answers):
            return 0.0  # nothing more comes of what was refused
        shown = self._shown
        is_other = shown is None or (moment.stage, moment.faces) != (shown.stage, shown.faces)
        if not (answers or is_other or moment.asks_us):
            return LATER_SECONDS
        return HELD_SECONDS if is_held else 0.0

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
