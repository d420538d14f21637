"""What bots are called: each by its level, if it has one, whichever of its names it came by."""

from collections.abc import Mapping

from kalooki_cli.language import pgettext
from kalooki_cli.text import inert

LEVELS: Mapping[str, str] = {
    "beginner": pgettext("a bot", "beginner"),
    "easy": pgettext("a bot", "easy"),
    "medium": pgettext("a bot", "medium"),
    "hard": pgettext("a bot", "hard"),
    "expert": pgettext("a bot", "expert"),
}
"""In English these are the words that one types."""

LEVEL_OF: Mapping[str, str] = {
    "random_legal": "beginner",
    "greedy": "easy",
    "connections": "medium",
    "expectation": "hard",
    "experience": "expert",
}
"""The level of a bot by its key, under which older tables and records have it."""


def level_of(bot: str) -> str:
    """The level of a bot, however it is named; its own name where it has none."""
    return LEVEL_OF.get(bot, bot)


def called(bot: str, columns: int = 20) -> str:
    """What a bot is called; whoever brought it may have named it."""
    level = level_of(bot)
    return LEVELS.get(level) or inert(level, columns)
