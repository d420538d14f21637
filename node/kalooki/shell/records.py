"""A recorded game as it would have looked to somebody without a seat."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kalooki.rules.view import view
from kalooki.seat import Update
from kalooki.shell.status import StatusMaker
from kalooki.table.log import Digest
from kalooki.table.moment import Moment
from kalooki.table.state import Member, TableState
from kalooki.verify import Told


@dataclass(frozen=True, slots=True)
class _Recorded:
    """Knows a table from its record alone."""

    state: TableState
    number: None = None

    @property
    def table_id(self) -> Digest:
        """The table's name."""
        return self.state.table

    @property
    def members(self) -> tuple[Member, ...]:
        """All nodes that were in at the end."""
        return self.state.members


def updates(told: tuple[Told, ...]) -> Iterator[Update]:
    """One update for each thing that was told; a deal keeps its own number after it was scored."""
    if not told:
        return
    statuses = StatusMaker(_Recorded(told[-1].state), "")
    for each in told:
        game, deal = each.state.game, each.deal
        assert game is not None, "a deal is of a game"
        status = statuses.status(Moment(each.state, (), {}), None, lambda _node: True)
        seen = replace(view(game, None, {}), number=deal.number, attempt=deal.attempt, dealer=deal.dealer)
        yield Update(status, seen, each.events, sheet=game.history)
