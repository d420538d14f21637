"""`kalooki doctor`: what is wrong is found, named and answered; what is right is left alone."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from kalooki.shell import checkup
from kalooki.shell.checkup import Finding, Level, check_up
from kalooki.shell.datadir import DataDir, write_private
from kalooki_cli.commands import _terminal
from kalooki_cli.messages import checkup as words
from kalooki_cli.program import kalooki
from support.netns import lan

FIELDS = dict.fromkeys(("addresses", "columns", "encoding", "kind", "megabytes", "name", "path", "port", "python"), "x")


def of(findings: tuple[Finding, ...], topic: str) -> list[tuple[Level, str]]:
    return [(finding.level, finding.code) for finding in findings if finding.topic == topic]


def look(home: Path, *, port: int = 0) -> tuple[Finding, ...]:
    """On the loopback interface, so that nothing leaves the machine."""
    return asyncio.run(check_up(home, ("lo",), port))


def run(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(kalooki, ["doctor", "--interface", "lo", "--json", *arguments])
    found: dict[str, Any] = json.loads(done.output)
    return done.exit_code, found


def test_a_computer_on_which_all_is_well(tmp_path: Path) -> None:
    findings = look(tmp_path / "home")
    assert not [finding for finding in findings if finding.level is Level.BAD]
    assert of(findings, "multicast") == [(Level.OK, "heard")]
    assert of(findings, "port") == [(Level.OK, "any_free")]
    assert of(findings, "clock") == [(Level.OK, "clock")]
    assert of(findings, "deck") == [(Level.OK, "group")]
    assert of(findings, "disk")[0] == (Level.OK, "writable")
    assert not (tmp_path / "home").exists()


def test_a_port_that_is_taken_is_bad_where_it_was_asked_for_and_else_a_warning(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with socket.create_server(("", 0)) as server:
        port = server.getsockname()[1]
        findings = look(home, port=port)
        assert of(findings, "port") == [(Level.BAD, "taken")]
        folder = DataDir(home)
        write_private(folder.folder("tables") / "port", str(port).encode())
        folder.close()
        assert of(look(home), "port") == [(Level.OK, "any_free"), (Level.WARN, "last_taken")]
    assert of(look(home), "port") == [(Level.OK, "any_free"), (Level.OK, "free")]


def test_a_folder_that_others_can_read_is_bad_and_one_in_use_is_not(tmp_path: Path) -> None:
    folder = DataDir(tmp_path / "home")
    try:
        assert of(look(tmp_path / "home"), "disk")[0] == (Level.OK, "data_dir_in_use")
    finally:
        folder.close()
    (tmp_path / "home").chmod(0o755)
    assert of(look(tmp_path / "home"), "disk")[0] == (Level.BAD, "data_dir_open")


def test_a_folder_that_cannot_be_is_bad(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert of(look(tmp_path / "file"), "disk")[0] == (Level.BAD, "unwritable")


@dataclass
class Usage:
    free: int


@pytest.mark.parametrize(("free", "level"), [(1 << 20, Level.BAD), (100 << 20, Level.WARN), (1 << 30, Level.OK)])
def test_how_much_room_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: Level) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(free))
    assert of(look(tmp_path), "disk")[1][0] is level


@pytest.mark.parametrize(("wish", "level"), [("python", Level.WARN), ("x", Level.BAD)])
def test_a_deck_that_is_slow_is_a_warning_and_none_is_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str, level: Level
) -> None:
    monkeypatch.setattr(checkup, "load_group", lambda: load_with({"KALOOKI_GROUP": wish}))
    assert [found for found, _ in of(look(tmp_path), "deck")] == [level]


def load_with(environment: dict[str, str]) -> object:
    from kalooki.shell.group_loader import load_group  # noqa: PLC0415 - the one that was not replaced

    return load_group(environment)


def test_a_clock_that_is_far_off_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "FIRST_YEAR", 2090)
    assert of(look(tmp_path), "clock") == [(Level.WARN, "clock_wrong")]


def test_it_exits_with_1_where_something_is_bad_and_says_what_to_do(tmp_path: Path) -> None:
    code, found = run("--data-dir", str(tmp_path / "home"))
    assert (code, found["bad"]) == (0, 0)
    with socket.create_server(("", 0)) as server:
        port = server.getsockname()[1]
        code, found = run("--data-dir", str(tmp_path / "home"), "--port", str(port))
        (taken,) = [each for each in found["findings"] if each["level"] == "bad"]
        assert (code, found["bad"], taken["code"]) == (1, 1, "taken")
        assert taken["text"] == f"Port {port} is taken, or may not be used."
        assert "--port" in taken["advice"]
        done = CliRunner().invoke(kalooki, ["doctor", "--interface", "lo", "--port", str(port)], env={"COLUMNS": "60"})
        assert f"bad  Port {port} is taken, or may not be used." in done.output
        assert done.output.splitlines()[-1].startswith("Something is wrong: 1 bad")
        assert all(len(line) <= 60 for line in done.output.splitlines())


def test_everything_that_can_be_found_has_a_sentence_and_all_advice_is_about_something() -> None:
    fields = FIELDS | {"reason": "x", "rows": "x", "version": "x", "year": "x"}
    for code in words.FOUND:
        assert words.said(code, fields)
    assert set(words.ADVICE) <= set(words.FOUND)
    assert words.said("unwritable", {"path": "\x1b[2J", "reason": "a\nb"}).isprintable()


@pytest.mark.parametrize(
    ("encoding", "surroundings", "codes"),
    [
        ("utf-8", {"TERM": "xterm"}, ["small", "symbols", "colours"]),
        ("ascii", {"TERM": "xterm", "NO_COLOR": "1"}, ["small", "letters", "no_colours"]),
    ],
)
def test_what_the_terminal_can_show(
    monkeypatch: pytest.MonkeyPatch, encoding: str, surroundings: dict[str, str], codes: list[str]
) -> None:
    class Stream:
        def __init__(self) -> None:
            self.encoding = encoding

        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Stream())
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: os.terminal_size((30, 10)))
    stdout = sys.stdout
    try:
        sys.stdout = Stream()
        found = list(_terminal.findings(surroundings))
    finally:
        sys.stdout = stdout
    assert [finding.code for finding in found] == codes
    assert found[0].level is Level.WARN


@pytest.mark.netns
async def test_multicast_that_a_firewall_drops_is_bad_and_so_is_none_at_all(tmp_path: Path) -> None:
    with lan("nft") as network:
        computer = network.computer()

        async def doctor() -> tuple[int, dict[str, list[str]]]:
            command = computer.program(
                sys.executable, "-m", "kalooki_cli", "doctor", "--json", "--data-dir", str(tmp_path / "home")
            )
            done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
            found: dict[str, list[str]] = {}
            for each in json.loads(done.stdout)["findings"]:
                found.setdefault(each["topic"], []).append(each["code"])
            return done.returncode, found

        code, found = await doctor()
        assert (code, found["multicast"], found["firewall"]) == (0, ["heard"], ["none_seen"])
        computer.drop("udp dport 5353 drop")
        code, found = await doctor()
        assert (code, found["multicast"]) == (1, ["nothing_heard"])
        if os.geteuid() == 0:
            assert found["firewall"] == ["firewall"]
        computer.ip("link set eth0 down")
        code, found = await doctor()
        assert (code, found.get("multicast")) == (0, None)
        assert "no_network" in found["network"]


def test_doctor_is_a_command() -> None:
    assert isinstance(kalooki, click.Group)
    assert "doctor" in kalooki.list_commands(click.Context(kalooki))
