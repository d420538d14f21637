#!/usr/bin/env python3
"""Judge many melds by chance twice: as the rules do, and from the definitions of a set and a run alone.

For every game, or those that are named, with its house rules as they are and with some that change melds. Exit status 1
if the two judges ever say different things.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from kalooki.rules.registry import presets  # noqa: E402 - after the path
from kalooki.rules.variant import Variant  # noqa: E402
from support.meld_validator import disagreements, houses  # noqa: E402

MOST_AT_ONCE = 2_000
"""Melds of one task: small enough that all processes stay busy."""


def tasks(melds: int, variants: list[Variant], seed: str) -> list[tuple[Variant, int, str]]:
    """What each process does at a time: so many melds under one choice of house rules."""
    return [
        (variant, min(MOST_AT_ONCE, melds // len(variants) - done), f"{seed} {number} {done}")
        for number, variant in enumerate(variants)
        for done in range(0, melds // len(variants), MOST_AT_ONCE)
    ]


def judge(task: tuple[Variant, int, str]) -> list[str]:
    """One task."""
    return list(disagreements(*task))


def main() -> int:
    """Judge them, and say where the judges differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--melds", type=int, default=100_000, help="of each game, over all its house rules")
    parser.add_argument("--seed", default="melds")
    parser.add_argument("--variant", nargs="*", choices=sorted(presets()), default=sorted(presets()))
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for name, variants in houses():
            if name not in options.variant:
                continue
            began = time.monotonic()
            todo = tasks(options.melds, list(variants), f"{options.seed} {name}")
            found = [line for lines in pool.map(judge, todo) for line in lines]
            judged = sum(task[1] for task in todo)
            print(f"{name}: {judged} melds, {len(found)} disagreements, {time.monotonic() - began:.0f} s", flush=True)
            for line in found[:5]:
                print(f"  {line}")
            wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
