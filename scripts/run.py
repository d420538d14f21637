#!/usr/bin/env python3
"""The README's commands: play, test, check and bench, each from a fresh clone.

Only the standard library, because it runs before anything is installed. What it
installs goes into `.venv`, once: a stamp there, written last, says for which pins,
so that a later run starts at once and needs no network.
"""

import signal
import sys

HEARD = signal.getsignal(signal.SIGINT)
if __name__ == "__main__" and HEARD is signal.default_int_handler:
    signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # while nobody can say "Stopped.", an interrupt ends this without a word

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python gets this far
    sys.exit(
        "Kalooki needs Python 3.11 or newer, and this is Python {}.{}. Try: python3.11 scripts/run.py".format(
            *sys.version_info
        )
    )

import argparse
import ast
import hashlib
import importlib.util
import json
import os
import subprocess
import time
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
STAMP = VENV / "kalooki-stamp.json"
PYPROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "constraints.txt"
BENCHES = ROOT / "scripts" / "bench"

GATED = ("rules", "fair", "table", "codec", "verify")
"""The packages whose every branch a test must take."""

COMPARED = ("rules", "simulate")
"""The benchmarks that compare with what the dependency group `bench` brings."""

PYTEST = ("pytest", "--numprocesses=auto", "--maxprocesses=2", "--durations=10")

UNREACHABLE = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "ProxyError",
    "(from versions: none)",
)
"""What pip says, among much else, when it cannot reach its index."""


class SetupError(Exception):
    """The environment cannot be made here; the message says what a person can do."""


@dataclass(frozen=True)
class Stamp:
    """For what `.venv` was made; it stands there once the installation is complete."""

    place: str
    """Its Python and its folder: a virtual environment survives no change of them."""
    pins: str
    groups: tuple[str, ...]
    """The dependency groups that it has beside what playing needs."""


def set_up(*groups: str) -> None:
    """Make `.venv` fit the pins and hold these dependency groups, unless it does.

    Raises:
        SetupError: It cannot be done here and now.
    """
    old = _read_stamp()
    groups = tuple(sorted({*groups, *(old.groups if old else ())}))
    pins = PYPROJECT.read_bytes() + CONSTRAINTS.read_bytes()
    new = Stamp(
        place=f"{sys.version_info.major}.{sys.version_info.minor} {ROOT}",
        pins=hashlib.sha256(pins).hexdigest(),
        groups=groups,
    )
    if old == new:
        return
    STAMP.unlink(missing_ok=True)
    if old is None or old.place != new.place:
        old = None
        _make_venv()
    _say("Installing Kalooki into .venv: about a minute, and only this once ...")
    editable = ("--editable", str(ROOT), "--constraint", str(CONSTRAINTS))
    try:
        _pip("install", *editable, *_requirements(groups))
    except SetupError:
        if old:  # pip fetches everything before it changes anything
            _write_stamp(old)
        raise
    _write_stamp(new)


