"""One file per bot, each defines BOT. Those of the ladder have a level besides, and answer to it as well."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from kalooki import bots as package
from kalooki import plugins
from kalooki.bot import LEVELS, Bot


@cache
def bots() -> Mapping[str, Bot]:
    """Every bot that has a file, by key, sorted."""
    return MappingProxyType(plugins.collect(package, "BOT", Bot))


@cache
def levels() -> Mapping[str, Bot]:
    """The ladder, from the weakest bot to the strongest; a level that has no bot is not there."""
    found = {bot.level: bot for bot in bots().values()}
    return MappingProxyType({level: found[level] for level in LEVELS if level in found})


def bot_named(name: str) -> Bot | None:
    """The bot with this key, or of this level; None if there is none."""
    return bots().get(name) or levels().get(name)


def names() -> tuple[str, ...]:
    """Each name that a bot answers to: the levels first, from the weakest up."""
    return (*levels(), *bots())
