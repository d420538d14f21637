"""Looks at what a node kept about itself before the node takes it back: a flipped byte must end in one clear line."""

from collections.abc import Mapping, Sequence

from kalooki.codec import MalformedError, decode_message
from kalooki.fair.backup import decode_secret_backup
from kalooki.fair.errors import FairError
from kalooki.fair.group import Group, decode_scalar
from kalooki.table.config import Restored
from kalooki.table.log import Digest, Message, message_signing_bytes
from kalooki.table.payloads import KeyShare
from kalooki.table.signing import is_signed

LARGEST_PART = 6
"""Digits of a number in a key."""


def damage(restored: Restored, table: Digest, identities: Sequence[bytes], group: Group) -> str:
    """Say what is wrong with a node's own messages, secrets or outcomes; empty where nothing is.

    Args:
        restored: What the file holds.
        table: Whose file it is.
        identities: The identity keys of the node and of its players.
        group: In which the secrets are.
    """
    own: dict[str, Message] = {}
    for key, wire in dict(restored.own).items():
        message = _read(wire)
        if message is None or not _is_ours(message, table, identities):
            return "a message of our own is not what we signed"
        if key.startswith("command/") and not _number(key.split("/")[1]):
            return "a command names no player"
        own[key] = message
    for key, secret in dict(restored.secrets).items():
        if not _is_secret(key, secret, own, group):
            return "a secret for the deck is not what we made"
    if any(player < 0 for player, *_ in restored.outcomes):
        return "an outcome names no player"
    return ""


def _read(wire: bytes) -> Message | None:
    try:
        return decode_message(wire)
    except MalformedError:
        return None


def _is_ours(message: Message, table: Digest, identities: Sequence[bytes]) -> bool:
    fields = (message.author, message.stream, message.move, message.counter, message.known_index, message.known_hash)
    statement = message_signing_bytes(table, *fields, message.payload_bytes)
    return any(is_signed(identity, statement, message.signature) for identity in identities)


def _is_secret(key: str, secret: bytes, own: Mapping[str, Message], group: Group) -> bool:
    """Whether a secret has its form, and belongs to the public key, or to the backup of it, that we signed."""
    kind, *numbers = key.split("/")
    if kind not in {"ceremony", "backup"} or [_number(number) for number in numbers] != [True, True]:
        return False
    message = own.get("/".join(["key", *numbers]))
    said = None if message is None else message.payload
    if not isinstance(said, KeyShare | None):
        return False
    try:
        if kind == "backup":
            return _is_backup(secret, said, group)
        public = group.base(decode_scalar(secret)).encoding
    except (FairError, ValueError):
        return False
    return said is None or said.public == public


def _is_backup(secret: bytes, said: KeyShare | None, group: Group) -> bool:
    """Whether this is what a backup was made of.

    Raises:
        FairError: It has not the form.
        ValueError: It is empty.
    """
    backup = decode_secret_backup(secret)
    sealing = group.base(backup.sealing).encoding
    announced = b"".join(group.base(one).encoding for one in backup.coefficients)
    return said is None or (said.commitments, said.sealing) == (said.public + announced, sealing)


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LARGEST_PART
