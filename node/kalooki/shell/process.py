"""The inside of a node's process: one line of options in, lines of news out, and an end when the input ends."""

import asyncio
import contextlib
import gc
import json
import signal
import sys
import traceback
from dataclasses import asdict

from kalooki.shell.bootstrap import NodeReady, run_node
from kalooki.shell.config import from_json
from kalooki.shell.errors import Notice, ShellError
from kalooki.table.proving import HONEST, Prover

LONGEST_LINE = 1 << 16
SWITCH_SECONDS = 0.01
"""How long a thread may keep the interpreter from another one: a bot from the event loop, and the event loop from work
that gives way, which it would have to wait for once it was asked. A step of the node is shorter."""

GARBAGE = (50_000, 20, 50)
"""When Python looks for cycles of objects that nobody needs: seldom, since a table's values have none."""

FAILED = 1
CRASHED = 70


def main(prover: Prover = HONEST) -> int:
    """Run a node until standard input ends or a signal comes; return the exit code."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE)
    gc.freeze()  # what is loaded stays
    try:
        return asyncio.run(_serve(prover))
    except KeyboardInterrupt:
        return FAILED


async def _serve(prover: Prover) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(each, stop.set)
    lines = asyncio.StreamReader(LONGEST_LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    try:
        options = from_json(await _first_line(lines))
        watching = asyncio.create_task(_stop_at_end(lines, stop))
        try:
            await run_node(options, _tell, stop, prover=prover)
        finally:
            watching.cancel()
    except ShellError as error:
        _say({"failed": {"code": error.code, "detail": dict(error.detail), "sentence": str(error)}})
        return FAILED
    except Exception as error:  # noqa: BLE001 - we have a bug; whoever started us must hear of it
        traceback.print_exc()
        _say({"failed": {"code": "bug", "detail": {"reason": repr(error)[:500]}, "sentence": ""}})
        return CRASHED
    return 0


async def _first_line(lines: asyncio.StreamReader) -> str:
    try:
        return (await lines.readline()).decode()
    except ValueError:
        raise ShellError("bad_options", reason="the first line is too long, or no UTF-8") from None


async def _stop_at_end(lines: asyncio.StreamReader, stop: asyncio.Event) -> None:
    """Whoever started us holds the other end of our standard input, alive."""
    with contextlib.suppress(ValueError):
        while await lines.readline():
            pass
    stop.set()


def _tell(news: NodeReady | Notice) -> None:
    match news:
        case NodeReady():
            _say({"ready": asdict(news)})
        case Notice():
            _say({"notice": asdict(news)})


def _say(news: dict[str, object]) -> None:
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.write(json.dumps(news) + "\n")
        sys.stdout.flush()
