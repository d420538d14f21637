"""Many equations in one: a weighted sum of points that must be the identity."""

import hashlib
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from kalooki.fair.group import IDENTITY, ORDER, Element, Group, Scalar
from kalooki.fair.hashing import u32

SEED_BYTES = 32
WEIGHT_BYTES = 16

NO_TERMS: Mapping[Element, int] = {}


class LinearCombination:
    """Coefficients by point; a point that comes twice costs one multiplication."""

    __slots__ = ("_terms",)

    def __init__(self, terms: Mapping[Element, int] = NO_TERMS) -> None:
        self._terms = dict(terms)

    def add(self, coefficient: int, element: Element) -> None:
        """Add coefficient times element; the coefficient may be any integer."""
        self._terms[element] = self._terms.get(element, 0) + coefficient

    def only(self, elements: AbstractSet[Element]) -> Mapping[Element, int]:
        """Return the terms of these points."""
        return {element: coefficient for element, coefficient in self._terms.items() if element in elements}

    def without(self, elements: AbstractSet[Element]) -> "LinearCombination":
        """Return the terms of all other points."""
        return LinearCombination({one: factor for one, factor in self._terms.items() if one not in elements})

    def sum(self, group: Group) -> Element:
        """Add it up."""
        return group.msm([Scalar(coefficient % ORDER) for coefficient in self._terms.values()], list(self._terms))

    def is_identity(self, group: Group) -> bool:
        """Whether everything adds up to nothing."""
        return self.sum(group) == IDENTITY


def batch_weights(seed: bytes, parts: Iterable[bytes], count: int) -> list[int]:
    """Return odd 128-bit weights that depend on the seed and on every byte of the parts.

    The parts are what the proofs absorbed and the whole proofs, responses included: then nobody can fit a response to
    weights, even if he knows the seed.
    """
    assert len(seed) == SEED_BYTES, "a seed is 32 bytes"
    state = hashlib.sha512(seed)
    for part in parts:
        state.update(part)
    weights = []
    for index in range(count):
        weight = state.copy()
        weight.update(u32(index))
        weights.append(int.from_bytes(weight.digest()[:WEIGHT_BYTES], "little") | 1)
    return weights
