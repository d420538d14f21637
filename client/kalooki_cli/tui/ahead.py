"""A discard that is typed ahead of what is on its way, and dropped when anything else happens in between."""

from dataclasses import dataclass

from kalooki.rules.actions import Shown
from kalooki.rules.melds import SeenMeld
from kalooki.rules.view import SeatView
from kalooki_cli.awaited import turn_of


@dataclass(frozen=True, slots=True)
class Queued:
    """The card, and how the table lay when it was chosen."""

    turn: tuple[int, int, int]
    shown: Shown
    table: tuple[SeenMeld, ...] | None
    """None where the lay on its way changes it."""
    pile: int

    def is_as_expected(self, view: SeatView) -> bool:
        """Whether it is the same turn, and the others have done nothing that one may want to think about."""
        held = any(one.slot == self.shown.slot for one in view.hand)
        lies = self.table is None or self.table == view.table
        return turn_of(view) == self.turn and held and lies and len(view.pile) == self.pile


def queued(view: SeatView, shown: Shown, *, lays: bool) -> Queued:
    """Choose a card now; `lays`: a lay is on its way, which changes the table."""
    return Queued(turn_of(view), shown, None if lays else view.table, len(view.pile))
