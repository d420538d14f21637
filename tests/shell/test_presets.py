"""A deal of a contract game between real nodes, by the script that plays one of each preset."""

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "play_presets.py"


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_bots_on_nodes_of_their_own_play_for_contracts_and_the_record_verifies(tmp_path: Path) -> None:
    played = runpy.run_path(str(SCRIPT))["play"]("jamaican_baby", 3, tmp_path)
    assert played.ok, played.verdict
