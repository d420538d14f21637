"""Find a library that computes in the group, and test it before anybody relies on it."""

import ctypes
import os
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ctypes.util import find_library
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import ClassVar

import platformdirs

from kalooki.fair.errors import GroupSelfTestError
from kalooki.fair.group import Group
from kalooki.fair.group_python import PythonGroup
from kalooki.fair.group_sodium import SodiumGroup
from kalooki.fair.self_test import self_test
from kalooki.shell.priority import courtesy
from kalooki.table.signing import ask_first

VARIABLE = "KALOOKI_GROUP"
PYTHON = "python"
_MAIN = threading.main_thread().ident


class GroupUnavailableError(Exception):
    """No library for the group can be used; the text is one line that says what to install or to set."""

    code: ClassVar[str] = "group_unavailable"


def load_group(environment: Mapping[str, str] = os.environ) -> Group:
    """Return the back end to play with: libsodium, or plain Python if it was asked for by hand.

    Raises:
        GroupUnavailableError: There is no libsodium, or the variable names no back end.
    """
    if _wants_python(environment):
        return _tested(PythonGroup())
    reasons = []
    for load in (_load_carried, _load_system):
        try:
            return _tested(load())
        except (ImportError, OSError, GroupSelfTestError) as failed:
            reasons.append(str(failed))
    raise GroupUnavailableError(
        f"no libsodium can be used ({'; '.join(reasons)}): install it with `pip install rbcl` or your system's"
        f" package libsodium, or set {VARIABLE}={PYTHON} to play slowly and not in constant time"
    )


def load_verifier_group(environment: Mapping[str, str] = os.environ) -> Group:
    """Return a back end to verify with, which holds no secret: plain Python will do where there is no library.

    Raises:
        GroupUnavailableError: The variable names no back end.
    """
    if _wants_python(environment):
        return _tested(PythonGroup())
    try:
        return load_group(environment)
    except GroupUnavailableError:
        return _tested(PythonGroup())


def _wants_python(environment: Mapping[str, str]) -> bool:
    wish = environment.get(VARIABLE, "")
    if wish not in {"", PYTHON}:
        raise GroupUnavailableError(f"{VARIABLE}={wish!r} names no back end: leave it unset, or set it to {PYTHON}")
    return wish == PYTHON


def _tested(group: Group) -> Group:
    """Let a back end show what it can, and ask it first whether something is signed, if it is quick at that."""
    self_test(group)
    if isinstance(group, SodiumGroup):
        ask_first(group.has_signed)
    return group


def _keeps() -> bool:
    """Whether the thread that asks keeps the interpreter: the one in which a node takes its steps, and no other.

    One that works ahead is held up here while something happens at the table: it asks many times in a millisecond.
    """
    if threading.get_ident() == _MAIN:
        return True
    courtesy.wait()
    return False


def _load_carried() -> Group:
    """Take the library out of rbcl's wheel, which writes it to a temporary file on import and leaves it there.

    Only the module that carries it is run, not the package: its own bindings and what they import stay away.
    """
    package = find_spec("rbcl")
    if package is None or package.submodule_search_locations is None:
        raise ImportError("rbcl is not installed")
    carrier = spec_from_file_location("rbcl_carrier", Path(package.submodule_search_locations[0]) / "_sodium.py")
    if carrier is None or carrier.loader is None:
        raise ImportError("rbcl carries no library")
    module = module_from_spec(carrier)
    with _private_temporary_folder():
        carrier.loader.exec_module(module)
        library: ctypes.CDLL = module._sodium  # noqa: SLF001
        if os.name == "posix":
            # A library that is mapped needs its file no more.
            Path(library._name).unlink(missing_ok=True)  # noqa: SLF001
    return SodiumGroup(library, "carried by rbcl", _keeps)


def _load_system() -> Group:
    name = find_library("sodium")
    if name is None:
        raise OSError("the system has none")
    return SodiumGroup(ctypes.CDLL(name), f"the system's {name}", _keeps)


@contextmanager
def _private_temporary_folder() -> Iterator[None]:
    """Let temporary files go to a folder that only we can read, and that is gone afterwards where the system allows."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="libsodium-", dir=_cache(), ignore_cleanup_errors=True) as folder:
        tempfile.tempdir = folder
        try:
            yield
        finally:
            tempfile.tempdir = before


def _cache() -> str | None:
    """Return our cache folder, or nothing, which means the system's temporary one."""
    folder = platformdirs.user_cache_path("kalooki")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return str(folder)