def _read_stamp() -> Stamp | None:
    """Tell what `.venv` was made for; None if there is none, or half of one."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
        stamp = Stamp(found["place"], found["pins"], tuple(found["groups"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return stamp if all((BIN / name).exists() for name in ("python", "kalooki")) else None


def _write_stamp(stamp: Stamp) -> None:
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps(asdict(stamp)), encoding="utf-8")
    draft.replace(STAMP)


def _make_venv() -> None:
    """Begin from nothing: half an installation is not worth mending."""
    if any(importlib.util.find_spec(name) is None for name in ("venv", "ensurepip")):
        raise SetupError(
            "This Python has no venv module, so Kalooki cannot be installed. "
            "On Debian and Ubuntu: sudo apt install python3-venv"
        )
    _say("Making .venv ...")
    made = _quietly([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if made.returncode:
        raise SetupError(f"Python could not make {VENV}: {_reason(made)}")


def _requirements(groups: Iterable[str]) -> list[str]:
    """List what these groups name: the pip of Python 3.11 cannot read them."""
    known = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["dependency-groups"]
    return [each for group in groups if group in known for each in known[group]]


def _pip(*arguments: str) -> None:
    pip = (str(BIN / "python"), "-m", "pip", "--no-input", "--retries=2")
    ran = _quietly([*pip, *arguments])
    if ran.returncode == 0:
        return
    if any(sign in ran.stdout for sign in UNREACHABLE):
        raise SetupError(
            "pip could not reach the package index. Only this first step needs the "
            "network: go online, then run the same command again."
        )
    raise SetupError(f"pip could not install what Kalooki needs: {_reason(ran)}")


def _quietly(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def _reason(ran: subprocess.CompletedProcess[str]) -> str:
    """Find the line in which a failed program most likely says why."""
    lines = [line.strip() for line in ran.stdout.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines or [f"exit code {ran.returncode}"])[-1]


def _say(line: str) -> None:
    """Tell the person at the keyboard; stdout belongs to the command."""
    print(line, file=sys.stderr, flush=True)


def play(rest: Sequence[str]) -> int:
    """Play against three bots; with --exhibition, or without a terminal, bots play."""
    set_up()
    kalooki = str(BIN / "kalooki")
    os.execv(kalooki, [kalooki, "play", *rest])


def test(rest: Sequence[str]) -> int:
    """Run the tests and print the ten slowest; arguments go to pytest."""
    set_up("test")
    return _run("-m", *PYTEST, *rest)


def check(rest: Sequence[str]) -> int:
    """Check format, lint, types, import contracts and protobuf, then run the tests."""
    parser = argparse.ArgumentParser(prog="run.py check", description=check.__doc__)
    parser.add_argument("--no-tests", action="store_true", help="leave the tests out")
    options = parser.parse_args(rest)
    set_up("lint", "protos", "test")
    steps: dict[str, Callable[[], int]] = {
        "format": lambda: _tool("ruff", "format", "--check"),
        "lint": lambda: _tool("ruff", "check"),
        "types": lambda: _tool("mypy"),
        "import contracts": lambda: _tool("lint-imports", "--no-logo"),
        "protobuf drift": lambda: _run("scripts/gen_protos.py", "--check"),
        "protobuf lint": lambda: _tool("buf", "lint"),
    }
    if not options.no_tests:
        # Measuring slows the tests, so their time limit is wider here.
        steps["tests"] = lambda: _run("-m", *PYTEST, "--timeout=240", "--cov", "--cov-report=")
        steps["branch coverage"] = _coverage
    failed = [name for name, step in steps.items() if _fails(name, step)]
    verdict = f"{', '.join(failed)} FAILED" if failed else "everything passed"
    print(f"\ncheck: {verdict}", flush=True)
    return 1 if failed else 0


def _fails(name: str, step: Callable[[], int]) -> bool:
    """Run one step under its own heading."""
    print(f"\n== {name}", flush=True)
    began = time.monotonic()
    failed = step() != 0
    verdict = "FAILED" if failed else "passed"
    print(f"== {name} {verdict} ({time.monotonic() - began:.1f} s)", flush=True)
    return failed


def _coverage() -> int:
    """Report all; demand every branch of the packages that decide what is right."""
    gate = ",".join(f"node/kalooki/{package}/*" for package in GATED)
    report = ("-m", "coverage", "report", "--skip-covered")
    _run(*report, f"--omit={gate},*/kalooki/wire/v1/*")
    return _run(*report, "--show-missing", "--fail-under=100", f"--include={gate}")


def bench(rest: Sequence[str]) -> int:
    """Measure, as in `bench NAME [--json]`; without a name, list what there is."""
    found = {path.stem: path for path in sorted(BENCHES.glob("[!_]*.py"))}
    if not rest:
        for name, path in found.items():
            doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            print(f"{name:8} {doc.splitlines()[0] if doc else ''}")
        return 0
    if rest[0] not in found:
        _say(f"There is no benchmark {rest[0]!r}, but: {', '.join(found)}.")
        return 2
    _set_up_bench(rest[0])
    return _run(str(found[rest[0]]), *rest[1:])


def _set_up_bench(name: str) -> None:
    """Install what a benchmark compares with, where it can be had; without it, its figure is null."""
    if name in COMPARED:
        try:
            set_up("test", "bench")
        except SetupError as error:
            _say(f"{error} The benchmark goes on without what it compares with.")
        else:
            return
    set_up("test")


def _run(*arguments: str) -> int:
    return _tool("python", *arguments)


def _tool(name: str, *arguments: str) -> int:
    """Run a program of the environment in the project's folder."""
    command = [str(BIN / name), *arguments]
    # What is compiled is kept: a third of a node's start is that, and the tests start hundreds.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "play": play,
    "test": test,
    "check": check,
    "bench": bench,
}


def main(arguments: Sequence[str]) -> int:
    """Run the command that the first argument names; the rest is its own."""
    if not arguments or arguments[0] not in COMMANDS:
        print("Usage: python3 scripts/run.py COMMAND [ARGUMENTS]\n")
        for name, command in COMMANDS.items():
            print(f"  {name:6} {command.__doc__}")
        return 0 if arguments in ([], ["-h"], ["--help"]) else 2
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except (SetupError, OSError) as error:
        _say(str(error))
        return 1
    except KeyboardInterrupt:
        _say("Stopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
