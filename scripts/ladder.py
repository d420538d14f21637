"""Play two or more bots against one another in paired deals, and say how far apart they are.

    .venv/bin/python scripts/ladder.py easy beginner --deals 500
    .venv/bin/python scripts/ladder.py hard medium easy beginner --variant jamaican --games --deals 50

Each deal is played in every rotation; the intervals (95 %) are over deals. With --games whole games are played. The
line is printed again as it gets better.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from kalooki.arena.paired import Record, by_deal, edge_of, estimate, higher_wins, play_paired, share_of
from kalooki.bot import Bot
from kalooki.bots import bot_named, names
from kalooki.rules.open_game import Chooser
from kalooki.rules.registry import variant_named
from kalooki.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deals for one process."""

    variant: str
    bots: tuple[str, ...]
    deals: tuple[int, ...]
    seed: str
    number: int | None


def bot(name: str) -> Bot:
    """Look a bot up.

    Raises:
        SystemExit: There is none of this name.
    """
    found = bot_named(name)
    if found is None:
        raise SystemExit(f"There is no bot {name}, but: {', '.join(names())}.")
    return found


def play(chunk: Chunk) -> tuple[list[Record], list[list[float]]]:
    """The records of some deals, and the times of each bot's decisions."""
    times: list[list[float]] = [[] for _ in chunk.bots]

    def timed(place: int, choose: Chooser) -> Chooser:
        def choose_timed(view: SeatView):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a chooser
            began = time.process_time()
            action = choose(view)
            times[place].append(time.process_time() - began)
            return action

        return choose_timed

    bots = [bot(name) for name in chunk.bots]
    played = play_paired(variant_named(chunk.variant), bots, chunk.deals, chunk.seed, number=chunk.number, wrap=timed)
    return list(played), times


def chunks(given: argparse.Namespace) -> Iterator[Chunk]:
    """All deals, a few at a time."""
    number = None if given.games else given.number
    for begin in range(0, given.deals, given.chunk):
        deals = tuple(range(begin, min(begin + given.chunk, given.deals)))
        yield Chunk(given.variant, tuple(given.bots), deals, given.seed, number)


def report(given: argparse.Namespace, records: list[Record], times: list[list[float]]) -> None:
    """One line for each bot."""
    variant = variant_named(given.variant)
    deals = len({record.deal for record in records})
    for place, name in enumerate(given.bots):
        share = estimate(by_deal(records, share_of(place)))
        edge = estimate(by_deal(records, edge_of(place, higher=higher_wins(variant))))
        mean = estimate(by_deal(records, lambda record, place=place: record.points[place]))  # type: ignore[misc]
        taken = sorted(times[place])
        slow = taken[len(taken) * 99 // 100] * 1000 if taken else 0.0
        won = f"{100 * share.mean:.1f} ± {100 * share.within:.1f} % won"
        print(f"{deals} deals, {name}: {won}, edge {edge}, points {mean}, p99 {slow:.1f} ms", flush=True)


def main() -> int:
    """Play, and report from time to time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--variant", default="british")
    parser.add_argument("--deals", type=int, default=200, help="deals, or games")
    parser.add_argument("--games", action="store_true", help="play whole games")
    parser.add_argument("--number", type=int, default=1, help="which deal of its game each one is")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=5)
    given = parser.parse_args()
    records: list[Record] = []
    times: list[list[float]] = [[] for _ in given.bots]
    with ProcessPoolExecutor(given.jobs) as pool:
        for done in as_completed([pool.submit(play, chunk) for chunk in chunks(given)]):
            played, taken = done.result()
            records += played
            for mine, more in zip(times, taken, strict=True):
                mine.extend(more)
            report(given, records, times)
    return 0


if __name__ == "__main__":
    sys.exit(main())
