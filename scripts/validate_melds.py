#!/usr/bin/env python3
"""Judge many melds by chance twice: as the rules do, and from the definitions of a set and a run alone.

For every game, with its house rules as they are and with some that change melds. Exit status 1 if the two judges ever
say different things.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.meld_validator import disagreements, houses  # noqa: E402 - after the path


def main() -> int:
    """Judge them, and say where the judges differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--melds", type=int, default=100_000, help="of each game, over all its house rules")
    parser.add_argument("--seed", default="melds")
    options = parser.parse_args()
    wrong = 0
    for name, variants in houses():
        found = [
            line
            for number, variant in enumerate(variants)
            for line in disagreements(variant, options.melds // len(variants), f"{options.seed} {name} {number}")
        ]
        print(f"{name}: {options.melds} melds, {len(found)} disagreements")
        for line in found[:5]:
            print(f"  {line}")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
