#!/usr/bin/env python3
"""Play a deal with the plain client in a real terminal, by keys read off its screen and by nothing else.

Starts `kalooki play` against three bots in tmux, 80 columns by 24 lines, once with
TERM=dumb and once with TERM=xterm. It looks at the screen as a person does: it waits
for a prompt, types `h`, reads the hint, and types what the hint says, until the deal
is counted. Then it leaves the table and has the record verified.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

KALOOKI = Path(sys.executable).parent / "kalooki"
COLUMNS, LINES = 80, 24
HISTORY = 5000
PATIENCE = 90.0
LOOK_AGAIN = 0.1
MOST_TURNS = 400

PROMPT = re.compile(r"^(Draw|Lay or discard|seat 1 to \d+|Buy in \(b\) or decline \(n\)|Enter [a-z ]+) >$")
MELD = re.compile(r"\bm\d+ \w+:")
COUNTED = re.compile(r"^Deal \d+ is counted:", re.MULTILINE)
NO_HINT = "There is nothing to decide just now."
ANSWERS = {"seat": "seat 1", "Enter": "", "Buy in": "b"}


class StuckError(Exception):
    """The screen never showed what was waited for."""


class Screen:
    """A terminal in a tmux server of its own."""

    def __init__(self, term: str, home: Path) -> None:
        self._tmux = ("tmux", "-L", f"kalooki-{os.getpid()}-{term}", "-f", os.devnull)
        play = shlex.join([str(KALOOKI), "play", "--plain", "--pace", "none", "--name", "Ann", "--data-dir", str(home)])
        shell = f"env KALOOKI_LANG=en TERM={term} {play}; echo; echo left with code $?; sleep {PATIENCE:.0f}"
        self._run("set-option", "-g", "history-limit", str(HISTORY), ";", *self._session(shell))

    def _session(self, shell: str) -> tuple[str, ...]:
        return ("new-session", "-d", "-s", "table", "-x", str(COLUMNS), "-y", str(LINES), shell)

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([*self._tmux, *arguments], check=True, capture_output=True, text=True)
        return done.stdout

    def now(self) -> str:
        """What a person sees."""
        return self._run("capture-pane", "-p", "-t", "table").rstrip()

    def everything(self) -> str:
        """What has scrolled by, too."""
        return self._run("capture-pane", "-p", "-S", f"-{HISTORY}", "-t", "table").rstrip()

    def prompt(self) -> str:
        """What is asked, if the cursor stands behind a question and nothing is typed."""
        last = self.now().rsplit("\n", 1)[-1].strip()
        found = PROMPT.match(last)
        return found[1] if found else ""

    def type(self, line: str) -> None:
        """Type a line."""
        if line:
            self._run("send-keys", "-t", "table", "-l", line)
        self._run("send-keys", "-t", "table", "Enter")

    def wait(self, what: str, seen: Callable[[], bool]) -> None:
        """Look until it is there.

        Raises:
            StuckError: It did not come.
        """
        until = time.monotonic() + PATIENCE
        while not seen():
            if time.monotonic() > until:
                raise StuckError(f"no {what} within {PATIENCE:.0f} s; the screen:\n{self.now()}")
            time.sleep(LOOK_AGAIN)

    def close(self) -> None:
        """End the terminal and what runs in it."""
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)


def play_deal(screen: Screen) -> str:
    """Play until a deal is counted; the fullest screen on the way, and the last one.

    Raises:
        StuckError: The deal does not go on.
    """
    best = ""
    for _ in range(MOST_TURNS):
        screen.wait("prompt", lambda: bool(screen.prompt()) or bool(COUNTED.search(screen.everything())))
        if COUNTED.search(screen.everything()):
            return best
        asked = screen.prompt()
        if asked == "Draw":
            best = max(best, screen.now(), key=lambda text: len(MELD.findall(text)))
        answer = next((text for word, text in ANSWERS.items() if asked.startswith(word)), None)
        if answer is None and not (answer := hint(screen)):
            continue
        before = screen.everything()
        screen.type(answer)
        screen.wait("answer", lambda: len(screen.everything()) > len(before) + len(answer) + 1)  # noqa: B023 - called at once
    raise StuckError("the deal has no end")


def hint(screen: Screen) -> str:
    """Ask for advice and read it off the screen; a long one goes on in lines that begin with two spaces."""
    before = answers_to_h(screen)
    screen.type("h")
    screen.wait("hint", lambda: answers_to_h(screen) > before and bool(screen.prompt()))
    if screen.everything().rfind("Hint: ") < screen.everything().rfind(NO_HINT):
        return ""
    first, *rest = screen.everything().rsplit("Hint: ", 1)[1].split("\n")
    words = [first]
    for line in rest:
        if not line.startswith("  "):
            break
        words.append(line.strip())
    return " ".join(words)


def answers_to_h(screen: Screen) -> int:
    """How often advice was given or refused."""
    return screen.everything().count("Hint: ") + screen.everything().count(NO_HINT)


def leave(screen: Screen) -> int:
    """Leave the table as a person does, and read with which code."""
    screen.type("q")
    screen.wait("question", lambda: "Leave the table?" in screen.now())
    screen.type("y")
    screen.wait("end", lambda: "left with code" in screen.now())
    return int(screen.now().rsplit("left with code ", 1)[1].split()[0])


def verify(home: Path) -> str:
    """Let the verifier judge the record; its last line."""
    [record] = (home / "transcripts").glob("*.kalooki")
    done = subprocess.run([KALOOKI, "verify", str(record)], check=False, capture_output=True, text=True)
    return (done.stdout.strip() or done.stderr.strip()).rsplit("\n", 1)[-1]


def one_deal(term: str, save: Path | None) -> bool:
    """Play one deal under this TERM, print what was seen, and say whether all went well."""
    with tempfile.TemporaryDirectory(prefix="kalooki-tmux-") as folder:
        home = Path(folder) / "home"
        screen = Screen(term, home)
        try:
            table = play_deal(screen)
            end = screen.now()
            code = leave(screen)
        finally:
            screen.close()
        verdict = verify(home)
    if save:
        save.write_text(table + "\n", encoding="utf-8")
    print(f"--- TERM={term}, a turn\n{table}\n--- TERM={term}, the end\n{end}\n--- left with code {code}; {verdict}")
    return code == 0 and bool(table) and verdict.startswith("VALID")


def main() -> int:
    """Play under each TERM."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--term", choices=["dumb", "xterm"], action="append", help="only this one")
    parser.add_argument("--save", type=Path, help="write the screen of a turn to this file")
    options = parser.parse_args()
    if shutil.which("tmux") is None:
        print("tmux is needed, and it is not installed", file=sys.stderr)
        return 2
    try:
        done = [one_deal(term, options.save) for term in options.term or ["dumb", "xterm"]]
    except StuckError as stuck:
        print(stuck, file=sys.stderr)
        return 1
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
