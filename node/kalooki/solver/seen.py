"""The melds of a view as the solver counts them."""

from kalooki.cards import Joker, Natural, SeatNumber, Suit
from kalooki.rules.actions import MeldId
from kalooki.rules.deal import End
from kalooki.rules.melds import Run, Set
from kalooki.rules.view import SeenMeld
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.words import RANKS, SUITS, type_of


def table_meld(meld: SeenMeld, seat: SeatNumber | None = None, built: tuple[tuple[MeldId, End], ...] = ()) -> TableMeld:
    """A meld on the table as the solver counts it for a seat, after what that seat has laid off on it this turn."""
    mine = meld.owner == seat
    match meld.shape:
        case Run(suit, low):
            jokers = tuple(low - 1 + place for place, face in enumerate(meld.cards) if isinstance(face.card, Joker))
            added = [end for where, end in built if where == meld.id]
            return TableRun(
                meld.id,
                mine,
                _suit_number(suit),
                low - 1,
                len(meld.cards),
                jokers,
                added.count("low"),
                added.count("high"),
            )
        case Set(rank):
            naturals = [type_of(face.card) // RANKS for face in meld.cards if isinstance(face.card, Natural)]
            wild = len(meld.cards) - len(naturals)
            said = tuple(_suit_number(face.stands_for.suit) for face in meld.cards if face.stands_for is not None)
            return TableSet(meld.id, mine, (rank - 2) % RANKS, tuple(naturals), wild, said)


def _suit_number(suit: Suit) -> int:
    return SUITS.index(suit)
