"""Hands in which melds are likely, and the rules that they are solved under."""

from hypothesis import strategies as st

from kalooki.rules.registry import variant_named
from kalooki.solver.rules import SolverRules, solver_rules

JOKER = 52


def rules(**house: bool | int | str) -> SolverRules:
    """The British rules under a house."""
    return solver_rules(variant_named("british", house))


@st.composite
def dense_hands(draw: st.DrawFn, largest: int = 9, jokers: int = 2) -> list[int]:
    """A few suits, a few neighbouring ranks, two packs, some jokers; as sorted types."""
    low = draw(st.integers(0, 12))
    width = draw(st.integers(2, 6))
    suits = draw(st.sets(st.integers(0, 3), min_size=1))
    faces = [suit * 13 + (low + step) % 13 for suit in sorted(suits) for step in range(width)]
    naturals = draw(st.lists(st.sampled_from(faces), min_size=1, max_size=largest))
    naturals = [kind for index, kind in enumerate(naturals) if naturals[:index].count(kind) < 2]
    wild = draw(st.integers(0, jokers))
    return sorted([*naturals[: largest - wild], *[JOKER] * wild])
