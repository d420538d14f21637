"""Hands on: single things that a person does at the table on screen, by keyboard and by mouse."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.cards import SeatNumber, Slot
from kalooki.rules.actions import Action, Allow, Call, Challenge, Discard, Draw, Lay, LayItem, LayOff, Pass
from kalooki.rules.legal import legal_actions
from kalooki.rules.variant import OptionValue
from kalooki.rules.view import SeatView, view
from kalooki.seat import Outcome, Update
from kalooki_cli.board.glyphs import UNICODE
from kalooki_cli.board.ink import row_width, text_of
from kalooki_cli.board.layout import fits
from kalooki_cli.board.page import page
from kalooki_cli.board.screen import Hit, OnCard, OnMeld, OnNothing, OnPile, OnStock, OnTable, hit
from kalooki_cli.inbox import Ending
from kalooki_cli.look import Look
from kalooki_cli.moment import Ask
from kalooki_cli.taste import Taste
from kalooki_cli.text import inert
from kalooki_cli.tui import sight
from kalooki_cli.tui.settings import settings_for
from kalooki_cli.tui.spectating import Gallery
from support.open_table import OpenTable, simple
from support.pilot import ROUNDS, Person, sitting_down

LAYS = b"t45"
"""With this seed the person can lay soon."""


def place_of(person: Person, wanted: Hit) -> tuple[int, int]:
    """Where on the screen something is."""
    drawn, scene = person.drawn, sight.scene(person.app.sitting)
    places = ((column, row) for row in range(drawn.layout.rows) for column in range(drawn.layout.columns))
    return next(place for place in places if hit(drawn, scene, *place) == wanted)


async def until_a_lay(person: Person) -> Lay:
    """Play until something can be laid."""
    sitting = person.app.sitting
    for _ in range(60):
        match sitting.moment.ask:
            case Ask.DRAW | Ask.READY:
                await person.press("enter")
            case _:
                assert sitting.view is not None
                action = simple(sitting.view)
                if isinstance(action, Lay):
                    return action
                sitting.play(action)
                await person.settle()
    raise AssertionError(person.text)


async def pick(person: Person, item: LayItem) -> None:
    fingers = person.app.sitting.fingers
    slots = [one.slot for one in item.cards if one.slot is not None]
    fingers.change(fingers.hand.pick(slots))
    person.app.table.draw()


async def test_a_staged_part_is_undone_and_its_cards_are_picked_again() -> None:
    table = OpenTable(LAYS)
    async with sitting_down(table) as person:
        lay = await until_a_lay(person)
        await pick(person, lay.items[0])
        assert "together" in person.text
        await person.press("enter")
        assert "Staged:" in person.text
        await person.press("u")
        assert "Taken back" in person.text
        assert len(person.app.sitting.fingers.hand.picked) == len(lay.items[0].cards)
        await person.press("u")
        assert "Nothing is staged" in person.text
        assert not any(isinstance(action, Lay) for action in table.played)


async def test_cards_that_go_nowhere_are_refused_in_words_and_nothing_is_sent() -> None:
    table = OpenTable(LAYS)
    async with sitting_down(table) as person:
        await person.press("d", "home", "space", "right", "space", "right", "space", "enter")
        assert "A run has each rank once" in person.text
        await person.press("x")
        assert "One card is discarded at a time" in person.text
        await person.press("escape")
        assert person.app.sitting.fingers.hand.picked == ()
        assert table.played == [Draw()]


async def until_a_lay_off(person: Person) -> LayOff:
    """Play until a single card can be laid off."""
    for _ in range(60):
        lay = await until_a_lay(person)
        item = lay.items[0]
        if isinstance(item, LayOff) and len(item.cards) == 1:
            return item
        person.app.sitting.play(lay)
        await person.settle()
    raise AssertionError(person.text)


async def test_a_card_is_dragged_onto_a_meld_to_lay_it_off_and_within_the_hand_to_move_it() -> None:
    table = OpenTable(LAYS)
    async with sitting_down(table, (120, 40)) as person:
        fingers = person.app.sitting.fingers
        item = await until_a_lay_off(person)
        at = [one.slot for one in fingers.hand.all].index(_slot(item))
        await person.drag(place_of(person, OnCard(at)), place_of(person, OnCard(0 if at else 1)))
        moved = [one.slot for one in fingers.hand.all].index(_slot(item))
        assert moved != at
        await person.drag(place_of(person, OnCard(moved)), place_of(person, OnMeld(item.meld)))
        if fingers.choosing is not None:
            assert "Where?" in person.text
            await person.press("1")
        assert person.app.sitting.desk.draft.items
        await person.press("g")
        assert isinstance(table.played[-1], Lay)


def _slot(item: LayOff) -> Slot:
    slot = item.cards[0].slot
    assert slot is not None, "it comes from the hand"
    return slot


async def test_stock_and_pile_are_clicked() -> None:
    table = OpenTable(b"stock")
    async with sitting_down(table) as person:
        await person.click(*place_of(person, OnStock()))
        assert table.played == [Draw()]
        await person.click(*place_of(person, OnCard(0)))
        await person.click(*place_of(person, OnPile()))
        assert isinstance(table.played[-1], Discard)
        await person.click(*place_of(person, OnTable()))
        await person.click(*place_of(person, OnNothing()))


class SlowTable(OpenTable):
    """Answers an action only when it is told to; in between another may have played."""

    def __init__(self, seed: bytes, *, meanwhile: bool) -> None:
        super().__init__(seed)
        self.go = asyncio.Event()
        self._meanwhile = meanwhile

    async def act(self, move: int, action: Action) -> Outcome:
        await self.go.wait()
        outcome = await super().act(move, action)
        if self._meanwhile and isinstance(action, Draw):
            self.void()
        return outcome


@pytest.mark.parametrize("meanwhile", [False, True])
async def test_a_discard_typed_ahead_follows_the_draw_unless_something_has_happened(meanwhile: bool) -> None:
    table = SlowTable(b"ahead", meanwhile=meanwhile)
    async with sitting_down(table) as person:
        sitting = person.app.sitting
        table.go.clear()
        await person.press_on("d", "home", "x")
        assert "will be discarded when your card has come" in person.text
        first = sitting.fingers.hand.all[0]
        table.go.set()
        await person.settle()
        await person.settle()
        discarded = [action.shown for action in table.played if isinstance(action, Discard)]
        assert discarded == ([] if meanwhile else [first])


async def test_a_hint_says_why_and_marks_its_cards() -> None:
    async with sitting_down(OpenTable(b"hint")) as person:
        await person.press("d", "i")
        assert "Hint:" in person.text
        assert sight.scene(person.app.sitting).hinted


async def test_keys_open_pages_that_scroll_and_close() -> None:
    async with sitting_down(OpenTable(b"pages")) as person:
        for key, words in (("question_mark", "Keys"), ("D", "The discard pile"), ("L", "What has"), ("R", "The rules")):
            await person.press(key)
            assert words in person.page
            await person.press("pagedown", "up", "end", "home", "down")
            await person.press("escape")
            assert person.app.screen is person.app.table


async def test_whatever_the_plain_client_understands_can_be_typed() -> None:
    table = OpenTable(b"typed")
    async with sitting_down(table) as person:
        await person.write("d")
        assert table.played == [Draw()]
        await person.write("x 1")
        assert isinstance(table.played[-1], Discard)
        await person.write("quit")
        assert "Press q to leave" in person.text
        await person.write("sort")
        assert "Sorted by rank." in person.text
        await person.write("nonsense")
        assert "I do not know nonsense" in person.text
        await person.write("score")
        assert "Total" in person.page
        await person.press("escape")
        await person.write("adjourn")
        await person.write("bot bea")
        assert table.proposed == [("adjourn", None, False), ("stand_in", 1, False)]
        await person.press("colon", "q", "escape", "colon", "backspace")
        assert ": " not in person.text.split("\n")[-3][:3]


async def test_leaving_is_asked_and_can_be_taken_back() -> None:
    table = OpenTable(b"leave")
    async with sitting_down(table) as person:
        await person.press("q")
        assert "leaves; g for good" in person.text
        await person.press("n")
        assert "You stay." in person.text
        await person.press("q")
        table.void()
        await person.settle()
        assert "leaves; g for good" in person.text
        await person.press("y")
    assert person.app.return_value is Ending.LEFT


async def test_to_leave_for_good_is_shown_while_the_others_are_told_and_ends_when_they_know() -> None:
    table = OpenTable(b"leave")
    told = asyncio.Event()

    async def noted() -> Outcome:
        await told.wait()
        return table.parting

    table.leave = noted  # type: ignore[method-assign]
    async with sitting_down(table) as person:
        await person.press("q", "g")
        assert "The others are told that you leave for good" in person.text
        table.parting = Outcome("not_told", "")
        told.set()
        await person.settle()
        assert "The others could not take note of it" in " ".join(person.text.split())
        table.parting = Outcome("", "")
        await person.press("q", "g")
    assert person.app.return_value is Ending.LEFT


def calls(seen: SeatView) -> Action:
    """Call whatever may be called."""
    return next((action for action in legal_actions(seen) if isinstance(action, Call)), None) or simple(seen)


async def test_who_judges_which_call_was_first_names_the_caller_by_a_digit() -> None:
    house = {"call_priority": "judge"}
    table = OpenTable(b"first", variant="jamaican", house=house, asked_first=True, others=calls)
    async with sitting_down(table) as person:
        sitting = person.app.sitting
        while sitting.moment.ask is not Ask.ANSWER:
            assert sitting.view is not None or sitting.moment.ask is Ask.READY
            if sitting.moment.ask is Ask.READY or sitting.view is None:
                await person.press("enter")
            else:
                sitting.play(simple(sitting.view))
                await person.settle()
        assert "allow Bea" in person.text
        await person.press("9", "2")
    assert table.played[-1] == Allow(SeatNumber(2))


async def test_when_all_agree_to_stop_for_today_the_table_is_left() -> None:
    table = OpenTable(b"stops", agreeing=True)
    async with sitting_down(table) as person:
        await person.press("L")
        await person.press("escape")
        await person.write("adjourn")
        await person.settle()
    assert person.app.return_value is Ending.ADJOURNED


@pytest.mark.parametrize(
    ("colour", "wanted", "theme"),
    [("two", "", "dark"), ("two", "light", "light"), ("two", "pink", "dark"), ("off", "light", "mono")],
)
def test_the_theme_is_one_that_there_is_and_none_where_no_colour_is_wanted(
    colour: str, wanted: str, theme: str
) -> None:
    assert settings_for(Taste(environment={"KALOOKI_THEME": wanted}), Look(colour=colour)).theme == theme


@given(st.integers(1, 120), st.integers(1, 40), st.integers(-5, 300), st.lists(st.text(max_size=200), max_size=30))
def test_a_page_of_text_fits_every_size(columns: int, rows: int, first: int, lines: list[str]) -> None:
    made = page("Title", [inert(line) for line in lines], UNICODE, columns, rows, first)
    assert len(made.rows) <= rows
    assert all(row_width(row) == columns for row in made.rows)


async def test_who_watches_sees_the_table_and_can_do_nothing() -> None:
    table = OpenTable(b"watched")

    async def updates() -> AsyncIterator[Update]:
        async for one in table.updates():
            seen = None if one.view is None else view(table.game, None, {})
            yield replace(one, status=replace(one.status, me=-1), view=seen)

    async with sitting_down(Gallery(updates)) as person:
        await table.ready(table.game.number)
        await person.settle()
        assert "You watch." in person.text
        await person.press("d", "x", "enter", "c", "p", "i", "o")
        await person.write("d")
        assert table.played == []
        await person.press("q")
        assert "You stop watching" in person.text
        await person.press("y")
    assert person.app.return_value is Ending.LEFT


async def test_below_80_columns_and_24_rows_it_says_so_and_offers_plain_lines() -> None:
    async with sitting_down(OpenTable(b"small")) as person:
        await person.resize(70, 20)
        assert "needs 80 columns and 24 rows" in " ".join(person.written.split())
        await person.resize(80, 24)
        assert "Your turn" in person.text
        await person.resize(20, 3)
        await person.press("p")
    assert person.app.return_value is None


@pytest.mark.parametrize(
    ("house", "wanted", "key", "played"),
    [
        ({}, Ask.CALL, "c", Call),
        ({}, Ask.CALL, "p", Pass),
        ({"penalties": "challenge"}, Ask.DOUBT, "p", Pass),
        ({"penalties": "challenge"}, Ask.DOUBT, "exclamation_mark", Challenge),
    ],
)
async def test_windows_say_what_is_asked_how_long_and_are_answered_by_one_key(
    house: Mapping[str, OptionValue], wanted: Ask, key: str, played: type[Action]
) -> None:
    table = OpenTable(
        b"first", names=("Ann", "Bea", "Cid"), variant="jamaican", house=house, asked_first=True, limit_ms=9000
    )
    async with sitting_down(table) as person:
        sitting = person.app.sitting
        for _ in range(200):
            if sitting.moment.ask is wanted:
                break
            if sitting.moment.ask is Ask.READY:
                await person.press("enter")
            else:
                assert sitting.view is not None
                sitting.play(simple(sitting.view))
                await person.settle()
        assert "9 seconds left" in person.text
        assert sight.scene(sitting).title in person.text
        await person.press(key)
        if played is Challenge:
            assert "Press ! again" in " ".join(person.text.split())
            await person.press(key)
        assert isinstance(table.played[-1], played)


async def test_the_size_changes_all_the_time_and_the_game_goes_on() -> None:
    table, rng = OpenTable(LAYS), Random(3)
    async with sitting_down(table) as person:
        for _ in range(25):
            columns, rows = rng.choice([(80, 24), (rng.randrange(10, 200), rng.randrange(2, 60))])
            await person.resize(columns, rows)
            if fits(columns, rows):
                assert {len(line) for line in map(text_of, person.drawn.rows)} == {columns}
                sitting = person.app.sitting
                await person.press("enter" if sitting.moment.ask in {Ask.DRAW, Ask.READY} else "x")
    assert sum(isinstance(action, Discard) for action in table.played) > 3


class HastyTable(OpenTable):
    """Ends the person's turn for him."""

    async def pass_on(self) -> None:
        """Play simply until a card is thrown away, and let the others play."""
        while not (self.played and isinstance(self.played[-1], Discard)):
            assert self._view is not None
            await OpenTable.act(self, self._move, simple(self._view))


