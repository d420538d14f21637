"""The data directory: private, held by one node, never half written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kalooki.shell.datadir import DataDir, default_data_dir, read_private, write_private
from kalooki.shell.errors import ShellError

HOLD = """
import sys
from pathlib import Path
from kalooki.shell.datadir import DataDir
held = DataDir(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_new_folder_is_private(tmp_path: Path) -> None:
    folder = DataDir(tmp_path / "new" / "home")
    assert folder.path.stat().st_mode & 0o777 == 0o700
    assert folder.folder("identity").stat().st_mode & 0o777 == 0o700
    folder.close()


@pytest.mark.parametrize("mode", [0o750, 0o705, 0o755])
def test_a_folder_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    home.chmod(mode)
    with pytest.raises(ShellError, match="chmod 700") as refused:
        DataDir(home)
    assert refused.value.code == "data_dir_open"


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    write_private(tmp_path / "key", b"secret")
    (tmp_path / "key").chmod(0o644)
    with pytest.raises(ShellError, match="chmod 600"):
        read_private(tmp_path / "key")


def test_a_folder_is_held_by_one_process_and_let_go_when_it_dies(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(ShellError, match="Another node uses") as refused:
        DataDir(tmp_path)
    assert refused.value.code == "data_dir_in_use"
    holder.kill()
    holder.wait()
    holder.stdout.close()
    holder.stdin.close()
    DataDir(tmp_path).close()


def test_a_folder_that_cannot_be_made_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(ShellError, match="cannot be written") as refused:
        DataDir(tmp_path / "file" / "home")
    assert refused.value.code == "unwritable"
    assert "\n" not in str(refused.value)


def test_a_private_file_is_0600_and_whole_or_as_before(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    write_private(path, b"old")
    (tmp_path / "secret.new").write_bytes(b"left by a crash")
    write_private(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_private(path) == b"new"
    assert not (tmp_path / "secret.new").exists()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    write_private(path, b"old")
    (tmp_path / "secret.new").mkdir()
    with pytest.raises(ShellError, match="cannot be written"):
        write_private(path, b"new")
    assert read_private(path) == b"old"


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    assert read_private(tmp_path / "nothing") is None


def test_the_environment_names_the_folder_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KALOOKI_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path
    monkeypatch.delenv("KALOOKI_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if os.name == "posix" and sys.platform != "darwin":
        assert default_data_dir() == tmp_path / "data" / "kalooki"
