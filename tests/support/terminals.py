"""A pseudo terminal with a program in it, driven by what it shows."""

import fcntl
import os
import pty
import selectors
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

TESTS = Path(__file__).resolve().parent.parent
SECONDS = 60.0
NOBODYS = str(TESTS / "nobodys")
"""A folder that is not there: whoever runs the tests may have settings of his own."""
OPEN_CLIENT = (sys.executable, "-m", "support.open_client")


def environment(**changes: str) -> dict[str, str]:
    """The surroundings of a child, without what would decide how it looks."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "SYSTEMROOT"}}
    return {**kept, "PYTHONPATH": str(TESTS), "XDG_DATA_HOME": NOBODYS, **changes}


class Typewriter:
    """A program at a terminal of some size."""

    def __init__(
        self,
        *,
        columns: int = 80,
        rows: int = 24,
        surroundings: Mapping[str, str] | None = None,
        program: Sequence[str] = OPEN_CLIENT,
    ) -> None:
        self._keys, theirs = pty.openpty()
        self._resize(columns, rows)
        self.process = subprocess.Popen(
            program,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(**(surroundings or {})),
            cwd=TESTS,
            start_new_session=True,
        )
        os.close(theirs)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._keys, selectors.EVENT_READ)
        self.seen = b""
        self._taken = False
        self._read_from = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        del kind, value, trace
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if not self._taken:
            self.take_away()

    def take_away(self) -> None:
        """Close the terminal under the program."""
        self._taken = True
        self._selector.close()
        os.close(self._keys)

    def _resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._keys, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Change the window under the program."""
        self._resize(columns, rows)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def echoes(self) -> bool:
        """Whether the terminal shows by itself what is typed, as it does when no program edits lines."""
        return bool(termios.tcgetattr(self._keys)[3] & termios.ECHO)

    def take_over(self) -> None:
        """Set the terminal as a shell does for itself."""
        modes = termios.tcgetattr(self._keys)
        modes[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(self._keys, termios.TCSANOW, modes)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._keys, keys.encode())

    def read_all(self) -> None:
        """Read what the program has left behind; it has ended."""
        while self._selector.select(0):
            try:
                fresh = os.read(self._keys, 65536)
            except OSError:  # the other end is closed
                return
            if not fresh:
                return
            self.seen += fresh

    def has_come(self, word: str) -> bool:
        """Read for a moment, and say whether this has come since the last wait."""
        if self._selector.select(0.1):
            self.seen += os.read(self._keys, 65536)
        return word.encode() in self.seen[self._read_from :]

    def wait(self, *words: str) -> str:
        """Read until one of these words has come since the last wait; and give what came until then."""
        until = time.monotonic() + SECONDS
        while True:
            fresh = self.seen[self._read_from :].decode("latin-1")
            ends = [fresh.index(word) + len(word) for word in words if word in fresh]
            if ends:
                self._read_from += min(ends)
                return fresh[: min(ends)]
            if not self._selector.select(max(until - time.monotonic(), 0)):
                raise AssertionError(f"{words} did not come; instead: {fresh[-1500:]}")
            try:
                self.seen += os.read(self._keys, 65536)
            except OSError:  # the other end is closed
                raise AssertionError(f"{words} did not come before the end; instead: {fresh[-1500:]}") from None


def whoever_is_asked(word: str, *screens: Typewriter) -> Typewriter:
    """Read at all of them until this comes at one."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for screen in screens:
            if screen.has_come(word):
                return screen
    raise AssertionError(f"{word} came nowhere")


LEFT_ALTERNATE = b"\x1b[?1049l"
SHOWN_CURSOR = b"\x1b[?25h"
NO_MOUSE = b"\x1b[?1000l"


def assert_whole(screen: Typewriter, shown: bytes = b"British") -> None:
    """Nothing is left of what the table set up before it showed these words."""
    assert screen.echoes()
    for undone in (LEFT_ALTERNATE, SHOWN_CURSOR, NO_MOUSE):
        assert undone in screen.seen
        assert screen.seen.rindex(undone) > screen.seen.index(shown)
    assert b"Traceback" not in screen.seen
