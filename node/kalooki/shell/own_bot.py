"""Somebody's own bot: a Python file that defines BOT, as the files of `kalooki.bots` do."""

import importlib.util
import sys
from pathlib import Path

from kalooki.bot import Bot
from kalooki.codec.errors import MalformedError
from kalooki.codec.reading import key
from kalooki.shell.errors import ShellError
from kalooki.worded import Worded

ENDING = ".py"


def is_file(name: str) -> bool:
    """Whether this names a file, and no bot of ours."""
    return name.endswith(ENDING)


def load(name: str) -> Bot:
    """Run the file, which is a program of its author, and take its BOT.

    Raises:
        ShellError: `bad_bot`.
    """
    path = Path(name)
    spec = importlib.util.spec_from_file_location(f"kalooki_own_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ShellError("bad_bot", path=name, reason=Worded("there is no such file"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever its author did
        raise ShellError("bad_bot", path=name, reason=f"{type(error).__name__}: {error}") from error
    bot = getattr(module, "BOT", None)
    if not isinstance(bot, Bot):
        raise ShellError("bad_bot", path=name, reason=Worded("it defines no BOT of type kalooki.bot.Bot"))
    try:
        key(bot.key, "key")
    except MalformedError as error:
        raise ShellError(
            "bad_bot", path=name, reason=Worded("its key {key} is none", key=ascii(bot.key)[:40])
        ) from error
    return bot
