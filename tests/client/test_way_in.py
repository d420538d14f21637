"""How a join code reaches the command: asked for, from standard input, from a private file; never from a public one."""

import io
from pathlib import Path

import click
import pytest

from kalooki.shell.joincode import JoinCode
from kalooki.shell.launch import Join
from kalooki_cli.commands._common import TRIES, way_in

CODE = str(JoinCode(bytes(range(10))))
ADDRESS = "192.168.1.20:4040"


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Standard input that is no terminal."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdin", stream)
    return stream


@pytest.fixture
def typed(piped: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """A terminal."""
    monkeypatch.setattr(piped, "isatty", lambda: True)
    return piped


def fill(stream: io.StringIO, text: str) -> None:
    stream.write(text)
    stream.seek(0)


@pytest.mark.parametrize(("code", "address"), [(None, ""), (ADDRESS, "")])
def test_without_a_code_it_is_asked_for(typed: io.StringIO, code: str | None, address: str) -> None:
    fill(typed, CODE + "\n")
    assert way_in(code, address) == Join(CODE, code or "")


def test_a_code_that_was_mistyped_is_asked_for_again_a_few_times(
    typed: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(typed, f"K-123\nFOO\n{CODE}\n")
    assert way_in(None, ADDRESS) == Join(CODE, ADDRESS)
    assert capsys.readouterr().out.count("That is no join code") == 2


def test_a_code_that_is_mistyped_again_and_again_ends_the_command_in_one_line(typed: io.StringIO) -> None:
    fill(typed, "K-123\n" * TRIES + CODE)
    with pytest.raises(click.ClickException, match="None of these was a join code") as refused:
        way_in(None, ADDRESS)
    assert not isinstance(refused.value, click.UsageError)


def test_without_a_terminal_the_code_is_read_from_standard_input(piped: io.StringIO) -> None:
    fill(piped, f"  {CODE}\nand what comes later is left alone\n")
    assert way_in(ADDRESS, "") == Join(CODE, ADDRESS)
    assert piped.read() == "and what comes later is left alone\n"


def test_a_code_is_read_from_a_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    file = tmp_path / "code"
    file.write_text(CODE + "\n", encoding="ascii")
    file.chmod(0o600)
    assert way_in(None, "", str(file)) == Join(CODE, "")
    file.chmod(0o640)
    with pytest.raises(click.UsageError, match="can be read by others; make it private with: chmod 600"):
        way_in(None, "", str(file))


@pytest.mark.parametrize(("name", "words"), [("nothing", "There is no file"), ("folder", "cannot be read: Is a direc")])
def test_a_file_that_holds_no_code_is_one_clear_line(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder").mkdir(mode=0o700)
    with pytest.raises(click.UsageError, match=words):
        way_in(None, "", str(tmp_path / name))


def test_a_code_that_is_none_is_refused_wherever_it_comes_from(piped: io.StringIO, tmp_path: Path) -> None:
    file = tmp_path / "code"
    file.write_bytes(b"\xff\xfe")
    file.chmod(0o600)
    fill(piped, "K-123\n")
    for code, source in (("FOO", None), (None, None), (None, str(file))):
        with pytest.raises(click.UsageError, match="That is no join code"):
            way_in(code, "", source)


def test_an_open_table_is_joined_by_its_address_alone() -> None:
    assert way_in(ADDRESS, "", no_code=True) == Join("", ADDRESS)
    for code, address in ((CODE, ADDRESS), (CODE, ""), (None, "")):
        with pytest.raises(click.UsageError, match="reached by its address"):
            way_in(code, address, no_code=True)
