#!/usr/bin/env python3
"""How soon `kalooki --help` is there, over an import of click alone."""

import subprocess
import sys
from pathlib import Path

from _figures import Figure, alternate, main

HELP = [sys.executable, str(Path(sys.executable).parent / "kalooki"), "--help"]
CLICK = [sys.executable, "-c", "import click"]


def measure() -> list[Figure]:
    """Start both in turn, by the same interpreter."""
    return [Figure("ratio", alternate(lambda: start(HELP), lambda: start(CLICK), rounds=21), at_most=1.5)]


def start(command: list[str]) -> None:
    """Run a program to its end."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main("start", measure))
