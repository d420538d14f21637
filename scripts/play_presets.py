"""Play a deal of each preset between real nodes over gRPC, and let `kalooki verify` judge the record of each.

For each preset with the fewest and with the most players (or with so many as asked for): every player is a bot on a
node process of its own. Prints one line for each table. Exit status 1 if one was not played out or did not verify.
"""

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kalooki.rules.registry import presets

KALOOKI = str(Path(sys.executable).with_name("kalooki"))
LIMIT_S = 900
"""A table that is not done by then has failed."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one table."""

    preset: str
    players: int
    seconds: float
    size: int
    """Bytes of its record."""
    verdict: str
    """The last line of `kalooki verify`, or what went wrong."""

    @property
    def ok(self) -> bool:
        """Whether the record convinces a stranger."""
        return self.verdict.startswith("VALID")


def play(preset: str, players: int, folder: Path) -> Played:
    """Play one deal, then judge the founder's record in a process that has seen nothing of it."""
    command = (KALOOKI, "play", "--exhibition", "--variant", preset, "--bots", str(players - 1), "--data-dir", folder)
    began = time.monotonic()
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return Played(preset, players, time.monotonic() - began, 0, f"not done after {LIMIT_S} s")
    seconds = time.monotonic() - began
    records = sorted((folder / "transcripts").glob("*.kalooki"))
    if ran.returncode or len(records) != 1:
        said = (ran.stderr or ran.stdout).strip().splitlines()
        return Played(preset, players, seconds, 0, f"exit {ran.returncode}: {said[-1] if said else ''}")
    judged = subprocess.run((KALOOKI, "verify", records[0]), capture_output=True, text=True, check=False)
    lines = judged.stdout.strip().splitlines()
    return Played(preset, players, seconds, records[0].stat().st_size, lines[-1] if lines else "nothing was said")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Play a deal of each preset between real nodes.")
    parser.add_argument("--preset", choices=sorted(presets()))
    parser.add_argument("--players", type=int)
    given = parser.parse_args()
    failed = False
    for key in [given.preset] if given.preset else sorted(presets()):
        variant = presets()[key]
        for players in [given.players] if given.players else [variant.min_players, variant.max_players]:
            with TemporaryDirectory() as folder:
                played = play(key, players, Path(folder))
            failed |= not played.ok
            line = f"{key:16}{players:2} players {played.seconds:7.1f} s {played.size / 1e6:7.2f} MB  {played.verdict}"
            print(line, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
