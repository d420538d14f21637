"""The bot that a node offers for a lost seat: which keys it has, and what is signed for it."""

from kalooki.table.config import PlayerConfig
from kalooki.table.desk import Desk
from kalooki.table.payloads import Motion, PlayerNumber, StandIn
from kalooki.table.ports import Command, Propose
from kalooki.table.returning import (
    MAX_NUMBERS,
    require_lost,
    require_offer,
    stand_in_bytes,
    stand_in_key,
    stand_in_name,
)
from kalooki.table.seating import NONCE_BYTES
from kalooki.table.signing import SIGNATURE_BYTES, public_key, sign
from kalooki.table.state import Player, TableState
from kalooki.table.turn import Turn


def stand_in(desk: Desk, state: TableState, player: Player, command: Command, turn: Turn) -> StandIn | None:
    """Return the offer of a bot, if a command of ours is the first to want one for that seat.

    Raises:
        VoidError: The seat is not lost, or we have no say.
    """
    match command:
        case Propose(Motion.STAND_IN, lost, False, bot) if lost is not None:
            pass
        case _:
            return None
    if any(one.player == lost for one in state.offers):
        return None
    name, secret = stand_in_name(require_lost(state, lost)), stand_in_key(desk.config.key, desk.table, lost)
    nonce = turn.chance("nonce")[:NONCE_BYTES]
    unsigned = StandIn(lost, public_key(secret), name, bot, nonce, bytes(SIGNATURE_BYTES), bytes(SIGNATURE_BYTES))
    require_offer(state, player.node, unsigned)
    statement = stand_in_bytes(desk.table, desk.identity, unsigned)
    return StandIn(lost, unsigned.identity, name, bot, nonce, sign(desk.config.key, statement), sign(secret, statement))


def learn(desk: Desk, state: TableState) -> None:
    """Take up the keys of bots of ours that have taken a seat over."""
    for player in state.players:
        if player.node != desk.number or player.identity in desk.keys:
            continue
        for lost in range(MAX_NUMBERS):
            secret = stand_in_key(desk.config.key, desk.table, PlayerNumber(lost))
            if public_key(secret) == player.identity:
                desk.keys[player.identity] = PlayerConfig(secret, player.name, player.bot)
