"""Where tables are found and opened, as the lobby on screen sees it: what one may wish for, and what comes of it.

Whoever stands behind it starts nodes and asks the network; the lobby knows neither.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kalooki.rules.variant import Variant
from kalooki.seat import Seat, TurnClock
from kalooki_cli.advice import Advise
from kalooki_cli.inbox import Habits
from kalooki_cli.retelling import Scenes


@dataclass(frozen=True, slots=True)
class Against:
    """A game against bots on this computer."""

    variant: str = "british"
    house: tuple[tuple[str, str], ...] = ()
    """House rules as (option, value), both text."""
    bots: int = 3
    bot: str = "easy"
    pace: str = "human"
    """How long bots take for a move."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """A table that others join."""

    variant: str = "british"
    house: tuple[tuple[str, str], ...] = ()
    title: str = ""
    seats: int = 4
    bots: int = 0
    bot: str = "easy"
    open: bool = False
    """Whoever reaches this computer may sit down, without a code."""
    grace: int = 60
    """So many seconds somebody who is missed is waited for, before the others are asked."""
    election: int = 2
    """So many seconds a silent host is waited for, up to twice as many."""
    turn_time: int = 0
    bank: int = 0
    plays_on: bool = True
    port: int = 0
    pace: str = "human"
    code: str = field(default="", repr=False)
    """The join code of the table that this one follows; else a new one is drawn."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A table of somebody else's."""

    code: str = field(default="", repr=False)
    address: str = ""
    table: str = ""
    """The table whose rules were accepted."""


@dataclass(frozen=True, slots=True)
class Resuming:
    """The table at which one was last."""

    ready: bool = False
    """It was agreed to go on there: one is ready at once."""


Wish = Against | Hosting | Joining | Resuming


@dataclass(frozen=True, slots=True)
class Listed:
    """A table on the network, as it said of itself just now."""

    table: str
    title: str
    variant: str
    players: int
    seats: int
    state: str
    """`open`, `full` or `playing`."""
    needs_code: bool
    protocol: int
    same_protocol: bool
    address: str
    names: tuple[str, ...] = ()
    """Who has gone on there, at a table that goes on from another one."""


@dataclass(frozen=True, slots=True)
class Found:
    """The tables on the network at this moment."""

    rows: tuple[Listed, ...]
    interfaces: tuple[str, ...]
    """Over which it is looked."""
    settled: bool
    """Whether one has looked for long enough to say that there are no others."""


@dataclass(frozen=True, slots=True)
class Card:
    """By what a table plays, as its founder signed it."""

    table: str
    title: str
    seats: int
    variant: Variant
    clock: TurnClock | None
    needs_code: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A seat at a table, whose node runs on this computer."""

    seat: Seat
    habits: Habits
    advise: Advise
    wish: Wish
    code: str = field(default="", repr=False)
    address: str = ""
    near: bool = False
    """Only this computer reaches the address."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game of which the record is kept on this computer."""

    name: str
    """Of its file."""
    when: str
    """When something was written into it last, by this computer's clock."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has been read, and what is to be said of it."""

    scenes: Scenes
    verdict: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mistyped:
    """Why what was typed is neither a code nor an address."""

    why: str
    at: int | None = None
    """Which character of it is the first that no code has, where there is one."""


class ClubError(Exception):
    """Why something could not be done, as a sentence that says what to do."""


class Club(Protocol):
    """What the lobby asks for."""

    name: str
    """Under which one plays."""

    def tables(self) -> AsyncIterator[Found]:
        """The tables on the network, again whenever something changes, until nobody listens."""

    def mistyped(self, typed: str) -> Mistyped | None:
        """Look at a code or an address before anybody is asked about it."""

    async def locate(self, typed: str, address: str = "") -> Joining:
        """Find the table of a code or an address, as it was typed; the address of a code may be known.

        Raises:
            ClubError: It is neither, or nobody knows it.
        """

    async def card(self, to: Joining) -> Card:
        """Ask a table by what it plays.

        Raises:
            ClubError: It does not answer, or plays by what is not known here.
        """

    async def open(self, wish: Wish) -> Opened:
        """Start what is needed to sit at a table.

        Raises:
            ClubError: It cannot be.
        """

    async def close(self) -> Sequence[str]:
        """End what was started for the last table, and say where its record lies and how one comes back."""

    async def follow(self, table: str, host: int) -> Joining:
        """Find the table that follows one which its host has closed for it.

        Raises:
            ClubError: It does not come.
        """

    async def figures(self) -> Sequence[str]:
        """Count the games that are kept on this computer, in lines to be read.

        Raises:
            ClubError: They cannot be.
        """

    async def records(self) -> Sequence[Recorded]:
        """The games that are kept, the newest first.

        Raises:
            ClubError: They cannot be listed.
        """

    async def retell(self, name: str) -> Record:
        """Read and verify one of them.

        Raises:
            ClubError: Nothing of it can be shown.
        """

    def notices(self) -> AsyncIterator[str]:
        """What one should know of the open table besides what it says itself."""

    def may_resume(self) -> bool:
        """Whether there is a table at which one was last."""

    def levels(self) -> Sequence[tuple[str, str]]:
        """The bots that can be asked for: key, and how they play."""
