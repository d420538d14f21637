"""A console without a terminal: a function reads what is shown and says what is typed."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import chain

from kalooki_cli.look import Look

Typist = Callable[[str, list[str]], str | None]
"""(the prompt, the lines shown since the last answer) to the line that is typed; None: the input ends."""

IDLE = "> "


class ScriptedConsole:
    """Answers every prompt but the idle one."""

    def __init__(self, typist: Typist, look: Look | None = None) -> None:
        self._typist = typist
        self._look = look or Look()
        self._asked = asyncio.Event()
        self._prompt = IDLE
        self._fresh: list[str] = []
        self._changed = asyncio.Event()
        self.shown: list[str] = []
        self.rung: list[str] = []
        """What had been shown last each time that it rang."""

    @property
    def look(self) -> Look:
        """Never changes."""
        return self._look

    def show(self, lines: Iterable[str]) -> None:
        """Keep them."""
        added = list(lines)
        assert all(isinstance(line, str) for line in added)
        self._fresh += added
        self.shown += added
        self._changed.set()

    def ring(self) -> None:
        """Note when."""
        self.rung.append(self.shown[-1])

    async def until(self, words: str) -> None:
        """Wait until these words are shown, or asked."""
        while words not in "\n".join([*self.shown, self._prompt]):
            self._changed.clear()
            await self._changed.wait()

    def ask(self, prompt: str) -> None:
        """Let the typist answer."""
        self._prompt = prompt
        self._changed.set()
        if prompt == IDLE:
            self._asked.clear()
        else:
            self._asked.set()

    async def lines(self) -> AsyncIterator[str]:
        """Type."""
        while True:
            await self._asked.wait()
            self._asked.clear()
            fresh, self._fresh = self._fresh, []
            line = self._typist(self._prompt, fresh)
            if line is None:
                return
            yield line


def typing(*lines: str) -> Typist:
    """Type these lines, whatever is asked, and then end the input."""
    rest = iter(chain(lines))
    return lambda _prompt, _fresh: next(rest, None)
