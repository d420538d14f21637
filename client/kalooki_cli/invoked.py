"""How the program was called, so that a printed command can be typed as it stands."""

import os
import sys
from functools import cache

NAME = "kalooki"


@cache
def program() -> str:
    """`kalooki` where the shell finds it, else the path by which it was called, as short as it can be."""
    called = sys.argv[0]
    folder, name = os.path.split(called)
    if name != NAME or not folder:
        return NAME
    import shutil  # noqa: PLC0415 - only where something is printed

    found = shutil.which(NAME)
    if found and os.path.realpath(found) == os.path.realpath(called):
        return NAME
    near = os.path.relpath(called)
    return typed(called if near.startswith(os.pardir) else near)


def typed(path: str) -> str:
    """Write a path as a shell wants it."""
    import shlex  # noqa: PLC0415 - only where something is printed

    return shlex.quote(path)
