"""What a data directory keeps of its tables."""

import os
from pathlib import Path

import pytest

from kalooki.shell.datadir import DataDir
from kalooki.shell.errors import ShellError
from kalooki.shell.tables import KEPT, Tables, check_kept
from kalooki.table.log import Digest
from support.shell_nodes import found, new_identity


@pytest.fixture
def folder(tmp_path: Path) -> DataDir:
    return DataDir(tmp_path / "home")


@pytest.fixture
def tables(folder: DataDir) -> Tables:
    return Tables(folder)


def table(number: int) -> Digest:
    return Digest(bytes((number,)) * 32)


def test_the_newest_table_is_the_one_opened_last(tables: Tables) -> None:
    for number in (1, 2, 1):
        tables.open(table(number)).close()
        assert tables.newest() == table(number)


def test_a_table_that_was_opened_is_opened_again(tables: Tables, tmp_path: Path) -> None:
    node, _ = found(new_identity(tmp_path / "keys"))
    store = tables.open(node.table_id)
    store.put_about("word", 1)
    store.close()
    again = tables.open(node.table_id)
    assert again.about("word") == 1
    again.close()


def test_a_table_that_was_closed_is_not_gone_on_with_unless_another_is_the_newest(
    tables: Tables, folder: DataDir
) -> None:
    for number in (1, 2):
        tables.open(table(number)).close()
    tables.retire(table(1))
    assert check_kept(folder.path) == table(2)
    for _ in range(2):
        tables.retire(table(2))
        with pytest.raises(ShellError, match="No table to go on with"):
            check_kept(folder.path)


def test_old_tables_are_forgotten_but_not_the_one_in_use(tables: Tables, folder: DataDir) -> None:
    for number in range(KEPT + 3):
        tables.open(table(number)).close()
        path = folder.path / "tables" / f"{table(number).hex()[:16]}.sqlite"
        os.utime(path, (number, number))
    beside = {path: Path(f"{path}.padded") for path in (folder.path / "tables").glob("*.sqlite")}
    for left_over in beside.values():
        left_over.write_bytes(b"keys of a deal")
    tables.open(table(0)).close()
    kept = {path.stem for path in (folder.path / "tables").glob("*.sqlite")}
    assert len(kept) <= KEPT + 1
    assert table(0).hex()[:16] in kept
    assert table(1).hex()[:16] not in kept
    assert not all(path.exists() for path in beside)
    assert all(path.exists() == left_over.exists() for path, left_over in beside.items())


def test_a_table_whose_file_was_being_mended_when_the_power_failed_is_still_kept(
    tables: Tables, folder: DataDir
) -> None:
    tables.open(table(1)).close()
    path = folder.path / "tables" / f"{table(1).hex()[:16]}.sqlite"
    path.rename(f"{path}.mended")
    assert check_kept(folder.path) == table(1)
    tables.open(table(1)).close()
    assert path.exists()


@pytest.mark.parametrize("note", [b"", b"zz", b"00" * 31, b"\xff" * 64, b"11" * 32])
def test_a_note_that_names_no_table_is_nothing_to_resume(tables: Tables, folder: DataDir, note: bytes) -> None:
    path = folder.path / "tables" / "newest"
    path.write_bytes(note)
    path.chmod(0o600)
    with pytest.raises(ShellError, match="No table to go on with"):
        tables.newest()


@pytest.mark.parametrize(("note", "port"), [(b"4040", 4040), (b"x", 0), (b"", 0)])
def test_the_port_of_last_time_is_a_hint(tables: Tables, folder: DataDir, note: bytes, port: int) -> None:
    assert tables.last_port() == 0
    path = folder.path / "tables" / "port"
    path.write_bytes(note)
    path.chmod(0o600)
    assert tables.last_port() == port
    tables.keep_port(5050)
    assert tables.last_port() == 5050


def test_a_bots_old_transcripts_are_forgotten(tables: Tables) -> None:
    newest = tables.transcript(table(1))
    newest.parent.mkdir()
    for number in range(KEPT + 3):
        path = tables.transcript(table(number))
        path.write_bytes(b"transcript")
        os.utime(path, (number, number))
    tables.forget_transcripts(newest)
    assert len(list(newest.parent.iterdir())) == KEPT + 1
    assert newest.exists()
