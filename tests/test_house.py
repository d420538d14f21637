"""What holds for every file of the project, whoever writes the next one."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NODE = ROOT / "node" / "kalooki"
GENERATED = NODE / "wire" / "v1"
WRITTEN = sorted(
    path
    for folder in ("node", "client", "scripts", "tests")
    for path in (ROOT / folder).rglob("*.py")
    if GENERATED not in path.parents
)
PUBLIC = sorted(
    path
    for folder in ("node", "client", "scripts", "tests", "protos", ".ci")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
) + [path for path in sorted(ROOT.iterdir()) if path.suffix in {".md", ".toml", ".txt"}]

HOMES = re.compile(r"(?<![\w.])/(work|root|home|Users)/|[.]{2}/shared|[.]library/")
"""A path that only one machine has."""


def test_there_are_files_to_look_at() -> None:
    assert len(WRITTEN) > 20
    assert set(WRITTEN) < {*PUBLIC}


def imports(source: str) -> set[str]:
    """Name the modules that a source imports, by statement or by call."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {each.name for each in names}
            case ast.ImportFrom(module=str(module), level=0):
                found.add(module)
            case ast.Call(func=function, args=[ast.Constant(value=str(module)), *_]) if "import" in ast.unparse(
                function
            ):
                found.add(module)
            case _:
                pass
    return {module.partition(".")[0] for module in found}


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os, random as chance",
        "def f():\n    from random import Random",
        "__import__('random')",
        "import importlib\nimportlib.import_module('random')",
    ],
)
def test_every_way_to_import_is_seen(source: str) -> None:
    assert "random" in imports(source)


@pytest.mark.parametrize("source", ["from . import random", "from kalooki import random", "random = 4"])
def test_what_only_looks_like_an_import_is_not_one(source: str) -> None:
    assert "random" not in imports(source)


def test_no_module_of_the_node_but_the_bots_names_a_generator_of_chance() -> None:
    bots = {NODE / "bot.py", *(NODE / "bots").rglob("*.py")}
    guilty = [
        str(path.relative_to(ROOT))
        for path in NODE.rglob("*.py")
        if path not in bots and "random" in imports(path.read_text("utf-8"))
    ]
    assert guilty == []


def calls(source: str) -> set[str]:
    """Name the functions that a source calls by a plain name."""
    return {
        node.func.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def test_only_the_client_speaks_to_a_person() -> None:
    guilty = [
        str(path.relative_to(ROOT))
        for path in NODE.rglob("*.py")
        if calls(path.read_text("utf-8")) & {"print", "input", "breakpoint"}
    ]
    assert guilty == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT)) for path in WRITTEN if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert silent == []


@pytest.mark.parametrize("steps", [("see ", "home", "ann"), ("(", "work", "main"), ("..", "shared")])
def test_a_path_of_one_machine_is_seen(steps: tuple[str, ...]) -> None:
    assert HOMES.search("/".join(steps))


def test_nothing_names_a_path_that_only_one_machine_has() -> None:
    guilty = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in PUBLIC
        if (found := HOMES.search(path.read_bytes().decode("utf-8", "replace")))
    ]
    assert guilty == []


def test_everything_that_the_set_up_installs_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)
    pinned = {pin.partition("==")[0].lower().replace("_", "-") for pin in pins}
    groups = project["dependency-groups"].values()
    asked = [*project["project"]["dependencies"], *(one for each in groups for one in each)]
    names = {re.split(r"[<>=!\[; ]", one)[0].lower() for one in asked}
    assert names <= pinned


def test_a_wheel_has_the_types_and_the_messages_and_no_tests(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    packages = {name.partition("/")[0] for name in names}
    assert {"kalooki", "kalooki_cli"} == {each for each in packages if "." not in each}
    source = {
        str(path.relative_to(folder))
        for folder in (ROOT / "node", ROOT / "client")
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"kalooki/py.typed", "kalooki_cli/py.typed"} <= names
    assert source <= names
