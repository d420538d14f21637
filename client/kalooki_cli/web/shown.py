"""One page's process: it draws the table for a browser as it would for a terminal, and ends with the page.

textual-serve knows how to speak with it. What is ours: it is started without a shell, and may ask the browser for
nothing; who is hung up on, asked to end and does not, is killed.
"""

import asyncio
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from kalooki_cli.inbox import Ending

CODES = {80: None, **dict(enumerate(Ending, start=81))}
"""What its exit code says; other codes are of one that failed."""
FAILED = "failed"
STOP_SECONDS = 3.0
_CHUNK = 1 << 16
DRIVER = "textual.drivers.web_driver:WebDriver"

Ended = Ending | str | None
"""How it ended; None: the person wants lines of text instead."""


def code_of(ending: Ending | None) -> int:
    """The exit code that says it."""
    return next(code for code, known in CODES.items() if known is ending)


class Shown(AppService):
    """The process behind one page."""

    def __init__(
        self,
        command: Sequence[str],
        surroundings: Mapping[str, str],
        write: Callable[[bytes], Awaitable[None]],
    ) -> None:
        super().__init__(
            "", write_bytes=write, write_str=_unsaid, close=_unasked, download_manager=DownloadManager(), debug=False
        )
        self._command = command
        self._surroundings = surroundings

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        ours = {"PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8", **self._surroundings, "TEXTUAL_DRIVER": DRIVER}
        environment = super()._build_environment(width, height) | ours
        for name in ("TEXTUAL", "TEXTUAL_LOG", "TEXTUAL_DEVTOOLS"):
            environment.pop(name, None)
        return environment

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start it; its session is its own, so that Ctrl-C at the terminal is for the server alone."""
        environment = self._build_environment(width, height)
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment, start_new_session=os.name == "posix"
        )
        self._process, self._stdin = process, process.stdin
        return process

    async def on_meta(self, data: bytes) -> None:
        """Of all that such a process may ask, nothing is done: no address is opened, no file is sent."""

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process is not None, "it has been started"
        return self._process.pid

    async def ended(self) -> Ended:
        """How it ended, once it has."""
        assert self._process is not None, "it has been started"
        return CODES.get(await self._process.wait(), FAILED)

    async def end(self) -> None:
        """Let it end, then make it."""
        process = self._process
        if process is None:
            return
        # A task that is awaited within a time limit would be cancelled, and textual-serve's takes that for its end.
        ending = asyncio.create_task(self._stopped(process))
        await asyncio.wait((ending,), timeout=STOP_SECONDS)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        await ending

    async def _stopped(self, process: Process) -> None:
        """Ask it to end, and take what it still says: with something left in a pipe it is never seen to have ended."""
        await self.stop()
        for pipe in (process.stdout, process.stderr):
            while pipe is not None and await pipe.read(_CHUNK):
                pass
        await process.wait()


async def _unsaid(text: str) -> None:
    """Nothing but what is drawn goes to the page."""


async def _unasked() -> None:
    """The server hangs up when the process has ended, not when it says so."""
