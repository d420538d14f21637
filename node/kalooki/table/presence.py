"""Who is there, as far as one node hears: whether a table can still decide something, and with whom one could go on."""

from kalooki.rules.leaving import playing
from kalooki.table.continued import Continuation
from kalooki.table.continuing import is_played
from kalooki.table.desk import Desk
from kalooki.table.payloads import NodeNumber
from kalooki.table.state import Playing, TableState


def is_stuck(desk: Desk) -> bool:
    """Say whether this table, at which a game is played, can decide nothing any more, as far as is known here.

    Where somebody is about to leave it may be that without him too few are here for that to be committed.
    """
    state = _ground(desk)
    if state is None or desk.number is None or desk.recovery.is_on or not is_played(state):
        return False
    return desk.fork > 0 or not (are_enough(desk, state) and are_enough(desk, desk.state))


def are_enough(desk: Desk, state: TableState) -> bool:
    """Say whether so many of those who vote are here as make a quorum, or each quorum that is needed now."""
    electors = state.electors()
    return electors.are_enough(electors.keys.keys() - lost(desk, state) - _astray(desk))


def liars(desk: Desk) -> tuple[NodeNumber, ...]:
    """Return the hosts that have shown two games, where that is why nothing can be decided."""
    return tuple(sorted(desk.election.outlaws)) if is_stuck(desk) and (desk.fork or _astray(desk)) else ()


def _astray(desk: Desk) -> frozenset[NodeNumber]:
    """Return who has acknowledged the other one of two logs that a host has made, where ours is committed here.

    They may have committed theirs; then neither of us can give his own up, and nobody has both.
    """
    is_twin = 0 < desk.twin <= desk.replica.committed_index
    return frozenset(desk.astray) if is_twin and desk.election.outlaws else frozenset()


def may_go_on(desk: Desk) -> bool:
    """Say whether a draft can have an effect: where a host lied, another node may have another log than ours."""
    state = _ground(desk)
    lied = bool(desk.election.outlaws) and state is not None and is_played(state)
    return is_stuck(desk) or (lied and not desk.recovery.is_on)


def _ground(desk: Desk) -> TableState | None:
    """Return the table from which one would go on: where there are two logs, as it was in both."""
    return desk.replica.state_at(desk.fork) if desk.fork else desk.replica.committed


def is_idle(desk: Desk) -> bool:
    """Say whether none of our players is a person who still plays."""
    state = desk.replica.committed
    if state is None or not isinstance(state.phase, Playing):
        return False
    seats = playing(state.phase.game)
    return not any(one.seat in seats and not one.bot for one, _ in desk.own_players(state) if not one.gone)


def lost(desk: Desk, state: TableState) -> frozenset[NodeNumber]:
    """Return the nodes with which nobody can go on: silent, or proven to lie."""
    silent = frozenset(desk.watch.silent(member.number for member in state.members)) - {desk.number}
    return frozenset(silent | desk.election.outlaws)


def here(desk: Desk, state: TableState) -> frozenset[NodeNumber]:
    """Return the nodes with players that are there."""
    return frozenset(one.node for one in state.players if not one.gone) - lost(desk, state)


def left_out(desk: Desk, old: Continuation) -> tuple[NodeNumber, ...]:
    """Return the nodes that are here, ours among them, and would not go on by a draft."""
    state = desk.replica.state_at(old.index)
    going = {party.identity for party in old.going}
    return tuple(node for node in sorted(here(desk, state)) if state.members[node].identity not in going)
