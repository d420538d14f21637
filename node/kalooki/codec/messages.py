"""Signed messages, entries and acknowledgements. What was received is kept as bytes and never written again."""

import struct
from functools import lru_cache

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import (
    MAX_ACK,
    MAX_BODY,
    MAX_DEAL,
    MAX_ENTRY,
    MAX_INDEX,
    MAX_MESSAGE,
    MAX_MESSAGES,
    MAX_NODES,
    MAX_NUMBERS,
    SIGNATURE_BYTES,
)
from kalooki.codec.payloads import decode_payload
from kalooki.codec.reading import at_most, digest, exact, number, parse, unknown, write
from kalooki.table.log import Ack, Author, ByNode, ByPlayer, Digest, Entry, Message, Stream
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.wire.v1 import log_pb2 as pb

_U32 = struct.Struct(">I")

MESSAGES_KEPT = 64
"""Messages that are not read anew when their bytes come again."""


def seal_message(  # noqa: PLR0913, PLR0917 - these are the fields of the format
    author: Author,
    stream: Stream,
    move: int,
    counter: int,
    known_index: int,
    known_hash: Digest,
    payload: bytes,
    signature: bytes,
) -> bytes:
    """Put a message together as it is sent."""
    message = pb.SignedMessage(
        deal=stream.deal,
        attempt=stream.attempt,
        move=move,
        counter=counter,
        known_index=known_index,
        known_hash=known_hash,
        payload=payload,
        signature=signature,
    )
    match author:
        case ByNode(node):
            message.node = node
        case ByPlayer(player):
            message.player = player
    return write(message)


def decode_message(wire: bytes, where: str = "message") -> Message:
    """Read a message, its payload included. Whether its signature holds is for `table` to say.

    Raises:
        MalformedError: Not the canonical encoding of a message that this version knows, or a part is out of its limits.
    """
    try:
        return _known(wire)
    except MalformedError:
        return _read(wire, where)  # says where


@lru_cache(maxsize=MESSAGES_KEPT)
def _known(wire: bytes) -> Message:
    """Read a message once: nearly all come by themselves, and then again in an entry."""
    return _read(wire, "message")


def _read(wire: bytes, where: str) -> Message:
    message = parse(pb.SignedMessage, wire, MAX_MESSAGE, where)
    return Message(
        author=_author_from_wire(message, where),
        stream=_stream_from_wire(message, where),
        move=number(message.move, f"{where}.move", MAX_INDEX),
        counter=number(message.counter, f"{where}.counter", MAX_INDEX),
        known_index=number(message.known_index, f"{where}.known_index", MAX_INDEX),
        known_hash=Digest(digest(message.known_hash, f"{where}.known_hash")),
        payload=decode_payload(message.payload, f"{where}.payload"),
        payload_bytes=message.payload,
        signature=exact(message.signature, f"{where}.signature", SIGNATURE_BYTES),
        wire=wire,
    )


def unseal(wire: bytes) -> Message | None:
    """Read a message where a malformed one is as none."""
    try:
        return decode_message(wire)
    except MalformedError:
        return None


def seal_entry(entry: Entry) -> bytes:
    """Put an entry together as it is sent; its `messages` and `wire` are not looked at."""
    return write(
        pb.Entry(
            term=entry.term,
            index=entry.index,
            previous=entry.previous,
            state_before=entry.state_before,
            body=entry.body,
            signature=entry.signature,
        )
    )


def decode_entry(wire: bytes, where: str = "entry") -> Entry:
    """Read an entry with its messages. Whether it follows the log is for `table` to say.

    Raises:
        MalformedError: Not the canonical encoding of an entry, or one of its messages is malformed.
    """
    message = parse(pb.Entry, wire, MAX_ENTRY, where)
    index = number(message.index, f"{where}.index", MAX_INDEX, 1)
    where = f"{where} {index}"
    return Entry(
        term=number(message.term, f"{where}.term", MAX_INDEX, 1),
        index=index,
        previous=Digest(digest(message.previous, f"{where}.previous")),
        state_before=Digest(digest(message.state_before, f"{where}.state_before")),
        body=message.body,
        messages=split_body(message.body, f"{where}.body"),
        signature=exact(message.signature, f"{where}.signature", SIGNATURE_BYTES),
        wire=wire,
    )


