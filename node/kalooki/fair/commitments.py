"""Pedersen commitments to lists, over generators that everybody derives and nobody sends."""

from collections.abc import Sequence
from functools import lru_cache

from kalooki.fair.group import IDENTITY, Element, Group, Scalar
from kalooki.fair.hashing import LABEL, u32


@lru_cache(maxsize=4096)
def generator(group: Group, index: int) -> Element:
    """Return H_index, counted from 1: nobody knows its logarithm to G or to another generator."""
    return group.hash_to_group(LABEL + b"/gen/" + u32(index))


def generators(group: Group, count: int) -> tuple[Element, ...]:
    """Return H_1 to H_count."""
    return tuple(generator(group, index) for index in range(1, count + 1))


def commit(group: Group, values: Sequence[Scalar], randomness: Scalar) -> Element:
    """Return com(v; r) = rG + Σ v_i H_i for secret values, with as many generators as there are values.

    A value that is 0, which has no chance to be there except by its place, adds nothing.
    """
    total = group.base(randomness)
    for value, basis in zip(values, generators(group, len(values)), strict=True):
        if value:
            total = group.add(total, group.mul(value, basis))
    return total


def commit_permutation(group: Group, permutation: Sequence[int], randomness: Scalar) -> Element:
    """Return com(π(1), …, π(N); r), given π(i) - 1 for each i, by additions only.

    Σ v·H over the values v in rising order is the sum of the suffix sums of H.
    """
    by_value = [IDENTITY] * len(permutation)
    for value, basis in zip(permutation, generators(group, len(permutation)), strict=True):
        by_value[value] = basis
    suffix, total = IDENTITY, group.base(randomness)
    for basis in reversed(by_value):
        suffix = group.add(suffix, basis)
        total = group.add(total, suffix)
    return total
