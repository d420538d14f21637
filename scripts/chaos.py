#!/usr/bin/env python3
"""Let things happen to tables of real nodes in network namespaces, and see that nothing that was agreed is ever lost.

.venv/bin/python scripts/chaos.py                a fault in each phase, each kind at least once, of 2 to 5 players
.venv/bin/python scripts/chaos.py --rounds 12    each kind in each phase: some 550 faults, which takes two hours
.venv/bin/python scripts/chaos.py --rounds 5 --at-once 3     some 230 in 25 minutes, three tables at a time
.venv/bin/python scripts/chaos.py --rounds 8 --seconds 600   as many of them as can come in ten minutes
.venv/bin/python scripts/chaos.py --phases lobby over --kinds killed frozen   these only, where they strike soonest
.venv/bin/python scripts/chaos.py --phases any --rounds 8    at moments by chance: some 200 faults in 40 minutes
.venv/bin/python scripts/chaos.py --houses backup --kinds gone   where the others go on with the key of who is away
.venv/bin/python scripts/chaos.py --houses calls   another game, in which discards are called
.venv/bin/python scripts/chaos.py --json         one JSON document instead of text

Nodes are killed, restarted, frozen, cut off, made deaf or mute and unplugged while people's seats are played: each time
as soon as the table is in the phase that it is aimed at. Where no table comes to a phase (nobody calls or buys back in
among two), and where one did not come to it in time, the report says so. Exit code 1: an acknowledged move was lost,
two nodes committed different entries or show different final scores, a record does not verify, a table stood still for
a minute after it was healed, or somebody was not told that it is closed.
"""

import argparse
import asyncio
import itertools
import json
import math
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from kalooki.fair.group import Group  # noqa: E402 - as above
from kalooki.shell.group_loader import load_verifier_group  # noqa: E402 - as above
from support import chaos, netns  # noqa: E402 - the path must be known first
from support.chaos_phases import (  # noqa: E402 - likewise
    ANY,
    PHASES,
    Aim,
    Figures,
    Missed,
    Outage,
    aims,
    by_kind,
    by_phase,
    course,
    impossible,
    told,
)

PATIENCE = 60.0
WAIT = 150.0
"""So long a table may take to come to a phase."""
CLOSING_SECONDS = 20.0
AT_ONE_TABLE = 8
TRIES = 3
"""At so many tables at most a phase is waited for; another fault may end the game before."""


@dataclass
class Came:
    """What came of all tables."""

    outages: list[Outage] = field(default_factory=list)
    judged: list[chaos.Judgement] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)
    """What has not struck where it was to strike."""


async def play(  # noqa: PLR0913, PLR0917 - what one table is
    players: int, house: str, faults: Sequence[Aim], rng: Random, group: Group, until: float
) -> tuple[list[Outage], list[Aim], chaos.Judgement]:
    """Play at one table while these things happen, none after a time, close it, and judge what is left.

    Also gives the aims that were not hit.
    """
    outages: list[Outage] = []
    unhit = list(faults)
    clock = asyncio.get_running_loop().time
    hold = chaos.Hold("join" if any(aim.phase == "join" for aim in faults) else "lobby", chaos.NAMES[0])
    with netns.lan("nft") as lan, tempfile.TemporaryDirectory() as folder:
        async with chaos.table(lan, Path(folder), players, house, hold) as seated:
            for aim in faults:
                ended = all(player.ended is not None for player in seated)
                if clock() > until or (ended and aim.phase != "over"):
                    continue
                outage = await chaos.happen_in(aim, pick(seated, rng), seated, rng, WAIT, PATIENCE)
                print(players, house, outage or f"{aim}: not reached", file=sys.stderr, flush=True)
                if outage is None:
                    continue
                outages.append(outage)
                if aim.phase in {ANY, outage.phase}:
                    unhit.remove(aim)
                if outage.healed is None:
                    for player in seated:
                        print(player.stands(), file=sys.stderr)
                    break
            chaos.release(seated)
            unheard = await close(seated)
        judgement = await asyncio.to_thread(chaos.judge, seated, group)
        judgement.phases = [each.phase for each in outages]
        judgement.unheard = unheard
        return outages, unhit, judgement


def pick(seated: Sequence[chaos.Player], rng: Random) -> chaos.Player:
    """Choose who is hit: anybody, and every other time the host."""
    here = [player for player in seated if player.child is not None]
    hosts = [player for player in here if player.hosts]
    return rng.choice(hosts if hosts and rng.random() < 1 / 2 else here)


async def close(seated: list[chaos.Player]) -> list[str]:
    """Have the host close the table, wait until all know it, and say who does not."""
    try:
        async with asyncio.timeout(CLOSING_SECONDS):
            while not all(player.latest and player.latest.status.phase == "closed" for player in seated):
                await asyncio.gather(*(player.close() for player in seated))
                await asyncio.sleep(1)
    except TimeoutError:
        return [player.stands() for player in seated if player.latest is None or player.latest.status.phase != "closed"]
    return []


