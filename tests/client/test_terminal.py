"""Real consoles: encodings, sizes, colours, TERM=dumb, pipes. A program of our own sits at them."""

import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kalooki_cli.taste import Wishes, columns, look_of
from support.terminals import OPEN_CLIENT, TESTS, Typewriter, environment
from support.vector_files import TRANSCRIPTS

CURSOR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\r")


class FakeStream(io.StringIO):
    """A console with an encoding."""

    def __init__(self, encoding: str, *, terminal: bool = True) -> None:
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a console has one
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1", "no-such-encoding"])
def test_without_unicode_suits_are_letters(encoding: str) -> None:
    assert not look_of(FakeStream(encoding), {"TERM": "xterm"}, Wishes()).symbols


def test_with_unicode_suits_are_symbols_unless_letters_are_asked_for() -> None:
    assert look_of(FakeStream("utf-8"), {}, Wishes()).symbols
    assert not look_of(FakeStream("utf-8"), {}, Wishes(symbols=False)).symbols
    assert look_of(FakeStream("ascii"), {}, Wishes(symbols=True)).symbols


@pytest.mark.parametrize(
    ("surroundings", "terminal", "wish", "colour"),
    [
        ({"TERM": "xterm"}, True, None, "two"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, None, "off"),
        ({"TERM": "xterm", "NO_COLOR": ""}, True, None, "two"),
        ({"TERM": "dumb"}, True, None, "off"),
        ({}, True, None, "off"),
        ({"TERM": "xterm"}, False, None, "off"),
        ({"TERM": "dumb", "NO_COLOR": "1"}, False, "four", "four"),
    ],
)
def test_colour_needs_a_terminal_and_nobody_who_refuses_it(
    surroundings: dict[str, str],
    terminal: bool,
    wish: str | None,
    colour: str,
) -> None:
    assert look_of(FakeStream("utf-8", terminal=terminal), surroundings, Wishes(colour=wish)).colour == colour


@pytest.mark.parametrize(("reported", "used"), [("80", 80), ("300", 300), ("1", 20), ("0", 80), ("nonsense", 80)])
def test_every_reported_width_gives_one_that_can_be_used(
    monkeypatch: pytest.MonkeyPatch, reported: str, used: int
) -> None:
    monkeypatch.setenv("COLUMNS", reported)
    assert columns() == used


def follow_the_hints(screen: Typewriter, moves: int) -> None:
    for _ in range(moves):
        screen.wait("Draw > ", "Lay or discard > ")
        screen.type("h\r")
        screen.wait("Hint: ")
        hint = re.split("Draw > |Lay or", CURSOR.sub("", screen.wait("Draw > ", "Lay or")))[0]
        screen.type(" ".join(hint.split()) + "\r")


def leave(screen: Typewriter) -> str:
    screen.type("q\r")
    screen.wait("Really")
    screen.type("y\r")
    return screen.wait("ended: left")


@pytest.mark.parametrize(
    "surroundings",
    [
        {"TERM": "xterm", "LANG": "C", "PYTHONIOENCODING": "ascii"},
        {"TERM": "dumb", "PYTHONIOENCODING": "cp437"},
        {"TERM": "dumb", "LANG": "C.UTF-8", "PYTHONUTF8": "1"},
    ],
)
def test_a_turn_is_played_on_every_console(surroundings: dict[str, str]) -> None:
    with Typewriter(surroundings=surroundings) as screen:
        follow_the_hints(screen, 2)
        end = leave(screen)
    text = screen.seen.decode(errors="replace")
    assert "Traceback" not in text
    assert "You draw" in text
    assert "\x1b[2J" not in text
    assert end
    if surroundings["TERM"] == "dumb":
        assert "\x1b" not in text
    if "PYTHONIOENCODING" in surroundings:
        assert text.isascii() or surroundings["PYTHONIOENCODING"] == "cp437"
    else:
        assert "♠" in text


@pytest.mark.parametrize(("wide", "high"), [(1, 1), (40, 12), (0, 0), (300, 100)])
def test_a_turn_is_played_at_every_size_and_no_input_is_lost_when_it_changes(wide: int, high: int) -> None:
    with Typewriter(columns=wide, rows=high, surroundings={"TERM": "xterm"}) as screen:
        screen.wait("Draw > ")
        screen.type("d\r")
        screen.wait("14 cards")
        screen.type("hel")
        for size in (5, 200, 33, 80):
            screen.resize(size, 24)
        screen.type("p\r")
        screen.wait("Cards are named as")
        leave(screen)
    assert b"Traceback" not in screen.seen


def test_an_interrupt_ends_it_and_leaves_the_terminal_as_it_was() -> None:
    with Typewriter(surroundings={"TERM": "xterm"}) as screen:
        screen.wait("Draw > ")
        os.killpg(screen.process.pid, signal.SIGINT)
        screen.wait("KeyboardInterrupt")
        assert screen.process.wait(timeout=10) == -signal.SIGINT
        assert screen.echoes()


def test_after_a_pause_in_the_background_keys_come_as_before() -> None:
    with Typewriter(surroundings={"TERM": "xterm"}) as screen:
        screen.wait("Draw > ")
        os.killpg(screen.process.pid, signal.SIGSTOP)
        screen.take_over()
        assert screen.echoes()
        os.killpg(screen.process.pid, signal.SIGCONT)
        screen.type("d\r")
        screen.wait("You draw")
        assert not screen.echoes()
        leave(screen)


