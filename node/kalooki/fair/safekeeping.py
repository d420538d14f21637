"""The public side of key backups: what each seat announced, dealt, was asked to open, and opened."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kalooki.fair.backup import BOX_BYTES, PublicBackup, check_share, helper_key, index_of
from kalooki.fair.errors import (
    BackupAlreadyGivenError,
    FairError,
    InvalidBackupError,
    InvalidKeyError,
    NoComplaintError,
)
from kalooki.fair.group import IDENTITY, Element, Group, Scalar, decode_scalar, encode_scalar
from kalooki.fair.hashing import hash32
from kalooki.fair.openings import Helper


@dataclass(frozen=True, slots=True)
class Safekeeping:
    """All backups of a ceremony; each method returns the next value, or raises and changes nothing."""

    public: Mapping[int, PublicBackup] = field(default_factory=dict)
    """By seat, what it announced with its key."""
    keys: Mapping[Helper, Element] = field(default_factory=dict)
    """S_i of each helper for each seat that may be absent."""
    boxes: Mapping[Helper, bytes] = field(default_factory=dict)
    """The sealed share of each helper, as its dealer gave it."""
    dealt: Mapping[int, bytes] = field(default_factory=dict)
    """By dealer, the hash of its boxes."""
    complaints: frozenset[Helper] = frozenset()
    """Boxes that do not hold what was announced, as their holders say, and that their dealers have not opened yet."""
    opened: Mapping[Helper, Scalar] = field(default_factory=dict)
    """Shares that their dealers opened to all."""

    def announce(self, group: Group, seat: int, backup: PublicBackup, helpers: Sequence[int]) -> "Safekeeping":
        """Take a seat's backup, as it was proved with its key.

        Raises:
            InvalidKeyError: The polynomial is 0 at a helper, who could prove nothing.
        """
        keys = {Helper(seat, helper): helper_key(group, backup, index_of(helper)) for helper in helpers}
        if IDENTITY in keys.values():
            raise InvalidKeyError("the backup's polynomial is 0 at a helper", seat)
        return replace(self, public={**self.public, seat: backup}, keys={**self.keys, **keys})

    def deal(self, seat: int, boxes: Sequence[bytes]) -> "Safekeeping":
        """Take a seat's sealed shares, one for each other seat in seat order.

        Raises:
            BackupAlreadyGivenError: They are here.
            InvalidBackupError: There are fewer or more boxes, or one of another length.
        """
        if seat in self.dealt:
            raise BackupAlreadyGivenError(f"seat {seat} has dealt the shares of its key")
        holders = [holder for holder in self.keys if holder.absent == seat]
        if len(boxes) != len(holders) or any(len(box) != BOX_BYTES for box in boxes):
            raise InvalidBackupError(f"there is one box of {BOX_BYTES} bytes for each other seat", seat)
        dealt = {**self.dealt, seat: hash32(b"".join(boxes))}
        return replace(self, boxes={**self.boxes, **dict(zip(holders, boxes, strict=True))}, dealt=dealt)

    def complain(self, holder: Helper) -> "Safekeeping":
        """Take a holder's word that its box does not hold what was announced.

        Raises:
            NoComplaintError: It has no box of this dealer, or has complained of it.
        """
        if holder not in self.boxes or holder in self.complaints or holder in self.opened:
            raise NoComplaintError("there is no such box, or it was complained of")
        return replace(self, complaints=self.complaints | {holder})

    def open(self, group: Group, holder: Helper, share: bytes) -> "Safekeeping":
        """Take a share that its dealer opens to all, since its holder complained.

        Raises:
            NoComplaintError: Nobody complained.
            InvalidBackupError: It is not what the dealer committed to.
        """
        if holder not in self.complaints:
            raise NoComplaintError("a share is opened when its holder complained")
        try:
            scalar = decode_scalar(share)
        except FairError as bad:
            raise InvalidBackupError(str(bad), holder.absent) from bad
        check_share(group, self.keys[holder], scalar, holder.absent)
        return replace(self, complaints=self.complaints - {holder}, opened={**self.opened, holder: scalar})

    def state_lines(self) -> Iterator[str]:
        """Yield it as ASCII lines, for the digest of a state."""
        for seat, backup in sorted(self.public.items()):
            yield f"backup.{seat} {hash32(b''.join(backup.encode())).hex()}"
        for seat, digest in sorted(self.dealt.items()):
            yield f"dealt.{seat} {digest.hex()}"
        for holder in sorted(self.complaints):
            yield f"complaint.{holder.absent}.{holder.seat} 1"
        for holder, share in sorted(self.opened.items()):
            yield f"opened.{holder.absent}.{holder.seat} {encode_scalar(share).hex()}"
