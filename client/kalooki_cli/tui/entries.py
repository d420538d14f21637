"""What the start screen offers besides tables. Whoever makes a screen adds its line here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual.screen import Screen

from kalooki_cli.messages import settings
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.settings import SettingsScreen


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the start screen."""

    name: str
    key: str
    words: str
    about: str
    """A sentence."""
    opens: Callable[[Carrier], Screen[Any]]
    """Makes the screen; it goes back by dismissing itself."""


ENTRIES: tuple[Entry, ...] = (Entry("settings", ",", settings.ENTRY, settings.ABOUT_ENTRY, SettingsScreen),)
