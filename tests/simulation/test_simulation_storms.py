"""A few of the deals in storms that `scripts/simulate.py --deals` plays without end."""

from random import Random

import pytest

from support.game_storm import HOUSES, storm, weather

SEEDS = (0, 2, 3, 5, 9)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deal_comes_to_its_end_through_every_storm(seed: int) -> None:
    world = storm(seed)
    assert all(node.last_index > 50 for node in world.nodes)


def test_the_storms_are_of_every_kind() -> None:
    assert {weather(Random(seed)).house for seed in SEEDS} == set(HOUSES)
