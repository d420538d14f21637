"""What a table is told of the one that it goes on from: a log's head, the game after its last deal, who goes on."""

from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.standings import Result


@dataclass(frozen=True, slots=True)
class Standing:
    """A game between two deals; lists are by seat."""

    dealer: SeatNumber
    """Of the next deal."""
    number: int
    """Of the next deal."""
    totals: tuple[int, ...]
    money: tuple[int, ...]
    pool: int
    buy_ins: tuple[int, ...]
    out: tuple[SeatNumber, ...]
    away: tuple[SeatNumber, ...]
    no_buy_in: tuple[SeatNumber, ...]
    history: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Party:
    """A node of the old table; those that go on are the first ones, and the first of them founds the new table."""

    identity: bytes
    tls_certificate: bytes
    vote: bool
    signature: bytes = b""
    """Over `continuing.statement`; empty while it has not signed, and for good where it does not go on."""


@dataclass(frozen=True, slots=True)
class Heir:
    """Who holds a seat; its place in the list is the seat."""

    identity: bytes
    name: str
    bot: str
    node: int
    """Its node's place among the parties."""
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Continuation:
    """Where a table goes on from. All that stands in the genesis is signed by every party that goes on."""

    table: bytes
    """The old table's id."""
    index: int
    """An entry that all who go on have: the head."""
    head: bytes
    """Its hash."""
    place: int
    """Where the ace's holder sits."""
    standing: Standing
    parties: tuple[Party, ...]
    heirs: tuple[Heir, ...]
    attempt: int = 1
    """The number of the draft: nobody signs two of one number, nor one below what he has signed."""

    @property
    def going(self) -> tuple[Party, ...]:
        """The parties that go on."""
        places = {heir.node for heir in self.heirs if heir.goes_on}
        return tuple(party for place, party in enumerate(self.parties) if place in places)


@dataclass(frozen=True, slots=True)
class Pledge:
    """The newest draft that a node has signed: what it must not forget, or it would sign two of one number."""

    attempt: int = 0
    digest: bytes = b""
    """The hash of what was signed."""


NO_PLEDGE = Pledge()

LOST_NUMBERS = 1 << 18
"""Of so many drafts a node signs none after a loss: far more than it can have forgotten, and near enough that the
others hear of it and draft above."""


def after_loss(known: Pledge) -> Pledge:
    """What a node must take itself to have signed whose disk has lost something: it does not know what."""
    return Pledge(known.attempt + LOST_NUMBERS)
