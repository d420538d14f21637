"""The port to the person: lines go out, typed lines come in."""

from collections.abc import AsyncIterator, Iterable
from typing import Protocol

from kalooki_cli.look import Look


class Console(Protocol):
    """A place where lines are shown above a prompt."""

    @property
    def look(self) -> Look:
        """What it can show now; the width may change."""

    def show(self, lines: Iterable[str]) -> None:
        """Print lines; what is being typed stays as it is."""

    def ask(self, prompt: str) -> None:
        """Change the prompt, and show it."""

    def ring(self) -> None:
        """Call the person who looks elsewhere, if he wants to be called."""

    def lines(self) -> AsyncIterator[str]:
        """Each line that is typed, until the input ends."""
