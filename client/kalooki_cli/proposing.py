"""What one wants all to decide, as typed: to stop for today, to play on without somebody or with him again."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.seat import PlayerStatus, TableStatus, Update
from kalooki_cli.messages.table import names
from kalooki_cli.text import inert
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

    A number will do for the name, and a name without its number where only one of those can be meant.

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
    player, rest = _player(named, verb, status), ""
    if player is None and verb == "bot" and " " in named:  # a name comes first: somebody may be called Hard
        shorter, rest = named.rsplit(" ", 1)
        player = _player(shorter, verb, status)
    if player is None:
        raise UnclearError(f"{verb}s", named)
    return Proposed(ABOUT[verb], player, withdrawn, rest)


def _player(named: str, verb: str, status: TableStatus | None) -> int | None:
    if status is None:
        return None
    called, number = names(status), named.removeprefix("#")
    for player, name in called.items():
        if named == name.lower() or number == str(player + 1):
            return player
    same = [one for one in status.players if inert(one.name, 20).lower() == named and _can_be(one, verb)]
    return same[0].player if len(same) == 1 else None


def _can_be(one: PlayerStatus, verb: str) -> bool:
    """Whether it makes sense to send somebody away, or to have his seat played again."""
    return not one.gone if verb == "kick" else one.gone and (verb == "back" or one.seat is not None)


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
