"""On which line each key and each element of a TOML document stands, which the standard parser does not tell.

The document has been parsed before, so nothing here judges it: the scan only skips over what it need not know.
"""

import re
import tomllib
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Keys and indices from the top of the document: `("deals", 0, "left", "Ann")`."""

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]*")
_STRINGS = (
    re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    re.compile(r"'''(?:[^']|'(?!''))*'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


def key_lines(text: str) -> Mapping[Path, int]:
    """The line, from 1, of every key and every array element of a document that is valid."""
    return _Scan(text.replace("\r\n", "\n")).document()


class _Scan:
    """One pass over the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._counted = (0, 1)
        self._lines: dict[Path, int] = {}
        self._tables: dict[Path, int] = {}

    def document(self) -> Mapping[Path, int]:
        prefix: Path = ()
        while self._peek():
            if self._skip("[["):
                prefix = self._header(self._key())
                self._skip("]]")
            elif self._skip("["):
                prefix = self._inside(self._key())
                self._skip("]")
            else:
                self._pair(prefix)
        return self._lines

    def _header(self, key: Path) -> Path:
        path = (*self._inside(key[:-1]), key[-1])
        number = self._tables.get(path, 0)
        self._tables[path] = number + 1
        self._record(path)
        self._record((*path, number))
        return (*path, number)

    def _inside(self, key: Path) -> Path:
        """A header's key with the index of the newest element of each array of tables on the way."""
        path: Path = ()
        for part in key:
            path = (*path, part)
            self._record(path)
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
        return path

    def _pair(self, prefix: Path) -> None:
        path = prefix
        for part in self._key():
            path = (*path, part)
            self._record(path)
        self._skip("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        self._peek()
        if self._skip("["):
            index = 0
            while not self._skip("]"):
                self._record((*path, index))
                self._value((*path, index))
                index += 1
                self._skip(",")
        elif self._skip("{"):
            while not self._skip("}"):
                self._pair(path)
                self._skip(",")
        elif not self._string():
            self._match(_BARE_VALUE)

    def _key(self) -> Path:
        parts: list[str] = []
        while not parts or self._skip("."):
            self._peek()
            bare = self._match(_BARE_KEY)
            parts.append(bare or tomllib.loads(f"key = {self._string()}")["key"])
        return tuple(parts)

    def _string(self) -> str:
        return next((found for each in _STRINGS if (found := self._match(each))), "")

    def _peek(self) -> str:
        """The next character that means something; empty at the end."""
        self._match(_SPACE)
        return self._text[self._at : self._at + 1]

    def _skip(self, mark: str) -> bool:
        self._peek()
        there = self._text.startswith(mark, self._at)
        self._at += len(mark) if there else 0
        return there

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found.group()

    def _record(self, path: Path) -> None:
        self._peek()
        at, line = self._counted
        self._counted = (self._at, line + self._text.count("\n", at, self._at))
        self._lines.setdefault(path, self._counted[1])
