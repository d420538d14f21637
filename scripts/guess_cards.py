#!/usr/bin/env python3
"""See that who hosts cannot name a card of another hand by all that its node ever gets, better than chance would.

.venv/bin/python scripts/guess_cards.py               2,000 deals of two, which takes a quarter of an hour
.venv/bin/python scripts/guess_cards.py --deals 100   fewer

Both shuffle, so the host is all the others there are. It guesses each card of the other hand in several ways: by any
share among all bytes that came, as if nobody or nobody else had shuffled, and by what it learned from the deals before
of where a card lay and how its ciphertext looked. Exit code 1: one of them is right more often than chance by more than
three standard deviations.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from kalooki.shell.group_loader import load_group
from support.guessing import Guesser, deal

DOUBT = 3.0


def main() -> int:
    """Guess, and say how well it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="The first seed.")
    options = parser.parse_args()
    group, guesser = load_group(), Guesser()
    for done, seed in enumerate(range(options.first, options.first + options.deals), 1):
        guesser.guess(deal(seed, group))
        if done % 100 == 0:
            print(f"{done} deals", flush=True)
    for way, score in guesser.scores.items():
        print(
            f"{way:28} {score.right:6} of {score.guesses:6}, by chance {score.expected:8.1f}: {score.deviations:+.2f}"
        )
    return 1 if any(score.deviations > DOUBT for score in guesser.scores.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
