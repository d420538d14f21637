"""What can be wrong with a key, a deck, a proof or a request for one, each by its name."""

from typing import ClassVar


class FairError(Exception):
    """Anything that the fair deck refuses."""

    code: ClassVar[str] = "fair"
    """Stable name for clients, transcripts and translations."""


class InvalidElementError(FairError):
    """Bytes that encode no element of the group, or the identity where it may not stand."""

    code = "invalid_element"


class InvalidScalarError(FairError):
    """Bytes or a number that are not a scalar below the order of the group."""

    code = "invalid_scalar"


class GroupSelfTestError(FairError):
    """A back end that does not compute what RFC 9496 says; it must not be used."""

    code = "group_self_test"


class MaterialUsedError(FairError):
    """Prepared chance may serve one proof only: resend the stored bytes instead of proving again."""

    code = "material_used"


class InvalidProofError(FairError):
    """A statement that its proof does not prove; `seat` is whose it is, where that is known."""

    code = "invalid_proof"

    def __init__(self, reason: str, seat: int | None = None) -> None:
        super().__init__(reason if seat is None else f"seat {seat}: {reason}")
        self.reason = reason
        self.seat = seat


class ZeroChallengeError(InvalidProofError):
    """A challenge or nonce came out as zero: a verifier refuses, a prover starts again with fresh bytes."""

    code = "zero_challenge"


class InvalidKeyError(InvalidProofError):
    """A key share that is malformed, unproven, or equal to another seat's."""

    code = "invalid_key"


class InvalidShuffleProofError(InvalidProofError):
    """A shuffle whose deck or proof is malformed or false."""

    code = "invalid_shuffle_proof"


class InvalidDecryptionShareError(InvalidProofError):
    """Decryption shares that are malformed or whose proof is false."""

    code = "invalid_decryption_share"


class InvalidBackupError(InvalidProofError):
    """A share of a key that is not what its dealer committed to, or a box that does not open."""

    code = "invalid_backup"


class CeremonyError(FairError):
    """Something well-formed that has no place at this point of the ceremony."""

    code = "ceremony"


class InvalidPlanError(CeremonyError):
    """Seats or cards from which no ceremony can be made."""

    code = "invalid_plan"


class NotInCeremonyError(CeremonyError):
    """The seat has no part in this ceremony."""

    code = "not_in_ceremony"


class KeyAlreadyGivenError(CeremonyError):
    """A seat announces one key for each ceremony and cannot change it."""

    code = "key_already_given"


class KeysIncompleteError(CeremonyError):
    """Not every seat has announced its key yet."""

    code = "keys_incomplete"


class NotYourShuffleError(CeremonyError):
    """Seats shuffle once each, in seat order."""

    code = "not_your_shuffle"


class ShufflesIncompleteError(CeremonyError):
    """Not every seat has shuffled yet, so no card can be dealt."""

    code = "shuffles_incomplete"


class UnprovenDeckError(CeremonyError):
    """No share is made before all shuffle proofs of this very deck were verified here."""

    code = "unproven_deck"


class NotGrantedError(CeremonyError):
    """A share for positions that do not go to this audience now, or that this seat does not owe."""

    code = "not_granted"


class AudienceError(CeremonyError):
    """A position has one audience, which may only grow to everybody."""

    code = "audience"


class ShareAlreadyGivenError(CeremonyError):
    """The seat's share for these positions is there already."""

    code = "share_already_given"


class MissingShareError(CeremonyError):
    """A card cannot be opened while a seat's share is missing."""

    code = "missing_share"


class UnknownCardError(CeremonyError):
    """A position opened to a point that is no card of this deck."""

    code = "unknown_card"


class NoBackupError(CeremonyError):
    """There is no backup of this key, or none that could be used."""

    code = "no_backup"


class NotEnoughHelpersError(NoBackupError):
    """Fewer helpers are left than a key needs, or another number was given."""

    code = "not_enough_helpers"


class BadIndexError(CeremonyError):
    """Shares of a key lie at different places, none of them at 0."""

    code = "bad_index"


class BackupAlreadyGivenError(CeremonyError):
    """A seat deals the shares of its key once."""

    code = "backup_already_given"


class BackupIncompleteError(CeremonyError):
    """No card is granted before every seat has dealt the shares of its key."""

    code = "backup_incomplete"


class NoComplaintError(CeremonyError):
    """A share of a key is complained of once, before any card is open, and opened only on a complaint."""

    code = "no_complaint"
