#!/usr/bin/env python3
"""Let things happen to tables of real nodes in network namespaces, and see that nothing that was agreed is ever lost.

.venv/bin/python scripts/chaos.py                a fault of each kind for 2, 3, 4 and 5 players
.venv/bin/python scripts/chaos.py --rounds 8     eight of each: some 200 faults, which takes about 40 minutes
.venv/bin/python scripts/chaos.py --rounds 8 --at-once 2     as many in half the time: most of it is spent waiting
.venv/bin/python scripts/chaos.py --rounds 8 --seconds 600   as many of them as can come in ten minutes
.venv/bin/python scripts/chaos.py --houses backup --kinds gone   where the others go on with the key of who is away
.venv/bin/python scripts/chaos.py --houses calls   another game, in which discards are called
.venv/bin/python scripts/chaos.py --json         one JSON document instead of text

Nodes are killed, restarted, frozen, cut off, made deaf or mute and unplugged at random moments while people's seats are
played. Exit code 1: an acknowledged move was lost, two nodes committed different entries, a record does not verify, or
a table stood still for a minute after it was healed.
"""

import argparse
import asyncio
import itertools
import json
import math
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from kalooki.fair.group import Group  # noqa: E402 - as above
from kalooki.shell.group_loader import load_verifier_group  # noqa: E402 - as above
from support import chaos, netns  # noqa: E402 - the path must be known first

PATIENCE = 60.0
CLOSING_SECONDS = 20.0
PAUSES = (0.0, 3.0)
AT_ONE_TABLE = 8


async def play(  # noqa: PLR0913, PLR0917 - what one table is
    players: int, house: str, kinds: Iterable[str], rng: Random, group: Group, until: float
) -> tuple[list[chaos.Outage], chaos.Judgement]:
    """Play at one table while these things happen, none after a time, close it, and judge what is left."""
    outages: list[chaos.Outage] = []
    clock = asyncio.get_running_loop().time
    with netns.lan("nft") as lan, tempfile.TemporaryDirectory() as folder:
        async with chaos.table(lan, Path(folder), players, house) as seated:
            for kind in kinds:
                await asyncio.sleep(rng.uniform(*PAUSES))
                ended = all(player.latest and player.latest.status.phase == "over" for player in seated)
                if ended or clock() > until:
                    break
                outage = await chaos.happen(kind, rng.choice(seated), seated, rng, PATIENCE)
                print(players, house, outage, file=sys.stderr, flush=True)
                outages.append(outage)
                if outage.healed is None:
                    for player in seated:
                        print(player.stands(), file=sys.stderr)
                    break
            await close(seated)
        return outages, await asyncio.to_thread(chaos.judge, seated, group)


async def close(seated: list[chaos.Player]) -> None:
    """Have the host close the table, and wait until all know it."""
    try:
        async with asyncio.timeout(CLOSING_SECONDS):
            while not all(player.latest and player.latest.status.phase == "closed" for player in seated):
                await asyncio.gather(*(player.close() for player in seated))
                await asyncio.sleep(1)
    except TimeoutError:
        print("not everybody heard that the table is closed", file=sys.stderr)


async def run(  # noqa: PLR0913, PLR0917 - what may be asked for
    rounds: int,
    sizes: Sequence[int],
    houses: Sequence[str],
    kinds: Sequence[str],
    rng: Random,
    most: float,
    at_once: int,
) -> tuple[list[chaos.Outage], list[chaos.Judgement]]:
    """Do it for tables of every size, set up in every way in turn, for so many seconds."""
    group = load_verifier_group()
    outages: list[chaos.Outage] = []
    judgements: list[chaos.Judgement] = []
    clock = asyncio.get_running_loop().time
    until = clock() + most
    left = {players: [kind for _ in range(rounds) for kind in kinds] for players in sizes}
    for each in left.values():
        rng.shuffle(each)
    ways = {players: itertools.cycle([one for one in houses if chaos.LEAST[one] <= players]) for players in sizes}

    async def sit() -> None:
        """Play at one table after the other, while there are faults that nobody has had."""
        while (open_sizes := [players for players in sizes if left[players]]) and clock() < until:
            players = max(open_sizes, key=lambda size: len(left[size]))
            came, left[players] = left[players][:AT_ONE_TABLE], left[players][AT_ONE_TABLE:]
            own = Random(rng.random())  # noqa: S311 - likewise
            outages_here, judgement = await play(players, next(ways[players]), came, own, group, until)
            print(players, judgement, file=sys.stderr, flush=True)
            left[players] += came[max(1, len(outages_here)) :]
            outages.extend(outages_here)
            judgements.append(judgement)

    async with asyncio.TaskGroup() as tables:
        for _ in range(at_once):
            tables.create_task(sit())
    return outages, judgements


def seconds(values: Iterable[float | None]) -> dict[str, float | int]:
    """Say how long something took: in the middle, at worst, and how often for ever."""
    values = list(values)
    known = [value for value in values if value is not None]
    if not known:
        return {"never": len(values)}
    return {
        "median": round(statistics.median(known), 2),
        "worst": round(max(known), 2),
        "never": len(values) - len(known),
    }


def main() -> int:
    """Report what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=1, help="How often each kind of fault comes, for each size.")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5], help="Sizes of the tables.")
    parser.add_argument("--houses", nargs="*", default=list(chaos.HOUSES), choices=list(chaos.HOUSES))
    parser.add_argument("--kinds", nargs="*", default=list(chaos.FAULTS), choices=list(chaos.FAULTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="No fault begins after so long.")
    parser.add_argument(
        "--at-once", type=int, default=1, help="How many tables play at a time, each on its own network."
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    least = min((chaos.LEAST[one] for one in options.houses), default=math.inf)
    sizes = [players for players in options.players if players >= least]
    if not sizes:
        parser.error(f"none of these tables is for so few: the smallest is for {least} players")
    rng = Random(options.seed)  # noqa: S311 - chance that can be repeated
    outages, judged = asyncio.run(
        run(options.rounds, sizes, options.houses, options.kinds, rng, options.seconds, options.at_once)
    )
    kinds = {}
    for kind in chaos.FAULTS:
        for hosted in (False, True):
            of_kind = [each for each in outages if (each.kind, each.hosted) == (kind, hosted)]
            if of_kind:
                name = f"{kind}, the host" if hosted else kind
                still = seconds(each.still for each in of_kind)
                kinds[name] = {
                    "faults": len(of_kind),
                    "still": still,
                    "healed": seconds(each.healed for each in of_kind),
                }
    wrong = {
        "lost": sum(each.lost for each in judged),
        "forks": sum(each.forks for each in judged),
        "minority": sum(each.minority for each in judged),
        "stuck": sum(each.healed is None for each in outages),
        "unverified": [line for each in judged for line in each.unverified],
        "broken": [line for each in judged for line in each.broken],
    }
    totals = {"faults": len(outages), "tables": len(judged), "entries": sum(each.entries for each in judged)}
    voided = sum(each.voided for each in judged)
    if options.json:
        phases = [asdict(each) for each in outages]
        print(json.dumps({**totals, "voided": voided, "kinds": kinds, **wrong, "outages": phases}))
    else:
        for name, one in kinds.items():
            told = f"others stood still for {one['still']}, all went on after {one['healed']}"
            print(f"{name:20} {one['faults']:3} faults  {told}")
        print(f"{totals}, deals voided: {voided}, {wrong}")
        print(f"they came in: {dict(Counter(each.phase for each in outages).most_common())}")
    return 1 if any(wrong.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