def test_what_is_typed_stays_while_lines_come_in() -> None:
    with Typewriter(surroundings={"TERM": "xterm"}) as screen:
        screen.wait("Draw > ")
        screen.type("d\rx 1")
        screen.wait("Lay or discard > x 1")
        screen.type("\r")
        screen.wait("You discard")
        leave(screen)


def test_a_pipe_gets_plain_lines_and_an_end() -> None:
    done = subprocess.run(
        OPEN_CLIENT,
        input="d\nx 1\nnonsense\nq\ny\n",
        capture_output=True,
        env=environment(PYTHONIOENCODING="ascii", TERM="xterm"),
        cwd=TESTS,
        timeout=50,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout.isascii()
    assert done.stdout.rstrip().endswith("ended: left")


def test_a_file_is_as_good_as_a_keyboard(tmp_path: object) -> None:
    script = TESTS / "support" / "open_table.py"
    assert tmp_path
    with script.open("rb") as garbage:
        done = subprocess.run(
            OPEN_CLIENT, stdin=garbage, capture_output=True, env=environment(), cwd=TESTS, timeout=50, check=False
        )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_after_the_end_of_the_input_no_prompt_is_left_behind(term: str) -> None:
    with Typewriter(surroundings={"TERM": term}) as screen:
        screen.wait("Enter for", "Draw > ")
        screen.type("\x04")
        screen.wait("The input has ended; you leave the table.")
        assert CURSOR.sub("", screen.wait("ended: left")).split() == ["ended:", "left"]


def kalooki(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "kalooki_cli", *arguments)


def test_an_error_that_is_too_long_breaks_between_words_on_a_terminal() -> None:
    with Typewriter(columns=40, program=kalooki("join", "FOO")) as screen:
        said = screen.wait("K or")
        said += screen.wait("A.")
    assert "That is no join code: a code begins with K or A." in " ".join(said.split())
    assert max(map(len, said[said.index("Error:") :].splitlines())) <= 40


IN_GERMAN = {"KALOOKI_LANG": "de", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color"}


def test_nothing_but_ascii_is_written_where_that_is_asked_for() -> None:
    record = TRANSCRIPTS / "game_british.kalooki"
    shown = [
        subprocess.run(
            kalooki("replay", str(record), "--all", *flags),
            capture_output=True,
            env=environment(**IN_GERMAN),
            timeout=50,
            check=True,
        ).stdout.decode()
        for flags in ((), ("--ascii",))
    ]
    as_usual, in_ascii = shown
    assert "Prüfung" in as_usual
    assert "♠" in as_usual
    assert "Pruefung" in in_ascii
    assert in_ascii.isascii()
    assert "?" not in in_ascii.replace("??", "")  # a card that nobody had to show


def test_the_screen_too_is_of_ascii_alone_where_that_is_asked_for(tmp_path: Path) -> None:
    program = kalooki("menu", "--ascii", "--data-dir", str(tmp_path), "--name", "Zoë")
    with Typewriter(surroundings=IN_GERMAN, program=program) as screen:
        screen.wait("Neues Spiel gegen Bots")
        screen.type("n")
        screen.wait("Hausregeln")
        assert screen.seen.isascii()


DUMB = {"TERM": "dumb", "LC_ALL": "C.UTF-8"}


def test_on_a_terminal_without_a_cursor_kalooki_alone_asks_what_one_would_like(tmp_path: Path) -> None:
    with Typewriter(surroundings={**DUMB, "KALOOKI_HOME": str(tmp_path)}, program=kalooki()) as screen:
        offered = screen.wait("or q to leave")
        assert "  1  New game against bots: " in offered
        assert "resume" not in offered  # there is nothing to go on with
        for wrong in ("", "0", "7", "play", "9" * 5000):
            screen.type(f"{wrong}\n")
            screen.wait("Type a number, 1 to 6, or q to leave")
        screen.type("5\n")
        screen.wait("british: 2 to 5 players")
        assert screen.process.wait(timeout=60) == 0
        assert CURSOR.sub("", screen.seen.decode()).isascii()


def test_what_is_offered_in_lines_can_be_left_and_can_be_all_commands(tmp_path: Path) -> None:
    for typed, said in (("q", ""), ("6", "Usage: kalooki")):
        with Typewriter(surroundings={**DUMB, "KALOOKI_HOME": str(tmp_path)}, program=kalooki()) as screen:
            screen.wait("or q to leave")
            screen.type(f"{typed}\n")
            screen.wait(said)
            assert screen.process.wait(timeout=60) == 0


def test_a_window_that_is_too_small_for_the_start_screen_has_the_same_in_lines(tmp_path: Path) -> None:
    small = {"TERM": "xterm-256color", "KALOOKI_HOME": str(tmp_path)}
    with Typewriter(columns=60, rows=20, surroundings=small, program=kalooki()) as screen:
        offered = " ".join(screen.wait("or q to leave").split())
        assert "The table needs 80 columns and 24 rows; this terminal has 60 and 20." in offered
        assert "1 New game against bots" in offered


def test_who_watches_is_told_so_only_when_somebody_answers() -> None:
    with Typewriter(program=kalooki("watch", "--open", "127.0.0.1:9", "--ascii")) as screen:
        assert "You watch" not in screen.wait("Nobody answers")
