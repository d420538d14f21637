"""The commands that are printed can be typed as they stand."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalooki_cli.invoked import program
from kalooki_cli.messages import prompts


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    program.cache_clear()
    monkeypatch.chdir(tmp_path)
    yield
    program.cache_clear()


def install(folder: Path) -> Path:
    folder.mkdir(parents=True)
    file = folder / "kalooki"
    file.write_text("#!/bin/sh\n", encoding="utf-8")
    file.chmod(0o700)
    return file


def test_a_program_off_the_path_is_named_by_its_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = install(tmp_path / ".venv" / "bin")
    monkeypatch.setattr(sys, "argv", [str(file), "play"])
    monkeypatch.setenv("PATH", "/nowhere")
    assert program() == ".venv/bin/kalooki"
    assert prompts.transcript("/tmp/a game.kalooki")[1].endswith(".venv/bin/kalooki verify '/tmp/a game.kalooki'")  # noqa: S108 - a text
    assert prompts.go_on("/data") == ["Go on with: .venv/bin/kalooki resume --data-dir /data"]


def test_a_program_in_another_folder_keeps_its_whole_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = install(tmp_path / "their own" / "bin")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(sys, "argv", [str(file)])
    monkeypatch.setenv("PATH", "/nowhere")
    assert program() == f"'{file}'"


def test_a_program_that_the_shell_finds_is_named_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = install(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(file.parent))
    monkeypatch.setattr(sys, "argv", [str(file)])
    assert program() == "kalooki"


def test_what_was_started_otherwise_is_called_by_the_usual_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/kalooki_cli/__main__.py"])
    assert program() == "kalooki"
