"""Every screen as text, one file a size, and what each theme makes of it: a change shows as a few lines of a diff.

Under the text of a screen stands which role draws how many cells, and what is written with it. What a role looks like
stands in one file for each theme, with its contrast. `--rewrite` writes all of them anew.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color_triplet import ColorTriplet
from rich.style import Style

from kalooki_cli.board.glyphs import ASCII
from kalooki_cli.board.ink import text_of
from kalooki_cli.look import Look
from kalooki_cli.tui.theme import THEMES, Paint
from support.gallery import SIZES, Still, stills

SCREENS = Path(__file__).parent / "screens"
LONGEST = 60
"""So many columns of what a role writes are kept."""

TEXT, STRONG = 4.5, 7.0
"""The least contrast of text by WCAG 2 at level AA, and at level AAA."""

READ = re.compile(r"[\w♠♥♦♣★●◆✓▶▲▼]")
"""What is read, unlike lines, corners and shades."""


def held(path: Path, text: str, *, rewrite: bool) -> None:
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def by_role(still: Still) -> dict[str, list[str]]:
    pieces = defaultdict(list)
    for row in still.rows:
        for text, role in row:
            pieces[role].append(text)
    return pieces


def palette(still: Still) -> list[str]:
    """Which role draws how much, and what."""
    lines = []
    for role, pieces in sorted(by_role(still).items()):
        words = " ".join(" ".join(pieces).split())
        shown = words if len(words) <= LONGEST else words[:LONGEST].rstrip() + " ..."
        lines.append(f"{role or '-'}: {sum(map(cell_len, pieces))} {shown}".rstrip())
    return lines


Gallery = Mapping[tuple[int, int], Sequence[Still]]
Roles = Mapping[str, bool]
"""Every role of every screen at every size, and whether anything is read in it."""


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    return {size: asyncio.run(stills(size)) for size in SIZES}


@pytest.fixture(scope="module")
def roles(gallery: Gallery) -> Roles:
    found: dict[str, bool] = {}
    for still in chain.from_iterable(gallery.values()):
        for role, pieces in by_role(still).items():
            found[role] = found.get(role, False) or any(READ.search(piece) for piece in pieces)
    return dict(sorted(found.items()))


async def test_where_ascii_is_asked_for_every_screen_is_of_nothing_else() -> None:
    drawn = await stills(SIZES[1], Look(symbols=False), ASCII)
    assert {one.name for one in drawn} >= {"turn", "picked", "ledger", "page help", "fair", "start", "house", "room"}
    for still in drawn:
        text = "\n".join(map(text_of, still.rows))
        assert text.isascii(), (still.name, text)


@pytest.mark.parametrize("size", SIZES)
def test_the_screens_are_as_they_were(gallery: Gallery, size: tuple[int, int], rewrite: bool) -> None:
    parts = []
    for still in gallery[size]:
        text = [text_of(row).rstrip() for row in still.rows]
        parts += [f"=== {still.name}", *text, "---", *palette(still)]
    held(SCREENS / f"{size[0]}x{size[1]}.txt", "\n".join(parts) + "\n", rewrite=rewrite)


def look_of(style: Style) -> str:
    """How a role looks, in words."""
    words = [name for name in ("bold", "italic", "underline", "reverse") if getattr(style, name)]
    if style.color and style.bgcolor:
        words = [f"{style.color.name} on {style.bgcolor.name}", *words]
    return " ".join(words) or "plain"


def contrast(style: Style) -> float:
    """How much lighter one of the two colours is, as WCAG 2 counts it."""
    assert style.color is not None
    assert style.bgcolor is not None
    light, dark = sorted((luminance(one.get_truecolor()) for one in (style.color, style.bgcolor)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: ColorTriplet) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("theme", THEMES)
def test_the_themes_are_as_they_were(roles: Roles, theme: str, rewrite: bool) -> None:
    paint, lines = Paint(theme), []
    for role, reads in roles.items():
        style = paint.style(role)
        ratio = f"{contrast(style):.1f} " if style.color and style.bgcolor else ""
        lines.append(f"{role or '-'}: {ratio}{look_of(style)}{'' if reads else ' (drawn)'}")
    held(SCREENS / f"{theme}.txt", "\n".join(lines) + "\n", rewrite=rewrite)


def test_contrast_is_counted_as_its_authors_count_it() -> None:
    assert round(contrast(Style(color="#ffffff", bgcolor="#000000")), 2) == 21
    assert round(contrast(Style(color="#777777", bgcolor="#ffffff")), 2) == 4.48
    assert contrast(Style(color="#123456", bgcolor="#123456")) == 1


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize(("theme", "least"), [("dark", TEXT), ("light", TEXT), ("contrast", STRONG)])
def test_all_that_is_read_stands_out_enough(roles: Roles, theme: str, least: float, four: bool) -> None:
    paint = Paint(theme, four=four)
    weak = {role: round(contrast(paint.style(role)), 2) for role, reads in roles.items() if reads}
    assert {role: ratio for role, ratio in weak.items() if ratio < least} == {}


def test_where_no_colour_is_wanted_there_is_none_and_what_matters_differs_all_the_same(roles: Roles) -> None:
    paint = Paint("mono")
    for role in roles:
        style = paint.style(role)
        assert style.color is None, role
        assert style.bgcolor is None, role
    for one, other in (("card picked", "card"), ("label lit", "label"), ("seat turn", "seat"), ("key", "keys")):
        assert look_of(paint.style(one)) != look_of(paint.style(other))
