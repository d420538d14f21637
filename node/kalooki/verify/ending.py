"""How a log ends."""

from kalooki.rules.game import GameOver, pending
from kalooki.table.state import Shut, TableState


def how_it_ends(state: TableState | None) -> str:
    """Say how the log ends; nothing where it just stops."""
    if state is None:
        return ""
    if isinstance(state.phase, Shut):
        return f"closed: {state.phase.reason}" if state.phase.reason else "closed"
    if state.game is not None and isinstance(pending(state.game), GameOver):
        return "the game is over"
    return ""
