#!/usr/bin/env python3
"""Two people play a deal at the table on screen in real terminals, by real keys and by what they see.

One founds a table at the start screen in tmux, 120 columns by 40 lines, the other joins it by its address from a second
terminal of 80 by 24. They get ready, draw seats, and play by hints until the deal is over. In between the founder puts
the table aside with Ctrl-Z and takes it up again, and the guest stops with Ctrl-C and comes back to the same hand. At
the end both terminals are whole.
"""

import argparse
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

KALOOKI = Path(sys.executable).parent / "kalooki"
PATIENCE = 90.0
LOOK_AGAIN = 0.1
A_MOMENT = 1.0
LEAVE = "leaves; g for good"
MOST_TURNS = 400
PROMPT = "$ READY $"
"""Of the shell around the client."""

HINT = re.compile(r"Hint: (.*)")
HELD = re.compile(r"(\d+) cards?, \d+ points?")


class StuckError(Exception):
    """The screen never showed what was waited for."""


class Screen:
    """A shell in a terminal of its own tmux server."""

    def __init__(self, name: str, columns: int, rows: int) -> None:
        self._tmux = ("tmux", "-L", f"kalooki-{os.getpid()}-{name}", "-f", os.devnull)
        size = ("-x", str(columns), "-y", str(rows))
        self._run(
            "new-session", "-d", "-s", "table", *size, "env -u NO_COLOR KALOOKI_LANG=en TERM=tmux-256color bash --norc"
        )
        self.resume = ""
        """How one comes back to the table, where one may leave it."""
        self.line(f"PS1={shlex.quote(PROMPT + ' ')}; clear")
        self.wait("shell", lambda: self.text().endswith(PROMPT))

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([*self._tmux, *arguments], check=True, capture_output=True, text=True)
        return done.stdout

    def text(self) -> str:
        """What a person sees."""
        return self._run("capture-pane", "-p", "-t", "table").rstrip()

    def key(self, *keys: str) -> None:
        """Press keys by their names."""
        self._run("send-keys", "-t", "table", *keys)

    def line(self, text: str) -> None:
        """Type a line."""
        self._run("send-keys", "-t", "table", "-l", text)
        self.key("Enter")

    def wait(self, what: str, seen: Callable[[], bool]) -> None:
        """Look until it is there.

        Raises:
            StuckError: It did not come.
        """
        until = time.monotonic() + PATIENCE
        while not seen():
            if time.monotonic() > until:
                raise StuckError(f"no {what} within {PATIENCE:.0f} s; the screen:\n{self.text()}")
            time.sleep(LOOK_AGAIN)

    def until(self, words: str) -> None:
        """Look until these words are there."""
        self.wait(repr(words), lambda: words in self.text())

    def close(self) -> None:
        """End the terminal and what runs in it."""
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)


def play(host: Screen, guest: Screen) -> None:
    """Play until the deal is over, each by the hints that the screen gives.

    Raises:
        StuckError: The deal does not go on.
    """
    for turn in range(MOST_TURNS):
        both = (host, guest)
        host.wait("a turn", lambda: any(asked(one) for one in (host, guest)))
        if any(over(one) for one in both):
            return
        one = next((one for one in both if asked(one)), None)
        if one is None:
            continue
        if turn == 4:  # noqa: PLR2004 - somewhere in the deal
            put_aside(host)
            come_back(guest)
            continue
        answer(one)
    raise StuckError("the deal has no end")


def asked(screen: Screen) -> bool:
    """Whether the person at it is asked something: then the keys below have advice to offer."""
    text = screen.text()
    return " hint " in text.rsplit("\n", 1)[-1] or over(screen)


def over(screen: Screen) -> bool:
    """Whether the deal is over: the score sheet opens by itself, and behind it the table says so."""
    return any(words in screen.text() for words in ("Score sheet", "The deal is over"))


def answer(screen: Screen) -> None:
    """Ask for a hint, and type what it says."""
    screen.key("i")
    screen.wait("a hint, or another question", lambda: "Hint:" in screen.text() or _again(screen))
    if not asked(screen):
        return
    found = HINT.search(" ".join(screen.text().split("\n")[-3:-1]))
    if found is None:  # something has happened meanwhile
        return
    screen.key(":")
    screen.until(": _")
    screen.line(" ".join(found[1].split()))
    screen.wait("the move", lambda: "Hint:" not in screen.text() and ": " not in screen.text().split("\n")[-3][:3])


def _again(screen: Screen) -> bool:
    """Ask once more, since the first time may have been too early; true where nothing is asked any more."""
    if asked(screen):
        screen.key("i")
    return not asked(screen)


def put_aside(screen: Screen) -> None:
    """Ctrl-Z, and back."""
    before = at_rest(screen)
    screen.key("C-z")
    screen.wait("the shell", lambda: screen.text().endswith(PROMPT))
    screen.line("stty -a | grep -c -- ' echo '; fg")
    screen.wait("the table", lambda: held(screen) == before)


