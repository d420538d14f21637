#!/usr/bin/env python3
"""Install the wheel with the oldest and with the newest libraries that it allows, and let bots play and be verified.

python3 scripts/dependency_bounds.py                 both, each in a virtual environment that is thrown away
python3 scripts/dependency_bounds.py --only lowest   one of them; --only highest

It needs the network and some minutes. Only the standard library is used, because it runs before anything is installed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHOWN = ("grpcio", "protobuf", "cryptography", "click")
GAME_SECONDS = 600


class BoundsError(Exception):
    """Something does not work at a bound; the message says what was seen."""


def dependencies() -> list[str]:
    """What the package needs, as pyproject.toml says it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed: list[str] = project["dependencies"]
    return needed


def lowest(requirement: str) -> str:
    """Pin a requirement to the version at which it begins: `grpcio>=1.76,<2` is `grpcio==1.76`.

    Raises:
        BoundsError: It has no beginning.
    """
    found = re.fullmatch(r"([A-Za-z0-9._-]+)\s*(?:[^>]*,)?>=\s*([0-9.]+)(?:,.*)?", requirement)
    if found is None:
        raise BoundsError(f"{requirement!r} does not say from which version on")
    return f"{found[1]}=={found[2]}"


def built_wheel(folder: Path) -> Path:
    """Build the wheel once."""
    _run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
    (wheel,) = folder.glob("kalooki-*.whl")
    return wheel


def tried(name: str, pins: list[str], wheel: Path, folder: Path) -> str:
    """Install, ask for help, let four bots play until somebody goes out; return the versions and the verdict."""
    place = folder / name
    venv.create(place, with_pip=True)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(scripts / "python"), "-m", "pip", "--disable-pip-version-check"]
    _run([*pip, "install", "--quiet", str(wheel), *pins])
    _run([*pip, "check"])
    listed = _run([*pip, "list", "--format=freeze"]).splitlines()
    versions = [line for line in listed if line.partition("==")[0] in SHOWN]
    kalooki = str(scripts / "kalooki")
    _run([kalooki, "--help"])
    # Warnings of a library that is too old or too new would be seen here first.
    surroundings = {**os.environ, "KALOOKI_HOME": str(folder / f"{name}-home"), "PYTHONWARNINGS": "default"}
    played = _run([kalooki, "play", "--exhibition"], surroundings)
    verdict = played.splitlines()[-1]
    if not verdict.startswith("VALID"):
        raise BoundsError(f"{name}: the game ended with {verdict!r}")
    return f"{name}: {', '.join(versions)}; {verdict}"


def _run(command: list[str], surroundings: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=tempfile.gettempdir(),  # not here, where the source would be found instead of what is installed
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=GAME_SECONDS,
    )
    if done.returncode:
        raise BoundsError(
            f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return done.stdout


def main() -> int:
    """Try both bounds, or one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=["lowest", "highest"])
    only = parser.parse_args().only
    ways = {"lowest": [lowest(one) for one in dependencies()], "highest": []}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        try:
            wheel = built_wheel(folder)
            for name, pins in ways.items():
                if only in {None, name}:
                    print(tried(name, pins, wheel, folder), flush=True)
        except BoundsError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
