"""The start screen in a browser, without one: a page that is loaded again finds its table, and nothing is left."""

from pathlib import Path

import pytest

from support.processes import family, watching
from support.web_play import MENU, serving, visiting


@pytest.mark.slow
async def test_an_evening_goes_on_when_its_page_is_loaded_again(tmp_path: Path) -> None:
    async with serving(tmp_path, command=MENU) as (server, address), visiting(address) as visit:
        async with visit.page() as page:
            await page.shown("New game against bots")
            await page.type("t")
            await page.shown("Somebody stays away")
            await page.type("B")
            await page.shown("How others come in")
        async with visit.page() as again:
            await again.shown("How others come in")
            with watching(family(server.pid)) as left:
                await again.type("q")
                await again.shown("You host this table")
                await again.type("y")
                await again.shown("The signed record")
                await again.type("q")
                assert await again.reason() == "over"
                assert not await left()
        assert await server.wait() == 0