async def run(
    wanted: Mapping[int, list[Aim]],
    houses: Sequence[str],
    rng: Random,
    most: float,
    at_once: int,
) -> Came:
    """Do it for tables of every size, set up in every way in turn, for so many seconds."""
    group = load_verifier_group()
    came = Came()
    clock = asyncio.get_running_loop().time
    until = clock() + most
    left: dict[int, list[Aim]] = {}
    ways = {players: itertools.cycle(possible(houses, players)) for players in wanted}
    for players, each in wanted.items():
        never = impossible({aim.phase for aim in each}, possible(houses, players))
        came.missed += [Missed(players, aim, "there is none") for aim in each if aim.phase in never]
        left[players] = [aim for aim in each if aim.phase not in never]

    async def sit() -> None:
        """Play at one table after the other, while there are faults that nobody has had."""
        while (open_sizes := [players for players in left if left[players]]) and clock() < until:
            players = max(open_sizes, key=lambda size: len(left[size]))
            house, faults = next_course(left[players], ways[players])
            for aim in faults:
                left[players].remove(aim)
            own = Random(rng.random())  # noqa: S311 - chance that can be repeated
            outages, unhit, judgement = await play(players, house, faults, own, group, until)
            print(players, judgement, file=sys.stderr, flush=True)
            again = [replace(aim, tries=aim.tries + 1) for aim in unhit]
            left[players] += [aim for aim in again if aim.tries < TRIES]
            came.missed += [Missed(players, aim, "not reached") for aim in again if aim.tries >= TRIES]
            came.outages += outages
            came.judged.append(judgement)

    async with asyncio.TaskGroup() as tables:
        for _ in range(at_once):
            tables.create_task(sit())
    came.missed += [Missed(players, aim, "no time left") for players, each in left.items() for aim in each]
    return came


def possible(houses: Sequence[str], players: int) -> list[str]:
    """Give the houses that are for so many."""
    return [house for house in houses if chaos.LEAST[house] <= players]


def next_course(left: Sequence[Aim], ways: Iterator[str]) -> tuple[str, list[Aim]]:
    """Give the next house that comes to something that is left, and what is to happen there."""
    return next((house, faults) for house in ways if (faults := course(left, house, AT_ONE_TABLE)))


def line(name: str, figures: Mapping[str, int | Figures]) -> str:
    """Write what came of some faults."""
    lost = f"; lost {figures['lost']}, forks {figures['forks']}" if "lost" in figures else ""
    still = f"others stood still for {figures['still']}, all went on after {figures['healed']}"
    return f"{name:20} {figures['faults']:3} faults, {figures['hosted']} of the host  {still}{lost}"


def main() -> int:
    """Report what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=1, help="How often each phase and kind comes, for each size.")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5], help="Sizes of the tables.")
    parser.add_argument("--houses", nargs="*", default=list(chaos.HOUSES), choices=list(chaos.HOUSES))
    parser.add_argument("--kinds", nargs="*", default=list(chaos.FAULTS), choices=list(chaos.FAULTS))
    parser.add_argument("--phases", nargs="*", default=list(PHASES), choices=[*PHASES, ANY])
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
    wanted = {}
    for players in sizes:
        kinds = rng.sample(options.kinds, len(options.kinds))
        wanted[players] = aims(kinds, options.phases, options.rounds)
    came = asyncio.run(run(wanted, options.houses, rng, options.seconds, options.at_once))
    outages, judged = came.outages, came.judged
    wrong = {
        "lost": sum(each.lost for each in judged),
        "forks": sum(each.forks for each in judged),
        "minority": sum(each.minority for each in judged),
        "stuck": sum(each.healed is None for each in outages),
        "unverified": [line for each in judged for line in each.unverified],
        "broken": [line for each in judged for line in each.broken],
        "scores": [line for each in judged for line in each.scores],
        "unheard": [line for each in judged for line in each.unheard],
    }
    totals = {
        "faults": len(outages),
        "tables": len(judged),
        "entries": sum(each.entries for each in judged),
        "voided": sum(each.voided for each in judged),
    }
    of_kinds, of_phases = by_kind(outages, list(chaos.FAULTS)), by_phase(outages)
    for phase, figures in of_phases.items():
        at = [each for each in judged if phase in each.phases]
        figures |= {"lost": sum(each.lost for each in at), "forks": sum(each.forks for each in at)}
    unhit = told(came.missed)
    if options.json:
        found = {**totals, "kinds": of_kinds, "phases": of_phases, "not_reached": unhit, **wrong}
        print(json.dumps({**found, "outages": [asdict(each) for each in outages]}))
    else:
        for name, one in (*of_kinds.items(), *of_phases.items()):
            print(line(name, one))
        print("\n".join(unhit) or "every phase was reached")
        print(f"{totals}, {wrong}")
    return 1 if any(wrong.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
