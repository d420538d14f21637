"""Play whole games of each preset between real nodes over gRPC; `kalooki verify` and the referee judge the records.

For each preset with the fewest and with the most players (or with so many as asked for): every player is a bot on a
node process of its own. The record is judged by a process that was not at the table, and each deal of it is written
as a deal file, which the referee plays with an open deck: the same states and scores must come of it. Prints one line
for each table. Exit status 1 if one was not played as far as was asked for, or its record does not hold.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.registry import presets
from kalooki.seat import Update
from kalooki.shell.launch import Bot, Found, Launched, NodeOptions, launch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.refereed import differences

KALOOKI = str(Path(sys.executable).with_name("kalooki"))
WHOLE = 1000
"""More deals than any game has."""
LIMIT_S = 900
NAMES = ("Ann", "Bea", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table to play at."""

    preset: str
    players: int
    deals: int = WHOLE
    """After so many it is enough."""
    limit: float = LIMIT_S
    """A table that is not done after so many seconds is closed where it stands, and has failed."""
    bot: str = "greedy"
    house: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one table."""

    deals: int
    """Scored or void."""
    is_over: bool
    """The game was played to its end."""
    seconds: float
    size: int
    """Bytes of its record."""
    verdict: str
    """The last line of `kalooki verify`, or what went wrong."""
    differences: tuple[str, ...] = ()
    """Where the referee came to something else."""

    def ok(self, wanted: Wanted) -> bool:
        """Whether it was played as far as was asked for, and the record convinces a stranger and the referee."""
        return self.verdict.startswith("VALID") and not self.differences and self.is_enough(wanted)

    def is_enough(self, wanted: Wanted) -> bool:
        """Whether it was played as far as was asked for."""
        return self.is_over or self.deals >= wanted.deals


def play(wanted: Wanted, folder: Path) -> Played:
    """Play at one table, then judge the founder's record."""
    began = time.monotonic()
    deals, is_over, record = asyncio.run(_at_table(wanted, folder))
    seconds = time.monotonic() - began
    judged = subprocess.run((KALOOKI, "verify", record), capture_output=True, text=True, check=False)
    lines = judged.stdout.strip().splitlines() or ["nothing was said"]
    content = record.read_bytes()
    return Played(deals, is_over, seconds, len(content), lines[-1], tuple(differences(content)))


async def _at_table(wanted: Wanted, folder: Path) -> tuple[int, bool, Path]:
    own = NodeOptions(
        name=NAMES[0],
        table=Found(
            wanted.preset, wanted.house, seats=wanted.players, bots_vote=True, begin_when_full=True, hurried=False
        ),
        data_dir=folder,
        bot=wanted.bot,
    )
    others = [Bot(name, wanted.bot) for name in NAMES[1 : wanted.players]]
    async with launch(own, others) as launched:
        deals, is_over = await _watched(launched, wanted)
        await launched.seat.close("played enough")
        return deals, is_over, await launched.finish()


async def _watched(launched: Launched, wanted: Wanted) -> tuple[int, bool]:
    deals = 0
    try:
        async with asyncio.timeout(wanted.limit):
            async for update in _updates(launched):
                deals += sum(isinstance(event, DealScored | DealVoided) for event in update.events)
                is_over = update.status.phase == "over"
                if is_over or deals >= wanted.deals or update.status.fault:
                    return deals, is_over
    except TimeoutError:
        pass
    return deals, False


def _updates(launched: Launched) -> AsyncIterator[Update]:
    return launched.watcher.updates()


def line(wanted: Wanted, played: Played) -> str:
    """One table in one line."""
    how_far = "whole game" if played.is_over else "" if played.is_enough(wanted) else "STOPPED"
    return (
        f"{wanted.preset:16}{wanted.players:2} players {played.deals:3} deals {how_far:10} {played.seconds:7.1f} s "
        f"{played.size / 1e6:7.2f} MB  {played.verdict}  referee: {'; '.join(played.differences) or 'agrees'}"
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Play games of each preset between real nodes.")
    parser.add_argument("--preset", choices=sorted(presets()))
    parser.add_argument("--players", type=int)
    parser.add_argument("--deals", type=int, default=WHOLE, help="so many are enough; without it: whole games")
    parser.add_argument("--limit", type=float, default=LIMIT_S, help="seconds for one table")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--house", action="append", default=[], help="OPTION=VALUE; may come more than once")
    given = parser.parse_args()
    house = tuple(sorted((name, value) for name, _, value in (text.partition("=") for text in given.house)))
    failed = False
    for key in [given.preset] if given.preset else sorted(presets()):
        variant = presets()[key]
        for players in [given.players] if given.players else [variant.min_players, variant.max_players]:
            wanted = Wanted(key, players, given.deals, given.limit, given.bot, house)
            with TemporaryDirectory() as folder:
                played = play(wanted, Path(folder))
            failed |= not played.ok(wanted)
            print(line(wanted, played), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
