"""Who wrote a message, and whether he did."""

from kalooki.table.log import ByNode, ByPlayer, Digest, Message, message_signing_bytes
from kalooki.table.payloads import NodeNumber
from kalooki.table.results import VoidError
from kalooki.table.signing import is_signed
from kalooki.table.state import FOUNDER, Player, TableState


def author_key(state: TableState, message: Message) -> bytes | None:
    """Return the identity key of a message's author; None if nobody has that number."""
    match message.author:
        case ByPlayer(player):
            return state.players[player].identity if player < len(state.players) else None
        case ByNode(node):
            return node_key(state, node)


def node_key(state: TableState, node: NodeNumber) -> bytes | None:
    """Return a node's identity key; None if nobody has that number."""
    if node == FOUNDER:
        return state.genesis.founder  # who lets nodes in before any node is in
    return state.members[node].identity if node < len(state.members) else None


def author_player(state: TableState, message: Message) -> Player:
    """Return the player who wrote a message.

    Raises:
        VoidError: A node wrote it.
    """
    match message.author:
        case ByPlayer(player):
            return state.players[player]
        case ByNode():
            raise VoidError("wrong_author", "only a player can say this")


def require_known(message: Message, index: int) -> None:
    """Hold a statement to what its author knew: a host with another log must not make it false there.

    Raises:
        VoidError: Its author did not know the entry that the statement is about.
    """
    if message.known_index < index:
        raise VoidError("not_known", f"its author knew no entry {index}, and that is what it is about")


def signed_part(table: Digest, message: Message) -> bytes:
    """Return what the author of a message signed."""
    return message_signing_bytes(
        table,
        message.author,
        message.stream,
        message.move,
        message.counter,
        message.known_index,
        message.known_hash,
        message.payload_bytes,
    )


def is_authentic(state: TableState, message: Message) -> bool:
    """Say whether the author is known and signed the message."""
    key = author_key(state, message)
    return key is not None and is_signed(key, signed_part(state.table, message), message.signature)