def split_body(body: bytes, where: str = "body") -> tuple[Message, ...]:
    """Read the messages of an entry: u32 count, then each as u32 length and bytes, and nothing after them.

    Raises:
        MalformedError: Another framing, too many messages or none, or one that is malformed.
    """
    at_most(body, where, MAX_BODY)
    count = number(_u32(body, 0, where), f"{where}.count", MAX_MESSAGES, 1)
    offset = _U32.size
    messages: list[Message] = []
    for place in range(count):
        length = _u32(body, offset, where)
        offset += _U32.size
        if offset + length > len(body):
            raise MalformedError("a message longer than the body", where, f"at most {len(body) - offset} bytes")
        messages.append(decode_message(body[offset : offset + length], f"{where} message {place + 1}"))
        offset += length
    if offset != len(body):
        raise MalformedError(f"{len(body) - offset} bytes after the last message", where, "none")
    return tuple(messages)


def encode_ack(ack: Ack) -> bytes:
    """Give an acknowledgement's bytes."""
    return write(ack_to_wire(ack))


def decode_ack(encoded: bytes, where: str = "ack") -> Ack:
    """Read an acknowledgement.

    Raises:
        MalformedError: Not the canonical encoding of one, or a part is out of its limits.
    """
    return ack_from_wire(parse(pb.Ack, encoded, MAX_ACK, where), where)


def ack_to_wire(ack: Ack) -> pb.Ack:
    """Write an acknowledgement."""
    return pb.Ack(node=ack.node, term=ack.term, index=ack.index, hash=ack.hash, signature=ack.signature)


def ack_from_wire(message: pb.Ack, where: str) -> Ack:
    """Read an acknowledgement.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Ack(
        node_from_wire(message.node, f"{where}.node"),
        number(message.term, f"{where}.term", MAX_INDEX, 1),
        number(message.index, f"{where}.index", MAX_INDEX, 1),
        Digest(digest(message.hash, f"{where}.hash")),
        exact(message.signature, f"{where}.signature", SIGNATURE_BYTES),
    )


def node_from_wire(value: int, where: str) -> NodeNumber:
    """Read the number of a node.

    Raises:
        MalformedError: No table has so many.
    """
    return NodeNumber(number(value, where, MAX_NODES - 1))


def player_from_wire(value: int, where: str) -> PlayerNumber:
    """Read the number of a player.

    Raises:
        MalformedError: No table has so many.
    """
    return PlayerNumber(number(value, where, MAX_NUMBERS - 1))


def _author_from_wire(message: pb.SignedMessage, where: str) -> Author:
    match message.WhichOneof("author"):
        case "node":
            return ByNode(node_from_wire(message.node, f"{where}.node"))
        case "player":
            return ByPlayer(player_from_wire(message.player, f"{where}.player"))
        case None:
            raise unknown(f"{where}.author")


def _stream_from_wire(message: pb.SignedMessage, where: str) -> Stream:
    deal = number(message.deal, f"{where}.deal", MAX_DEAL)
    attempt = number(message.attempt, f"{where}.attempt", MAX_DEAL)
    if (deal == 0) != (attempt == 0):
        raise MalformedError(f"deal {deal}, attempt {attempt}", f"{where}.deal", "both 0 for the table, or neither")
    return Stream(deal, attempt)


def _u32(body: bytes, offset: int, where: str) -> int:
    if offset + _U32.size > len(body):
        raise MalformedError("the end in the middle of a number", where, "four bytes")
    (value,) = _U32.unpack_from(body, offset)
    assert isinstance(value, int)
    return value
