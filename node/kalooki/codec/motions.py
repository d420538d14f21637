"""What people want all to decide."""

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import KEY_BYTES, MAX_NAME, MAX_NODES, MAX_NUMBERS, NONCE_BYTES, SIGNATURE_BYTES
from kalooki.codec.reading import exact, key, listed, number, text
from kalooki.table.payloads import Agree, Motion, NodeNumber, PlayerNumber, StandIn
from kalooki.wire.v1 import log_pb2 as pb

_MOTIONS = {
    Motion.ADJOURN: pb.MOTION_ADJOURN,
    Motion.REMOVE: pb.MOTION_REMOVE,
    Motion.RETURN: pb.MOTION_RETURN,
    Motion.STAND_IN: pb.MOTION_STAND_IN,
}


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
    if message.HasField("player") == (motion is Motion.ADJOURN):
        raise MalformedError("a player too many or too few", f"{where}.player", "whom it is about, if it is somebody")
    player = _player(message.player, f"{where}.player") if message.HasField("player") else None
    silent = tuple(
        NodeNumber(number(node, f"{where}.silent", MAX_NODES - 1))
        for node in listed(message.silent, f"{where}.silent", MAX_NODES)
    )
    if list(silent) != sorted(set(silent)):
        raise MalformedError("nodes out of order", f"{where}.silent", "each at most once, in rising order")
    return Agree(motion, player, silent, message.withdrawn)


def _player(value: int, where: str) -> PlayerNumber:
    return PlayerNumber(number(value, where, MAX_NUMBERS - 1))


def stand_in_to_wire(said: StandIn) -> pb.StandIn:
    """Write which bot a node offers for a lost seat."""
    return pb.StandIn(
        player=said.player,
        identity=said.identity,
        name=said.name,
        bot=said.bot,
        nonce=said.nonce,
        certificate=said.certificate,
        consent=said.consent,
    )


def stand_in_from_wire(message: pb.StandIn, where: str) -> StandIn:
    """Read which bot a node offers for a lost seat.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return StandIn(
        _player(message.player, f"{where}.player"),
        exact(message.identity, f"{where}.identity", KEY_BYTES),
        text(message.name, f"{where}.name", MAX_NAME, 1),
        key(message.bot, f"{where}.bot"),
        exact(message.nonce, f"{where}.nonce", NONCE_BYTES),
        exact(message.certificate, f"{where}.certificate", SIGNATURE_BYTES),
        exact(message.consent, f"{where}.consent", SIGNATURE_BYTES),
    )
