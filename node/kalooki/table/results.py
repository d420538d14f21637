"""What became of a message in an entry."""

from dataclasses import dataclass

from kalooki.rules.events import Event
from kalooki.table.payloads import PlayerNumber
from kalooki.table.status import Fault


@dataclass(frozen=True, slots=True)
class Effective:
    """It took effect; `events` are for people."""

    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Void:
    """It stays in the log and changes nothing but its author's counter; every node derives the same code."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Faulty:
    """A false statement, signed by a player whose statement was due: the attempt is void and the table closes."""

    fault: Fault
    detail: str


Result = Effective | Void | Faulty


class VoidError(Exception):
    """Raised by the parts of the machine to make a message void."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or code)
        self.code = code
        self.detail = detail


class FaultError(Exception):
    """Raised by the parts of the machine to name a player for a false statement."""

    def __init__(self, player: PlayerNumber, code: str, detail: str, index: int | None = None) -> None:
        super().__init__(detail)
        self.player = player
        self.code = code
        self.detail = detail
        self.index = index
        """Where the statement stands; None: in the entry that is applied."""