def come_back(screen: Screen) -> None:
    """Ctrl-C, and back to the same hand."""
    before = at_rest(screen)
    screen.key("C-c")
    screen.wait("the shell", lambda: screen.text().endswith(PROMPT))
    assert "Go on with:" in screen.text(), screen.text()
    screen.line(screen.resume)
    screen.wait("the table", lambda: held(screen) == before)


def at_rest(screen: Screen) -> str:
    """Wait until what the person did last has come back, which may take a moment, and read what he holds."""
    seen = ""
    while not seen or seen != held(screen):
        seen = held(screen)
        time.sleep(A_MOMENT)
    return seen


def leave(screen: Screen) -> None:
    """Leave the table for now; a page that is open closes first."""
    screen.key("q")
    screen.wait("the question, or the table", lambda: LEAVE in screen.text() or asked(screen))
    if LEAVE not in screen.text():
        screen.key("q")
    screen.until(LEAVE)
    screen.key("y")


def held(screen: Screen) -> str:
    """How many cards the person holds, and what they cost."""
    found = HELD.search(screen.text())
    return found[0] if found else ""


def found(screen: Screen, options: str) -> None:
    """Open a table of two seats at the start screen, without a code."""
    screen.line(f"clear; {KALOOKI} menu --bind 127.0.0.1 --interface lo {options}")
    screen.until("Host a table")
    screen.key("t")
    screen.until("Somebody stays away")
    screen.key("Home", "Down", "Down", "Down", "Left", "Left")
    screen.until("◀ 2 ▶")
    screen.key("Down", "Down", "Down", "Right")
    screen.until("◀ anybody ▶")
    screen.key("B")
    screen.until("How others come in")


def come_in(screen: Screen, there: str, options: str) -> None:
    """Join a table by its address at the start screen."""
    screen.line(f"clear; {KALOOKI} menu --bind 127.0.0.1 --interface lo {options}")
    screen.until("Host a table")
    screen.key("c")
    screen.until("Code or address")
    screen.line(there)
    screen.until("agree and sit down")
    screen.key("Enter")
    screen.until("seats are taken")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def run(save: Path | None) -> bool:
    """Play, print what was seen, and say whether all went well."""
    host, guest = Screen("host", 120, 40), Screen("guest", 80, 24)
    with tempfile.TemporaryDirectory(prefix="kalooki-tmux-") as folder:
        port = free_port()
        there = f"127.0.0.1:{port}"
        dirs = [shlex.quote(f"{folder}/{name}") for name in ("ann", "ben")]
        guest.resume = f"{KALOOKI} resume --bind 127.0.0.1 --data-dir {dirs[1]}"
        try:
            found(host, f"--port {port} --name Ann --data-dir {dirs[0]}")
            come_in(guest, there, f"--name Ben --data-dir {dirs[1]}")
            for one in (guest, host):
                one.until("Enter: you")
                one.key("Enter")
            host.until("Everybody is ready")
            host.key("Enter")
            host.wait("the ace", lambda: any("choose your seat" in one.text() for one in (host, guest)))
            next(one for one in (host, guest) if "choose your seat" in one.text()).key("1")
            play(host, guest)
            table = host.text()
            leave(host)
            guest.until("closed")
            guest.key("Enter")
            host.until("The signed record")
            host.key("q")
            for one in (host, guest):
                one.wait("the shell", lambda: one.text().endswith(PROMPT))  # noqa: B023 - it is waited for here
            whole = all(is_whole(one) for one in (host, guest))
            record = next(Path(folder, "ann", "transcripts").glob("*.kalooki"))
            verdict = subprocess.run([KALOOKI, "verify", str(record)], check=False, capture_output=True, text=True)
        finally:
            host.close()
            guest.close()
    if save:
        save.write_text(table + "\n", encoding="utf-8")
    said = verdict.stdout.strip().rsplit("\n", 1)[-1]
    print(f"{table}\n--- the terminals are {'whole' if whole else 'BROKEN'}; {said}")
    return whole and said.startswith("VALID")


def is_whole(screen: Screen) -> bool:
    """Whether the shell shows what is typed."""
    screen.line("clear; stty -a | grep -o -w -- '-\\?echo'")
    screen.wait("the shell", lambda: screen.text().endswith(PROMPT) and "echo" in screen.text())
    return "-echo" not in screen.text()


def main() -> int:
    """Play once."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--save", type=Path, help="write the founder's last screen to this file")
    options = parser.parse_args()
    if shutil.which("tmux") is None:
        print("tmux is needed, and it is not installed", file=sys.stderr)
        return 2
    try:
        return 0 if run(options.save) else 1
    except StuckError as stuck:
        print(stuck, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
