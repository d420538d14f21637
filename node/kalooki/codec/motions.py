"""What people want all to decide."""

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import MAX_NODES, MAX_PLAYERS
from kalooki.codec.reading import listed, number
from kalooki.table.payloads import Agree, Motion, NodeNumber, PlayerNumber
from kalooki.wire.v1 import log_pb2 as pb

_MOTIONS = {Motion.ADJOURN: pb.MOTION_ADJOURN, Motion.REMOVE: pb.MOTION_REMOVE}


def agree_to_wire(agree: Agree) -> pb.Agree:
    """Write what a node's people want."""
    motion = _MOTIONS[agree.motion]
    return pb.Agree(motion=motion, player=agree.player, silent=agree.silent, withdrawn=agree.withdrawn)


def agree_from_wire(message: pb.Agree, where: str) -> Agree:
    """Read what a node's people want.

    Raises:
        MalformedError: It is nothing that this version knows, or names a player where none belongs, or none.
    """
    motion = next((motion for motion, wire in _MOTIONS.items() if wire == message.motion), None)
    if motion is None:
        raise MalformedError("an unknown motion", f"{where}.motion", "one that this version knows")
    if message.HasField("player") != (motion is Motion.REMOVE):
        raise MalformedError("a player too many or too few", f"{where}.player", "who is to be removed, if somebody is")
    player = (
        PlayerNumber(number(message.player, f"{where}.player", MAX_PLAYERS - 1)) if message.HasField("player") else None
    )
    silent = tuple(
        NodeNumber(number(node, f"{where}.silent", MAX_NODES - 1))
        for node in listed(message.silent, f"{where}.silent", MAX_NODES)
    )
    if list(silent) != sorted(set(silent)):
        raise MalformedError("nodes out of order", f"{where}.silent", "each at most once, in rising order")
    return Agree(motion, player, silent, message.withdrawn)
