"""Keys, shuffles and shares: bytes of the right length here; `fair` decodes what they hold."""

from collections.abc import Iterable, Sequence

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import (
    CIPHERTEXT_BYTES,
    ELEMENT_BYTES,
    MAX_BATCHES,
    MAX_CARDS,
    MAX_CEREMONY,
    MAX_INDEX,
    MAX_PLAYERS,
    MAX_SHUFFLE_PROOF,
    POSSESSION_PROOF_BYTES,
    SHARE_PROOF_BYTES,
)
from kalooki.codec.reading import at_most, distinct, exact, listed, number
from kalooki.table.payloads import EVERYBODY, CeremonyNumber, KeyShare, ShareBatch, Shares, Shuffle
from kalooki.wire.v1 import fair_pb2 as pb


def ceremony_from_wire(value: int, where: str) -> CeremonyNumber:
    """Read the log's count of ceremonies.

    Raises:
        MalformedError: Out of its limits.
    """
    return CeremonyNumber(number(value, f"{where}.ceremony", MAX_CEREMONY, 1))


def key_share_to_wire(share: KeyShare) -> pb.KeyShare:
    """Write a key share."""
    return pb.KeyShare(ceremony=share.ceremony, public=share.public, proof=share.proof)


def key_share_from_wire(message: pb.KeyShare, where: str) -> KeyShare:
    """Read a key share.

    Raises:
        MalformedError: A part has another length.
    """
    return KeyShare(
        ceremony_from_wire(message.ceremony, where),
        exact(message.public, f"{where}.public", ELEMENT_BYTES),
        exact(message.proof, f"{where}.proof", POSSESSION_PROOF_BYTES),
    )


def shuffle_to_wire(shuffle: Shuffle) -> pb.Shuffle:
    """Write a shuffle."""
    return pb.Shuffle(ceremony=shuffle.ceremony, deck=shuffle.deck, proof=shuffle.proof)


def shuffle_from_wire(message: pb.Shuffle, where: str) -> Shuffle:
    """Read a shuffle. Whether deck and proof fit is for `fair` to judge, so that a false one names its author.

    Raises:
        MalformedError: Too long, or a deck that is no list of ciphertexts.
    """
    deck = at_most(message.deck, f"{where}.deck", CIPHERTEXT_BYTES * MAX_CARDS)
    if len(deck) % CIPHERTEXT_BYTES:
        raise MalformedError(f"{len(deck)} bytes", f"{where}.deck", f"a multiple of {CIPHERTEXT_BYTES}")
    proof = at_most(message.proof, f"{where}.proof", MAX_SHUFFLE_PROOF)
    return Shuffle(ceremony_from_wire(message.ceremony, where), deck, proof)


def batches_to_wire(batches: Iterable[ShareBatch]) -> list[pb.ShareBatch]:
    """Write batches of shares in their order."""
    return [
        pb.ShareBatch(
            ceremony=batch.ceremony,
            audience=batch.audience,
            positions=batch.positions,
            shares=batch.shares,
            proof=batch.proof,
        )
        for batch in batches
    ]


def batches_from_wire(messages: Sequence[pb.ShareBatch], where: str) -> tuple[ShareBatch, ...]:
    """Read batches of shares in their order.

    Raises:
        MalformedError: Too many, or one that is out of its limits.
    """
    return tuple(_batch_from_wire(message, where) for message in listed(messages, where, MAX_BATCHES))


def shares_to_wire(shares: Shares) -> pb.Shares:
    """Write the shares that an entry owes."""
    return pb.Shares(owed=shares.owed, batches=batches_to_wire(shares.batches))


def shares_from_wire(message: pb.Shares, where: str) -> Shares:
    """Read the shares that an entry owes.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Shares(number(message.owed, f"{where}.owed", MAX_INDEX, 1), batches_from_wire(message.batches, where))


def _batch_from_wire(message: pb.ShareBatch, where: str) -> ShareBatch:
    if message.audience != EVERYBODY:
        number(message.audience, f"{where}.audience", MAX_PLAYERS - 1)
    positions = listed(message.positions, f"{where}.positions", MAX_CARDS, 1)
    for position in positions:
        number(position, f"{where}.positions", MAX_CARDS - 1)
    return ShareBatch(
        ceremony_from_wire(message.ceremony, where),
        message.audience,
        distinct(tuple(positions), f"{where}.positions"),
        exact(message.shares, f"{where}.shares", ELEMENT_BYTES * len(positions)),
        exact(message.proof, f"{where}.proof", SHARE_PROOF_BYTES),
    )
