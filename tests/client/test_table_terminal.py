"""Real terminals around the table on screen: however it ends, the terminal is whole again."""

import os
import re
import signal
import sys

import pytest

from support.terminals import Typewriter, assert_whole


def at_table(how: str = "", *, columns: int = 80, rows: int = 24, **surroundings: str) -> Typewriter:
    program = (sys.executable, "-m", "support.table_client", *([how] if how else []))
    return Typewriter(
        columns=columns, rows=rows, surroundings={"TERM": "xterm", "LANG": "C.UTF-8", **surroundings}, program=program
    )


@pytest.mark.parametrize(
    ("how", "keys", "end"),
    [
        ("", "qy", "ended: left"),
        ("", "\x03", "ended: stopped"),
        ("answer", "d", "ended: broken, no answer"),
        ("updates", "d", "ended: broken, the stream ended"),
        ("bug", "d", "ended: broken, a bug"),
    ],
)
def test_the_terminal_is_whole_after(how: str, keys: str, end: str) -> None:
    with at_table(how) as screen:
        screen.wait("draw a card")
        screen.type(keys)
        screen.wait(end)
        assert_whole(screen)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_the_terminal_is_whole_after_a_signal(number: signal.Signals) -> None:
    with at_table() as screen:
        screen.wait("draw a card")
        os.kill(screen.process.pid, number)
        screen.wait("ended: stopped")
        assert_whole(screen)


def test_the_table_is_put_aside_and_comes_back() -> None:
    with at_table() as screen:
        screen.wait("draw a card")
        screen.type("\x1a")
        screen.wait("\x1b[?1049l")
        _, status = os.waitpid(screen.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert screen.echoes()
        screen.take_over()
        os.kill(screen.process.pid, signal.SIGCONT)
        screen.wait("draw a card")
        assert not screen.echoes()
        screen.type("d")
        screen.wait("14 cards")
        screen.type("qy")
        screen.wait("ended: left")
        assert_whole(screen)


def test_the_program_ends_when_its_terminal_is_taken_away_without_a_word() -> None:
    with at_table() as screen:
        screen.wait("draw a card")
        screen.take_away()
        assert screen.process.wait(timeout=30) != 0


COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])(?:;\d+)*m")


def test_where_no_colour_is_wanted_none_is_written() -> None:
    with at_table(NO_COLOR="1") as plain, at_table() as coloured:
        for screen in (plain, coloured):
            screen.wait("draw a card")
            screen.type("qy")
            screen.wait("ended: left")
        assert not COLOUR.search(plain.seen)
        assert COLOUR.search(coloured.seen)


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_a_terminal_without_unicode_gets_what_it_can_write(encoding: str) -> None:
    with at_table(PYTHONIOENCODING=encoding, LANG="C") as screen:
        screen.wait("draw a card")
        screen.type("d")
        screen.wait("14 cards")
        screen.type("qy")
        screen.wait("ended: left")
        assert screen.seen.isascii()
        assert_whole(screen)
