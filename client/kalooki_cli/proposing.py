"""What one wants all to decide, as typed: to stop for today, to play on without somebody or with him again."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.seat import TableStatus, Update
from kalooki_cli.messages.table import names
from kalooki_cli.typed import UnclearError

ADJOURN = "adjourn"
REMOVE = "remove"
RETURN = "return"
STAND_IN = "stand_in"
CONTINUE = "continue"
ABOUT = {"kick": REMOVE, "back": RETURN, "bot": STAND_IN}
NO = "no"


@dataclass(frozen=True, slots=True)
class Proposed:
    """What is to be said to the table."""

    motion: str
    whom: int | None = None
    withdrawn: bool = False
    bot: str = ""
    """Which bot is to play the seat; empty where any will do."""


def proposed(status: TableStatus | None, verb: str, words: Sequence[str]) -> Proposed:
    """Read `adjourn`, `continue`, `kick Bea`, `back`, `back Bea`, `bot Bea`, `bot Bea hard`, each also with `no`.

    A number will do for the name.

    Raises:
        UnclearError: Nobody is called so, or more is said than that.
    """
    withdrawn = list(words[-1:]) == [NO]
    named = " ".join(words[:-1] if withdrawn else words)
    if verb == ADJOURN:
        if named:
            raise UnclearError("adjourns", named)
        return Proposed(ADJOURN, withdrawn=withdrawn)
    if verb == CONTINUE:
        if named:
            raise UnclearError("continues", named)
        return Proposed(CONTINUE, withdrawn=withdrawn)
    if verb == "back" and not named and status is not None:
        return Proposed(RETURN, None if status.me < 0 else status.me, withdrawn)
    called = {} if status is None else names(status)
    player, rest = _player(named, called), ""
    if player is None and verb == "bot" and " " in named:  # a name comes first: somebody may be called Hard
        shorter, rest = named.rsplit(" ", 1)
        player = _player(shorter, called)
    if player is None:
        raise UnclearError(f"{verb}s", named)
    return Proposed(ABOUT[verb], player, withdrawn, rest)


def _player(named: str, called: dict[int, str]) -> int | None:
    return next((player for player, name in called.items() if named in {name.lower(), str(player + 1)}), None)


class Stopped:
    """Says of update after update whether all have agreed to stop for today since the first of them."""

    def __init__(self) -> None:
        self._first: int | None = None

    def __call__(self, update: Update) -> bool:
        """Take an update."""
        if self._first is None:
            self._first = update.status.adjourned
        return ends(self._first, update.status)


def ends(first: int, status: TableStatus) -> bool:
    """Say whether all have agreed to stop for today since somebody came (back) to the table.

    Args:
        first: The entry by which they had agreed when he came.
        status: The table now.
    """
    return status.adjourned > first
