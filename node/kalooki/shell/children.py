"""A node's process, seen from the process that started it."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from kalooki.shell.config import NodeOptions, to_json
from kalooki.shell.datadir import FILE_MODE, private_folder
from kalooki.shell.errors import Notice, ShellError

READY_SECONDS = 30.0
STOP_SECONDS = 4.0
LONGEST_LINE = 1 << 16
LOG = "node.log"


class Child:
    """One process; it lives as long as we hold its standard input."""

    def __init__(
        self, options: NodeOptions, program: Sequence[str], home: Path, notice: Callable[[Notice], None]
    ) -> None:
        self.options = options
        self._program = program
        self._home = home
        self._notice = notice
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """The process's number, for who wants to look at it or to kill it."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> dict[str, Any]:
        """Start it and return what it says when it serves (the fields of NodeReady).

        Raises:
            ShellError: It says why it cannot, or ends, or says nothing for too long.
        """
        ready: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        log = await asyncio.to_thread(self._open_log)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._program,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                limit=LONGEST_LINE,
                # Ctrl-C is for who started us; a node ends when its input does. A session of its own would do so, too,
                # but Linux weighs priorities only within a session: what gives way there would give way to nobody else.
                process_group=0,
            )
        except OSError as error:
            raise ShellError("node_died", name=self.options.called, exit=error.strerror or "", log=log.name) from None
        finally:
            log.close()
        self._listening = asyncio.create_task(self._listen(self._process, ready))
        try:
            self._send(to_json(self.options).encode() + b"\n")
            async with asyncio.timeout(READY_SECONDS):
                return await asyncio.shield(ready)
        except TimeoutError:
            await self._kill(self._process)
            raise ShellError(
                "too_slow", what=f"the start of {self.options.called}", seconds=int(READY_SECONDS)
            ) from None
        except BaseException:  # also when we are told to end: one that does not serve yet has nothing to put in order
            await self._kill(self._process)
            raise

    async def ended(self) -> int:
        """Return its exit code when it has ended."""
        assert self._process is not None
        return await self._process.wait()

    async def stop(self) -> None:
        """End it in order; kill it where it does not end."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            await self._kill(process)
        if self._listening is not None:
            await self._listening

    async def _kill(self, process: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if self._listening is not None:
            await self._listening

    def _send(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line)

    async def _listen(self, process: asyncio.subprocess.Process, ready: asyncio.Future[dict[str, Any]]) -> None:
        """Hear what it says until it ends."""
        async for news in _lines(process):
            self._hear(news, ready)
        code = await process.wait()
        if not ready.done():
            log = str(self._home / LOG)
            ready.set_exception(ShellError("node_died", name=self.options.called, exit=code, log=log))
            ready.exception()  # whoever waits hears it; nobody else needs to

    def _hear(self, news: dict[str, Any], ready: asyncio.Future[dict[str, Any]]) -> None:
        if "ready" in news and not ready.done():
            ready.set_result(news["ready"])
        elif "failed" in news:
            failed = news["failed"]
            error = ShellError(failed["code"], **failed["detail"])
            if ready.done():
                self._notice(Notice(error.code, str(error)))
            else:
                ready.set_exception(error)
                ready.exception()  # whoever still waits hears it
        elif "notice" in news:
            self._notice(Notice(**news["notice"]))

    def _open_log(self) -> IO[bytes]:
        try:
            private_folder(self._home)
            path = self._home / LOG
            return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, FILE_MODE), "wb")
        except OSError as error:
            raise ShellError("unwritable", path=str(self._home), reason=error.strerror or str(error)) from None


async def _lines(process: asyncio.subprocess.Process) -> AsyncIterator[dict[str, Any]]:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        with suppress(ValueError):
            news = json.loads(line)
            if isinstance(news, dict):
                yield news
