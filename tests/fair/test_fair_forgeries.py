"""Forged shuffles: generators with a trapdoor (attack 24), and a proof whose challenges were chosen first."""

from collections.abc import Sequence

import pytest

from kalooki.fair.chance import Chance
from kalooki.fair.commitments import generators
from kalooki.fair.errors import InvalidShuffleProofError
from kalooki.fair.group import BASE, ORDER, Element, Group, Scalar
from kalooki.fair.group_python import PythonGroup
from kalooki.fair.linear import LinearCombination
from kalooki.fair.shuffle import (
    permuted_powers,
    prove_shuffle,
    shuffle_deck,
)
from kalooki.fair.shuffle_proof import (
    Commitments,
    ShuffleProof,
    ShuffleStatement,
)
from kalooki.fair.shuffle_verify import CheckedShuffle, ShuffleStep, verify_shuffle
from support.fair_deck import SEED, context, deck, element, material, scalar, sodium

SIZE = 5
KEY = element("joint key")
GROUP = sodium()


def proved(size: int, group: Group) -> ShuffleStep:
    """Shuffle with this group's generators."""
    before, chance = deck(size), material(KEY, size, group=group)
    statement = ShuffleStatement(context(), KEY, before, shuffle_deck(GROUP, before, chance))
    return ShuffleStep(statement, prove_shuffle(group, statement, chance))


def is_refused(step: ShuffleStep) -> None:
    with pytest.raises(InvalidShuffleProofError):
        verify_shuffle(GROUP, step, SEED)


class TrapdoorGenerators(PythonGroup):
    """A group whose maker knows the logarithm of every point that should have none."""

    def hash_to_group(self, message: bytes) -> Element:
        return self.base(scalar(repr(message)))


def test_attack_24_generators_and_card_points_of_a_peer_are_ignored() -> None:
    # B37: under generators of known logarithms a proof may hold together; everybody derives his own.
    trapdoor = TrapdoorGenerators()
    step = proved(2, trapdoor)
    verify_shuffle(trapdoor, step, SEED)
    is_refused(step)


def simulated(statement: ShuffleStatement) -> tuple[ShuffleProof, tuple[Scalar, ...]]:
    """Choose challenges and responses first, and solve the equations for the commitments: B38."""
    size = len(statement.before)
    chance = Chance(b"\5" * 64, "forgery")
    t, lam, x, y = chance.scalars(4)
    f, z, b = chance.scalars(size), chance.scalars(size), chance.scalars(size - 2)
    big_z, z_r, z_s = chance.scalars(3)
    permutation, masks, products = (GROUP.base(chance.scalar()) for _ in range(3))
    powers = permuted_powers(t, range(size))
    last = int(y)
    for index, power in enumerate(powers, start=1):
        last = last * (lam * index + power - x) % ORDER
    rungs = [z[0], *b, Scalar(last)]
    steps = [y * rungs[i + 1] - rungs[i] * z[i + 1] for i in range(size - 1)]
    basis = generators(GROUP, size)
    blinds = _sum([*zip(z, basis, strict=True), (z_r, BASE), (-y * lam, permutation), (-y, masks)])
    blinds = GROUP.add(blinds, _sum([(-y * (value - x), point) for value, point in zip(f, basis, strict=True)]))
    ladder = _sum([*zip(steps, basis[:-1], strict=True), (z_s, BASE), (-y, products)])
    before, after = statement.before, statement.after
    sum_a = _sum(
        [(big_z, BASE), *_cards(powers, [card.a for card in before]), *_cards(f, [card.a for card in after], -1)]
    )
    sum_b = _sum(
        [(big_z, KEY), *_cards(powers, [card.b for card in before]), *_cards(f, [card.b for card in after], -1)]
    )
    commitments = Commitments(permutation, masks, blinds, ladder)
    return ShuffleProof(commitments, sum_a, sum_b, products, f, big_z, z, z_r, b, z_s), (t, lam, x, y)


def _cards(factors: Sequence[int], points: Sequence[Element], sign: int = 1) -> list[tuple[int, Element]]:
    return [(sign * factor, point) for factor, point in zip(factors, points, strict=True)]


def _sum(terms: Sequence[tuple[int, Element]]) -> Element:
    return GROUP.msm([Scalar(factor % ORDER) for factor, _ in terms], [point for _, point in terms])


def test_a_proof_made_by_choosing_the_challenges_first_is_refused() -> None:
    statement = ShuffleStatement(context(), KEY, deck(SIZE), deck(SIZE, "whatever the forger likes"))
    proof, chosen = simulated(statement)
    checked = CheckedShuffle(ShuffleStep(statement, proof))
    assert (checked.t, checked.lam, checked.x, checked.y) != chosen
    is_refused(ShuffleStep(statement, proof))
    # Had the hash given these challenges, the forgery would have held: the equations alone prove nothing.
    checked.t, checked.lam, checked.x, checked.y = chosen
    assert _holds(checked)


def _holds(checked: CheckedShuffle) -> bool:
    total = LinearCombination()
    checked.add_to(GROUP, total, [1, 3, 5, 7])
    return total.is_identity(GROUP)
