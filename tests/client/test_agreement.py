"""The rules of a table: given by a file, shown to who comes, and accepted before a seat is taken."""

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kalooki_cli.program import kalooki
from support.terminals import Typewriter

PROGRAM = (sys.executable, "-m", "kalooki_cli")
RULES = 'variant = "european"\n\n[house]\nlimit = 101\n'


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(kalooki, [*arguments])
    assert result.exit_code == 2
    lines = (result.output + result.stderr).strip().splitlines()
    return lines[-1]


@pytest.mark.parametrize("command", ["host", "play"])
def test_a_rules_file_that_cannot_be_understood_is_refused_in_one_line(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text(RULES + 'declare = "loudly"\n', encoding="utf-8")
    said = refused(command, "--rules", "house.toml")
    assert "house.toml:5: bad_option_value: The house rule declare cannot be loudly, but: off, last_card" in said
    assert "unreadable: It cannot be read" in refused(command, "--rules", "none.toml")


def test_the_rules_are_said_once_by_options_or_by_a_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(RULES, encoding="utf-8")
    for more in (("--variant", "british"), ("--house", "limit=100")):
        assert "leave --variant and --house out" in refused("host", "--rules", str(file), *more)


def test_a_table_is_founded_by_a_file_and_joined_only_by_who_agrees_to_its_rules(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(RULES, encoding="utf-8")
    here = ("--bind", "127.0.0.1", "--ascii")
    found = (*PROGRAM, "host", "--rules", str(file), "--seats", "2", "--name", "Ann", "--data-dir", str(tmp_path / "a"))
    with Typewriter(program=(*found, *here)) as host:
        code = re.search(r"asked for: ([KA][0-9A-Z-]+)", host.wait("Enter when you are ready"))
        assert code
        come = (*PROGRAM, "join", code[1], "--name", "Bea", "--data-dir", str(tmp_path / "b"), *here)
        with Typewriter(program=come) as guest:
            shown = guest.wait("Do you agree to these rules")
            assert "European Kalooki with house rules (*)" in shown
            assert "Limit: 101 points" in shown
            guest.type("r\r")
            assert "The end of a deal" in guest.wait("Do you agree to these rules")
            guest.type("n\r")
            guest.wait("You take no seat.")
        with Typewriter(program=(*come, "--accept-rules")) as guest:
            guest.wait("You agree to these rules")
            assert "European Kalooki" not in guest.wait("Enter when you are ready")
            assert host.wait("Bea joins.").count("joins") == 1
