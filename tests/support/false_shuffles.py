"""Provers that shuffle dishonestly, each in its way."""

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import Kind
from kalooki.fair.own import make_shuffle, prepare_shuffle
from kalooki.fair.shuffle import ShuffleOffline


class Honest:
    """Shuffles as it should; what follows changes the result."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.proofs: list[bytes] = []

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        return prepare_shuffle(ceremony, entropy)

    def shuffle(self, ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
        deck, proof = make_shuffle(ceremony, seat, offline)
        self.proofs.append(proof)
        return self.change(deck, proof) if ceremony.plan.setting.kind is self.kind else (deck, proof)

    def change(self, deck: bytes, proof: bytes) -> tuple[bytes, bytes]:
        return deck, proof


class SwapsTwoCards(Honest):
    def change(self, deck: bytes, proof: bytes) -> tuple[bytes, bytes]:
        return deck[64:128] + deck[:64] + deck[128:], proof


class RepeatsACard(Honest):
    def change(self, deck: bytes, proof: bytes) -> tuple[bytes, bytes]:
        return deck[:64] + deck[:64] + deck[128:], proof


class GivesNoProof(Honest):
    def change(self, deck: bytes, proof: bytes) -> tuple[bytes, bytes]:
        assert proof
        return deck, b""


class DropsACard(Honest):
    def change(self, deck: bytes, proof: bytes) -> tuple[bytes, bytes]:
        return deck[:-64], proof


class SendsTheLastProofAgain(Honest):
    def change(self, deck: bytes, proof: bytes) -> tuple[bytes, bytes]:
        return deck, self.proofs[-2] if len(self.proofs[-2]) == len(proof) else proof
