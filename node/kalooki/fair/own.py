"""The private side of a ceremony: what one seat makes with its secrets and fresh bytes."""

from dataclasses import dataclass

from kalooki.fair.backup import (
    NONE_ANNOUNCED,
    AnnouncedBackup,
    SecretBackup,
    announce_backup,
    deal_share,
    draw_backup,
    index_of,
    seal_share,
    unseal_share,
)
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.chance import FRESH_BYTES, Chance, expand
from kalooki.fair.contexts import NO_KEYS, Binding
from kalooki.fair.decryption import DecryptionShares, make_share_statement, prove_shares
from kalooki.fair.elgamal import encode_deck
from kalooki.fair.errors import BackupAlreadyGivenError, KeyAlreadyGivenError, NotYourShuffleError, UnprovenDeckError
from kalooki.fair.group import Element, Scalar
from kalooki.fair.keys import prove_possession
from kalooki.fair.openings import Grant, Helper
from kalooki.fair.shuffle import ShuffleOffline, precompute, shuffle_and_prove
from kalooki.fair.shuffle_verify import ChainVerdict


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A seat's key for one ceremony; its text shows no secret."""

    seat: int
    secret: Scalar
    key: bytes
    """X."""
    proof: bytes
    """R ‖ z."""
    announced: AnnouncedBackup = NONE_ANNOUNCED
    backup: SecretBackup | None = None
    """Its polynomial and its key for sealing, in a ceremony whose keys have backups."""

    def __repr__(self) -> str:
        return f"OwnKey(seat={self.seat})"


def make_key(ceremony: Ceremony, seat: int, entropy: bytes) -> OwnKey:
    """Make a seat's key of 64 fresh bytes.

    Raises:
        NotInCeremonyError: The seat has no part in this.
        KeyAlreadyGivenError: It has announced its key: resend the stored bytes.
        ZeroChallengeError: Start again with fresh bytes.
    """
    member = ceremony.member(seat)
    if seat in ceremony.keys:
        raise KeyAlreadyGivenError(f"seat {seat} has announced its key")
    chance = Chance(entropy, f"key {ceremony.plan.ceremony.hex()} {seat}")
    secret = chance.scalar()
    fresh, group, threshold = chance.read(FRESH_BYTES), ceremony.plan.group, ceremony.plan.setting.threshold
    context = Binding(ceremony.plan.ceremony, NO_KEYS).key(member)
    if not threshold:
        share = prove_possession(group, context, secret, fresh)
        return OwnKey(seat, secret, share.key.encoding, share.proof.encode())
    backup = draw_backup(chance, threshold)
    public = announce_backup(group, secret, backup)
    share = prove_possession(group, context, secret, fresh, public)
    return OwnKey(seat, secret, share.key.encoding, share.proof.encode(), public.encode(), backup)


