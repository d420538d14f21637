"""What comes to the plain client, from wherever; how a game at a seat ends, and what the client does by itself."""

from dataclasses import dataclass
from enum import Enum

from kalooki.rules.actions import Action
from kalooki.seat import CONTINUED, Outcome, Update
from kalooki_cli.render import Order
from kalooki_cli.timekeeper import Mark


class Ending(Enum):
    """How a game at this seat ended."""

    LEFT = "left"
    OVER = "over"
    CLOSED = "closed"
    FAULT = "fault"
    ADJOURNED = "adjourned"
    """All have stopped for today."""
    MOVED = "moved"
    """The game goes on at a new table."""
    AGAIN = "again"
    """The person goes on to the next table, with the same people."""


def how_it_ended(last: Update | None) -> Ending:
    """What the newest update says, after which none came."""
    if last and last.status.fault:
        return Ending.FAULT
    if last and last.status.closed == CONTINUED:
        return Ending.MOVED
    return Ending.OVER if last and last.status.phase == "over" else Ending.CLOSED


@dataclass(frozen=True, slots=True)
class Habits:
    """What the client does by itself."""

    announces: bool = True
    """It says the count of cards with a discard where one is due."""
    ready_at_once: bool = False
    """It is ready for the seat draw without being asked: everything was agreed before."""
    agreed: bool = False
    """The rules were shown and accepted before the seat was taken."""
    plays_again: bool = False
    """Whoever shows the table knows the way to the next one, after the game."""
    order: Order = "suit"
    """How it shows a hand at first."""
    patience: float = 3.0
    """So many seconds may pass before it says what the nodes wait for."""


@dataclass(frozen=True, slots=True)
class Line:
    """What was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class InputEnded:
    """Nothing more will be typed."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a command."""

    outcome: Outcome
    action: Action | None


@dataclass(frozen=True, slots=True)
class TableGone:
    """No update comes any more."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Something failed that ends the client."""

    error: Exception


@dataclass(frozen=True, slots=True)
class StillWaiting:
    """The nodes were at this work a while ago."""

    work: tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class TimePasses:
    """So much is left of one's own time."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class Notice:
    """What neither the table nor the keyboard said."""

    text: str


Item = Update | Line | InputEnded | Answered | TableGone | Broken | StillWaiting | TimePasses | Notice
"""One thing that comes."""
