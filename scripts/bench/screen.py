#!/usr/bin/env python3
"""A key press to the repainted screen: the table of eight at 120x40, over a Textual app that counts keys in one line.

Both run as processes at pseudo terminals that claim to know synchronised updates, so that the end of each repaint can
be seen. The table is that of the ninth Jamaican deal, in the middle of it; the keys go from card to card, and pick.
"""

import asyncio
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import termios
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from random import Random

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

from _figures import Figure, main
from kalooki.bots import greedy
from kalooki.cards import SeatNumber
from kalooki.rules.game import new_game
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import variant_named
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import PlayerStatus, TableStatus, Update
from kalooki_cli.board.glyphs import UNICODE
from kalooki_cli.look import Look
from kalooki_cli.tui.app import TableApp
from kalooki_cli.tui.spectating import Gallery

MOST = 3.0
ROUNDS = 9
KEYS = 24
COLUMNS, ROWS = 120, 40
PATIENCE = 60.0
PLAYERS = 8
MOVES = 4000

ASKS = b"\x1b[?2026$p"
KNOWS = b"\x1b[?2026;2$y"
DONE = b"\x1b[?2026l"


class Child:
    """A program at a terminal."""

    def __init__(self, what: str) -> None:
        self._keys, theirs = pty.openpty()
        fcntl.ioctl(self._keys, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        surroundings = dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor")
        surroundings.pop("NO_COLOR", None)
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--child", what],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings,
            start_new_session=True,
        )
        os.close(theirs)
        self._answer()

    def _answer(self) -> None:
        """Say what the terminal knows, and wait until the first screen is complete."""
        seen = self._until(ASKS)
        os.write(self._keys, KNOWS)
        while b"ready" not in seen:
            seen += self._until(DONE)
        self._quiet()

    def _until(self, mark: bytes) -> bytes:
        seen, until = b"", time.monotonic() + PATIENCE
        while mark not in seen:
            if not select.select([self._keys], [], [], max(until - time.monotonic(), 0))[0]:
                raise SystemExit(f"nothing came; the screen ends with {seen[-300:]!r}")
            seen += os.read(self._keys, 1 << 16)
        return seen

    def _quiet(self) -> None:
        """Read what still comes by itself."""
        while select.select([self._keys], [], [], 0.2)[0]:
            os.read(self._keys, 1 << 16)

    def press(self, keys: Sequence[bytes]) -> list[float]:
        """Press keys one by one, each when the one before is on the screen: the seconds that each took."""
        took = []
        for key in keys:
            began = time.perf_counter()
            os.write(self._keys, key)
            self._until(DONE)
            took.append(time.perf_counter() - began)
            while select.select([self._keys], [], [], 0.02)[0]:
                os.read(self._keys, 1 << 16)
        return took

    def end(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        os.close(self._keys)


def measure() -> list[Figure]:
    """Press keys at both, in turn."""
    table, empty = Child("table"), Child("empty")
    keys = [b" " if at % 3 == 0 else b"l" for at in range(KEYS)]
    try:
        table.press(keys)
        empty.press(keys)
        there, bare = [], []
        for _ in range(ROUNDS):
            there.append(statistics.median(table.press(keys)))
            bare.append(statistics.median(empty.press(keys)))
    finally:
        table.end()
        empty.end()
    ratios = [one / other for one, other in zip(there, bare, strict=True)]
    return [Figure("ratio", ratios, at_most=MOST), Figure("seconds", there), Figure("empty", bare)]


# --- the two programs -------------------------------------------------------------------------------------------------


def run_empty() -> None:
    """Count keys."""

    class Counter(App[None]):
        keys = 0

        def compose(self) -> ComposeResult:
            yield Static("ready")

        def on_key(self, event: Key) -> None:
            del event
            self.keys += 1
            self.query_one(Static).update(str(self.keys))

    Counter().run()


def run_table() -> None:
    """Sit at a table of eight where nothing else happens."""
    seen = middle_of_a_deal()
    assert seen.phase is ViewPhase.PLAY
    players = tuple(
        PlayerStatus(at, f"Player {at}", "", at, f"Player {at}", SeatNumber(at), connected=True, ready=True)
        for at in range(PLAYERS)
    )
    status = TableStatus(
        table_id="00" * 32,
        title="ready",
        variant=seen.variant,
        phase="playing",
        me=int(seen.seat or 0),
        host=0,
        players=players,
        seats=PLAYERS,
        join_code="",
        open=False,
        move=1,
        next_deal=0,
        waiting_for=(),
        doing="action",
        fault=None,
        closed="",
        transcript="",
    )

    async def updates() -> AsyncIterator[Update]:
        yield Update(status, seen, ())
        await asyncio.Event().wait()

    look = Look(COLUMNS, symbols=True, colour="two")
    asyncio.run(TableApp(Gallery(updates), look, UNICODE, lambda _view: None).play())


def middle_of_a_deal() -> SeatView:
    """A player's turn in which cards may be laid, with something on the table."""
    game = OpenGame(replace(new_game(variant_named("jamaican"), PLAYERS), number=9), b"screen")

    def fullness(view: SeatView) -> int:
        return 2 * len(view.hand) + len(view.table)

    rng, best = Random(1), None  # noqa: S311 - it can be repeated
    for _ in range(MOVES):
        seat = game.to_move(next_deal=best is None)
        if seat is None:
            break
        view = game.view(seat)
        if view.phase is ViewPhase.PLAY and (best is None or fullness(view) > fullness(best)):
            best = view
        game.act(seat, greedy.BOT.choose(view, rng))
    assert best is not None
    return best


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        (run_table if sys.argv[2] == "table" else run_empty)()
    else:
        sys.exit(main("screen", measure))
