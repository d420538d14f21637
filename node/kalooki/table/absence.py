"""Who is waited for since when, and what the others agree to do about it.

Time is not in the log: whether somebody is missed each node finds by its own clock before it signs (`missing`).
"""

from kalooki.rules.changing import replace
from kalooki.rules.leaving import ABSENT, KEPT, playing
from kalooki.table import backups
from kalooki.table.authors import require_known
from kalooki.table.checks import Checks
from kalooki.table.leaving import Step, remove
from kalooki.table.log import ByNode, Message
from kalooki.table.opening import debtors
from kalooki.table.payloads import Absent, Choice, NodeNumber, PlayerNumber
from kalooki.table.results import VoidError
from kalooki.table.standing import waits
from kalooki.table.state import Absence, Lobby, Player, Shut, TableState, Waited
from kalooki.table.timing import can_end
from kalooki.table.votes import quorum


def note(state: TableState) -> TableState:
    """Note for whom the table waits, and forget what was said of those who have done what they owed."""
    known = {(one.player, one.what): one.since for one in state.waiting}
    waiting = tuple(
        Waited(player, what, known.get((player, what), state.index)) for player, what in sorted(_due(state).items())
    )
    absences = tuple(one for one in state.absences if _since(waiting, one.players) == one.owed)
    if (waiting, absences) == (state.waiting, state.absences):
        return state
    return replace(state, waiting=waiting, absences=absences)


def present(state: TableState) -> tuple[Player, ...]:
    """Who plays, and has not gone away."""
    seats = None if state.game is None else playing(state.game)
    return tuple(player for player in state.players if not player.gone and (seats is None or player.seat in seats))


def outside(state: TableState, players: tuple[PlayerNumber, ...]) -> frozenset[NodeNumber]:
    """Return the nodes that play, without those of some players: all of them must agree."""
    theirs = {state.players[player].node for player in players}
    return frozenset(player.node for player in present(state)) - theirs


def judge(state: TableState, message: Message, said: Absent, checks: Checks) -> Step:
    """A node says that players are missed, and what it wants; it is done when all the others want the same.

    Raises:
        VoidError: They do not owe it, the author has no say, or nobody can stand in for them.
    """
    if not isinstance(message.author, ByNode):
        raise VoidError("wrong_author", "a node says that somebody is missed")
    state = note(state)
    require_owed(state, message.author.node, said)
    require_known(message, said.owed)
    mine = Absence(message.author.node, said.players, said.owed, said.choice, said.again)
    others = [one for one in state.absences if one.node != mine.node]
    if said.choice is Choice.BACKUP:
        backups.stand_in(state, said.players)
    state = replace(state, absences=tuple(sorted((*others, mine), key=lambda one: one.node)))
    if not _is_agreed(state, mine):
        return state, ()
    missed = tuple(state.players[player] for player in said.players)
    match said.choice:
        case Choice.WAIT:
            return _wait_on(state, said.players), ()
        case Choice.VOID:
            return remove(state, missed, ABSENT, checks)
        case Choice.BACKUP:
            return remove(backups.stand_in(state, said.players), missed, KEPT, checks)


def require_owed(state: TableState, node: NodeNumber, said: Absent) -> None:
    """Hold what is said of players to what they owe.

    Raises:
        VoidError: They owe nothing, or since another entry, or they are the author's own, or it has no say.
    """
    if _since(state.waiting, said.players) != said.owed:
        raise VoidError("not_owed", f"nothing is owed by these players since entry {said.owed}")
    if any(state.players[player].node == node for player in said.players):
        raise VoidError("wrong_author", "nobody says of himself that he is missed")
    if node not in outside(state, said.players) | state.voters():
        raise VoidError("wrong_author", "who neither plays nor votes has no say")
    if not can_do_without(state, said.players):
        raise VoidError("no_quorum", "without the computers of these players nothing can be decided")


def can_do_without(state: TableState, players: tuple[PlayerNumber, ...]) -> bool:
    """Say whether others may decide that players, each of whom owes something, are away.

    Without their nodes a quorum must be left: else it would take the word of those who are said not to be there, and
    one alone could say it of all others. But a turn that is overdue has been found so by a quorum's clocks.
    """
    voters = state.voters()
    if len(voters - {state.players[player].node for player in players}) >= quorum(len(voters)):
        return True
    turns = {one.player for one in state.waiting if one.what.startswith("action.")}
    return state.overdue > 0 and not can_end(state) and turns >= set(players)


def _is_agreed(state: TableState, said: Absence) -> bool:
    """Say whether all who play want it, or, the second time, enough of those who vote to play on without the seat."""
    same = [one for one in state.absences if _wish(one) == _wish(said)]
    others = outside(state, said.players)
    if others and others <= {one.node for one in same}:
        return True
    again = {one.node for one in same if one.again}
    voters = state.voters()
    return said.choice is Choice.VOID and len(voters & again) >= quorum(len(voters))


def _wish(said: Absence) -> tuple[tuple[PlayerNumber, ...], int, Choice]:
    return said.players, said.owed, said.choice


def _wait_on(state: TableState, players: tuple[PlayerNumber, ...]) -> TableState:
    waiting = tuple(replace(one, since=state.index) if one.player in players else one for one in state.waiting)
    return replace(state, waiting=waiting, absences=())


def _since(waiting: tuple[Waited, ...], players: tuple[PlayerNumber, ...]) -> int:
    """Return the entry since which all of some players are waited for; 0 if they are not, or come in another order."""
    since = {one.player: one.since for one in waiting}
    if not players or list(players) != sorted(set(players)) or not since.keys() >= set(players):
        return 0
    return max(since[player] for player in players)


def _due(state: TableState) -> dict[PlayerNumber, str]:
    """Return what each player owes now, by a name that another debt of the same kind has not."""
    if isinstance(state.phase, Lobby | Shut):
        return {}
    doing, players = waits(state)
    place = f"{state.stream.deal}.{state.stream.attempt}.{state.move}.{state.next_ceremony}"
    found = dict.fromkeys(players, f"{doing}.{place}")
    for owed in reversed(state.owed):
        what = f"shares.{owed.index}"
        found.update((player.number, what) for player in debtors(state, owed) if not player.gone)
    return found
