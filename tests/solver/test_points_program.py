"""The best turn of the points family against an integer program; `scripts/check_points.py` does so for longer."""

import pytest

from support.meld_program import most_melded
from support.points_hands import differences
from support.points_program import fewest_left


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_the_solver_and_the_integer_program_find_turns_as_good(seed: str) -> None:
    assert differences(500, seed) == []


def test_the_programs_know_what_a_player_sees_at_once() -> None:
    kings, run = [11, 24, 37], [1, 2, 3]
    assert most_melded([*kings, *run, 50]) == 52
    assert fewest_left([*kings, *run, 50, 4], has_laid=True) == 0
    assert fewest_left([*kings, 50], has_laid=False) is None
