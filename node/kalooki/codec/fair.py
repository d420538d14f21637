"""Keys, shuffles and shares: bytes of the right length here; `fair` decodes what they hold."""

from collections.abc import Iterable, Sequence

from kalooki.codec.cards import seat_from_wire
from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import (
    BOX_BYTES,
    CIPHERTEXT_BYTES,
    ELEMENT_BYTES,
    MAX_BATCHES,
    MAX_CARDS,
    MAX_CEREMONY,
    MAX_INDEX,
    MAX_PLAYERS,
    MAX_SHUFFLE_PROOF,
    POSSESSION_PROOF_BYTES,
    SCALAR_BYTES,
    SHARE_PROOF_BYTES,
)
from kalooki.codec.reading import at_most, distinct, exact, listed, number
from kalooki.table.payloads import (
    EVERYBODY,
    CeremonyNumber,
    Complaint,
    KeyBackup,
    KeyShare,
    OpenedBackup,
    ShareBatch,
    Shares,
    Shuffle,
)
from kalooki.wire.v1 import fair_pb2 as pb


def ceremony_from_wire(value: int, where: str) -> CeremonyNumber:
    """Read the log's count of ceremonies.

    Raises:
        MalformedError: Out of its limits.
    """
    return CeremonyNumber(number(value, f"{where}.ceremony", MAX_CEREMONY, 1))


def key_share_to_wire(share: KeyShare) -> pb.KeyShare:
    """Write a key share."""
    return pb.KeyShare(
        ceremony=share.ceremony,
        public=share.public,
        proof=share.proof,
        commitments=share.commitments,
        sealing=share.sealing,
    )


def key_share_from_wire(message: pb.KeyShare, where: str) -> KeyShare:
    """Read a key share.

    Raises:
        MalformedError: A part has another length.
    """
    commitments = at_most(message.commitments, f"{where}.commitments", ELEMENT_BYTES * (MAX_PLAYERS - 1))
    if len(commitments) % ELEMENT_BYTES:
        raise MalformedError(f"{len(commitments)} bytes", f"{where}.commitments", f"a multiple of {ELEMENT_BYTES}")
    return KeyShare(
        ceremony_from_wire(message.ceremony, where),
        exact(message.public, f"{where}.public", ELEMENT_BYTES),
        exact(message.proof, f"{where}.proof", POSSESSION_PROOF_BYTES),
        commitments,
        exact(message.sealing, f"{where}.sealing", ELEMENT_BYTES) if message.sealing else b"",
    )


def key_backup_to_wire(backup: KeyBackup) -> pb.KeyBackup:
    """Write the sealed shares of a key."""
    return pb.KeyBackup(ceremony=backup.ceremony, boxes=backup.boxes)


def key_backup_from_wire(message: pb.KeyBackup, where: str) -> KeyBackup:
    """Read the sealed shares of a key. Whether there are as many as seats is for `fair` to judge.

    Raises:
        MalformedError: Too many, or one of another length.
    """
    boxes = listed(message.boxes, f"{where}.boxes", MAX_PLAYERS - 1, 1)
    return KeyBackup(
        ceremony_from_wire(message.ceremony, where), tuple(exact(box, f"{where}.boxes", BOX_BYTES) for box in boxes)
    )


def complaint_from_wire(message: pb.Complaint, where: str) -> Complaint:
    """Read whose share of a key is said to be false.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Complaint(ceremony_from_wire(message.ceremony, where), seat_from_wire(message.dealer, f"{where}.dealer"))


def opened_backup_from_wire(message: pb.OpenedBackup, where: str) -> OpenedBackup:
    """Read an opened share of a key.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return OpenedBackup(
        ceremony_from_wire(message.ceremony, where),
        seat_from_wire(message.helper, f"{where}.helper"),
        exact(message.share, f"{where}.share", SCALAR_BYTES),
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
            absent=batch.absent,
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
        number(message.absent, f"{where}.absent", MAX_PLAYERS - 1) if message.HasField("absent") else None,
    )
