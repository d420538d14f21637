"""A node's process whose shuffles lie. How, says the first argument; it is started like `python -m kalooki.shell`.

`swapped`: one card is replaced by one that is no card of the deck. `repeated`: one card comes twice and another not at
all. `unproved`: there is no proof. `replayed`: the proof is that of the last deal.
"""

import sys

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.own import make_shuffle, prepare_shuffle
from kalooki.fair.shuffle import ShuffleOffline
from kalooki.shell.process import main

CARD = 64
DEAL = 100
"""Cards from which on a deck is a deal's, and not that of the seat draw."""


class Liar:
    """Makes an honest shuffle, then spoils it."""

    def __init__(self, how: str) -> None:
        self._how = how
        self._last = b""

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        """Nothing is wrong with this part."""
        return prepare_shuffle(ceremony, entropy)

    def shuffle(self, ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
        """The lie; the replayed proof needs an honest deal before it."""
        deck, proof = make_shuffle(ceremony, seat, offline)
        match self._how:
            case "swapped":
                return deck[:32] + deck[CARD + 32 : 2 * CARD] + deck[CARD:], proof
            case "repeated":
                return deck[:CARD] + deck[:CARD] + deck[2 * CARD :], proof
            case "unproved":
                return deck, b""
            case "replayed":
                last, self._last = self._last, proof
                return deck, last if len(last) == len(proof) else proof
            case other:
                raise ValueError(other)


if __name__ == "__main__":
    sys.exit(main(Liar(sys.argv[1])))
