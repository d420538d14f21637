"""`kalooki verify`: exit codes, text and JSON, with no network and no gRPC."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kalooki.codec.transcript import header
from kalooki.shell.group_loader import load_group
from kalooki_cli.commands.verify import command
from support.forger import played, transcript_of


@pytest.fixture(scope="module")
def content() -> bytes:
    return transcript_of(played(0, load_group()))


@pytest.fixture
def file(content: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "game.kalooki"
    path.write_bytes(content)
    return path


def last(text: str) -> str:
    return text.rstrip("\n").split("\n")[-1]


def test_a_valid_transcript_exits_with_0_and_its_last_line_begins_with_valid(file: Path) -> None:
    result = CliRunner().invoke(command, [str(file)])
    assert result.exit_code == 0
    assert last(result.output).startswith("VALID")


def test_standard_input_is_a_dash(content: bytes) -> None:
    result = CliRunner().invoke(command, ["-"], input=content)
    assert (result.exit_code, last(result.output)) == (0, "VALID: every check passed")


@pytest.mark.parametrize(
    ("change", "code", "word"),
    [
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), 1, "INVALID"),
        (lambda data: data[:-1], 2, "INCOMPLETE"),
        (lambda data: data[:9] + b"\x09" + data[10:], 3, "UNKNOWN VERSION"),
        (lambda data: b"PK" + data, 4, "UNREADABLE"),
        (lambda _: b"", 4, "UNREADABLE"),
        (lambda data: data[:20] + b"\xff" + data[21:], 4, "UNREADABLE"),
    ],
)
def test_each_verdict_has_its_exit_code_in_text_and_in_json(
    content: bytes, change: Callable[[bytes], bytes], code: int, word: str
) -> None:
    data = change(content)
    text = CliRunner().invoke(command, ["-"], input=data)
    assert text.exit_code == code
    assert last(text.output).startswith(f"{word}: ")
    values = CliRunner().invoke(command, ["-", "--json"], input=data)
    assert values.exit_code == code
    document = json.loads(values.output)
    assert (document["verdict"], document["exit"]) == (word, code)


def test_a_file_that_is_not_there_is_unreadable_in_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "no\x1b[31m.kalooki"
    result = CliRunner().invoke(command, [str(missing)])
    assert result.exit_code == 4
    assert result.output.startswith("UNREADABLE: ")
    assert result.output.count("\n") == 1
    assert "\x1b" not in result.output
    values = CliRunner().invoke(command, [str(missing), "--json"])
    assert values.exit_code == 4
    assert json.loads(values.output)["verdict"] == "UNREADABLE"


def test_a_wrong_argument_exits_with_4_since_2_means_incomplete() -> None:
    for arguments in ([], ["a", "b"], ["--no-such-option", "a"]):
        assert CliRunner().invoke(command, arguments).exit_code == 4


def test_a_folder_is_unreadable(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert (result.exit_code, result.output.count("\n")) == (4, 1)


SCRIPT = """
import sys
from kalooki_cli.__main__ import main
sys.argv = ["kalooki", "verify", sys.argv[1]]
try:
    main()
except SystemExit as done:
    loaded = sorted(name for name in ("grpc", "socket", "asyncio", "sqlite3") if name in sys.modules)
    print("loaded:", *loaded, file=sys.stderr)
    raise
"""


def test_verifying_imports_no_grpc_and_no_network(file: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if "COV" not in name}  # coverage imports a lot
    command_line = [sys.executable, "-c", SCRIPT, str(file)]
    ran = subprocess.run(command_line, capture_output=True, text=True, check=False, env=plain)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.strip() == "loaded:"
    assert last(ran.stdout).startswith("VALID")


def test_a_header_alone_is_incomplete() -> None:
    assert CliRunner().invoke(command, ["-"], input=header()).exit_code == 2
