#!/usr/bin/env python3
"""Let `kalooki bot --games N` play at many short tables in a row, and see whether its memory grows with them.

.venv/bin/python scripts/bot_memory.py                 forty tables
.venv/bin/python scripts/bot_memory.py --games 200     for an hour or two

Each table is founded anew at the same address by another bot and played to its end: two players, to 50 points. After
each game one line: what the bot's own process holds, and what the process of its node held at the end of the game. The
first games fill what is kept for ever; from there on a line is fitted through what the bot's process holds, and exit
status 1 says that it rises by more than --most kilobytes a game, or that not all games were played.
"""

import argparse
import asyncio
import json
import os
import socket
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression

from kalooki.shell.launch import Found, NodeOptions, launch

KALOOKI = (sys.executable, "-m", "kalooki_cli")
SHORT = (("buy_ins", "0"), ("limit", "50"))
WARM = 0.25
"""So much of the games is not looked at: everything is imported, and what is kept is filled."""
PATIENCE = 300.0
"""Seconds for one game, on a machine that does much else."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What was held after one game, in kilobytes."""

    seconds: float
    bot: int
    node: int


def held(process: int) -> int:
    """What a process holds of the memory, in kilobytes; 0 of one that has gone."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def nodes(process: int) -> int:
    """What the children of a process hold together."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    except OSError:
        return 0
    return sum(held(int(child)) for child in children)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


async def host(port: int, home: Path) -> None:
    """Found one short table after another, each played to its end and closed."""
    while True:
        table = Found("british", SHORT, seats=2, bots_vote=True, begin_when_full=True, open=True)
        own = NodeOptions("Ann", table, home, bot="easy", port=port)
        async with launch(own) as launched:
            async for update in launched.watcher.updates():
                if update.status.phase == "over":
                    break
            await launched.seat.close("played")
            await launched.finish()


async def listen(bot: Process, samples: list[Sample], games: int) -> None:
    """Look at the bot's memory whenever a game is over."""
    assert bot.stdout is not None, "it is a pipe"
    began, node = time.monotonic(), 0
    async for line in bot.stdout:
        told = json.loads(line)
        if told["event"] == "deal":
            node = nodes(bot.pid)
        elif told["event"] == "problem":
            print(f"  problem: {told['text']}", flush=True)
        elif told["event"] == "record":
            now = time.monotonic()
            samples.append(Sample(now - began, held(bot.pid), node))
            last = samples[-1]
            print(f"{len(samples):4} {last.seconds:7.1f} s  bot {last.bot:7} kB  node {last.node:7} kB", flush=True)
            began = now
            if len(samples) >= games:
                return


async def play(games: int, home: Path) -> list[Sample]:
    """Play so many games; what was seen after each."""
    port, samples = free_port(), list[Sample]()
    where = ("--join", f"127.0.0.1:{port}", "--bind", "127.0.0.1", "--data-dir", str(home / "bot"))
    bot = await asyncio.create_subprocess_exec(
        *KALOOKI, "bot", *where, "--games", str(games), "--json", stdin=DEVNULL, stdout=PIPE
    )
    hosting = asyncio.create_task(host(port, home / "ann"))
    listening = asyncio.create_task(listen(bot, samples, games))
    try:
        async with asyncio.timeout(games * PATIENCE):
            await asyncio.wait((hosting, listening), return_when=asyncio.FIRST_COMPLETED)
    except TimeoutError:
        print("that took too long", file=sys.stderr)
    finally:
        for task in (hosting, listening):
            task.cancel()
        for outcome in await asyncio.gather(hosting, listening, return_exceptions=True):
            if isinstance(outcome, Exception):
                print(f"{type(outcome).__name__}: {outcome}", file=sys.stderr)
        with suppress(ProcessLookupError):
            bot.terminate()
        await bot.wait()
    return samples


def growth(samples: Sequence[int]) -> float:
    """How much each game adds, from a line through all of them."""
    return linear_regression(range(len(samples)), samples).slope if len(samples) > 1 else 0.0


def main() -> int:
    """Say by how much it grows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--most", type=float, default=32.0, help="kilobytes a game that are taken for noise")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        samples = asyncio.run(play(given.games, Path(folder)))
        kept = sum(path.stat().st_size for path in Path(folder, "bot").rglob("*") if path.is_file())
    steady = samples[round(len(samples) * WARM) :]
    bot, node = growth([one.bot for one in steady]), growth([one.node for one in steady])
    print(f"{len(samples)} games; a game adds {bot:+.1f} kB to the bot's process, {node:+.1f} kB to its node's")
    print(f"on disk: {kept / 1e6 / max(len(samples), 1):.2f} MB a game, records and logs")
    return 1 if bot > given.most or len(samples) < given.games else 0


if __name__ == "__main__":
    os.environ["KALOOKI_LANG"] = "en"
    sys.exit(main())
