"""What is staged and not sent: items of one lay that will be sent together. Undo concerns these and nothing else."""

from dataclasses import dataclass

from kalooki.cards import Slot
from kalooki.rules.actions import Lay, LayItem
from kalooki.rules.errors import (
    ContractNotMetError,
    InitialMeldTooLowError,
    MustKeepADiscardError,
    MustUseTakenCardError,
    NotEverythingError,
    ReleasedJokerUnusedError,
    RulesError,
)
from kalooki.rules.legal import check_view
from kalooki.rules.notation import format_action, parse_move
from kalooki.rules.view import SeatView

UNFINISHED = (
    InitialMeldTooLowError,
    ContractNotMetError,
    ReleasedJokerUnusedError,
    MustUseTakenCardError,
    MustKeepADiscardError,
    NotEverythingError,
)
"""What a lay may lack while it is still being put together."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The items, and the turn in which they were staged."""

    turn: tuple[int, int, int] = (0, 0, 0)
    items: tuple[LayItem, ...] = ()

    @property
    def slots(self) -> frozenset[Slot]:
        """The cards of the hand that are staged."""
        return frozenset(card.slot for item in self.items for card in item.cards if card.slot is not None)

    def with_more(self, items: str, view: SeatView) -> Lay:
        """What is staged and more, as one lay: so that a card which is held twice can be named twice.

        Raises:
            NotationError: The text names no items, or cards that are not held.
        """
        staged = f"{format_action(Lay(self.items))}; " if self.items else "lay "
        lay = parse_move(staged + items, view)
        assert isinstance(lay, Lay), "a lay was parsed"
        return lay

    def minus(self) -> "Draft":
        """Take the last item back."""
        return Draft(self.turn, self.items[:-1])


def lacks(view: SeatView, draft: Draft) -> RulesError | None:
    """What the staged lay still lacks; None if it can be sent.

    Raises:
        IllegalActionError: It can never become legal by adding to it.
    """
    try:
        check_view(view, Lay(draft.items))
    except UNFINISHED as error:
        return error
    return None
