"""How a person's node ran, so that it runs so again another day: where it listened, whom it told, which bots it had."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from kalooki.shell.datadir import read_private, write_private
from kalooki.shell.tables import PLACE

NOTE = "evening"


@dataclass(frozen=True, slots=True)
class Evening:
    """One table's last run on this computer."""

    table: str
    """In hex."""
    bind: str
    announce: bool
    interfaces: tuple[str, ...]
    bots: tuple[tuple[str, str], ...]
    """Name and key of each bot whose node ran here, in the order of their folders."""
    pace: str = "none"
    """How long they seemed to think."""


def keep(home: Path, evening: Evening) -> None:
    """Note how it runs.

    Raises:
        ShellError: `unwritable`.
    """
    write_private(home / PLACE / NOTE, json.dumps(asdict(evening)).encode())


def kept(home: Path, table: str) -> Evening | None:
    """Return how a table ran here last; None where that is not known.

    Raises:
        ShellError: The note cannot be read.
    """
    try:
        plain = json.loads(read_private(home / PLACE / NOTE) or b"{}")
        interfaces = tuple(str(each) for each in plain["interfaces"])
        bots = tuple((str(name), str(key)) for name, key in plain["bots"])
        pace = str(plain.get("pace", "none"))
        evening = Evening(str(plain["table"]), str(plain["bind"]), plain["announce"] is True, interfaces, bots, pace)
    except (ValueError, TypeError, KeyError):
        return None
    return evening if evening.table == table else None
