"""What those who play decide together: to stop for today, or to play on without somebody.

Bots have no say in it. Whom a node does not hear it may leave out where all stop, since he could not play on alone.
"""

from dataclasses import replace

from kalooki.rules.game import NeedsDeal, pending
from kalooki.rules.leaving import REMOVED
from kalooki.table import returning
from kalooki.table.absence import present
from kalooki.table.checks import Checks
from kalooki.table.leaving import Step, remove
from kalooki.table.log import TABLE, ByNode, Message
from kalooki.table.payloads import Agree, Motion, NodeNumber
from kalooki.table.results import VoidError
from kalooki.table.returning import people
from kalooki.table.state import Agreement, Lobby, Playing, TableState

MOST_ALONE = 2
"""Of so many who play, none can send the other away: there would be no game."""


def judge(state: TableState, message: Message, said: Agree, checks: Checks) -> Step:
    """A node says what its people want, or want no more; it is done when all who are asked want it.

    Raises:
        VoidError: It has no say, or that cannot be decided now.
    """
    if not isinstance(message.author, ByNode) or message.stream != TABLE:
        raise VoidError("wrong_author", "a node says at the table what its people want")
    node = message.author.node
    require_allowed(state, node, said)
    if said.withdrawn:
        return returning.without_wish(state, node, said), ()
    mine = Agreement(node, said.motion, said.player, said.silent)
    state = returning.with_wish(state, mine)
    if said.motion in returning.COMING or not _is_agreed(state, mine):
        return state, ()
    if said.player is None:
        return replace(state, agreements=(), adjourned=state.index), ()
    return remove(state, (state.players[said.player],), REMOVED, checks)


def require_allowed(state: TableState, node: NodeNumber, said: Agree) -> None:
    """Say whether a node can want this now.

    Raises:
        VoidError: It has no say, or that cannot be decided now.
    """
    if said.motion in returning.COMING:
        returning.require_allowed(state, node, said)
        return
    if node not in people(state):
        raise VoidError("no_say", "only persons who play decide that")
    if said.player is None:
        return
    if not _is_between_deals(state):
        raise VoidError("not_between_deals", "somebody is sent away before the game, or between two deals")
    target = next((player for player in present(state) if player.number == said.player), None)
    if target is None:
        raise VoidError("plays_not", "there is no such player, or no longer")
    if isinstance(state.phase, Lobby) and target.node == state.host:
        raise VoidError("hosts_lobby", "before the game begins the host closes the table instead")
    if target.node == node:
        raise VoidError("own_player", "nobody sends himself away; he leaves")
    if not isinstance(state.phase, Lobby) and len(people(state) | {target.node}) <= MOST_ALONE:
        raise VoidError("only_two", "of two who play none can send the other away")


def note(before: TableState, state: TableState) -> TableState:
    """Forget what was wanted, once another deal has begun or it cannot be done any more."""
    if not state.agreements:
        return state
    state, is_new = returning.note(state), state.stream != before.stream
    kept = tuple(
        one for one in state.agreements if (one.motion in returning.COMING or not is_new) and _stands(state, one)
    )
    return state if kept == state.agreements else replace(state, agreements=kept)


def _stands(state: TableState, one: Agreement) -> bool:
    try:
        require_allowed(state, one.node, Agree(one.motion, one.player))
    except VoidError:
        return False
    return True


def _is_between_deals(state: TableState) -> bool:
    match state.phase:
        case Lobby():
            return True
        case Playing(game=game):
            return isinstance(pending(game), NeedsDeal)
        case _:
            return False


def _is_agreed(state: TableState, wanted: Agreement) -> bool:
    """Say whether all who are asked want it; to stop, more than half of all must want it themselves."""
    same = [one for one in state.agreements if (one.motion, one.player) == (wanted.motion, wanted.player)]
    want, asked = {one.node for one in same}, people(state)
    if wanted.motion is Motion.REMOVE:
        assert wanted.player is not None, "somebody is removed"
        return asked - {state.players[wanted.player].node} <= want
    silent = frozenset.intersection(*(frozenset(one.silent) for one in same))
    return asked - silent <= want and 2 * len(want) > len(asked)
