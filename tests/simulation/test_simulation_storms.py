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


@pytest.mark.parametrize("seed", [3, 14, 19])
def test_a_host_that_misses_all_others_before_he_knows_that_he_is_cut_off_commits_nothing_alone(seed: int) -> None:
    storm(seed, hasty=True)
