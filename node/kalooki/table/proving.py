"""The long proofs of a node, behind a port, so that tests can hand in a prover that lies."""

from typing import Protocol

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.own import make_shuffle, prepare_shuffle
from kalooki.fair.shuffle import ShuffleOffline


class Prover(Protocol):
    """Makes a seat's shuffle; both methods run in the worker thread."""

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        """Do what needs the joint key, but no deck."""

    def shuffle(self, ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
        """Use up the prepared part; return the new deck and its proof."""


class HonestProver:
    """The product's only prover."""

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        """Do what needs the joint key, but no deck."""
        return prepare_shuffle(ceremony, entropy)

    def shuffle(self, ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
        """Use up the prepared part; return the new deck and its proof."""
        return make_shuffle(ceremony, seat, offline)


HONEST: Prover = HonestProver()
