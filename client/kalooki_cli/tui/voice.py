"""What a person says to the others; a move that is on its way does not keep it back."""

import asyncio
from collections.abc import Callable, Coroutine

from kalooki.seat import Outcome, Seat
from kalooki_cli.chatter import spoken


class Voice:
    """One person's voice at the table."""

    def __init__(self, seat: Seat, answered: Callable[[Outcome], None], broke: Callable[[Exception], None]) -> None:
        self._seat = seat
        self._answered = answered
        self._broke = broke
        self._speaking: set[asyncio.Task[None]] = set()

    def say(self, text: str) -> None:
        """Say something to the others.

        Raises:
            UnclearError: Nothing of it can be seen, or it is too long.
        """
        task = asyncio.create_task(self._say(self._seat.say(spoken(text))))
        self._speaking.add(task)
        task.add_done_callback(self._speaking.discard)

    async def _say(self, saying: Coroutine[object, object, Outcome]) -> None:
        try:
            outcome = await saying
        except Exception as error:  # noqa: BLE001 - as where a move is sent
            self._broke(error)
            return
        self._answered(outcome)

    async def stop(self) -> None:
        """Break off what is being said."""
        for task in tuple(self._speaking):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
