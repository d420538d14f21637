"""What the lamp of the table shows: whether all that came was checked, is being checked, or asks for a look."""

from enum import Enum

from kalooki.seat import CONTINUED, TableStatus

MAKING = frozenset({"keys", "shuffle", "verify", "backup"})
"""A deck is made, and not all of its proofs are there."""


class Lamp(Enum):
    """Each is told by a word and a sign, never by a colour alone."""

    CHECKED = "checked"
    CHECKING = "checking"
    LOOK = "look"


def lamp(status: TableStatus | None) -> Lamp | None:
    """Say what the own node's checks come to; None where it tells of none."""
    if status is None or status.checked is None:
        return None
    checked = status.checked
    if status.fault is not None or checked.alarms or checked.halted not in {"", CONTINUED}:
        return Lamp.LOOK
    waits = status.doing in MAKING or checked.behind or checked.recovering or not checked.entries
    return Lamp.CHECKING if waits or not all(deck.verified for deck in checked.decks) else Lamp.CHECKED
