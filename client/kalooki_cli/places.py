"""Where the tables stand in a list that is kept up to date: none moves while a hand is on its way to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_cli.club import Listed


@dataclass(frozen=True, slots=True)
class Place:
    """A table's line of the list, for as long as the list is open."""

    number: int
    """What is typed for it; it never becomes another table's."""
    row: Listed
    """As the table said of itself last."""
    gone: bool = False
    """It does not answer any more; nothing else stands there yet."""


@dataclass(frozen=True, slots=True)
class Places:
    """The lines of a list. A new table comes to the end, and one that is gone leaves its line empty."""

    each: tuple[Place, ...] = ()
    numbers: int = 0
    """How many have been given."""

    def heard(self, rows: Sequence[Listed]) -> "Places":
        """Take what the network says: whatever was there stays where it was."""
        now = {row.table: row for row in rows}
        kept = tuple(Place(one.number, now.get(one.row.table, one.row), one.row.table not in now) for one in self.each)
        known = {one.row.table for one in kept}
        new = [row for table, row in now.items() if table not in known]
        added = tuple(Place(number, row) for number, row in enumerate(new, self.numbers + 1))
        return Places(kept + added, self.numbers + len(added))

    def closed_up(self, pointed: str) -> "Places":
        """Take the empty lines away, but never the one that is pointed at: the next key may have been meant for it."""
        return Places(tuple(one for one in self.each if not one.gone or one.row.table == pointed), self.numbers)

    def of(self, table: str) -> Place | None:
        """Find the line of a table."""
        return next((one for one in self.each if one.row.table == table), None)
