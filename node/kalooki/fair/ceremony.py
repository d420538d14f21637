"""The public side of one ceremony: keys, shuffles in seat order, cards granted and opened, as an immutable value.

Every node and the verifier apply the same messages and reach the same value. It holds no secret.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kalooki.fair.backup import NONE_ANNOUNCED, AnnouncedBackup, decode_backup, index_of, stand_in
from kalooki.fair.contexts import EVERYBODY, NO_KEYS, Binding, Context, SeatIdentity
from kalooki.fair.decryption import (
    DecryptionShares,
    ShareProof,
    ShareStatement,
    decode_share_proof,
    decode_shares,
    face_of,
    open_point,
    verify_shares,
)
from kalooki.fair.elgamal import Deck, decode_deck
from kalooki.fair.errors import (
    AudienceError,
    BackupIncompleteError,
    FairError,
    InvalidElementError,
    InvalidKeyError,
    InvalidShuffleProofError,
    KeyAlreadyGivenError,
    KeysIncompleteError,
    MissingShareError,
    NoBackupError,
    NoComplaintError,
    NotEnoughHelpersError,
    NotInCeremonyError,
    NotYourShuffleError,
    ShareAlreadyGivenError,
    ShufflesIncompleteError,
)
from kalooki.fair.group import Element, Scalar, decode_scalar, encode_scalar
from kalooki.fair.hashing import hash32
from kalooki.fair.joint import JointKey, join_keys
from kalooki.fair.keys import decode_key_share, verify_possession
from kalooki.fair.openings import Giver, Grant, GrantWriter, Helper, Openings, grant_lines
from kalooki.fair.plan import Plan
from kalooki.fair.safekeeping import Safekeeping
from kalooki.fair.shuffle_proof import ShuffleStatement, decode_shuffle_proof
from kalooki.fair.shuffle_verify import ChainCheck, ShuffleStep

NO_SHARES: Mapping[int, Element] = {}


@dataclass(frozen=True, slots=True)
class Ceremony:
    """How far a ceremony has come; each `accept_` returns the next value, or raises and changes nothing."""

    plan: Plan
    keys: Mapping[int, Element] = field(default_factory=dict)
    """X by seat."""
    joint: JointKey | None = None
    steps: tuple[ShuffleStep, ...] = ()
    digests: tuple[bytes, ...] = ()
    """For each step the hash of deck and proof as they were received."""
    openings: Openings = field(default_factory=Openings)
    secrets: Mapping[int, Scalar] = field(default_factory=dict)
    """x by seat, of those who have left: everybody takes their part of the encryption off."""
    backups: Safekeeping = field(default_factory=Safekeeping)

    def member(self, seat: int) -> SeatIdentity:
        """Return a seat with its identity key.

        Raises:
            NotInCeremonyError: The seat has no part in this.
        """
        for member in self.plan.setting.seats:
            if member.seat == seat:
                return member
        raise NotInCeremonyError(f"seat {seat} has no part in this ceremony")

    def accept_key(
        self, seat: int, key: bytes, proof: bytes, announced: AnnouncedBackup = NONE_ANNOUNCED
    ) -> "Ceremony":
        """Take a seat's key, with its backup if keys have one; the last one makes the joint key.

        Raises:
            NotInCeremonyError: The seat has no part in this.
            KeyAlreadyGivenError: It has announced its key.
            InvalidKeyError: The key, its proof or its backup is malformed or false, is another seat's, or cancels the
                others.
        """
        member, group = self.member(seat), self.plan.group
        if seat in self.keys:
            raise KeyAlreadyGivenError(f"seat {seat} has announced its key")
        share = decode_key_share(group, key, proof, seat)
        backup = decode_backup(group, share.key, announced, self.plan.setting.threshold, seat)
        if share.key in self.keys.values():
            raise InvalidKeyError("the key is another seat's", seat)
        verify_possession(group, Binding(self.plan.ceremony, NO_KEYS).key(member), replace(share, backup=backup))
        backups = self.backups if backup is None else self.backups.announce(group, seat, backup, self.others(seat))
        keys = {**self.keys, seat: share.key}
        joint = join_keys(self.plan, keys, seat) if len(keys) == len(self.plan.setting.seats) else None
        return replace(self, keys=keys, joint=joint, backups=backups)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return all other seats, in seat order: they keep its key, where keys have backups."""
        return tuple(member.seat for member in self.plan.setting.seats if member.seat != seat)

    def publish(self, seat: int, secret: bytes) -> "Ceremony":
        """Take the secret key of a seat that leaves: from here on nobody waits for its shares.

        Raises:
            NotInCeremonyError: The seat has no part in this.
            KeysIncompleteError: It has announced no key.
            InvalidKeyError: It is not the secret of its key.
        """
        self.member(seat)
        if seat not in self.keys:
            raise KeysIncompleteError(f"seat {seat} has announced no key")
        try:
            scalar = decode_scalar(secret)
            is_its = self.plan.group.base(scalar) == self.keys[seat]
        except FairError as bad:
            raise InvalidKeyError(str(bad), seat) from bad
        if not is_its:
            raise InvalidKeyError("the secret is another key's", seat)
        openings = replace(self.openings, published=self.openings.published | {seat})
        return replace(self, openings=openings, secrets={**self.secrets, seat: scalar})

    @property
    def keys_complete(self) -> bool:
        """Whether the joint key stands."""
        return self.joint is not None

    @property
    def joint_key(self) -> Element:
        """PK.

        Raises:
            KeysIncompleteError: A seat has not announced its key.
        """
        return self._joined().key

    @property
    def binding(self) -> Binding:
        """What shuffles and shares of this ceremony are bound to.

        Raises:
            KeysIncompleteError: A seat has not announced its key.
        """
        return Binding(self.plan.ceremony, self._joined().digest)

    @property
    def next_shuffler(self) -> int | None:
        """The seat whose shuffle is waited for; none before the keys and after the last shuffle."""
        if not self.keys_complete or self.complete:
            return None
        return self.plan.setting.seats[len(self.steps)].seat

    def input_deck(self) -> Deck:
        """Return the deck that the next shuffler takes.

        Raises:
            KeysIncompleteError: A seat has not announced its key.
        """
        return self.steps[-1].statement.after if self.steps else self._joined().start

    def accept_shuffle(self, seat: int, deck: bytes, proof: bytes) -> "Ceremony":
        """Take a shuffle whose bytes are well-formed; whether its proof is true, `verification_job` tells.

        Raises:
            NotInCeremonyError: The seat has no part in this.
            NotYourShuffleError: Another seat's shuffle, or none, is waited for.
            InvalidShuffleProofError: A length, element or scalar is wrong.
        """
        member = self.member(seat)
        if seat != self.next_shuffler:
            raise NotYourShuffleError(f"seat {seat} does not shuffle now")
        before, group = self.input_deck(), self.plan.group
        try:
            after = decode_deck(group, deck, len(before))
        except InvalidElementError as bad:
            raise InvalidShuffleProofError(str(bad), seat) from bad
        statement = ShuffleStatement(self.binding.shuffle(member), self.joint_key, before, after)
        step = ShuffleStep(statement, decode_shuffle_proof(group, proof, len(before), seat))
        return replace(self, steps=(*self.steps, step), digests=(*self.digests, hash32(deck + proof)))

    @property
    def complete(self) -> bool:
        """Whether every seat has shuffled."""
        return len(self.steps) == len(self.plan.setting.seats)

    @property
    def chain(self) -> bytes:
        """Name keys and shuffles so far; a verdict is about one chain.

        Raises:
            KeysIncompleteError: A seat has not announced its key.
        """
        return hash32(self._joined().digest + b"".join(self.digests))

    def verification_job(self) -> ChainCheck:
        """Return all shuffles so far as a value that a worker can check.

        Raises:
            KeysIncompleteError: A seat has not announced its key.
        """
        return ChainCheck(self.plan.group, self.chain, self.steps)

    @property
    def ciphertexts(self) -> Deck:
        """The deck that is dealt from.

        Raises:
            ShufflesIncompleteError: A seat has not shuffled.
        """
        if not self.complete:
            raise ShufflesIncompleteError("a seat has not shuffled yet")
        return self.input_deck()

    # --- backups ----------------------------------------------------------------------------------------------------

    @property
    def secured(self) -> bool:
        """Whether every key is kept by the other seats, without an open complaint, if keys have backups at all."""
        return self._dealt and not self.backups.complaints

    @property
    def _dealt(self) -> bool:
        return not self.plan.setting.threshold or len(self.backups.dealt) == len(self.plan.setting.seats)

    def accept_backup(self, seat: int, boxes: Sequence[bytes]) -> "Ceremony":
        """Take the sealed shares of a seat's key, one for each other seat: held earlier, they could choose the order.

        Raises:
            NotInCeremonyError: The seat has no part in this.
            NoBackupError: Keys of this ceremony have no backup.
            ShufflesIncompleteError: A seat has not shuffled.
            BackupAlreadyGivenError: They are here.
            InvalidBackupError: There are fewer or more boxes, or one of another length.
        """
        self.member(seat)
        if not self.plan.setting.threshold:
            raise NoBackupError("keys of this ceremony have no backup")
        if not self.complete:
            raise ShufflesIncompleteError("no share of a key before every seat has shuffled")
        return replace(self, backups=self.backups.deal(seat, boxes))

    def complain(self, helper: int, dealer: int) -> "Ceremony":
        """Take a helper's word that its box does not hold what the dealer announced.

        Raises:
            NoComplaintError: It has no box of this dealer, has complained of it, or a card was opened since.
        """
        if self.openings.shares:
            raise NoComplaintError("whoever gave a share was content with the boxes")
        return replace(self, backups=self.backups.complain(Helper(dealer, helper)))

    def open_backup(self, dealer: int, helper: int, share: bytes) -> "Ceremony":
        """Take a share of a key that its dealer opens to all, since its holder complained.

        Raises:
            NoComplaintError: Nobody complained.
            InvalidBackupError: It is not what the dealer committed to.
        """
        return replace(self, backups=self.backups.open(self.plan.group, Helper(dealer, helper), share))

    def stand_in(self, absent: int, present: Sequence[int]) -> "Ceremony":
        """Let those who are present owe the shares of a seat that is absent.

        Raises:
            NoBackupError: Its key has no backup, or others stand in for it.
            NotEnoughHelpersError: Too few of the others are present.
        """
        threshold = self.plan.setting.threshold
        if absent not in self.backups.dealt or not self.secured or absent in self.openings.helpers:
            raise NoBackupError("there is no backup of this key, or it is in use")
        helpers = [seat for seat in self.others(absent) if seat in present and seat not in self.openings.helpers]
        if len(helpers) < threshold:
            raise NotEnoughHelpersError(f"{threshold} helpers are needed, and {len(helpers)} are here")
        return replace(self, openings=self.openings.stand_in(absent, tuple(helpers[:threshold])))

    # --- cards ------------------------------------------------------------------------------------------------------

    def grant(self, positions: Sequence[int], recipient: int) -> "Ceremony":
        """Give positions to a seat or to `EVERYBODY`, as the rules say now; from here on shares are owed.

        What a seat has seen can only be granted to everybody, and then that seat alone owes its shares.

        Raises:
            ShufflesIncompleteError: A seat has not shuffled.
            BackupIncompleteError: A seat has not dealt the shares of its key.
            NotInCeremonyError: The recipient has no part in this.
            AudienceError: No positions, one twice, one that the deck does not have, one that has its audience
                already, or positions of several owners in one grant.
        """
        if recipient != EVERYBODY:
            self.member(recipient)
        for position in positions:
            self._require_position(position)
        if not self._dealt:
            raise BackupIncompleteError("no card is granted before every key is kept by the other seats")
        seats = [member.seat for member in self.plan.setting.seats]
        return replace(self, openings=self.openings.grant(positions, recipient, seats))

    def audience_of(self, position: int) -> int | None:
        """Return whom a position goes to now, if it was granted."""
        return self.openings.audiences.get(position)

    def owed_by(self, seat: int) -> tuple[Grant, ...]:
        """Return the grants for which a seat's shares are not recorded."""
        return self.openings.owed_by(seat)

    def owing(self, position: int) -> tuple[Giver, ...]:
        """Return whose share is missing before the position's audience can see it."""
        return self.openings.owing(position)

    def accept_shares(self, given: Sequence[DecryptionShares], seed: bytes) -> "Ceremony":
        """Verify shares in one test, and record them.

        Raises:
            ShufflesIncompleteError: A seat has not shuffled.
            NotInCeremonyError: A seat has no part in this.
            NotGrantedError: The positions do not go to this recipient, or the seat owes nothing for them.
            ShareAlreadyGivenError: The seat's shares are recorded, or come twice.
            InvalidDecryptionShareError: Shares or a proof are malformed or false; the error names the seat.
        """
        return self._record(self.check_shares(given, seed))

    def check_shares(self, given: Sequence[DecryptionShares], seed: bytes) -> Mapping[tuple[int, Giver], Element]:
        """Verify shares without recording them; return them by position and giver. Raises as `accept_shares` does."""
        _require_once(given)
        claims = [self._claim(one) for one in given]
        verify_shares(self.plan.group, claims, seed)
        return _by_place(given, [statement.shares for statement, _ in claims])

    def record_shares(self, given: Sequence[DecryptionShares]) -> "Ceremony":
        """Record shares that `check_shares` has verified before; their proofs are not looked at again.

        Raises:
            NotInCeremonyError: A seat has no part in this.
            NotGrantedError: The positions do not go to this recipient, or the seat owes nothing for them.
            ShareAlreadyGivenError: The seat's shares are recorded, or come twice.
            InvalidDecryptionShareError: Shares are malformed; the error names the seat.
        """
        _require_once(given)
        return self._record(_by_place(given, [self._read(one)[1] for one in given]))

    def _record(self, shares: Mapping[tuple[int, Giver], Element]) -> "Ceremony":
        """Record verified shares; where all helpers have given theirs, the absent seat's follows."""
        openings = self.openings.record(shares)
        touched = {(position, giver.absent) for position, giver in shares if isinstance(giver, Helper)}
        inferred: dict[tuple[int, Giver], Element] = {}
        for position, absent in touched:
            parts = openings.parts(position, absent)
            if len(parts) == len(openings.helpers[absent]):
                by_index = {index_of(seat): part for seat, part in parts.items()}
                inferred[position, absent] = stand_in(self.plan.group, by_index, self.plan.setting.threshold)
        return replace(self, openings=openings.infer(inferred))

    def open_card(self, position: int, extra: Mapping[int, Element] = NO_SHARES) -> str:
        """Return the face at a position, from the recorded shares, further verified ones, by seat, and known keys.

        Raises:
            ShufflesIncompleteError: A seat has not shuffled.
            AudienceError: The deck has no such position.
            MissingShareError: A seat's share is neither recorded nor given.
            UnknownCardError: The point is no card of this deck.
        """
        self._require_position(position)
        known = {seat: self._share_of(seat, position) for seat in self.secrets} | dict(extra)
        recorded = self.openings.shares
        found = [known.get(seat, recorded.get((position, seat))) for seat in self.keys]
        shares = [share for share in found if share is not None]
        if len(shares) < len(found):
            raise MissingShareError(f"shares for position {position} are missing")
        point = open_point(self.plan.group, self.ciphertexts[position], shares)
        return face_of(point, self.plan.faces_by_point)

    def state_lines(self, prefix: str = "", write_grants: GrantWriter = grant_lines) -> Iterator[str]:
        """Yield the whole state as ASCII lines `name value` in a fixed order, for the digest of a state.

        Args:
            prefix: Stands before each name.
            write_grants: May remember what it wrote, since a deal has more and more grants.
        """
        yield f"{prefix}number {self.plan.setting.number}"
        yield f"{prefix}kind {self.plan.setting.kind.value}"
        yield f"{prefix}ceremony {self.plan.ceremony.hex()}"
        if self.plan.setting.threshold:
            yield f"{prefix}threshold {self.plan.setting.threshold}"
        for seat, key in sorted(self.keys.items()):
            yield f"{prefix}key.{seat} {key.encoding.hex()}"
        for member, digest in zip(self.plan.setting.seats, self.digests, strict=False):
            yield f"{prefix}shuffle.{member.seat} {digest.hex()}"
        yield from (f"{prefix}{line}" for line in self.backups.state_lines())
        for seat, helpers in sorted(self.openings.helpers.items()):
            yield f"{prefix}helpers.{seat} {','.join(map(str, helpers))}"
        yield from write_grants(prefix, self.openings.grants)
        yield f"{prefix}shares {self.openings.digest.hex()}"
        for seat, secret in sorted(self.secrets.items()):
            yield f"{prefix}secret.{seat} {encode_scalar(secret).hex()}"

    def _share_of(self, seat: int, position: int) -> Element:
        """Make the share of a seat whose key everybody knows."""
        return self.plan.group.mul(self.secrets[seat], self.ciphertexts[position].a)

    def _joined(self) -> JointKey:
        if self.joint is None:
            raise KeysIncompleteError("a seat has not announced its key yet")
        return self.joint

    def _require_position(self, position: int) -> None:
        if not 0 <= position < len(self.ciphertexts):
            raise AudienceError("the deck has no such position")

    def _read(self, one: DecryptionShares) -> tuple[Grant, tuple[Element, ...]]:
        """Read shares, and find the grant that they are for."""
        self.member(one.seat)
        grant = self.openings.find(giver_of(one), one.recipient, one.positions)
        return grant, decode_shares(self.plan.group, one.shares, len(grant.positions), one.seat)

    def _claim(self, one: DecryptionShares) -> tuple[ShareStatement, ShareProof]:
        """Read shares and their proof against this ceremony's own keys, deck and grants."""
        deck, group = self.ciphertexts, self.plan.group
        grant, shares = self._read(one)
        statement = ShareStatement(
            context=self.share_context(grant, one.seat),
            key=self.keys[one.seat] if one.absent is None else self.backups.keys[Helper(one.absent, one.seat)],
            points=tuple(deck[position].a for position in grant.positions),
            shares=shares,
        )
        return statement, decode_share_proof(group, one.proof, one.seat)

    def share_context(self, grant: Grant, seat: int) -> Context:
        """Return what the proof of a prover's shares for a grant is bound to.

        Raises:
            NotInCeremonyError: The seat has no part in this.
        """
        member = self.member(seat)
        if grant.absent is None:
            return self.binding.share(member, grant.recipient, grant.positions)
        return self.binding.helper_share(member, grant.recipient, grant.absent, grant.positions)


def giver_of(given: DecryptionShares) -> Giver:
    """Say as whom these shares are given."""
    return given.seat if given.absent is None else Helper(given.absent, given.seat)


def _require_once(given: Sequence[DecryptionShares]) -> None:
    places = [(giver_of(one), position) for one in given for position in one.positions]
    if len(set(places)) != len(places):
        raise ShareAlreadyGivenError("a share comes twice")


def _by_place(
    given: Sequence[DecryptionShares], shares: Sequence[tuple[Element, ...]]
) -> Mapping[tuple[int, Giver], Element]:
    return {
        (position, giver_of(one)): share
        for one, elements in zip(given, shares, strict=True)
        for position, share in zip(one.positions, elements, strict=True)
    }
