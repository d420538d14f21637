"""`kalooki id`: one's own key, who is known, and who may not come."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kalooki.shell.acquaintances import Acquaintances
from kalooki_cli.program import kalooki
from support.shell_running import identity_in

BEN, EVE = bytes([2] * 32), bytes([3] * 32)


def call(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(kalooki, ["id", *arguments], env={"COLUMNS": "80"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.fixture
def home(tmp_path: Path) -> str:
    people = Acquaintances(tmp_path / "home")
    people.meet(BEN, "Ben")
    people.meet(EVE, "E\u202eve\x1b[2J")
    return str(tmp_path / "home")


def test_before_the_first_table_there_is_no_key_and_nobody_known(tmp_path: Path) -> None:
    code, text = call("--data-dir", str(tmp_path / "home"))
    assert code == 0
    assert "no key yet" in text
    assert "Nobody else is known" in text
    assert not (tmp_path / "home").exists()


def test_ones_own_key_and_those_that_are_known_are_shown_inert(home: str) -> None:
    own = identity_in(Path(home))
    code, text = call("--data-dir", home)
    assert code == 0
    assert f"Your key: {own.label}" in text
    assert own.public.hex() in text
    assert Acquaintances(Path(home)).everybody()[0].label in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    found = json.loads(call("--data-dir", home, "--json")[1])
    assert found["own"] == {"label": own.label, "key": own.public.hex()}
    ben, eve = found["known"]
    assert (ben["name"], ben["key"], ben["blocked"]) == ("Ben", BEN.hex(), False)
    assert eve["key"] == EVE.hex()


def test_a_key_that_came_under_another_name_is_shown_with_both(home: str) -> None:
    Acquaintances(Path(home)).meet(BEN, "Benedict")
    _, text = call("--data-dir", home)
    assert "Benedict" in text
    assert "earlier: Ben" in text
    assert json.loads(call("--data-dir", home, "--json")[1])["known"][-1]["earlier"] == ["Ben"]


@pytest.mark.parametrize("place", ["before", "behind"])
def test_somebody_is_blocked_let_in_again_and_forgotten(home: str, place: str) -> None:
    def say(verb: str) -> str:
        where = ["--data-dir", home]
        code, text = call(*where, verb, "Ben") if place == "before" else call(verb, "Ben", *where)
        assert code == 0
        return text

    assert "comes to no table that you host" in say("block")
    assert "blocked" in call("--data-dir", home)[1]
    assert "may come to your tables again" in say("unblock")
    assert "Ben" in say("forget")
    assert "Ben" not in call("--data-dir", home)[1]


@pytest.mark.parametrize("verb", ["forget", "block", "unblock"])
def test_who_is_not_known_is_one_clear_line(home: str, verb: str) -> None:
    code, text = call("--data-dir", home, verb, "Dot")
    assert code == 1
    assert text == "kalooki: Nobody is known by the name or key Dot; kalooki id lists who is.\n"
