"""The person's terminal: with a cursor, a line editor under the lines that scroll by; without one, plain lines."""

import asyncio
import codecs
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager

from kalooki_cli import calling
from kalooki_cli.editor import LineEditor
from kalooki_cli.look import Look
from kalooki_cli.messages.prompts import PROMPTS
from kalooki_cli.moment import Ask
from kalooki_cli.taste import NARROWEST, Taste, columns
from kalooki_cli.text import cut, width

CHUNK = 4096

IDLE = PROMPTS[Ask.NOTHING]
"""Nothing is asked; without a cursor this prompt would only stand in the way of what happens."""


class Terminal:
    """A console on standard input and output."""

    def __init__(self, taste: Taste | None = None) -> None:
        self.taste = taste or Taste()
        usable = self.taste.environment.get("TERM", "dumb") != "dumb"
        self._edits = usable and sys.stdin.isatty() and sys.stdout.isatty()
        self._editor = LineEditor()
        self._calling: set[asyncio.Task[None]] = set()
        self._prompt = ""
        self._on_prompt_line = False

    @property
    def look(self) -> Look:
        """It is looked up anew: windows change, and so does what the person likes."""
        return self.taste.look()

    def ring(self) -> None:
        """Call the person who looks elsewhere, if he wants to be called."""
        if sys.stdout.isatty():
            self._write(calling.signal(self.taste.kept, self.taste.environment))
            sys.stdout.flush()
        if self.taste.kept.notify == "desktop":
            task = asyncio.get_running_loop().create_task(calling.notify(self.taste.kept, self.taste.environment))
            self._calling.add(task)
            task.add_done_callback(self._calling.discard)

    def show(self, lines: Iterable[str]) -> None:
        """Print lines above the prompt; what is being typed stays."""
        self._leave_prompt_line()
        look = self.look
        for line in lines:
            self._write(look.paint(line) + "\n")
        self._draw_prompt()

    def ask(self, prompt: str) -> None:
        """Change the prompt."""
        if prompt == self._prompt and self._on_prompt_line:
            return
        self._leave_prompt_line()
        self._prompt = prompt
        self._draw_prompt()

    def _leave_prompt_line(self) -> None:
        if self._on_prompt_line:
            self._write("\r\x1b[K" if self._edits else "\n")
            self._on_prompt_line = False

    def _draw_prompt(self) -> None:
        """Write the prompt, and what has been typed: as much as fits into one line, around the cursor."""
        if self._edits:
            room = columns() - 1
            prompt = cut(self._prompt, room // 2 if width(self._prompt) > room - NARROWEST // 2 else room)
            text, cursor = self._editor.text, self._editor.cursor
            space = max(room - width(prompt), 1)
            start = 0
            while width(text[start:cursor]) >= space:
                start += 1
            shown = text[start:]
            while width(shown) > space:
                shown = shown[:-1]
            back = width(shown) - width(text[start:cursor])
            self._write(f"\r\x1b[K{prompt}{shown}" + (f"\x1b[{back}D" if back > 0 else ""))
            self._on_prompt_line = True
        elif self._prompt not in {"", IDLE}:
            self._write(self._prompt)
            self._on_prompt_line = True
        sys.stdout.flush()

    def _write(self, text: str) -> None:
        sys.stdout.write(text)

    async def lines(self) -> AsyncIterator[str]:
        """Each line that is typed, until the input ends."""
        with _keys_as_they_come(self._edits):
            async for piece in _pieces(sys.stdin.fileno(), sys.stdin.encoding or "utf-8"):
                if not self._edits:
                    for line in self._whole_lines(piece):
                        self._on_prompt_line = False
                        yield line
                    continue
                for line in self._editor.feed(piece):
                    self._write(f"\r\x1b[K{cut(self._prompt + line, columns() - 1)}\n")
                    self._on_prompt_line = False
                    yield line
                if self._editor.ended:
                    return
                self._draw_prompt()
        if not self._edits and self._editor.text:
            yield self._editor.text

    def _whole_lines(self, piece: str) -> Iterator[str]:
        """The terminal edits its lines itself and hands them over whole."""
        *whole, self._editor.text = (self._editor.text + piece).replace("\r\n", "\n").split("\n")
        yield from whole


@contextmanager
def _keys_as_they_come(wanted: bool) -> Iterator[None]:  # noqa: FBT001 - one caller
    """Let the terminal hand over each key at once and echo none; interrupts stay, and suspending works."""
    if not wanted:
        yield
        return
    import signal  # noqa: PLC0415 - as termios
    import termios  # noqa: PLC0415 - not on every system

    descriptor, loop = sys.stdin.fileno(), asyncio.get_running_loop()
    before = termios.tcgetattr(descriptor)
    after = termios.tcgetattr(descriptor)
    after[3] &= ~(termios.ICANON | termios.ECHO)

    def begin() -> None:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, after)

    begin()
    loop.add_signal_handler(signal.SIGCONT, begin)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGCONT)
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()


async def _pieces(descriptor: int, encoding: str) -> AsyncIterator[str]:
    """What comes from the keyboard, decoded, until it ends."""
    loop = asyncio.get_running_loop()
    inbox: asyncio.Queue[bytes] = asyncio.Queue()
    stop = _read_with(loop, descriptor, inbox.put_nowait)
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    try:
        while data := await inbox.get():
            yield decoder.decode(data)
    finally:
        stop()


def _read_with(loop: asyncio.AbstractEventLoop, descriptor: int, give: Callable[[bytes], None]) -> Callable[[], None]:
    """Read when there is something; plain files cannot be watched, so a thread reads them."""

    def read() -> bytes:
        try:
            return os.read(descriptor, CHUNK)
        except OSError:  # the terminal is gone: the same as its end
            return b""

    def readable() -> None:
        data = read()
        if not data:
            loop.remove_reader(descriptor)
        give(data)

    def in_thread() -> None:
        data = b"more"
        while data:
            data = read()
            loop.call_soon_threadsafe(give, data)

    try:
        loop.add_reader(descriptor, readable)
    except (OSError, NotImplementedError):
        threading.Thread(target=in_thread, daemon=True).start()
        return lambda: None

    def stop() -> None:
        loop.remove_reader(descriptor)

    return stop
