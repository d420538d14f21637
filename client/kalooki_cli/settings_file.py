"""The file in which a person's settings are kept, as it is found and read at every start: it imports next to nothing.

Each line is `name = "value"`. A name that is not known here is kept as it stands: a later version may have written it.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence

FILE = "settings.toml"

CHOICES: Mapping[str, tuple[str, ...]] = {
    "suits": ("unicode", "letters"),
    "colors": ("two", "four", "off"),
    "theme": ("dark", "light", "contrast", "mono"),
    "animations": ("on", "off"),
    "bell": ("off", "on"),
    "notify": ("off", "terminal", "desktop"),
    "sort": ("suit", "rank", "melds", "drawn"),
    "language": ("auto", "en", "de"),
}
"""What each may be, the usual first."""

MOST_BYTES = 16 << 10
_LINE = r"\s*([a-z][a-z0-9_]*)\s*=\s*\"([^\"\\\x00-\x1f\x7f]*)\"\s*(?:#.*)?$"
_BLANK = r"\s*(?:#.*)?$"


class UnreadableError(Exception):
    """A file of settings that says something which cannot be."""

    def __init__(self, line: int, name: str = "", value: str = "") -> None:
        super().__init__(line, name, value)
        self.line = line
        self.name = name
        """The setting that cannot be so; empty where the line is no setting."""
        self.value = value


class TooLongError(ValueError):
    """A file that is longer than any of ours: what is not read of it would be lost when it is written anew."""


def entries(text: str) -> Iterator[tuple[str, str]]:
    """Read a file, line for line: names and values, also those that are not known here.

    Raises:
        UnreadableError: A line is no setting, or a setting cannot be what it says.
    """
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if re.match(_BLANK, line):
            continue
        parts = re.match(_LINE, line)
        if parts is None:
            raise UnreadableError(number)
        name, value = parts.groups()
        if value not in CHOICES.get(name, (value,)):
            raise UnreadableError(number, name, value)
        yield name, value


def folder(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Where the data folder is, before the command line is read."""
    for at, word in enumerate(arguments):
        if word.startswith("--data-dir="):
            return word.removeprefix("--data-dir=")
        if word == "--data-dir" and at + 1 < len(arguments):
            return arguments[at + 1]
    home = environment.get("KALOOKI_HOME", "")
    if home:
        return home
    if sys.platform in {"win32", "darwin"}:
        import platformdirs  # noqa: PLC0415 - it takes time, and elsewhere the place is known

        return platformdirs.user_data_dir("kalooki")
    share = environment.get("XDG_DATA_HOME", "")
    base = share if share.strip() else os.path.expanduser("~/.local/share")  # noqa: PTH111 - pathlib takes time, too
    return os.path.join(base, "kalooki")  # noqa: PTH118 - likewise


def contents(place: str) -> str | None:
    """Read the file in a data folder; None where there is none.

    Raises:
        OSError: It cannot be read.
        TooLongError: It is too long.
        ValueError: It is no text.
    """
    try:
        with open(os.path.join(place, FILE), "rb", opener=_open) as file:  # noqa: PTH118 - likewise
            content = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(content) > MOST_BYTES:
        raise TooLongError
    return content.decode("utf-8")


def _open(path: str, flags: int) -> int:
    """Open it without waiting: a pipe in its place would let no command begin."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that was chosen, if one was; what is damaged is told later."""
    try:
        text = contents(folder(arguments, environment))
        chosen = dict(entries(text or "")).get("language", "auto")
    except (OSError, ValueError, UnreadableError):
        return ""
    return "" if chosen == "auto" else chosen
