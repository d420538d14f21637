"""The saved transcripts, one for each way to cheat, are judged as they were when they were saved."""

import json

import pytest

from kalooki.rules.registry import presets
from kalooki.shell.group_loader import load_verifier_group
from kalooki.verify import verify_transcript
from support.vector_files import TRANSCRIPTS as FOLDER

EXPECTED = json.loads((FOLDER / "expect.json").read_text("utf-8"))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_saved_transcript_is_judged_as_ever(name: str) -> None:
    report = verify_transcript((FOLDER / f"{name}.kalooki").read_bytes(), load_verifier_group(), bytes(32))
    assert report.verdict.value == EXPECTED[name]["verdict"], report.findings
    found = [(int(one.check), one.code, one.entry, one.player, one.node) for one in report.findings]
    assert found == [tuple(one.values()) for one in EXPECTED[name]["findings"]]


def test_only_false_statements_name_a_player_and_each_does() -> None:
    named = {name for name, what in EXPECTED.items() if any(one["player"] is not None for one in what["findings"])}
    assert named == {
        "key_without_its_proof",
        "shuffle_with_repeated_card",
        "shuffle_with_swapped_cards",
        "shuffle_without_a_proof",
        "false_share",
        "false_claim",
    }


def test_only_the_honest_ones_are_valid_and_there_is_a_game_of_each_preset() -> None:
    valid = {name for name, what in EXPECTED.items() if what["verdict"] == "VALID"}
    assert valid == {"honest", *(f"game_{preset}" for preset in presets())}
    assert {path.stem for path in FOLDER.glob("*.kalooki")} == set(EXPECTED)
