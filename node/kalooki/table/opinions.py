"""What a node says of those whom it misses without asking: bots follow the people, and silence ends in a deal anew."""

from kalooki.table.absence import outside, present
from kalooki.table.backups import can_stand_in
from kalooki.table.missing import Missed
from kalooki.table.payloads import Absent, Choice, NodeNumber
from kalooki.table.state import Absence, TableState


def opinion(state: TableState, me: NodeNumber, missed: Missed) -> Absent | None:
    """Return what a node has to say now; None where its own person is to be asked, it has said it, or has no say."""
    if me not in outside(state, missed.players) | state.voters():
        return None
    said = {one.node: one for one in said_of(state, missed)}
    mine = said.get(me)
    if missed.twice and (mine is None or mine.choice is not Choice.WAIT):
        return None if mine is not None and mine.again else _absent(missed, Choice.VOID, again=True)
    if state.variant.dropout == "void":
        return _absent(missed, Choice.VOID) if mine is None else None
    people = {player.node for player in present(state) if not player.bot} & outside(state, missed.players)
    if me in people:
        return None
    wish = (
        _of_bots(state, missed)
        if not people
        else next((said[node].choice for node in sorted(people & said.keys())), None)
    )
    return None if wish is None or (mine is not None and mine.choice is wish) else _absent(missed, wish)


def _of_bots(state: TableState, missed: Missed) -> Choice:
    """What bots want among themselves: what the house was set up for."""
    is_kept = state.variant.dropout == "key_backup" and can_stand_in(state, missed.players)
    return Choice.BACKUP if is_kept else Choice.VOID


def said_of(state: TableState, missed: Missed) -> tuple[Absence, ...]:
    """Return what nodes have said of the very players that this node misses."""
    return tuple(one for one in state.absences if (one.players, one.owed) == (missed.players, missed.owed))


def chosen(missed: Missed, choice: Choice) -> Absent:
    """Return what a person has chosen to say."""
    return _absent(missed, choice, again=missed.twice and choice is Choice.VOID)


def _absent(missed: Missed, choice: Choice, *, again: bool = False) -> Absent:
    return Absent(missed.players, missed.owed, choice, again)