def prepare_shuffle(ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
    """Make the part of a shuffle that needs the joint key and 64 fresh bytes, but no deck.

    Raises:
        KeysIncompleteError: A seat has not announced its key.
    """
    own_entropy = expand(entropy, f"shuffle {ceremony.plan.ceremony.hex()}")
    return precompute(ceremony.plan.group, ceremony.joint_key, len(ceremony.plan.setting.faces), own_entropy)


def make_shuffle(ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
    """Use up the prepared part; return the new deck and its proof.

    Raises:
        NotInCeremonyError: The seat has no part in this.
        NotYourShuffleError: It is not this seat's turn; the prepared part can still be used.
        MaterialUsedError: The prepared part was used: resend the stored bytes.
        ZeroChallengeError: Start again with a new prepared part.
    """
    member = ceremony.member(seat)
    if seat != ceremony.next_shuffler:
        raise NotYourShuffleError(f"seat {seat} does not shuffle now")
    context = ceremony.binding.shuffle(member)
    after, proof = shuffle_and_prove(ceremony.plan.group, context, ceremony.joint_key, ceremony.input_deck(), offline)
    return encode_deck(after), proof.encode()


def make_shares(
    ceremony: Ceremony, verdict: ChainVerdict, own: OwnKey, request: tuple[int, tuple[int, ...]], entropy: bytes
) -> DecryptionShares:
    """Make a seat's shares for the grant (recipient, positions) with 64 fresh bytes.

    The caller holds the certificate and everybody's acknowledgement of the entry that granted them.

    Raises:
        NotInCeremonyError: The seat has no part in this.
        UnprovenDeckError: The verdict is not that all proofs of this chain are true.
        NotGrantedError: The positions do not go to this recipient, or the seat owes nothing for them.
        ShareAlreadyGivenError: The seat's shares are recorded: resend the stored bytes.
        ZeroChallengeError: Start again with fresh bytes.
    """
    _require_proven(ceremony, verdict)
    ceremony.member(own.seat)
    grant = ceremony.openings.find(own.seat, *request)
    return _share(ceremony, own.seat, own.secret, grant, entropy)


def deal_backup(ceremony: Ceremony, verdict: ChainVerdict, own: OwnKey, entropy: bytes) -> tuple[bytes, ...]:
    """Seal the shares of a seat's key with 64 fresh bytes, one for each other seat in seat order.

    Raises:
        NotInCeremonyError: The seat has no part in this.
        UnprovenDeckError: The verdict is not that all proofs of this chain are true.
        BackupAlreadyGivenError: The shares are dealt: resend the stored bytes.
    """
    _require_proven(ceremony, verdict)
    dealer = ceremony.member(own.seat)
    if own.seat in ceremony.backups.dealt:
        raise BackupAlreadyGivenError(f"seat {own.seat} has dealt the shares of its key")
    chance, binding = Chance(entropy, f"backup {ceremony.plan.ceremony.hex()} {own.seat}"), ceremony.binding
    return tuple(
        seal_share(
            ceremony.plan.group,
            binding.sealed(dealer, seat),
            ceremony.backups.public[seat].sealing,
            share_for(own, seat),
            chance.scalar(),
        )
        for seat in ceremony.others(own.seat)
    )


def share_for(own: OwnKey, helper: int) -> Scalar:
    """Return a helper's share of one's own key: sealed to it, or opened to all on its complaint."""
    assert own.backup is not None, "a key without a backup has no shares"
    return deal_share(own.secret, own.backup, index_of(helper))


def kept_share(ceremony: Ceremony, own: OwnKey, dealer: int) -> Scalar:
    """Return one's own share of another seat's key: out of its box, or as it was opened.

    Raises:
        InvalidBackupError: The box does not open, or does not hold what the dealer committed to: complain.
    """
    holder, backups = Helper(dealer, own.seat), ceremony.backups
    if holder in backups.opened:
        return backups.opened[holder]
    assert own.backup is not None, "a key without a backup has no shares"
    context = ceremony.binding.sealed(ceremony.member(dealer), own.seat)
    return unseal_share(ceremony.plan.group, context, own.backup.sealing, backups.boxes[holder], backups.keys[holder])


def make_helper_shares(
    ceremony: Ceremony, verdict: ChainVerdict, own: OwnKey, grant: Grant, entropy: bytes
) -> DecryptionShares:
    """Make a helper's shares for an absent seat's part of a grant, with 64 fresh bytes.

    The caller holds the certificate and everybody's acknowledgement of the entry by which the seat is absent.

    Raises:
        UnprovenDeckError: The verdict is not that all proofs of this chain are true.
        NotGrantedError: Nobody stands in for the seat, or not for these positions, or this seat does not.
        ShareAlreadyGivenError: The seat's shares are recorded: resend the stored bytes.
        InvalidBackupError: The seat has no true share of the key.
        ZeroChallengeError: Start again with fresh bytes.
    """
    _require_proven(ceremony, verdict)
    found = ceremony.openings.find(grant.giver(own.seat), grant.recipient, grant.positions)
    assert found.absent is not None, "a seat's own shares are made with its own key"
    return _share(ceremony, own.seat, kept_share(ceremony, own, found.absent), found, entropy)


def own_share(ceremony: Ceremony, own: OwnKey, position: int) -> Element:
    """Return the share by which a seat sees its own card; it never leaves the node.

    Raises:
        ShufflesIncompleteError: A seat has not shuffled.
    """
    return ceremony.plan.group.mul(own.secret, ceremony.ciphertexts[position].a)


def _require_proven(ceremony: Ceremony, verdict: ChainVerdict) -> None:
    if not (ceremony.complete and verdict.valid and verdict.chain == ceremony.chain):
        raise UnprovenDeckError("no share before all shuffle proofs of this deck are verified")


def _share(ceremony: Ceremony, seat: int, secret: Scalar, grant: Grant, entropy: bytes) -> DecryptionShares:
    context, group, deck = ceremony.share_context(grant, seat), ceremony.plan.group, ceremony.ciphertexts
    statement = make_share_statement(group, context, secret, [deck[place].a for place in grant.positions])
    proof = prove_shares(group, statement, secret, expand(entropy, "shares"))
    shares = b"".join(share.encoding for share in statement.shares)
    return DecryptionShares(seat, grant.recipient, grant.positions, shares, proof.encode(), grant.absent)
