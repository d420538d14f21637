"""Cards as they lie on the table, and points, which many messages hold."""

from collections.abc import Iterable, Sequence

from kalooki.codec.cards import card_from_wire, card_to_wire, natural_from_wire, natural_to_wire
from kalooki.codec.limits import MAX_CARDS, MAX_POINTS
from kalooki.codec.reading import listed, number
from kalooki.rules.events import Face
from kalooki.wire.v1 import event_pb2 as pb


def signed(value: int, where: str) -> int:
    """Read points or money.

    Raises:
        MalformedError: Out of all proportion.
    """
    return number(value, where, MAX_POINTS, -MAX_POINTS)


def faces_to_wire(faces: Iterable[Face]) -> list[pb.Face]:
    """Write cards as they lie on the table."""
    return [
        pb.Face(
            card=card_to_wire(face.card),
            stands_for=None if face.stands_for is None else natural_to_wire(face.stands_for),
        )
        for face in faces
    ]


def faces_from_wire(messages: Sequence[pb.Face], where: str) -> tuple[Face, ...]:
    """Read cards as they lie on the table.

    Raises:
        MalformedError: Too many, or no such card.
    """
    return tuple(
        Face(
            card_from_wire(message.card, where),
            natural_from_wire(message.stands_for, where) if message.HasField("stands_for") else None,
        )
        for message in listed(messages, where, MAX_CARDS)
    )
