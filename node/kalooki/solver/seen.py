"""The melds of a view as the solver counts them."""

from functools import lru_cache

from kalooki.cards import Joker, Natural, SeatNumber, Suit
from kalooki.rules.actions import MeldId
from kalooki.rules.deal import End
from kalooki.rules.melds import Run, SeenMeld, Set
from kalooki.rules.remembered import by_identity
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.words import RANKS, SUITS, type_of


@by_identity(256)
def table_of(
    melds: tuple[SeenMeld, ...], seat: SeatNumber | None, built: tuple[tuple[MeldId, End], ...]
) -> tuple[TableMeld, ...]:
    """All melds on the table as the solver counts them for a seat."""
    return tuple(table_meld(meld, seat, built) for meld in melds)


def table_meld(meld: SeenMeld, seat: SeatNumber | None = None, built: tuple[tuple[MeldId, End], ...] = ()) -> TableMeld:
    """A meld on the table as the solver counts it for a seat, after what that seat has laid off on it this turn."""
    return _table_meld(meld, meld.owner == seat, built.count((meld.id, "low")), built.count((meld.id, "high")))


@lru_cache(maxsize=1024)
def _table_meld(meld: SeenMeld, mine: bool, below: int, above: int) -> TableMeld:  # noqa: FBT001 - by place, for speed
    """The same, with how many cards the seat has added at either end."""
    match meld.shape:
        case Run(suit, low):
            jokers = tuple(low - 1 + place for place, face in enumerate(meld.cards) if isinstance(face.card, Joker))
            return TableRun(
                meld.id,
                mine,
                _suit_number(suit),
                low - 1,
                len(meld.cards),
                jokers,
                below,
                above,
            )
        case Set(rank):
            naturals = [type_of(face.card) // RANKS for face in meld.cards if isinstance(face.card, Natural)]
            wild = len(meld.cards) - len(naturals)
            said = tuple(_suit_number(face.stands_for.suit) for face in meld.cards if face.stands_for is not None)
            return TableSet(meld.id, mine, (rank - 2) % RANKS, tuple(naturals), wild, said)


def _suit_number(suit: Suit) -> int:
    return SUITS.index(suit)
