"""The private side of a ceremony: what one seat makes with its secrets and fresh bytes."""

from dataclasses import dataclass

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.chance import FRESH_BYTES, Chance, expand
from kalooki.fair.contexts import NO_KEYS, Binding
from kalooki.fair.decryption import DecryptionShares, make_share_statement, prove_shares
from kalooki.fair.elgamal import encode_deck
from kalooki.fair.errors import KeyAlreadyGivenError, NotYourShuffleError, UnprovenDeckError
from kalooki.fair.group import Element, Scalar
from kalooki.fair.keys import prove_possession
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
    context = Binding(ceremony.plan.ceremony, NO_KEYS).key(member)
    share = prove_possession(ceremony.plan.group, context, secret, chance.read(FRESH_BYTES))
    return OwnKey(seat, secret, share.key.encoding, share.proof.encode())


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
    if not (ceremony.complete and verdict.valid and verdict.chain == ceremony.chain):
        raise UnprovenDeckError("no share before all shuffle proofs of this deck are verified")
    member = ceremony.member(own.seat)
    grant = ceremony.openings.find(own.seat, *request)
    context = ceremony.binding.share(member, grant.recipient, grant.positions)
    group, deck = ceremony.plan.group, ceremony.ciphertexts
    statement = make_share_statement(group, context, own.secret, [deck[place].a for place in grant.positions])
    proof = prove_shares(group, statement, own.secret, expand(entropy, "shares"))
    shares = b"".join(share.encoding for share in statement.shares)
    return DecryptionShares(own.seat, grant.recipient, grant.positions, shares, proof.encode())


def own_share(ceremony: Ceremony, own: OwnKey, position: int) -> Element:
    """Return the share by which a seat sees its own card; it never leaves the node.

    Raises:
        ShufflesIncompleteError: A seat has not shuffled.
    """
    return ceremony.plan.group.mul(own.secret, ceremony.ciphertexts[position].a)
