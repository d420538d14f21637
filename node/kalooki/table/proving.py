"""The long proofs of a node, behind a port, so that tests can hand in a prover that lies."""

from typing import Protocol


class Prover(Protocol):
    """Makes a seat's shuffle; filled in with the names of `fair`."""


class HonestProver:
    """The product's only prover."""


HONEST: Prover = HonestProver()
