"""Every screen of the lobby at every size and in every encoding."""

import asyncio
from random import Random

import pytest
from rich.cells import cell_len

from kalooki_cli.board.glyphs import ASCII, glyphs_for
from kalooki_cli.board.ink import text_of
from kalooki_cli.look import Look
from kalooki_cli.places import Place
from kalooki_cli.tui.screens.tables import row_field
from support.lobby_pilot import Visitor, coming_in
from support.lobby_table import FakeClub, full, listed, seated_at


async def every_screen(one: Visitor, club: FakeClub) -> list[str]:
    """Go through all of them, and give what was seen."""
    seen = [one.text]

    async def go(*keys: str) -> None:
        await one.press(*keys)
        seen.append(one.text)
        assert {cell_len(text_of(row)) for row in one.rows} == {one.app.size.width}, one.text
        assert len(one.rows) == one.app.size.height

    await go("n")
    await go("R")
    await go("escape")
    await go("home", "down", "enter")
    await go("end")
    await go("escape", "escape")
    await go("t")
    await go("escape")
    club.tell(listed("Garden"), listed("Kitchen", needs_code=False, variant="jamaican_baby"))
    await go("s")
    await go("1")
    await go("escape", "2")
    await go("r")
    await go("escape", "escape")
    club.hold = asyncio.Event()
    await go("n", "B")
    club.hold = None
    await go("escape")
    await go("t", "B")
    await go("down")
    await go("K", "q")
    return seen


@pytest.mark.parametrize(
    ("size", "encoding"),
    [((80, 24), "utf-8"), ((80, 24), "ascii"), ((100, 30), "cp437"), ((120, 40), "utf-8"), ((201, 61), "ascii")],
)
async def test_all_rows_are_as_wide_as_the_screen(size: tuple[int, int], encoding: str) -> None:
    glyphs = glyphs_for(encoding)
    club = seated_at(full())
    look = Look(symbols=encoding == "utf-8", colour="off")
    async with coming_in(club, size, look=look, glyphs=glyphs) as one:
        for text in await every_screen(one, club):
            text.encode(encoding)


async def test_random_resizes_do_no_harm() -> None:
    chance = Random(5)
    club = seated_at(full())
    async with coming_in(club, glyphs=ASCII) as one:
        for keys in (("n",), ("home", "down", "enter"), ("escape", "escape", "t", "B")):
            await one.press(*keys)
            for _ in range(2):
                await one.resize(chance.randint(10, 160), chance.randint(4, 50))
                assert {cell_len(text_of(row)) for row in one.rows} == {one.app.size.width}
            await one.resize(80, 24)
        assert "How others come in" in one.text


@pytest.mark.parametrize("keys", [(), ("n",), ("s",), ("t", "B")])
async def test_a_small_terminal_is_told_so_and_offered_plain_lines(keys: tuple[str, ...]) -> None:
    async with coming_in(seated_at(full())) as one:
        await one.press(*keys)
        await one.resize(60, 20)
        assert "The table needs 80 columns and 24 rows" in " ".join(one.text.split())
        await one.press("p")
        assert one.has_left


def test_two_tables_that_go_on_from_one_are_told_apart_by_who_is_there() -> None:
    half, other = (listed("Garden", state="playing", names=names) for names in (("Ann", "Bea\x1b"), ("Cid", "Dot")))
    assert [row_field(Place(1, row), twice=True).value for row in (half, other)] == ["Ann, Bea?", "Cid, Dot"]
    assert row_field(Place(1, half), twice=True).about[-1] == "goes on from another table with Ann and Bea?"
    assert row_field(Place(1, half), twice=False).value == "british 2/4 playing"
    assert row_field(Place(1, listed("Garden")), twice=True).value == listed("Garden").address
