"""A recorded game on screen, move by move, and figures to be read: by keys, by the mouse, at every size."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from textual import events
from textual.screen import Screen

from kalooki.rules.events import DealScored
from kalooki.shell.group_loader import load_verifier_group
from kalooki.shell.records import updates
from kalooki.verify import retell
from kalooki_cli.board.glyphs import ASCII, UNICODE, Glyphs, glyphs_for
from kalooki_cli.board.ink import text_of
from kalooki_cli.board.retold import Retold, draw_move
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.messages import ledger as words
from kalooki_cli.messages import retelling as say
from kalooki_cli.retelling import Scenes
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.reading import ReadingScreen
from kalooki_cli.tui.screens.replay import ReplayScreen
from kalooki_cli.tui.settings import Settings
from kalooki_cli.tui.single import SingleApp
from kalooki_cli.tui.theme import knows
from kalooki_cli.tui.widgets.rows import Rows
from support.pilot import SYMBOLS, character, through
from support.sittings import widths
from support.vector_files import TRANSCRIPTS

SCREENS = Path(__file__).parent / "screens"
SIZES = [(80, 24), (100, 30), (120, 40)]


@cache
def recorded(preset: str) -> tuple[Scenes, tuple[str, ...]]:
    retelling = retell((TRANSCRIPTS / f"game_{preset}.kalooki").read_bytes(), load_verifier_group(), bytes(32))
    scenes = Scenes(retelling.told, tuple(updates(retelling.told)))
    return scenes, tuple(say.verdict(retelling.report, scenes.last))


def picture(scenes: Scenes, number: int, look: Look = SYMBOLS, glyphs: Glyphs = UNICODE) -> Retold:
    hands = tuple((seat, tuple(cards)) for seat, cards in scenes.hands(number, look))
    return Retold(scenes.scene(number, look, glyphs), hands, say.where(number, scenes.last, 7))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, glyphs_for("cp437")], ids=["unicode", "ascii", "cp437"])
def test_every_move_fills_the_screen_and_shows_every_card(size: tuple[int, int], glyphs: Glyphs) -> None:
    look = Look(symbols=glyphs is UNICODE)
    for preset in ("british", "jamaican_baby"):
        scenes, _ = recorded(preset)
        for number in range(1, scenes.last + 1, 29):
            retold = picture(scenes, number, look, glyphs)
            rows = draw_move(retold, *size).rows
            assert (len(rows), widths(rows)) == (size[1], {size[0]})
            assert all(knows(role) for row in rows for _, role in row)
            lines = [text_of(row) for row in rows]
            for seat, cards in retold.hands:
                name = retold.scene.talk.other(seat)
                shown = next(line for line in reversed(lines) if line[1:].startswith(f"{name} "))
                assert shown.split()[-len(cards) :] == [
                    say.HIDDEN if card is None else look.card(card) for card in cards
                ], (number, name)
            if glyphs is not UNICODE:
                assert all(line.isascii() for line in lines)


def test_eight_hands_of_a_table_that_is_full_have_room_beside_the_table() -> None:
    scenes, _ = recorded("jamaican_baby")
    retold = picture(scenes, scenes.last // 2)
    view = retold.scene.view
    assert view is not None
    most = max((cards for _, cards in retold.hands), key=len)
    cards = tuple((*most, *most, *most)[:22])
    seats = tuple(replace(view.seats[at % 3], seat=type(view.seats[0].seat)(at)) for at in range(8))
    crowd = replace(
        retold,
        scene=replace(retold.scene, view=replace(view, seats=seats)),
        hands=tuple((one.seat, cards) for one in seats),
    )
    for notice in ("", "To move 12"):
        rows = draw_move(replace(crowd, notice=notice), 80, 24).rows
        assert (len(rows), widths(rows)) == (24, {80})
        assert sum(len(text_of(row).split()) > 22 for row in rows[-9:-1]) == 8
        assert (notice in "\n".join(map(text_of, rows))) is True
    wide = replace(crowd, hands=tuple((one.seat, (*cards, *cards)) for one in seats[:2]))
    assert len(draw_move(wide, 80, 24).rows) == 24


def test_the_score_and_the_deals_of_a_record() -> None:
    scenes, _ = recorded("jamaican_baby")
    second = scenes.of_deal(2)[0]
    assert scenes.deal_from(1, 1) == second
    assert scenes.deal_from(second + 5, -1) == second
    assert scenes.deal_from(second, -1) == 1
    assert scenes.deal_from(1, -1) == 1
    assert scenes.deal_from(scenes.last, 1) == scenes.last
    assert scenes.ledger(second - 1, SYMBOLS, UNICODE).sheet == scenes.ledger(second, SYMBOLS, UNICODE).sheet
    assert len(scenes.ledger(1, SYMBOLS, UNICODE).sheet) == 0
    assert sum(isinstance(one, DealScored) for one in scenes.ledger(scenes.last, SYMBOLS, UNICODE).sheet) == 3


@pytest.mark.parametrize("size", SIZES)
def test_the_screens_are_as_they_were(size: tuple[int, int], rewrite: bool) -> None:
    parts = []
    for preset, number in (("british", 21), ("jamaican_baby", 60)):
        rows = draw_move(picture(recorded(preset)[0], number), *size).rows
        parts.append(f"=== {preset}\n" + "\n".join(text_of(row).rstrip() for row in rows))
    text = "\n".join(parts) + "\n"
    path = SCREENS / f"replay_{size[0]}x{size[1]}.txt"
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


# --- on screen


class Reader:
    """Presses keys and clicks, and reads."""

    def __init__(self, app: SingleApp) -> None:
        self.app = app

    @property
    def text(self) -> str:
        return "\n".join(text_of(row).rstrip() for row in self.app.screen.query_one(Rows).rows)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self._give(events.Key(key, character(key)))

    async def click(self, words_there: str) -> None:
        lines = self.text.split("\n")
        row = max(at for at, line in enumerate(lines) if words_there in line)
        column = lines[row].index(words_there)
        for kind in (events.MouseDown, events.MouseUp):
            await self._give(
                kind(None, column, row, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=column, screen_y=row)
            )

    async def wheel(self, *, down: bool) -> None:
        kind = events.MouseScrollDown if down else events.MouseScrollUp
        await self._give(kind(None, 5, 5, 0, 1 if down else -1, 0, shift=False, meta=False, ctrl=False))

    async def _give(self, event: events.Event) -> None:
        self.app.post_message(event)
        for _ in range(2):  # a screen that is pushed is drawn in the second round
            if self.app._exit:  # noqa: SLF001 - nobody answers any more
                return
            await through(self.app)
            await through(self.app.screen)


@asynccontextmanager
async def reading(
    make: Callable[[Carrier], Screen[None]], size: tuple[int, int] = (80, 24), settings: Settings | None = None
) -> AsyncIterator[Reader]:
    app = SingleApp(SYMBOLS, UNICODE, settings, make)
    async with app.run_test(size=size):
        await through(app)
        await through(app.screen)
        yield Reader(app)
    if app.broken is not None:
        raise app.broken


def replaying(moves: Sequence[int] = (), at: int = 1) -> Callable[[Carrier], Screen[None]]:
    scenes, verdict = recorded("jamaican_baby")
    shown = moves or range(1, scenes.last + 1)

    def make(carrier: Carrier) -> Screen[None]:
        return ReplayScreen(carrier, scenes, shown, at, verdict)

    return make


async def test_one_goes_forward_and_back_and_to_a_move_and_to_a_deal_by_keys() -> None:
    scenes, verdict = recorded("jamaican_baby")
    last, second = scenes.last, scenes.of_deal(2)[0]
    async with reading(replaying(), settings=Settings(theme="mono")) as reader:
        assert f"move 1 of {last} " in reader.text
        assert verdict[0][:40] in reader.text
        await reader.press("p")
        assert say.FIRST in reader.text
        for key in ("question_mark", "z", "f5"):
            await reader.press(key)
            assert say.KEYS_THERE in reader.text
            assert f"move 1 of {last} " in reader.text
        for keys, move in (
            (("right",), 2),
            (("enter", "n"), 4),
            (("left",), 3),
            (("pagedown",), 13),
            (("pageup", "h", "h", "h"), 1),
            (("]",), second),
            (("]", "["), second),
            (("1", "7", "backspace", "enter"), 1),
            (("4", "2", "enter"), 42),
            (("4", "escape"), 42),
            (("end",), last),
            (("l",), last),
            (("home",), 1),
        ):
            names = {"]": "right_square_bracket", "[": "left_square_bracket"}
            await reader.press(*(names.get(key, key) for key in keys))
            assert f"move {move} of {last} " in reader.text, keys
        await reader.press("4", "2")
        assert "To move 42" in reader.text
        await reader.press("0", "9", "enter")
        assert f"There is no move {int('4209'[: len(str(last))])} here" in reader.text
        await reader.press("end", "space")
        assert say.LAST in reader.text
        await reader.press("S")
        assert words.TITLE in reader.text
        await reader.press("escape", "v")
        assert say.VERDICT_TITLE in reader.text
        assert "every check passed" in reader.text
        await reader.press("q", "down", "up")
        assert f"move {last} of {last} " in reader.text
        await reader.press("q")
    assert reader.app.return_value is Ending.LEFT


async def test_one_goes_through_a_record_by_the_mouse() -> None:
    scenes, _ = recorded("jamaican_baby")
    async with reading(replaying(), (120, 40)) as reader:
        await reader.click("deal after")
        assert f"move {scenes.of_deal(2)[0]} of" in reader.text
        await reader.click("deal before")
        await reader.click("stock")
        assert "move 2 of" in reader.text
        await reader.click("next  ")
        await reader.wheel(down=True)
        await reader.wheel(down=False)
        assert "move 3 of" in reader.text
        await reader.click("a move")
        assert "move 3 of" in reader.text
        await reader.click("score")
        assert words.TITLE in reader.text
        await reader.click(" back")
        await reader.click("does it hold?")
        assert say.VERDICT_TITLE in reader.text


async def test_of_one_deal_only_its_moves_are_shown() -> None:
    scenes, _ = recorded("jamaican_baby")
    moves = scenes.of_deal(2)
    async with reading(replaying(moves, moves[0])) as reader:
        await reader.press("left")
        assert say.FIRST in reader.text
        await reader.press("end", "right")
        assert say.LAST in reader.text
        await reader.press("1", "enter")
        assert f"There is no move 1 here, but {moves[0]} to {moves[-1]}." in reader.text


async def test_lines_are_read_and_put_away_and_fit_every_size() -> None:
    lines = [f"line {number} " + "word " * 30 for number in range(40)]
    for size in SIZES:
        async with reading(lambda carrier: ReadingScreen(carrier, "Your games", lines), size) as reader:
            assert "Your games" in reader.text
            assert "line 0 " in reader.text
            await reader.press("end")
            assert "line 39 " in reader.text
            await reader.wheel(down=False)
            assert max(map(len, reader.text.split("\n"))) <= size[0]
            await reader.press("escape")
        assert reader.app.return_value is Ending.LEFT


async def test_who_wants_plain_lines_in_a_small_window_gets_them() -> None:
    async with reading(replaying(), (60, 20)) as reader:
        await reader.press("p")
    assert reader.app.return_value is None
