"""The tables that a data directory keeps: one file each, and a note which is the newest."""

from contextlib import suppress
from pathlib import Path

from kalooki.shell.datadir import DataDir, read_private, write_private
from kalooki.shell.errors import ShellError
from kalooki.shell.store import Store
from kalooki.shell.store_file import forget_file, is_kept
from kalooki.table.log import Digest

KEPT = 8
"""Older tables are forgotten; a person's transcripts stay."""

EARLIER = ".earlier"
"""The record of the table before."""

ID_BYTES = 32
PLACE = "tables"


def check_kept(home: Path) -> Digest:
    """Say which table a data directory kept last, also while nobody holds it.

    Raises:
        ShellError: `nothing_to_resume`.
    """
    with suppress(ValueError):
        table = bytes.fromhex((read_private(home / PLACE / "newest") or b"").decode("ascii"))
        if len(table) == ID_BYTES and is_kept(_file(home / PLACE, Digest(table))):
            return Digest(table)
    raise ShellError("nothing_to_resume", path=str(home))


def has_kept(home: Path) -> bool:
    """Whether a data directory keeps a table to go on at, as far as it can be read."""
    try:
        check_kept(home)
    except (ShellError, OSError):
        return False
    return True


def kept_file(home: Path, table: Digest) -> Path | None:
    """Where a table is kept, if it is."""
    path = _file(home / PLACE, table)
    return path if is_kept(path) else None


def kept_port(home: Path) -> int:
    """Where the node of a data directory listened last; 0 where nothing is known.

    Raises:
        ShellError: The note cannot be read.
    """
    with suppress(ValueError):
        return int(read_private(home / PLACE / "port") or b"0") % 65536
    return 0


def _file(place: Path, table: Digest) -> Path:
    return place / f"{table.hex()[:16]}.sqlite"


class Tables:
    """The folder `tables`."""

    def __init__(self, folder: DataDir) -> None:
        self._place = folder.folder(PLACE)
        self.home = folder.path

    def newest(self) -> Digest:
        """The table that was opened last.

        Raises:
            ShellError: `nothing_to_resume`.
        """
        return check_kept(self.home)

    def open(self, table: Digest) -> Store:
        """Open a table's file, or make it, and note that it is the newest."""
        store = self.make(table)
        self.prefer(table)
        return store

    def make(self, table: Digest) -> Store:
        """Open a table's file, or make it."""
        return Store(self._path(table), table)

    def prefer(self, table: Digest) -> None:
        """Note that a table is the newest, and forget old ones."""
        write_private(self._place / "newest", table.hex().encode("ascii"))
        self._forget(self._path(table))

    def retire(self, table: Digest) -> None:
        """Note that a table is closed: there is nothing to go on with, unless another one is the newest by now.

        Raises:
            ShellError: The note cannot be read.
        """
        note = self._place / "newest"
        if read_private(note) == table.hex().encode("ascii"):
            note.unlink(missing_ok=True)

    def keep_earlier(self, table: Digest, record: bytes) -> None:
        """Keep the record of the table that this one goes on from: it is a part of its own."""
        write_private(self._earlier(table), record)

    def earlier(self, table: Digest) -> bytes:
        """Return the record of the table that this one goes on from; nothing where it is none, or the record is gone.

        Raises:
            ShellError: It cannot be read.
        """
        return read_private(self._earlier(table)) or b""

    def _earlier(self, table: Digest) -> Path:
        return self._path(table).with_suffix(EARLIER)

    def last_port(self) -> int:
        """Where the node listened last, since others look for it there; 0 where nothing is known."""
        return kept_port(self.home)

    def keep_port(self, port: int) -> None:
        """Note where the node listens."""
        write_private(self._place / "port", str(port).encode("ascii"))

    def transcript(self, table: Digest) -> Path:
        """Where a table's transcript is kept unless somebody says otherwise."""
        return self.home / "transcripts" / f"{table.hex()[:16]}.kalooki"

    def forget_transcripts(self, but: Path) -> None:
        """Remove the older transcripts of a bot's node: they are those of its owner's node once more."""
        files = sorted(but.parent.glob("*.kalooki"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[KEPT:]:
            if path != but:
                path.unlink(missing_ok=True)

    def _path(self, table: Digest) -> Path:
        return _file(self._place, table)

    def _forget(self, but: Path) -> None:
        files = sorted(self._place.glob("*.sqlite"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[KEPT:]:
            if path != but:
                forget_file(path)
                path.with_suffix(EARLIER).unlink(missing_ok=True)
