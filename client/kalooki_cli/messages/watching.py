"""What is said to somebody who watches a table, beside the events."""

from collections.abc import Iterator

from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.text import inert

BEGINS = _("You watch: you see what the whole table sees, and all of it is checked. Ctrl-C ends it.")


def summary(entries: int, deals: int) -> Iterator[str]:
    """Say how much was checked."""
    yield _("Checked up to entry {entries}; deals scored: {deals}.").format(entries=entries, deals=deals)


def saved(path: str) -> str:
    """Say where the record lies."""
    return _("Saved. Check it again with: {kalooki} verify {path}").format(kalooki=program(), path=inert(path, 80))
