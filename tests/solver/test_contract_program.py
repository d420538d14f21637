"""The best contract lay against an integer program; `scripts/check_contracts.py` does so for longer."""

import pytest

from kalooki.rules.actions import MeldId
from kalooki.solver.contract_rules import forms_of
from kalooki.solver.table import TableRun
from support.contract_program import VARIANT, differences, fewest_left

THREES = forms_of(VARIANT, VARIANT.contracts[0])[0]
"""Three threes."""


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_the_solver_and_the_integer_program_find_lays_as_good(seed: str) -> None:
    assert differences(500, seed) == []


def test_the_program_knows_what_a_player_sees_at_once() -> None:
    nines, kings, fours = [7, 20, 33], [11, 24, 37], [2, 15, 28]
    assert fewest_left([*nines, *kings, *fours, 0], THREES) == 0
    assert fewest_left([*nines, *kings, *fours, 0, 1], THREES) == 2
    assert fewest_left([*nines, *kings, 2, 15, 0], THREES) is None
    assert fewest_left([*nines, *kings, 2, 15, 52, 0], THREES) == 0
    run = TableRun(MeldId(1), False, 0, 3, 4, ())  # noqa: FBT003 - four to seven of spades
    assert fewest_left([*nines, *kings, *fours, 6, 13, 14], THREES, [run]) == 2
