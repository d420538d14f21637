"""How a log ends."""

from kalooki.rules.game import GameOver, pending
from kalooki.table.state import Shut, TableState
from kalooki.worded import Worded


def how_it_ends(state: TableState | None) -> str:
    """Say how the log ends; nothing where it just stops."""
    if state is None:
        return ""
    if isinstance(state.phase, Shut):
        reason = state.phase.reason
        return Worded("closed: {reason}", reason=reason) if reason else Worded("closed")
    if state.game is not None and isinstance(pending(state.game), GameOver):
        return Worded("the game is over")
    return ""
