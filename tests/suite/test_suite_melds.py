"""What is a meld: the judge of the rules against a second one that is written from the definitions."""

from random import Random

import pytest

from kalooki.rules.variant import Variant
from support.contract_presets import ALL_GAMES
from support.meld_validator import by_the_rules, disagreements, houses, random_faces


@pytest.mark.parametrize(("key", "variants"), list(houses()))
def test_two_judges_agree_on_two_thousand_melds_of_every_game(key: str, variants: tuple[Variant, ...]) -> None:
    for number, variant in enumerate(variants):
        assert not list(disagreements(variant, 2000 // len(variants), f"{key} {number}"))


@pytest.mark.parametrize("key", ALL_GAMES)
def test_melds_by_chance_are_right_often_and_wrong_often(key: str) -> None:
    rng = Random(key)
    said = [by_the_rules(random_faces(rng, ALL_GAMES[key], 4), ALL_GAMES[key]) for _ in range(400)]
    right = [reading[0] for reading in said if reading is not None]
    assert 60 < len(right) < 340
    assert min(right.count("set"), right.count("run")) > 20
