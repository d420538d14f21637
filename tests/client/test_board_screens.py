"""Every screen of whole games: no row too long, no card clipped, nothing that cannot be written, nothing hidden."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import view
from kalooki.seat import CONTINUED, Update
from kalooki_cli.board.fan import FAN_ROWS, rank_text, spots
from kalooki_cli.board.glyphs import ASCII, UNICODE, Glyphs, glyphs_for
from kalooki_cli.board.ink import text_of
from kalooki_cli.board.layout import PROMPT
from kalooki_cli.board.screen import Drawn, Memory, draw
from kalooki_cli.look import Look
from kalooki_cli.moment import Ask
from kalooki_cli.tui import sight
from kalooki_cli.tui.sitting import Sitting
from kalooki_cli.tui.theme import knows
from support.open_table import OpenTable
from support.pilot import sitting_down
from support.sittings import PEOPLE, moments, sit, widths

SIZES = [(80, 24), (100, 30), (120, 40)]
Game = tuple[str, int, int, Mapping[str, OptionValue]]
GAMES: list[Game] = [
    ("british", 4, 1, {"limit": 50}),
    ("jamaican", 3, 9, {"penalties": "challenge", "dealer_cut": "simulated"}),
    ("jamaican", 8, 9, {}),
    ("south_african", 4, 7, {}),
]
HOSTILE = (
    "Ann",
    "\u202eBob\x1b[2J",
    "\u674e\u5c0f\u9f8d\u674e\u5c0f\u9f8d",
    "e\u0301" * 30,
    "\U0001f468\u200d\U0001f469",
)


def assert_sound(drawn: Drawn, sitting: Sitting, size: tuple[int, int]) -> None:
    columns, rows = size
    assert len(drawn.rows) == rows
    assert widths(drawn.rows) == {columns}, drawn.text
    hand = sitting.fingers.hand
    faces = drawn.rows[rows - PROMPT - FAN_ROWS : rows - PROMPT]
    ranks = [text_of(row) for row in faces]
    for one, spot in zip(hand.all, spots(len(hand.all), columns, apart=len(hand.apart)), strict=True):
        seen = {line[spot.left + 1 : spot.left + 3] for line in ranks}
        assert rank_text(one.card) in seen, (one, drawn.text)
        assert spot.right <= columns


@pytest.mark.parametrize("game", GAMES)
async def test_every_screen_of_a_game_is_whole(game: Game) -> None:
    variant, players, number, house = game
    table = OpenTable(
        b"first",
        names=PEOPLE[:players],
        variant=variant,
        number=number,
        house=house,
        asked_first=True,
        limit_ms=15000,
    )
    sitting, rng = sit(table), random.Random(1)
    asked, roles, memory = set(), set[str](), Memory()
    async for ask in moments(sitting, 45):
        asked.add(ask)
        size = SIZES[len(asked) % 3] if rng.random() < 0.5 else rng.choice(SIZES)
        if sitting.fingers.hand.all and rng.random() < 0.5:
            one = rng.choice(sitting.fingers.hand.all)
            sitting.fingers.change(sitting.fingers.hand.toggle(one.slot))
        scene = sight.scene(sitting)
        drawn = draw(scene, *size)
        assert_sound(drawn, sitting, size)
        assert draw(scene, *size, 0, memory) == drawn
        roles |= {role for row in drawn.rows for _text, role in row}
    assert all(knows(role) for role in roles)
    assert Ask.PLAY in asked or variant == "jamaican"


@pytest.mark.parametrize(("encoding", "glyphs"), [("ascii", ASCII), ("cp437", ASCII), ("utf-8", UNICODE)])
async def test_what_is_drawn_can_be_written(encoding: str, glyphs: Glyphs) -> None:
    assert glyphs_for(encoding) is glyphs
    sitting = sit(OpenTable(b"first", names=HOSTILE), look=Look(symbols=glyphs is UNICODE), glyphs=glyphs)
    async for _ask in moments(sitting, 15):
        for size in SIZES:
            drawn = draw(sight.scene(sitting), *size)
            assert_sound(drawn, sitting, size)
            drawn.text.encode(encoding)
            assert not any(character in drawn.text for character in "\x1b\u202e\u200d")


async def test_the_ace_is_told_which_key_to_press_and_the_others_for_whom_they_wait() -> None:
    table = OpenTable(b"seats", phase="pick_seat")
    async with sitting_down(table) as person:
        assert "Press its number, 1 to" in person.text
        assert "Type seat" not in person.text
        update = Update(replace(table.status(), waiting_for=(1,)), None, (), ())
        person.app.sitting.receive(update)
        await person.settle()
        assert "Bea drew the ace: the table waits until a seat is chosen." in person.text
        assert "Press its number" not in person.text


async def test_a_game_that_goes_on_at_a_new_table_is_not_said_to_be_over() -> None:
    table = OpenTable(b"moved")
    async with sitting_down(table) as person:
        await table.close(CONTINUED)
        await person.settle()
        prompt = " ".join(person.text.split("\n")[-3:])
        assert "The game goes on at a new table: Enter leaves, and" in prompt
        assert "It is over" not in prompt


async def test_letters_are_as_wide_as_symbols() -> None:
    sitting = sit(OpenTable(b"first"), look=Look(symbols=False))
    async for _ask in moments(sitting, 12):
        assert_sound(draw(sight.scene(sitting), 80, 24), sitting, (80, 24))
        assert not any(symbol in draw(sight.scene(sitting), 80, 24).text for symbol in "♠♥♦♣")


async def test_two_worlds_that_differ_in_hidden_cards_look_the_same() -> None:
    table = OpenTable(b"worlds")
    sitting = sit(table)
    async for _ask in moments(sitting, 8):
        deal = table.game.deal
        if deal is None or sitting.desk.now is None or sitting.view is None:
            continue
        own = set(deal.hands[0])
        hidden = [slot for slot in table.faces if slot not in own and slot not in deal.faces]
        cards = [table.faces[slot] for slot in hidden]
        other = dict(table.faces) | dict(zip(hidden, cards[1:] + cards[:1], strict=True))
        assert other != dict(table.faces)
        there = view(table.game, SeatNumber(0), other)
        here = draw(sight.scene(sitting), 120, 40)
        assert draw(replace(sight.scene(sitting), view=there), 120, 40) == here
