"""Every level against every other by `scripts/duel.py`, which writes the README's tables."""

import runpy
from pathlib import Path

import pytest

from kalooki.rules.registry import presets

SCRIPT = Path(__file__).parents[2] / "scripts" / "duel.py"
DUEL = runpy.run_path(str(SCRIPT))


def test_each_preset_has_a_ladder() -> None:
    assert set(DUEL["LADDERS"]) == set(presets())


@pytest.mark.parametrize(
    ("variant", "highest"), [("british", "expert"), ("north_american", "hard"), ("south_african", "hard")]
)
def test_each_level_that_is_a_bot_of_its_own_meets_each_below_it(variant: str, highest: str) -> None:
    names = DUEL["rungs"](variant)
    assert (names[0], names[-1]) == ("beginner", highest)
    planned = dict(DUEL["pairs"](names, DUEL["Ladder"](2, 30, 20, 10)))
    assert len(planned) == len(names) * (len(names) - 1) / 2
    assert planned["easy", "beginner"] == planned[highest, "beginner"] == 10
    assert planned["hard", "medium"] == 30
    assert planned["hard", "easy"] == 20


def test_what_is_kept_is_not_played_again_and_makes_the_same_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, ladder = tmp_path / "kept.jsonl", DUEL["Ladder"](2, 3, 2, 2)
    DUEL["climb"]("british", ladder, out)
    table, lines = capsys.readouterr().out, out.read_text(encoding="utf-8").splitlines()
    assert table.splitlines()[0] == "|  | `beginner` | `easy` | `medium` | `hard` |"
    assert [line.split("|")[1].strip() for line in table.splitlines()[2:]] == [
        "`easy`",
        "`medium`",
        "`hard`",
        "`expert`",
    ]
    assert len(lines) == 4 * 2 + 3 * 3 + 3 * 2
    out.write_text("\n".join(lines[:-5]) + "\n", encoding="utf-8")
    DUEL["climb"]("british", ladder, out)
    assert capsys.readouterr().out == table
    assert out.read_text(encoding="utf-8").splitlines() == lines


def test_a_figure_that_is_not_clear_of_even_stands_in_brackets() -> None:
    cell, mean = DUEL["cell"], DUEL["Mean"]
    assert [cell(mean(value, 1.04)) for value in (1.0, 1.1, -1.1)] == ["(1.0 ± 1.0)", "1.1 ± 1.0", "-1.1 ± 1.0"]
    assert cell(mean(1081.4, 69.2)) == "1,081 ± 69"
    assert cell(mean(-0.04, 0.6)) == "(0.0 ± 0.6)"
    assert cell(mean(7.0, None)) == cell(None) == ""
