"""Tells one start of the computer from another: what was written, and had not reached the disk, outlives none."""

from contextlib import suppress
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
"""Linux draws it at each start; other systems have no file that says so."""


def boot_id() -> str:
    """Name the time since the computer started; nothing where that cannot be known."""
    with suppress(OSError, ValueError):
        return BOOT_ID.read_text(encoding="ascii").strip()
    return ""