class LateTable(HastyTable):
    """Answers a discard only when somebody has made another one and the next turn has begun."""

    code = "stale"

    async def act(self, move: int, action: Action) -> Outcome:
        if not isinstance(action, Discard):
            return await super().act(move, action)
        del move
        await self.pass_on()
        for _ in range(ROUNDS):
            await asyncio.sleep(0)  # what has happened is told before the answer
        return Outcome(self.code, "")


@pytest.mark.parametrize(("code", "said"), [("stale", "Something happened while you typed"), ("closed", "is closed")])
async def test_what_is_refused_of_the_turn_before_does_not_stand_over_the_question_of_the_next(
    code: str, said: str
) -> None:
    table = LateTable(b"late")
    table.code = code
    async with sitting_down(table) as person:
        sitting = person.app.sitting
        await person.press("d")
        before = len(sitting.desk.log)
        await person.press("x")
        assert (sitting.moment.ask, sitting.notice) == (Ask.DRAW, "")
        assert "Your turn: draw" in person.text
        assert len(sitting.desk.log) > before
        assert any(said in line for line in list(sitting.desk.log)[before:])


class StaleTable(HastyTable):
    """Something always happens before a discard."""

    async def act(self, move: int, action: Action) -> Outcome:
        return Outcome("stale", "") if isinstance(action, Discard) else await super().act(move, action)


async def test_what_is_refused_in_the_same_turn_is_said_until_another_question_comes() -> None:
    table = StaleTable(b"stale")
    async with sitting_down(table) as person:
        await person.press("d", "x")
        assert "Something happened while you typed" in person.text
        await person.settle()
        assert "Something happened while you typed" in person.text
        table.hear(1, "hello")
        await person.settle()
        assert "Something happened while you typed" in person.text
        await table.pass_on()
        await person.settle()
        assert (person.app.sitting.moment.ask, person.app.sitting.notice) == (Ask.DRAW, "")
        assert "Something happened while you typed" not in person.text
