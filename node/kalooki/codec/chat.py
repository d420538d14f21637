"""What people say to each other: between nodes, and between a node and its client."""

from kalooki.codec.limits import MAX_CHAT, MAX_INDEX, MAX_PACKET_CHAT, SIGNATURE_BYTES
from kalooki.codec.messages import player_from_wire
from kalooki.codec.reading import exact, number, parse, text, write
from kalooki.seat import Said
from kalooki.table.chat import Chat
from kalooki.wire.v1 import packet_pb2, seat_pb2


def chat_to_wire(chat: Chat) -> packet_pb2.Chat:
    """Write a line."""
    return packet_pb2.Chat(player=chat.player, counter=chat.counter, text=chat.text, signature=chat.signature)


def chat_from_wire(message: packet_pb2.Chat, where: str = "chat") -> Chat:
    """Read a line. Whether its signature holds is for `table` to say.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Chat(
        player_from_wire(message.player, f"{where}.player"),
        number(message.counter, f"{where}.counter", MAX_INDEX, 1),
        line(message.text, f"{where}.text"),
        exact(message.signature, f"{where}.signature", SIGNATURE_BYTES),
    )


def encode_chat(chat: Chat) -> bytes:
    """Give a line's bytes."""
    return write(chat_to_wire(chat))


def decode_chat(encoded: bytes) -> Chat:
    """Read a line that was kept.

    Raises:
        MalformedError: Not the canonical encoding of one, or a part is out of its limits.
    """
    return chat_from_wire(parse(packet_pb2.Chat, encoded, MAX_PACKET_CHAT, "chat"))


def said_to_wire(said: Said) -> seat_pb2.Said:
    """Write for the own client who has said what."""
    return seat_pb2.Said(player=said.player, text=said.text)


def said_from_wire(message: seat_pb2.Said, where: str) -> Said:
    """Read who has said what.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Said(player_from_wire(message.player, f"{where}.player"), line(message.text, f"{where}.text"))


def line(said: str, where: str) -> str:
    """Check what somebody says: a few words, and nothing in them that is invisible or turns what stands around.

    Raises:
        MalformedError: Nothing, too much, or such a character.
    """
    return text(said, where, MAX_CHAT, 1)
