"""How a person likes it from evening to evening: a few words in a file of the data folder, also written by hand.

Each line is `name = "value"`. A name that is not known here is kept as it stands: a later version may have written it.
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
_LINE = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=\s*\"([^\"\\\x00-\x1f\x7f]*)\"\s*(?:#.*)?$")
_BLANK = re.compile(r"\s*(?:#.*)?$")


class UnreadableError(Exception):
    """A file of settings that says something which cannot be."""

    def __init__(self, line: int, name: str = "", value: str = "") -> None:
        super().__init__(line, name, value)
        self.line = line
        self.name = name
        """The setting that cannot be so; empty where the line is no setting."""
        self.value = value


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was chosen."""

    suits: str = "unicode"
    """`unicode`: symbols where the terminal has them."""
    colors: str = "two"
    theme: str = "dark"
    animations: str = "on"
    bell: str = "off"
    """The terminal rings when one is asked for something."""
    notify: str = "off"
    """Likewise a notice: by the terminal, or of the desktop."""
    sort: str = "suit"
    language: str = "auto"
    others: tuple[tuple[str, str], ...] = ()
    """What is not known here."""

    def value(self, name: str) -> str:
        """What is chosen for a name of `CHOICES`."""
        return str(getattr(self, name))

    def with_value(self, name: str, value: str) -> "Preferences":
        """Choose otherwise."""
        assert value in CHOICES[name], "one of its choices"
        return replace(self, **{name: value})  # type: ignore[arg-type]  # its names are those of the fields


USUAL = Preferences()


def read(text: str) -> Preferences:
    """Read a file.

    Raises:
        UnreadableError: A line is no setting, or a setting cannot be what it says.
    """
    found, others = USUAL, dict[str, str]()
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if _BLANK.match(line):
            continue
        parts = _LINE.match(line)
        if parts is None:
            raise UnreadableError(number)
        name, value = parts.groups()
        if name not in CHOICES:
            others[name] = value
        elif value not in CHOICES[name]:
            raise UnreadableError(number, name, value)
        else:
            found = found.with_value(name, value)
    return replace(found, others=tuple(others.items()))


def written(preferences: Preferences) -> str:
    """Write a file: what is not as usual, and what is not known here."""
    chosen = [(name, preferences.value(name)) for name in CHOICES]
    kept = [(name, value) for name, value in chosen if value != USUAL.value(name)]
    lines = [f'{name} = "{value}"' for name, value in (*kept, *preferences.others)]
    return "\n".join(["# kalooki settings lists what there is, and changes it.", *lines, ""])


def folder(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Where the data folder is, before the command line is read: asked for at every start, so it imports nothing."""
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
        ValueError: It is no text.
    """
    try:
        with open(os.path.join(place, FILE), "rb") as file:  # noqa: PTH118, PTH123 - likewise
            return file.read(MOST_BYTES).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that was chosen, if one was; what is damaged is told later."""
    try:
        text = contents(folder(arguments, environment))
        chosen = USUAL.language if text is None else read(text).language
    except (OSError, ValueError, UnreadableError):
        return ""
    return "" if chosen == "auto" else chosen
