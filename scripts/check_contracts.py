"""Hold the contract solver against an integer program (HiGHS, of scipy) on seeded hands up to 22 cards and ten jokers.

Each hand lays a contract, adds what it can to the melds of others, and throws a card away. Needs scipy. Exit status 1
if an answer differs.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.contract_program import differences

STEP = 500


def main() -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description="Hold the contract solver against an integer program.")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    differ = 0
    for begin in range(0, given.hands, STEP):
        for line in differences(min(STEP, given.hands - begin), f"{given.seed}/{begin}"):
            differ += 1
            print(line)
        print(f"{min(begin + STEP, given.hands)} hands, {differ} differ", flush=True)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
