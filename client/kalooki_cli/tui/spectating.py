"""A seat for who has none: updates come, and whatever is asked for is refused."""

from collections.abc import AsyncIterator, Callable

from kalooki.rules.actions import Action
from kalooki.seat import Outcome, Update

REFUSED = Outcome("not_seated", "")


class Gallery:
    """What a spectator sees, behind the same interface as a seat."""

    def __init__(self, updates: Callable[[], AsyncIterator[Update]]) -> None:
        self._updates = updates

    def updates(self) -> AsyncIterator[Update]:
        """What everybody at the table sees."""
        return self._updates()

    async def act(self, move: int, action: Action) -> Outcome:
        """Refuse."""
        del move, action
        return REFUSED

    async def ready(self, deal: int) -> Outcome:
        """Refuse."""
        del deal
        return REFUSED

    async def begin(self) -> Outcome:
        """Refuse."""
        return REFUSED

    async def close(self, reason: str) -> Outcome:
        """Refuse."""
        del reason
        return REFUSED

    async def leave(self) -> Outcome:
        """Refuse."""
        return REFUSED

    async def choose(self, wish: str) -> Outcome:
        """Refuse."""
        del wish
        return REFUSED

    async def propose(self, motion: str, whom: int | None = None, *, withdrawn: bool = False, bot: str = "") -> Outcome:
        """Refuse."""
        del motion, whom, withdrawn, bot
        return REFUSED

    async def say(self, text: str) -> Outcome:
        """Refuse: who watches has no part in what is said."""
        del text
        return REFUSED
