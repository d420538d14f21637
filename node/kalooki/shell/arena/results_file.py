"""A file of results on disk: written deal by deal in their order, so that it can be cut off at any moment."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Unit
from kalooki.arena.results import ResultsError, head, line, merge, read
from kalooki.shell.errors import ShellError


def kept(paths: Sequence[Path]) -> tuple[Contest, dict[int, Unit]]:
    """Read files of results, and put them together.

    Raises:
        ShellError: `arena_file`: one of them is none, or they do not fit together.
    """
    read_ones = [_read(path, path.name) for path in paths]
    try:
        return merge(read_ones)
    except ResultsError as error:
        raise ShellError("arena_file", path=paths[error.line - 1].name, line=1, reason=error.reason) from error


def begun(path: Path, contest: Contest) -> dict[int, Unit]:
    """What a file holds of this contest; a last line that was cut off is taken away from the file.

    Raises:
        ShellError: `arena_file`, `arena_other`: it is no file of results, or of another contest.
    """
    if not path.exists():
        return {}
    whole = _text(path)
    end = whole.rfind("\n") + 1
    if end < len(whole):
        with path.open("r+", encoding="utf-8") as file:
            file.truncate(len(whole[:end].encode()))
    if not end:
        return {}
    found, units = _read(path, path.name)
    if found != contest:
        raise ShellError("arena_other", path=path.name)
    return units


@contextmanager
def written(path: Path, contest: Contest, *, fresh: bool) -> Iterator["Writer"]:
    """Open a file for the deals that are to come.

    Raises:
        ShellError: `unwritable`.
    """
    try:
        with path.open("w" if fresh else "a", encoding="utf-8", newline="\n") as file:
            if fresh or not path.stat().st_size:
                file.write(head(contest))
                file.flush()
            yield Writer(file)
    except OSError as error:
        raise ShellError("unwritable", path=str(path), reason=error.strerror or str(error)) from error


class Writer:
    """Writes each deal as soon as all before it are there."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, units: Iterable[Unit]) -> None:
        """Append these, and let nothing of them wait in memory."""
        for unit in units:
            self._file.write(line(unit))
        self._file.flush()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ShellError("arena_file", path=path.name, line=1, reason=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise ShellError("arena_file", path=path.name, line=1, reason="it is no text") from error


def _read(path: Path, name: str) -> tuple[Contest, dict[int, Unit]]:
    try:
        return read(_text(path).splitlines())
    except ResultsError as error:
        raise ShellError("arena_file", path=name, line=error.line, reason=error.reason) from error
