"""How it is to look and behave now: what was kept, unless the command line or the surroundings say otherwise."""

import codecs
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO

from kalooki_cli.look import Look
from kalooki_cli.preferences import USUAL, Preferences
from kalooki_cli.settings_file import CHOICES

NARROWEST = 20
DEFAULT_COLUMNS = 80


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person asked for on the command line; None: whatever fits."""

    symbols: bool | None = None
    colour: str | None = None


def look_of(stream: TextIO, environment: Mapping[str, str], wishes: Wishes, kept: Preferences = USUAL) -> Look:
    """Find out what a stream can show; of that the person has what he asked for now, or else chose some day."""
    usual = kept.suits != "letters" and _can_write_symbols(stream)
    symbols = usual if wishes.symbols is None else wishes.symbols
    colour = wishes.colour
    if colour is None:
        plain = not stream.isatty() or environment.get("NO_COLOR") or environment.get("TERM", "dumb") == "dumb"
        colour = "off" if plain else kept.colors
    return Look(columns(), symbols=symbols, colour=colour)


def _can_write_symbols(stream: TextIO) -> bool:
    """Suits as symbols only where Unicode is certain: other code pages have them at odd places, or not at all."""
    try:
        return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")
    except LookupError:
        return False


def columns() -> int:
    """How many columns there are; nonsense sizes count as a usual terminal."""
    found = shutil.get_terminal_size((DEFAULT_COLUMNS, 24)).columns
    return max(found, NARROWEST) if found > 0 else DEFAULT_COLUMNS


class Taste:
    """One person's, at one terminal."""

    def __init__(
        self,
        kept: Preferences = USUAL,
        keep: Callable[[Preferences], str] = lambda _: "",
        wishes: Wishes | None = None,
        environment: Mapping[str, str] = os.environ,
        stream: TextIO | None = None,
    ) -> None:
        """Take what was kept.

        Args:
            kept: What was chosen some day.
            keep: Keeps it otherwise; a sentence where it cannot be.
            wishes: What the command line says, for this time alone.
            environment: The surroundings.
            stream: What is written to; standard output, before anybody takes its place.
        """
        self.kept = kept
        self.environment = environment
        self._keep = keep
        self._wishes = wishes or Wishes()
        self._stream = stream or sys.stdout

    def look(self) -> Look:
        """What the terminal can show and the person likes."""
        return look_of(self._stream, self.environment, self._wishes, self.kept)

    def overruled(self) -> dict[str, str]:
        """Which settings the surroundings decide instead, and by which variable."""
        found = {}
        if self.environment.get("KALOOKI_THEME", "") in CHOICES["theme"]:
            found["theme"] = "KALOOKI_THEME"
        if self.environment.get("NO_COLOR"):
            found["colors"] = "NO_COLOR"
        if self.environment.get("KALOOKI_LANG"):
            found["language"] = "KALOOKI_LANG"
        return found

    def change(self, name: str, value: str) -> str:
        """Choose otherwise, from now on; a sentence where that cannot be kept, and holds for this time only."""
        self.kept = self.kept.with_value(name, value)
        return self._keep(self.kept)
