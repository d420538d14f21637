"""What the solver hands out: a lay as actions, the discard after it, and what both are worth."""

from dataclasses import dataclass

from kalooki.rules.actions import Lay, LayItem, Shown


@dataclass(frozen=True, slots=True)
class LayPlan:
    """What to lay at once, what to throw away after it, and what is left then."""

    items: tuple[LayItem, ...]
    """Empty where it is best, or only legal, to lay nothing."""
    discard: Shown | None
    """None where the lay itself goes out. A joker that the lay brings into the hand is in no slot yet: `NOWHERE`."""
    left: tuple[Shown, ...]
    """Of the cards now in hand."""
    points_laid: int
    """What the cards of new melds and lay-offs count on the table."""
    points_left: int
    """What is left costs so much if another goes out."""
    goes_out: bool
    """Nothing is left."""

    @property
    def lay(self) -> Lay | None:
        """The items as an action."""
        return Lay(self.items) if self.items else None
