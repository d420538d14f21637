"""The lobby in real terminals with real nodes: from the start screen to the first card, and how all of it ends."""

import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from kalooki.shell.datadir import DataDir
from support.terminals import Typewriter, whoever_is_asked

HERE = ("--bind", "127.0.0.1", "--interface", "lo")
NO_MOUSE = b"\x1b[?1000l"
LEFT_ALTERNATE = b"\x1b[?1049l"
SHOWN_CURSOR = b"\x1b[?25h"


def at_start(home: Path, name: str, *, columns: int = 80, rows: int = 24) -> Typewriter:
    program = (sys.executable, "-m", "kalooki_cli", "menu", *HERE, "--name", name, "--data-dir", str(home))
    return Typewriter(columns=columns, rows=rows, surroundings={"TERM": "xterm", "LANG": "C.UTF-8"}, program=program)


def assert_whole(screen: Typewriter, home: Path, code: int, bots: Sequence[int] = ()) -> None:
    """The program has ended, and so have its nodes; nothing of what it set up in the terminal is left."""
    assert screen.process.wait(timeout=30) == code
    screen.read_all()
    assert screen.echoes()
    for undone in (LEFT_ALTERNATE, SHOWN_CURSOR, NO_MOUSE):
        assert undone in screen.seen
    assert b"Traceback" not in screen.seen
    for folder in (home, *(home / "bots" / str(number) for number in bots)):
        DataDir(folder).close()  # where a node still held it, that would be refused


@pytest.mark.parametrize("how", ["\x03", signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_whole_after_the_start_screen(tmp_path: Path, how: str | signal.Signals) -> None:
    with at_start(tmp_path, "Ann") as screen:
        screen.wait("Host a table")
        if isinstance(how, str):
            screen.type(how)
        else:
            os.kill(screen.process.pid, how)
        assert_whole(screen, tmp_path, 130)


@pytest.mark.parametrize("how", ["\x03", signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_whole_and_the_nodes_have_ended_after_the_waiting_room(
    tmp_path: Path, how: str | signal.Signals
) -> None:
    with at_start(tmp_path, "Ann") as screen:
        screen.wait("Host a table")
        screen.type("t")
        screen.wait("Somebody stays away")
        screen.type("B")
        screen.wait("How others come in")
        if isinstance(how, str):
            screen.type(how)
        else:
            os.kill(screen.process.pid, how)
        assert_whole(screen, tmp_path, 130)


def test_a_game_against_bots_from_the_start_screen_to_the_first_card_and_back(tmp_path: Path) -> None:
    with at_start(tmp_path, "Ann") as screen:
        screen.wait("Host a table")
        screen.type("n")
        screen.wait("House rules")
        screen.type("B")
        if "choose" in screen.wait("choose your seat", "13 cards"):
            screen.type("1")
            screen.wait("13 cards")
        screen.type("q")
        screen.wait("leaves; g for good")
        screen.type("y")
        screen.wait("The signed record of the game")
        screen.type("q")
        assert_whole(screen, tmp_path, 0, bots=(1, 2, 3))


CODE = re.compile(r"A( - [0-9A-Z ]{13}){4}")


def test_two_people_host_find_and_join_a_table_on_their_screens(tmp_path: Path) -> None:
    homes, title = (tmp_path / "ann", tmp_path / "bea"), f"Kitchen {os.getpid()}"
    with at_start(homes[0], "Ann") as host, at_start(homes[1], "Bea", columns=120, rows=40) as guest:
        host.wait("Host a table")
        host.type("t")
        host.wait("Somebody stays away")
        host.type(f"kkkkkkkkhhjj\r{title}\rB")  # up to the seats, and two fewer; down to the name
        host.wait("How others come in")
        host.wait("only this computer")
        found = CODE.search(host.seen.decode("utf-8", "replace"))
        assert found, host.seen[-2000:]
        guest.wait("Host a table")
        guest.type("s")
        guest.wait(title)
        screen = guest.seen.decode("utf-8", "replace")
        line = re.findall(rf"\x1b\[(\d+);1H(?:(?!\x1b\[\d+;1H).)*{title}", screen, re.DOTALL)[-1]
        guest.type(f"\x1b[<0;10;{line}M\x1b[<0;10;{line}m")  # a click on it: others may host on this machine, too
        guest.wait(f"The code of {title}?")
        guest.type(f"{found[0].lower()}\r")
        guest.wait("agree and sit down")
        guest.type("\r")
        guest.wait("not ready yet")
        host.wait("Bea")
        for one in (host, guest):
            one.type("\r")
        host.wait("Everybody is ready")
        host.type("\r")
        for one in (host, guest):
            one.wait("The seats are drawn")
        whoever_is_asked("choose your seat", host, guest).type("1")
        for one in (host, guest):
            one.wait("13 cards", "14 cards")
        guest.type("\x03")
        assert_whole(guest, homes[1], 130)
        host.type("\x03")
        assert_whole(host, homes[0], 130)
