"""How a node finds the library of the group."""

import ctypes.util
import sys
import tempfile
from pathlib import Path

import pytest

from kalooki.shell import group_loader
from kalooki.shell.group_loader import GroupUnavailableError, load_group, load_verifier_group


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rbcl", None)
    monkeypatch.setattr(group_loader, "find_library", lambda _: None)


def test_the_carried_library_leaves_no_file_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert "carried by rbcl" in load_group({}).name
    assert tempfile.tempdir == str(tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_the_carried_library_is_found_where_no_cache_can_be_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert "carried by rbcl" in load_group({}).name
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_the_wheel_the_systems_library_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    if ctypes.util.find_library("sodium") is None:
        pytest.skip("the system has no libsodium of its own")
    monkeypatch.setitem(sys.modules, "rbcl", None)
    assert "the system's" in load_group({}).name


def test_a_wheel_that_carries_nothing_is_no_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rbcl").mkdir()
    (tmp_path / "rbcl" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(group_loader, "find_library", lambda _: None)
    with pytest.raises(GroupUnavailableError, match=r"_sodium\.py"):
        load_group({})


@pytest.mark.usefixtures("nowhere")
def test_without_a_library_a_node_says_what_to_install_and_does_not_play_in_python() -> None:
    with pytest.raises(GroupUnavailableError, match="pip install rbcl") as refused:
        load_group({})
    assert "KALOOKI_GROUP=python" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not load_verifier_group({}).constant_time


def test_plain_python_is_taken_when_it_is_asked_for() -> None:
    assert not load_group({"KALOOKI_GROUP": "python"}).constant_time
    assert not load_verifier_group({"KALOOKI_GROUP": "python"}).constant_time
    assert load_verifier_group({}).constant_time


@pytest.mark.parametrize("wish", ["Python", "sodium", " ", "\x1b[2J"])
def test_a_wish_for_another_back_end_is_refused_in_one_inert_line(wish: str) -> None:
    for load in (load_group, load_verifier_group):
        with pytest.raises(GroupUnavailableError, match="names no back end") as refused:
            load({"KALOOKI_GROUP": wish})
        assert str(refused.value).isprintable()
