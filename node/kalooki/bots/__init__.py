"""One file per bot, each defines BOT."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from kalooki import bots as package
from kalooki import plugins
from kalooki.bot import Bot


@cache
def bots() -> Mapping[str, Bot]:
    """Every bot that has a file, by key, sorted."""
    return MappingProxyType(plugins.collect(package, "BOT", Bot))
