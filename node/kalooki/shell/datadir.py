"""A node's folder: private to one user, held by one node, written so that a crash leaves the old file or the new."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from kalooki.shell.errors import ShellError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FOLDER_MODE = 0o700
FILE_MODE = 0o600
OTHERS = 0o077


def default_data_dir() -> Path:
    """KALOOKI_HOME, else the user's data folder on this system."""
    home = os.environ.get("KALOOKI_HOME", "")
    if home:
        return Path(home)
    import platformdirs  # noqa: PLC0415 - only where nothing else was said

    return Path(platformdirs.user_data_dir("kalooki"))


class DataDir:
    """The folder of one node, locked as long as it is open."""

    def __init__(self, path: Path) -> None:
        """Make the folder, or refuse it.

        Raises:
            ShellError: `unwritable`, `data_dir_open` or `data_dir_in_use`.
        """
        self.path = path.absolute()
        try:
            private_folder(self.path)
            self._lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
        except OSError as error:
            raise ShellError("unwritable", path=str(self.path), reason=_reason(error)) from None
        try:
            _lock(self._lock)
        except OSError:
            os.close(self._lock)
            raise ShellError("data_dir_in_use", path=str(self.path)) from None

    def close(self) -> None:
        """Let another node have it."""
        os.close(self._lock)

    def folder(self, *names: str) -> Path:
        """A private folder inside, made where it is missing."""
        path = self.path.joinpath(*names)
        try:
            private_folder(path)
        except OSError as error:
            raise ShellError("unwritable", path=str(path), reason=_reason(error)) from None
        return path


def check_usable(path: Path) -> None:
    """See that a node could hold the folder now.

    Raises:
        ShellError: As `DataDir` says it.
    """
    DataDir(path).close()


def private_folder(path: Path) -> None:
    """Make a folder that only its owner can enter; refuse one that others can read.

    Raises:
        OSError: It cannot be made.
        ShellError: `data_dir_open`.
    """
    path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    status = path.stat()
    if sys.platform != "win32" and (status.st_mode & OTHERS or status.st_uid != os.geteuid()):
        raise ShellError("data_dir_open", path=str(path))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all.

    Raises:
        ShellError: `unwritable`.
    """
    draft = path.with_name(path.name + ".new")
    try:
        with suppress(FileNotFoundError):
            draft.unlink()
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        draft.replace(path)
    except OSError as error:
        raise ShellError("unwritable", path=str(path), reason=_reason(error)) from None


def read_private(path: Path) -> bytes | None:
    """Read a secret file; None where there is none.

    Raises:
        ShellError: `file_open` where others can read it, `unwritable` where we cannot.
    """
    try:
        if sys.platform != "win32" and path.stat().st_mode & OTHERS:
            raise ShellError("file_open", path=str(path))
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ShellError("unwritable", path=str(path), reason=_reason(error)) from None


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
