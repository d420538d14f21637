#!/usr/bin/env python3
"""Send a running node mutated and made-up bytes in every call, as a stranger and as a member, and see that it stands.

.venv/bin/python scripts/fuzz_wire.py                  2000 mutated things are said, and 100 handfuls of every shape
.venv/bin/python scripts/fuzz_wire.py --rounds 50000 --examples 2000   more of them

Mutations are valid bytes that went wrong; the handfuls are Hypothesis's: any value in any field of any message.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from hypothesis import HealthCheck, given, settings  # noqa: E402 - as above
from hypothesis import strategies as st  # noqa: E402 - as above

from kalooki.shell.launch import Found, Launched, NodeOptions, launch  # noqa: E402 - as above
from support.shell_nodes import new_identity  # noqa: E402 - as above
from support.wire_fuzz import WireFuzzer  # noqa: E402 - the path must be known first
from support.wire_messages import link_requests, requests  # noqa: E402 - as above

MORE_MEMORY_KB = 30_000
"""What a node may take more after the first tenth."""


async def memory(table: Launched) -> int:
    """What the node takes, in kB."""
    return (await table.seat.node()).memory


async def fuzz(rounds: int, examples: int, seed: int, home: Path) -> int:
    """Do it; 0 where the node stood."""
    identity = new_identity(home / "mal")
    loop = asyncio.get_running_loop()
    async with launch(NodeOptions("Ann", Found(seats=3), home / "ann")) as table:
        fuzzer = WireFuzzer(table.address, table.join_code, identity, Random(seed))  # noqa: S311 - to be repeated
        await fuzzer.run(rounds // 10)
        before, pid = await memory(table), table.own.pid
        entries = (await table.seat.node()).status.checked.entries
        await fuzzer.run(rounds - rounds // 10)

        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(st.lists(link_requests, min_size=8, max_size=12), st.lists(requests, min_size=4, max_size=6))
        def say(packets: list[bytes], calls: list[tuple[str, bytes]]) -> None:
            asyncio.run_coroutine_threadsafe(fuzzer.say(packets, calls), loop).result()

        await asyncio.to_thread(say)
        after, status = await memory(table), (await table.seat.node()).status
        unchanged = status.checked.entries == entries
    for answer, count in sorted(fuzzer.answers.items()):
        print(f"{count:7} {answer}")
    print(
        f"node {pid} stands; {fuzzer.sent} calls, memory {before} kB, then {after} kB; players: {len(status.players)}, "
        f"entries: {entries}, then {status.checked.entries}"
    )
    return 1 if after - before > MORE_MEMORY_KB or len(status.players) != 1 or not unchanged else 0


def main() -> int:
    """Say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--examples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(fuzz(options.rounds, options.examples, options.seed, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
