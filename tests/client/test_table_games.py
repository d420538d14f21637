"""Whole deals at the table on screen, by keyboard and by mouse, following what the screen offers."""

import os

import pytest

from kalooki.rules.actions import Action, Discard, Draw, Lay, Take
from kalooki.rules.events import DealScored
from kalooki_cli.board.screen import OnCard, OnKey, OnMeld, OnTable, hit
from kalooki_cli.moment import Ask
from kalooki_cli.tui import sight
from kalooki_cli.tui.settings import Settings
from support.by_keys import answer_by_keys
from support.open_table import OpenTable, simple
from support.pilot import Person, sitting_down

SIZES = [(80, 24), (100, 30), (120, 40)]
MOST_TURNS = 120


async def answer_by_mouse(person: Person, action: Action) -> None:
    """Click for a move."""
    match action:
        case Draw():
            await click_on(person, "draw")
        case Take():
            await click_on(person, "take")
        case Lay(items):
            for item in items:
                for card in item.cards:
                    if card.slot is not None:
                        await click_card(person, card.slot)
                targets = person.app.sitting.fingers.targets
                wanted = next(one for one in targets if one.item == item)
                where = OnTable() if wanted.is_new else OnMeld(wanted.meld)
                await person.click(*place_of(person, where))
                if person.app.sitting.fingers.choosing is not None:
                    at = [one.item for one in person.app.sitting.fingers.targets].index(item)
                    await person.press(str(at + 1))
            await click_on(person, "enter")
        case Discard(shown):
            await click_card(person, shown.slot)
            await click_on(person, "discard")
        case _:
            raise AssertionError(action)


async def click_card(person: Person, slot: int) -> None:
    at = [one.slot for one in person.app.sitting.fingers.hand.all].index(slot)  # type: ignore[arg-type]
    await person.click(*place_of(person, OnCard(at)))


async def click_on(person: Person, does: str) -> None:
    chip = next(chip for chip in sight.scene(person.app.sitting).chips if chip.does == does)
    await person.click(*place_of(person, OnKey(chip)))


def place_of(person: Person, wanted: object) -> tuple[int, int]:
    """Where on the screen something is."""
    drawn, scene = person.drawn, sight.scene(person.app.sitting)
    for row in range(drawn.layout.rows):
        for column in range(drawn.layout.columns):
            if hit(drawn, scene, column, row) == wanted:
                return column, row
    raise AssertionError(f"{wanted} is not on the screen:\n{drawn.text}")


async def play_deal(person: Person, *, mouse: bool) -> None:
    """Play until the deal is counted."""
    sitting = person.app.sitting
    for _ in range(MOST_TURNS):
        match sitting.moment.ask:
            case Ask.READY if isinstance(sitting.view.last if sitting.view else None, DealScored):
                return
            case Ask.READY:
                await (click_on(person, "enter") if mouse else person.press("enter"))
            case Ask.DRAW | Ask.PLAY:
                assert sitting.view is not None
                action = simple(sitting.view)
                await (answer_by_mouse(person, action) if mouse else answer_by_keys(person, sitting, action))
            case other:
                raise AssertionError(other)
        width = {len(line) for line in map(plain, person.drawn.rows)}
        assert len(width) == 1, person.text
    raise AssertionError(f"the deal has no end:\n{person.text}")


def plain(row: tuple[tuple[str, str], ...]) -> str:
    return "".join(text for text, _role in row)


@pytest.mark.parametrize("size", SIZES)
async def test_a_deal_is_played_by_keyboard(size: tuple[int, int]) -> None:
    table = OpenTable(b"t45")
    async with sitting_down(table, size) as person:
        await play_deal(person, mouse=False)
        assert "Are you ready for the next one?" in person.text
    assert any(isinstance(action, Lay) for action in table.played)


async def test_a_deal_is_played_in_the_theme_of_high_contrast() -> None:
    async with sitting_down(OpenTable(b"t45"), settings=Settings(theme="contrast", animations=False)) as person:
        await play_deal(person, mouse=False)
        assert person.app.paint.theme == "contrast"


async def test_a_deal_is_played_at_the_table_in_the_language_of_the_reader() -> None:
    async with sitting_down(OpenTable(b"t45")) as person:
        await play_deal(person, mouse=False)
        german = os.environ["KALOOKI_LANG"] == "de"
        assert ("Bist du bereit" in person.text, "Are you ready" in person.text) == (german, not german)


@pytest.mark.parametrize("size", SIZES)
async def test_a_deal_is_played_by_mouse(size: tuple[int, int]) -> None:
    table = OpenTable(b"t45")
    async with sitting_down(table, size) as person:
        await play_deal(person, mouse=True)
        assert "Are you ready for the next one?" in person.text
    assert any(isinstance(action, Lay) for action in table.played)
