"""The scripts that try what takes too long for a test: here they are tried for a moment."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_dependency_says_from_which_version_on_and_that_one_can_be_tried() -> None:
    bounds = script("dependency_bounds")
    pins = [bounds.lowest(one) for one in bounds.dependencies()]
    assert {"grpcio==1.76", "protobuf==6.31.1"} <= set(pins)
    assert all(pin.count("==") == 1 for pin in pins)


@pytest.mark.parametrize("requirement", ["grpcio", "grpcio<2", "grpcio!=1.2"])
def test_a_dependency_without_a_lowest_version_is_refused(requirement: str) -> None:
    bounds = script("dependency_bounds")
    with pytest.raises(bounds.BoundsError, match="does not say from which version on"):
        bounds.lowest(requirement)


def test_an_idle_table_loses_no_link_and_goes_on() -> None:
    command = [sys.executable, str(SCRIPTS / "idle_table.py"), "--seconds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=50)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "idle for 1 seconds: every link stood, and the game went on\n"
