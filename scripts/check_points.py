"""Hold the solver of the points family against an integer program (HiGHS, of scipy) on seeded hands.

Hands of up to fourteen cards with up to two jokers, before the first lay (forty points) and after it, with up to four
melds on the table to lay off on and to take jokers from. Needs scipy. Exit status 1 if an answer differs.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.points_hands import differences

STEP = 500


def main() -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description="Hold the solver of the points family against an integer program.")
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
