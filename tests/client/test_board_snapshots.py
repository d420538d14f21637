"""Screens as text, one file for each size: a change shows as a few lines of a diff; `--rewrite` writes them anew."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.rules.actions import Lay
from kalooki_cli.board.glyphs import ASCII, UNICODE
from kalooki_cli.board.ink import Row, text_of
from kalooki_cli.board.lamp import trust_rows
from kalooki_cli.board.layout import panel_columns
from kalooki_cli.board.ledger import ledger_rows
from kalooki_cli.board.page import page
from kalooki_cli.board.screen import draw
from kalooki_cli.board.small import too_small
from kalooki_cli.look import Look
from kalooki_cli.messages import trust
from kalooki_cli.moment import Ask
from kalooki_cli.tui import deeds, pages
from kalooki_cli.tui.sitting import Sitting
from support.checked import CHECKED, LIARS
from support.open_table import OpenTable, simple
from support.sittings import PEOPLE, moments, sit

SCREENS = Path(__file__).parent / "screens"
SIZES = [(80, 24), (100, 30), (120, 40)]


async def until(sitting: Sitting, seen: Callable[[Sitting], bool]) -> None:
    async for _ask in moments(sitting):
        if seen(sitting):
            return
    raise AssertionError("it never came")


def can_lay(sitting: Sitting) -> bool:
    return sitting.moment.ask is Ask.PLAY and sitting.view is not None and isinstance(simple(sitting.view), Lay)


def pick_first(sitting: Sitting) -> None:
    """Pick what would be laid first."""
    assert sitting.view is not None
    lay = simple(sitting.view)
    assert isinstance(lay, Lay)
    slots = [one.slot for one in lay.items[0].cards if one.slot is not None]
    sitting.fingers.change(sitting.fingers.hand.pick(slots))


def british(**whims: object) -> OpenTable:
    return OpenTable(b"t45", **whims)  # type: ignore[arg-type]


def jamaican(**whims: object) -> OpenTable:
    return OpenTable(b"first", names=PEOPLE, variant="jamaican", number=9, asked_first=True, **whims)  # type: ignore[arg-type]


async def a_turn(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.DRAW and one.view is not None and len(one.view.table) > 2)


async def picked(sitting: Sitting) -> None:
    await until(sitting, can_lay)
    pick_first(sitting)


async def staged(sitting: Sitting) -> None:
    await picked(sitting)
    deeds.enter(sitting)


def is_ambiguous(sitting: Sitting) -> bool:
    """Whether a single card can go to several places; it is picked then."""
    fingers = sitting.fingers
    for one in fingers.hand.all if sitting.moment.ask is Ask.PLAY else ():
        fingers.change(fingers.hand.pick((one.slot,)))
        if len(fingers.targets) > 1:
            return True
    fingers.change(fingers.hand.pick(()))
    return False


async def choosing(sitting: Sitting) -> None:
    await until(sitting, is_ambiguous)
    deeds.enter(sitting)


async def a_call(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.CALL)


async def the_score(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.READY and one.view is not None and one.view.last is not None)


async def the_lobby(sitting: Sitting) -> None:
    await until(sitting, lambda one: one.moment.ask is Ask.READY)


SCENES: dict[str, tuple[Callable[[], OpenTable], Callable[[Sitting], Awaitable[None]]]] = {
    "turn": (british, a_turn),
    "picked": (british, picked),
    "staged": (british, staged),
    "jokers": (lambda: OpenTable(b"t3"), choosing),
    "exchange": (lambda: OpenTable(b"t2", variant="north_american"), choosing),
    "call": (jamaican, a_call),
    "score": (british, the_score),
    "lobby": (lambda: british(phase="lobby"), the_lobby),
}


def written(rows: Sequence[Row]) -> str:
    return "\n".join(text_of(row).rstrip() for row in rows)


@pytest.mark.parametrize("size", SIZES)
async def test_the_screens_are_as_they_were(size: tuple[int, int], rewrite: bool) -> None:
    columns, rows = size
    parts = []
    for name, (table, comes) in SCENES.items():
        for look, glyphs in ((Look(symbols=True), UNICODE), (Look(symbols=False), ASCII)):
            if glyphs is ASCII and (name != "picked" or size != SIZES[0]):
                continue
            sitting = sit(table(), look=look, glyphs=glyphs)
            await comes(sitting)
            sitting.fit(panel_columns(columns))
            parts.append(f"=== {name}{' ascii' if glyphs is ASCII else ''}\n{draw(sitting.scene(), *size).text}")
            if name == "turn":
                title, lines = pages.help_page(sitting, columns)
                made = page(title, lines, glyphs, columns, rows, 0)
                parts.append("=== help\n" + "\n".join(text_of(row).rstrip() for row in made.rows))
            if name == "score":
                assert sitting.ledger is not None
                parts.append("=== ledger\n" + written(ledger_rows(sitting.ledger, columns)))
    for name, checked in (("fair", CHECKED), ("look here", replace(CHECKED, alarms=LIARS))):
        told = trust.lines(OpenTable(checked=checked).status())
        parts.append(f"=== {name}\n" + written(trust_rows(told, UNICODE, columns)))
    if size == SIZES[0]:
        parts.append("=== small\n" + "\n".join(text_of(row).rstrip() for row in too_small(60, 12, UNICODE)))
    text = "\n".join(parts) + "\n"
    path = SCREENS / f"{columns}x{rows}.txt"
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
