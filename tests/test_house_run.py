"""scripts/run.py, with a folder of its own and programs that only say what they were told."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"

# Stands for .venv/bin/python: notes its arguments, and does as pip would.
PYTHON = """#!/bin/sh
echo "$*" >> "$(dirname "$0")/../calls"
cat "$(dirname "$0")/../says"
[ ! -s "$(dirname "$0")/../says" ]
"""
KALOOKI = '#!/bin/sh\necho "kalooki $*"\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Lay out a clone whose environment was made for older pins."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "run.py", tmp_path / "scripts")
    shutil.copytree(ROOT / "scripts" / "bench", tmp_path / "scripts" / "bench")
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name, text in (("python", PYTHON), ("kalooki", KALOOKI)):
        program = tmp_path / ".venv" / "bin" / name
        program.write_text(text)
        program.chmod(0o755)
    (tmp_path / ".venv" / "says").touch()
    stamp = {"place": f"{HERE} {tmp_path.resolve()}", "pins": "older", "groups": []}
    (tmp_path / ".venv" / "kalooki-stamp.json").write_text(json.dumps(stamp))
    return tmp_path


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "scripts/run.py", *arguments],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )


def without(home: Path, change: str) -> subprocess.CompletedProcess[str]:
    """Run `play` in a Python in which something is not as it should be."""
    script = (
        f"import runpy, sys; {change}; sys.argv = ['run.py', 'play']; "
        "runpy.run_path('scripts/run.py', run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )


def calls(home: Path) -> list[str]:
    noted = home / ".venv" / "calls"
    return noted.read_text().splitlines() if noted.exists() else []


def test_new_pins_are_installed_once_and_the_second_run_calls_no_pip(
    home: Path,
) -> None:
    assert run(home, "play", "--exhibition").stdout == "kalooki play --exhibition\n"
    [first] = calls(home)
    assert f"--editable {home.resolve()} --constraint" in first
    second = run(home, "play", "--exhibition")
    assert (second.stdout, second.stderr) == ("kalooki play --exhibition\n", "")
    assert calls(home) == [first]


def test_what_the_tests_need_stays_when_later_pins_are_installed_for_playing(
    home: Path,
) -> None:
    assert run(home, "test", "tests/rules").returncode == 0
    install, tests = calls(home)
    assert "hypothesis" in install
    assert tests.startswith("-m pytest")
    assert tests.endswith("tests/rules")
    with (home / "constraints.txt").open("a") as pins:
        pins.write("# changed\n")
    run(home, "play")
    assert "hypothesis" in calls(home)[-1]


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("WARNING: NewConnectionError(): no\nERROR: No matching x", "go online"),
        ("ERROR: Could not find x (from versions: none)", "go online"),
        ("ERROR: No space left on device\nnote: sorry", "No space left on device"),
    ],
)
def test_an_installation_that_fails_says_why_in_one_line_and_keeps_the_old_one(
    home: Path, says: str, told: str
) -> None:
    stamp = home / ".venv" / "kalooki-stamp.json"
    before = stamp.read_text()
    (home / ".venv" / "says").write_text(says)
    ran = run(home, "play")
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert told in ran.stderr.splitlines()[-1]
    assert "Traceback" not in ran.stderr
    assert json.loads(stamp.read_text()) == json.loads(before)


@pytest.mark.parametrize("stamp", [None, "", "{", "[]", '{"place": 1}'])
def test_an_environment_without_a_whole_stamp_is_made_again_from_nothing(home: Path, stamp: str | None) -> None:
    written = home / ".venv" / "kalooki-stamp.json"
    written.unlink() if stamp is None else written.write_text(stamp)
    ran = without(home, "sys.modules['ensurepip'] = None")
    assert ran.returncode == 1
    assert "sudo apt install python3-venv" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_an_environment_that_moved_is_made_again(home: Path) -> None:
    moved = home.rename(home.with_name("moved"))
    ran = without(moved, "sys.modules['venv'] = None")
    assert "sudo apt install python3-venv" in ran.stderr
    assert calls(moved) == []


@pytest.mark.parametrize("version", ["(3, 6, 15)", "(3, 10, 13)"])
def test_an_older_python_is_refused_in_one_line(home: Path, version: str) -> None:
    ran = without(home, f"sys.version_info = {version}")
    assert ran.returncode == 1
    assert "needs Python 3.11 or newer" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["pley"], ["--exhibition"]])
def test_an_unknown_command_is_refused_with_those_that_there_are(home: Path, arguments: list[str]) -> None:
    ran = run(home, *arguments)
    assert ran.returncode == 2
    for command in ("play", "test", "check", "bench"):
        assert f"\n  {command} " in ran.stdout
    assert run(home).returncode == 0


def test_a_check_goes_on_after_a_failure_and_names_what_failed(home: Path) -> None:
    run(home, "check", "--no-tests")  # installs
    (home / ".venv" / "says").write_text("drift")
    tools = home / ".venv" / "bin"
    for name in ("ruff", "mypy", "buf"):
        shutil.copy(tools / "kalooki", tools / name)
    shutil.copy(tools / "python", tools / "lint-imports")
    ran = run(home, "check", "--no-tests")
    assert ran.returncode == 1
    assert ran.stdout.endswith("\ncheck: import contracts, protobuf drift FAILED\n")
    assert "== protobuf lint passed" in ran.stdout
    assert not any("coverage" in call for call in calls(home)[1:])


@pytest.mark.parametrize("name", ["strat", "_figures", "../run"])
def test_an_unknown_benchmark_is_refused(home: Path, name: str) -> None:
    ran = run(home, "bench", name)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"There is no benchmark {name!r}")


def test_benchmarks_are_listed_with_what_they_measure_and_run_by_name(
    home: Path,
) -> None:
    (home / "scripts" / "bench" / "quick.py").write_text('"""How fast.\n\nVery."""\n')
    assert "quick    How fast.\n" in run(home, "bench").stdout
    assert run(home, "bench", "quick", "--json").returncode == 0
    assert calls(home)[-1].endswith("scripts/bench/quick.py --json")


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "scripts" / "bench").glob("[a-z]*.py")))
def test_who_compares_with_gin_rummy_gets_it_and_nobody_else(home: Path, name: str) -> None:
    compares = "open_spiel()" in (home / "scripts" / "bench" / f"{name}.py").read_text(encoding="utf-8")
    assert run(home, "bench", name).returncode == 0
    installed, _measured = calls(home)
    assert ("open-spiel" in installed) == compares


def test_the_readme_names_every_benchmark() -> None:
    listed = {path.stem for path in (ROOT / "scripts" / "bench").glob("[a-z]*.py")}
    speed = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## Speed\n")[2].partition("\n## ")[0]
    named = [line.split("`")[1] for line in speed.splitlines() if line.startswith("| `")]
    assert sorted(named) == sorted(listed)


INTERRUPTED = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
HEARING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); sys.path.insert(0, 'scripts')"


def test_an_interrupt_before_the_script_has_begun_ends_it_without_a_word(home: Path) -> None:
    (home / "scripts" / "argparse.py").write_text(INTERRUPTED)
    stopped = without(home, HEARING)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (-signal.SIGINT, "", "")


def test_an_interrupt_later_is_answered(home: Path) -> None:
    python = home / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\nkill -INT "$PPID"\n')
    stopped = without(home, HEARING)
    assert (stopped.returncode, stopped.stderr.splitlines()[-1]) == (130, "Stopped.")
