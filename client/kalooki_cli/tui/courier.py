"""Carries a person's commands to the seat: one at a time is on its way, and its answer is told.

What a command has done may be seen before its answer is here; what is asked for then waits for that answer.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from kalooki.rules.actions import Action
from kalooki.seat import Outcome

Command = Coroutine[object, object, Outcome]


class Courier:
    """One way from a person to his seat."""

    def __init__(self, answered: Callable[[Outcome, Action | None], None], broke: Callable[[Exception], None]) -> None:
        self._answered = answered
        self._broke = broke
        self._flying: asyncio.Task[None] | None = None
        self._next: tuple[Command, Action | None] | None = None

    @property
    def is_flying(self) -> bool:
        """Whether something is on its way."""
        return self._flying is not None

    def send(self, command: Command, action: Action | None = None) -> bool:
        """Send a command, unless one is on its way."""
        if self._flying is not None:
            command.close()
            return False
        self._flying = asyncio.create_task(self._fly(command, action))
        return True

    def send_next(self, command: Command, action: Action | None = None) -> bool:
        """Send a command as soon as what is on its way has had its effect, and not if it has none; one can wait."""
        if self._flying is None:
            return self.send(command, action)
        if self._next is not None:
            command.close()
            return False
        self._next = command, action
        return True

    async def _fly(self, command: Command, action: Action | None) -> None:
        try:
            outcome = await command
        except Exception as error:  # noqa: BLE001 - it ends the client, which raises it again
            self._broke(error)
            return
        finally:
            self._flying = None
        if self._next is not None and not outcome.code:
            following, self._next = self._next, None
            self.send(*following)
        self._drop()
        self._answered(outcome, action)

    def _drop(self) -> None:
        if self._next is not None:
            self._next[0].close()
            self._next = None

    def give_up(self) -> None:
        """Wait no more for what is on its way."""
        self._drop()
        if self._flying is not None:
            self._flying.cancel()
            self._flying = None

    async def landed(self) -> None:
        """Wait until nothing is on its way."""
        while self._flying is not None:
            await asyncio.wait([self._flying])

    async def stop(self) -> None:
        """End what is on its way."""
        self._drop()
        if self._flying is not None:
            self._flying.cancel()
            with suppress(asyncio.CancelledError):
                await self._flying
