"""Bots by their keys, each with chance of its own."""

import secrets
from collections.abc import Callable

from kalooki.bot import Bot, with_chance
from kalooki.bots import bot_named, names
from kalooki.rules.actions import Action
from kalooki.rules.view import SeatView
from kalooki.shell import own_bot
from kalooki.shell.errors import ShellError

HINTS = "hard"
"""The bot that answers a person who asks for a hint: the best that answers at once."""

STAND_IN = "easy"
"""The bot that plays a lost seat."""


def found_bot(key: str) -> Bot:
    """The bot with this key, or of this level, or in this file.

    Raises:
        ShellError: `unknown_bot`, `bad_bot`.
    """
    if own_bot.is_file(key):
        return own_bot.load(key)
    bot = bot_named(key)
    if bot is None:
        raise ShellError("unknown_bot", bot=ascii(key[:32])[1:-1], known=", ".join(names()))
    return bot


def chooser(key: str) -> Callable[[SeatView], Action]:
    """What this bot does in a place.

    Raises:
        ShellError: `unknown_bot`, `bad_bot`.
    """
    return with_chance(found_bot(key), secrets.randbits(128))
