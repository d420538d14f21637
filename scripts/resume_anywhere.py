#!/usr/bin/env python3
"""Stop both nodes of a game in memory after each thing that they wrote, and see what they go on with.

.venv/bin/python scripts/resume_anywhere.py              three deals: some 1,700 stops, which take a quarter of an hour
.venv/bin/python scripts/resume_anywhere.py --deals 1    fewer

What is restored must be what the log says up to there, with the hand that was seen; and what a node says must be the
very bytes that it had said before, if it says it at all. Exit code 1: somewhere it is not so.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.resuming import Played


def main() -> int:
    """Play, and stop everywhere."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    played, stops, wrong = Played(options.seed, options.deals), 0, 0
    for number in range(2):
        for writes in played.moments(number):
            stops += 1
            try:
                played.resume(number, writes)
            except AssertionError as error:
                wrong += 1
                print(error)
            if stops % 100 == 0:
                print(f"{stops} stops", flush=True)
    print(f"{stops} stops of two nodes in {options.deals} deals: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
