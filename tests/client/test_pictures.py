"""The README's pictures: the same every time, of nothing but text, and there."""

import asyncio
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from kalooki_cli.board.ink import text_of
from kalooki_cli.tui.theme import Paint
from support.gallery import Still, pictures
from support.svg import drawn

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "tests" / "client" / "pictures"
NAMES = {"start", "room", "table", "call", "score", "check"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def taken() -> list[Still]:
    return asyncio.run(pictures())


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_a_picture_says_what_the_screen_says_and_asks_nobody(taken: list[Still], theme: str) -> None:
    assert {still.name for still in taken} == NAMES
    for still in taken:
        picture = drawn(still.rows, Paint(theme))
        assert re.findall(r"\w+://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
        words = "".join("".join(one.itertext()) for one in ET.fromstring(picture).iter(f"{SVG}text"))  # noqa: S314 - ours
        assert "".join(words.split()) == "".join("".join(map(text_of, still.rows)).split())


def test_pictures_are_the_same_every_time(taken: list[Still]) -> None:
    assert asyncio.run(pictures()) == taken


def test_the_readme_shows_each_of_them() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {path.stem for path in PICTURES.glob("*.png")} == NAMES
    for name in NAMES:
        assert f"tests/client/pictures/{name}.png" in readme
        assert (PICTURES / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg ")
