"""What proving and verifying a shuffle costs over its bare group operations, and a chain over single checks."""

import sys
import time
from secrets import token_bytes

from _figures import Figure, Run, alternate, main
from kalooki.fair.chance import Chance
from kalooki.fair.contexts import Context
from kalooki.fair.elgamal import Ciphertext, Deck
from kalooki.fair.group import BASE, Element, Group
from kalooki.fair.shuffle import (
    ShuffleMaterial,
    commit_secrets,
    draw_secrets,
    precompute,
    prove_shuffle,
    shuffle_and_prove,
    shuffle_deck,
)
from kalooki.fair.shuffle_proof import ShuffleStatement
from kalooki.fair.shuffle_verify import ShuffleStep, verify_chain, verify_shuffle
from kalooki.shell.group_loader import load_group

CONTEXT = Context(0, b"bench")
SEED = bytes(32)
CHAIN = 8
ROUNDS = 11
AT_LEAST = 0.85
CHAIN_AT_MOST = 0.5
SMALL, LARGE = 106, 218


def measure() -> list[Figure]:
    """Compare with the operations that the equations need: 6N and 8N to prove, 5N and 5N to verify."""
    group = load_group()
    figures = []
    for size in (SMALL, LARGE):
        prove, verify = _prover(group, size)
        proving, verifying = _operations(group, 6 * size, 8 * size), _operations(group, 5 * size, 5 * size)
        figures += [
            Figure(f"prove_{size}", _ratios(proving, prove), AT_LEAST),
            Figure(f"verify_{size}", _ratios(verifying, verify), AT_LEAST),
        ]
    return [*figures, Figure(f"chain_{CHAIN}", _ratios(*_chain(group, SMALL)), at_most=CHAIN_AT_MOST)]


def _ratios(top: Run, bottom: Run) -> list[float]:
    """Compare by the time that this process has computed, since neither side waits for anything."""
    return alternate(top, bottom, ROUNDS, time.process_time)


def _operations(group: Group, multiplications: int, additions: int) -> Run:
    """Return a run of so many operations through the wrappers that the proofs use."""
    scalars = Chance(token_bytes(64), "bench").scalars(multiplications)
    element = group.hash_to_group(b"bench")

    def run() -> None:
        product = element
        for scalar in scalars:
            product = group.mul(scalar, element)
        total = element
        for _ in range(additions):
            total = group.add(total, product)

    return run


def _prover(group: Group, size: int) -> tuple[Run, Run]:
    """Return runs that prove and that verify one shuffle in the middle of a chain."""
    joint_key, deck = _deck(group, size)
    material = precompute(group, joint_key, size, token_bytes(64)).take()
    statement = ShuffleStatement(CONTEXT, joint_key, deck, shuffle_deck(group, deck, material))
    proof = prove_shuffle(group, statement, material)

    def prove() -> None:
        # All of it, the part made ahead included, but for the re-encryption of the deck.
        secrets = draw_secrets(size, token_bytes(64))
        commitments = commit_secrets(group, secrets)
        mask = Ciphertext(group.base(secrets.factor_d), group.mul(secrets.factor_d, joint_key))
        prove_shuffle(group, statement, ShuffleMaterial(secrets, commitments, material.masks, mask))

    return prove, lambda: verify_shuffle(group, ShuffleStep(statement, proof), SEED)


def _chain(group: Group, size: int) -> tuple[Run, Run]:
    """Return runs that verify a whole chain in one test, and its shuffles one by one."""
    joint_key, first = _deck(group, size)
    deck = tuple(Ciphertext(BASE, card.b) for card in first)
    steps = []
    for _ in range(CHAIN):
        after, proof = shuffle_and_prove(
            group, CONTEXT, joint_key, deck, precompute(group, joint_key, size, token_bytes(64))
        )
        steps.append(ShuffleStep(ShuffleStatement(CONTEXT, joint_key, deck, after), proof))
        deck = after

    def singles() -> None:
        for step in steps:
            verify_shuffle(group, step, SEED)

    return lambda: verify_chain(group, steps, SEED), singles


def _deck(group: Group, size: int) -> tuple[Element, Deck]:
    """Return a joint key and a deck of which nobody knows a logarithm."""
    sides = [[group.hash_to_group(f"{side}{index}".encode()) for index in range(size)] for side in "ab"]
    pairs = zip(*sides, strict=True)
    return group.hash_to_group(b"joint key"), tuple(Ciphertext(a, b) for a, b in pairs)


if __name__ == "__main__":
    sys.exit(main("shuffle", measure))
