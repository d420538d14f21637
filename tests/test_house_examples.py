"""The examples for a bot that runs for days: a unit of systemd and a container, as far as they can be tried here.

No container is built here. Its file is read line by line, what is copied is copied, and the installation is done as it
says, with the libraries that are here instead of the network. What it then starts is read as the program reads it.
"""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from kalooki_cli import leaving
from kalooki_cli.program import kalooki

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "scripts" / "examples"
UNIT = (EXAMPLES / "kalooki-bot.service").read_text("utf-8")
INSTALLED = "%h/kalooki/.venv/bin/kalooki"
"""Where the unit finds the program: nowhere, on a computer that only tests it."""
ANALYZE = shutil.which("systemd-analyze")
ORDER = ("FROM", "RUN", "ENV", "COPY", "RUN", "USER", "VOLUME", "STOPSIGNAL", "ENTRYPOINT", "CMD")


def steps() -> list[tuple[str, str]]:
    """The instructions of the container's file."""
    lines = (EXAMPLES / "Containerfile").read_text("utf-8").splitlines()
    found = [re.fullmatch(r"([A-Z]+) (.+[^\\])", line) for line in lines if not line.startswith("#")]
    assert None not in found
    return [(step[1], step[2]) for step in found if step is not None]


def told(instruction: str) -> list[str]:
    return [words for name, words in steps() if name == instruction]


def started(name: str, *arguments: str) -> click.Context:
    """Read a command line as the program does, and do nothing."""
    command = kalooki.get_command(click.Context(kalooki), name)
    assert command is not None
    return command.make_context(name, list(arguments))


def value(key: str) -> str:
    """What a setting of the unit is."""
    (found,) = re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)
    return str(found)


def verified(unit: Path, home: Path) -> tuple[int, str]:
    assert ANALYZE is not None
    done = subprocess.run(
        [ANALYZE, "verify", "--user", str(unit)],
        env={"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(home), "HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(ANALYZE is None, reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "kalooki-bot.service"
    unit.write_text(UNIT.replace(INSTALLED, shutil.which("true") or ""), encoding="utf-8")
    assert verified(unit, tmp_path) == (0, "")
    for wrong, right in (("KilSignal=", "KillSignal="), ("ExecStart=none", "ExecStart=/"), ("[Servce]", "[Service]")):
        unit.write_text(UNIT.replace(INSTALLED, "/bin/true").replace(right, wrong, 1), encoding="utf-8")
        assert verified(unit, tmp_path) != (0, ""), wrong


def test_the_unit_starts_and_ends_a_bot_as_the_program_has_it() -> None:
    program, *arguments = shlex.split(value("ExecStart"))
    assert program == INSTALLED
    bot = started(*arguments)
    assert (bot.info_name, bot.params["any_table"], bot.params["games"], bot.params["as_json"]) == (
        "bot",
        True,
        0,
        True,
    )
    assert int(value("SuccessExitStatus")) == leaving.INTERRUPTED
    assert value("KillSignal") == "SIGTERM"


def test_the_steps_of_the_container_follow_from_one_another() -> None:
    assert tuple(name for name, _ in steps()) == ORDER
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = re.fullmatch(r"docker\.io/library/python:(\d+)\.(\d+)-slim", told("FROM")[0])
    least = re.fullmatch(r">=(\d+)\.(\d+)", project["requires-python"])
    assert base is not None
    assert least is not None
    assert tuple(map(int, base.groups())) >= tuple(map(int, least.groups()))
    user, home = told("USER")[0], told("VOLUME")[0]
    assert told("ENV") == [f"KALOOKI_HOME={home}"]
    assert told("RUN")[0] == f"useradd {user} && mkdir -m 700 {home} && chown {user} {home}"
    assert told("STOPSIGNAL") == ["SIGTERM"]
    entry: list[str] = [*json.loads(told("ENTRYPOINT")[0]), *json.loads(told("CMD")[0])]
    program, *arguments = entry
    assert program in project["scripts"]
    bot = started(*arguments)
    assert (bot.info_name, bot.params["any_table"], bot.params["games"], bot.params["as_json"]) == (
        "bot",
        True,
        0,
        True,
    )


def is_left_out(path: Path, rules: Sequence[str]) -> bool:
    """Whether a container is built without a file; `**/` stands for any folder, or none."""
    parts = path.relative_to(ROOT).parts
    above = ["/".join(parts[: at + 1]) for at in range(len(parts))]
    return any(
        fnmatch.fnmatchcase(each, rule) or (rule.startswith("**/") and fnmatch.fnmatchcase(each, rule[3:]))
        for rule in rules
        for each in above
    )


@pytest.mark.skipif(find_spec("pip") is None, reason="needs pip")
def test_what_is_copied_can_be_installed_as_the_container_does_it(tmp_path: Path) -> None:
    assert told("COPY") == [". /src"]
    rules = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"]
    source, place = tmp_path / "src", tmp_path / "site"

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if is_left_out(Path(folder) / name, rules)]

    shutil.copytree(ROOT, source, ignore=left_out)
    copied = {path.name for path in source.iterdir()}
    assert {"pyproject.toml", "README.md", "LICENSE", "constraints.txt", "node", "client"} <= copied
    assert copied.isdisjoint({".git", ".venv", "tests"})
    pip, *arguments = shlex.split(told("RUN")[1].replace("/src", str(source)))
    assert (pip, arguments[0]) == ("pip", "install")
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--target", str(place), "--quiet")
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments, *offline],
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"},
        capture_output=True,
        text=True,
        timeout=55,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (program,) = json.loads(told("ENTRYPOINT")[0])[:1]
    said = subprocess.run(
        [sys.executable, str(place / "bin" / program), "rules"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(place), "KALOOKI_HOME": str(tmp_path), "KALOOKI_LANG": "de"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert "british: 2 bis 5 Spieler" in said.stdout
