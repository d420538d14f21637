"""A contract game between real nodes, by the script that plays games of each preset."""

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "play_presets.py"


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("preset", ["jamaican_baby", "south_african"])
def test_bots_on_nodes_of_their_own_play_a_deal_and_the_record_convinces_verifier_and_referee(
    preset: str, tmp_path: Path
) -> None:
    script = runpy.run_path(str(SCRIPT))
    wanted = script["Wanted"](preset, 3, deals=1, limit=120)
    played = script["play"](wanted, tmp_path)
    assert played.ok(wanted), (played.verdict, played.differences)
