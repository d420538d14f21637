"""How much memory this process and its children take."""

from contextlib import suppress
from pathlib import Path


def memory_kb(process: str = "self") -> int:
    """Proportional set size of a process in kB; 0 where the system does not say."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0
