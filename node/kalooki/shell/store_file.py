"""The store's file: made private, opened for one node, and read as far as it is whole."""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from kalooki.shell.datadir import FILE_MODE, write_private
from kalooki.shell.errors import ShellError
from kalooki.worded import Worded

TABLES = {
    "about": "key TEXT PRIMARY KEY, value TEXT NOT NULL",
    "entries": "idx INTEGER PRIMARY KEY, hash BLOB NOT NULL, wire BLOB NOT NULL",
    "acks": "idx INTEGER, node INTEGER, wire BLOB NOT NULL, PRIMARY KEY (idx, node)",
    "own": "seq INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, wire BLOB NOT NULL",
    "secrets": "seq INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, secret BLOB NOT NULL",
    "outcomes": "player INTEGER, command TEXT, code TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (player, command)",
    "ballot": "seq INTEGER PRIMARY KEY, term INTEGER NOT NULL, vote BLOB NOT NULL, proof TEXT NOT NULL",
    "evidence": "seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, wire BLOB NOT NULL",
}

_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",
    "trusted_schema = OFF",
)

MOST_MISSING = 1 << 30

_MAGIC = b"SQLite format 3\0"

Row = tuple[Any, ...]

_KINDS: Mapping[str, type] = {"INTEGER": int, "TEXT": str, "BLOB": bytes}

TORN = "torn"
"""The word about a table that says: something was lost here, and it is not known that all of it is here again."""

LOSSES = "losses"
"""How often the node started so."""

OFFICE = "office"
"""Which term the node hosts, and since which start of the computer; gone where all that was written is on the disk."""

PLEDGE = "pledge"
"""Which draft of a table that goes on from this one the node has signed last: its number and a hash."""

OPENED = "opened"
"""With which genesis the node has left this table for the one that goes on from it."""

OUTLAWS = "outlaws"
"""Which nodes are proven to lie, and the first entry of ours of which a host has signed another one."""

SWORN = "sworn"
"""The last term in which it may have voted or ordered what it lost."""


def open_file(path: Path) -> tuple[sqlite3.Connection, dict[str, list[Row]], str]:
    """Open or make the file and read all of it; where it is torn, a file with what is whole takes its place.

    Nothing of a torn file is kept beside that: keys of a deal would lie in it for good.
    """
    try:
        _finish_mending(path)
        database = _connect(path)
        rows, torn = _read(database)
    except (OSError, sqlite3.OperationalError) as error:
        raise ShellError("unwritable", path=str(path), reason=str(error)) from None
    except sqlite3.DatabaseError as error:
        rows, torn = _read_torn(path), str(error)
    else:
        if not torn:
            return database, rows, ""
        database.close()
    rows["about"] = [row for row in rows["about"] if row[0] != TORN] + [(TORN, json.dumps(torn))]
    _mend(path, rows)
    return _connect(path), rows, torn


def is_kept(path: Path) -> bool:
    """Say whether there is a file, be it one whose successor has yet to get its name."""
    return path.exists() or _mended(path).exists()


def forget_file(path: Path) -> None:
    """Remove the file and all that may lie beside it."""
    for file in (path, _mended(path), _padded(path)):
        for ending in ("", "-wal", "-shm"):
            Path(f"{file}{ending}").unlink(missing_ok=True)


def typed(name: str, rows: Sequence[Row]) -> list[Row]:
    """Leave out what does not fit its table: SQLite takes a text for a number, if somebody writes one."""
    kinds = [_KINDS[column.split()[1]] for column in TABLES[name].partition(", PRIMARY KEY (")[0].split(", ")]
    return [row for row in rows if all(type(value) is kind for value, kind in zip(row, kinds, strict=True))]


def _read_torn(path: Path) -> dict[str, list[Row]]:
    """Read what is left of a file that SQLite does not open because its end is missing: put blank pages there.

    Raises:
        ShellError: `damaged`: nothing can be read.
    """
    content = path.read_bytes()
    size = int.from_bytes(content[16:18], "big")
    wanted = int.from_bytes(content[28:32], "big") * (65536 if size == 1 else size)
    if content.startswith(_MAGIC) and len(content) < wanted <= len(content) + MOST_MISSING:
        padded = _padded(path)
        write_private(padded, content.ljust(wanted, b"\0"))
        with suppress(sqlite3.DatabaseError), closing(_connect(padded)) as database:
            rows, _ = _read(database)
            return rows
        _finish_mending(path)
    raise ShellError("damaged", path=str(path), reason=Worded("it is no file of ours, or too little of it is left"))


# A torn file is taken away once its successor is whole; from then on, until the successor has its name, the successor
# is the only one there is. So a stop at any moment loses nothing, and an old write-ahead log meets no new file.


def _mend(path: Path, rows: Mapping[str, list[Row]]) -> None:
    with closing(_connect(_mended(path))) as database, database:
        database.execute("BEGIN IMMEDIATE")
        for name, content in rows.items():
            for row in content:
                marks = ", ".join("?" * len(row))
                database.execute(f"INSERT INTO {name} VALUES ({marks})", row)  # noqa: S608 - our own names
    path.unlink()
    _finish_mending(path)


def _finish_mending(path: Path) -> None:
    """Give a successor its name, or drop one that was not finished."""
    mended = _mended(path)
    if mended.exists() and not path.exists():
        Path(f"{path}-wal").unlink(missing_ok=True)
        mended.replace(path)
    for left_over in (mended, _padded(path)):
        for ending in ("", "-wal"):
            Path(f"{left_over}{ending}").unlink(missing_ok=True)


def _mended(path: Path) -> Path:
    return Path(f"{path}.mended")


def _padded(path: Path) -> Path:
    return Path(f"{path}.padded")


def _connect(path: Path) -> sqlite3.Connection:
    if not path.exists():  # so that it has its mode before it has content
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE))
    database = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    database.text_factory = lambda raw: raw.decode(errors="replace")  # what is no text is judged with its row
    try:
        for pragma in _PRAGMAS:
            database.execute(f"PRAGMA {pragma}").fetchall()
        for name, columns in TABLES.items():
            database.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _read(database: sqlite3.Connection) -> tuple[dict[str, list[Row]], str]:
    """Read every table as far as it can be read, and say what stopped it."""
    torn = ""
    rows: dict[str, list[Row]] = {}
    for name in TABLES:
        rows[name] = []
        try:
            rows[name].extend(_each(database, name))
        except sqlite3.DatabaseError as error:
            torn = str(error)
    return rows, torn


def _each(database: sqlite3.Connection, name: str) -> Iterator[Row]:
    order = "seq" if "seq " in TABLES[name] else "rowid"
    yield from database.execute(f"SELECT * FROM {name} ORDER BY {order}")  # noqa: S608 - our own names
