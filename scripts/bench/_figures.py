"""How every benchmark here speaks: medians with their spread, a verdict, the load.

A benchmark is a script beside this one. It measures ratios within one run, so that a
slow machine and a fast one can be held to the same bound:

    def measure() -> list[Figure]:
        return [Figure("ratio", alternate(new, old), at_most=1.5)]

    if __name__ == "__main__":
        sys.exit(main("start", measure))
"""

import argparse
import json
import math
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 5
"""The fewest samples that a median is taken of."""

TOGETHER = 5
"""Short things in a row of which the median is one sample: on processors that others share, one of them says little."""

NOISY = 0.25
"""A spread past this decides nothing."""

Run = Callable[[], object]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a benchmark: its samples and what the median has to reach."""

    name: str
    samples: Sequence[float]
    at_least: float = -math.inf
    at_most: float = math.inf

    def __post_init__(self) -> None:
        """Refuse what could be luck.

        Raises:
            ValueError: There are too few samples.
        """
        if len(self.samples) < ROUNDS:
            raise ValueError(f"{self.name} has fewer than {ROUNDS} samples")

    @property
    def median(self) -> float:
        """The figure itself."""
        return statistics.median(self.samples)

    @property
    def spread(self) -> float:
        """The width of the middle half of the samples, in medians."""
        low, _, high = statistics.quantiles(self.samples, n=4, method="inclusive")
        if high == low:
            return 0.0
        return (high - low) / abs(self.median) if self.median else math.inf

    @property
    def ok(self) -> bool | None:
        """Whether it is reached; None if the samples lie too far apart to say."""
        if self.spread > NOISY:
            return None
        return self.at_least <= self.median <= self.at_most

    def line(self) -> str:
        """Say all of it to a person."""
        bounds = [
            f"{word} {bound:g}"
            for word, bound in (("at least", self.at_least), ("at most", self.at_most))
            if math.isfinite(bound)
        ]
        said = {True: "reached", False: "MISSED", None: "too noisy to say"}[self.ok]
        return (
            f"{self.name:12} {self.median:9.4g}  spread {self.spread:.2f} "
            f"({min(self.samples):.4g} to {max(self.samples):.4g}, "
            f"{len(self.samples)} samples)" + (f"  {' and '.join(bounds)}: {said}" if bounds else "")
        )


def verdict(figures: Sequence[Figure]) -> bool | None:
    """Judge a benchmark: a clear miss decides, then any doubt."""
    said = [figure.ok for figure in figures]
    if False in said:
        return False
    return None if None in said else True


def seconds(run: Run, clock: Clock = time.perf_counter) -> float:
    """Time one call."""
    began = clock()
    run()
    return clock() - began


def alternate(top: Run, bottom: Run, rounds: int = ROUNDS, clock: Clock = time.perf_counter) -> list[float]:
    """Time two things in turn, so that a busy moment meets both, and give the ratios.

    Each is run once before, so that no ratio pays for a cold cache. What only computes may be
    timed by `time.process_time`, which others on the machine disturb less.
    """
    top()
    bottom()
    return [seconds(top, clock) / seconds(bottom, clock) for _ in range(rounds)]


def medians(times: Sequence[float]) -> list[float]:
    """Make a sample of every few times in a row."""
    return [statistics.median(times[start : start + TOGETHER]) for start in range(0, len(times), TOGETHER)]


def main(bench: str, measure: Callable[[], Sequence[Figure]]) -> int:
    """Measure and report; with --json, stdout gets that one line and nothing else.

    The exit code is 1 where a figure is missed, and 0 where noise hides it.
    """
    parser = argparse.ArgumentParser(prog=f"run.py bench {bench}")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args()
    notes = sys.stderr if options.json else sys.stdout
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"load {load:.2f} on {cores} cores before", file=notes, flush=True)
    began = time.monotonic()
    figures = measure()
    for figure in figures:
        print(figure.line(), file=notes)
    print(f"took {time.monotonic() - began:.0f} s", file=notes, flush=True)
    ok = verdict(figures)
    numbers = {figure.name: round(figure.median, 4) for figure in figures}
    if options.json:
        print(json.dumps({"bench": bench, "figures": numbers, "ok": ok}))
    return 1 if ok is False else 0
