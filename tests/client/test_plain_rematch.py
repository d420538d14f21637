"""The next table with the same people, in lines of text; and a bot that was lent, which comes along."""

import sys
from pathlib import Path
from random import Random
from typing import cast

import pytest

from kalooki.bots import bot_named
from kalooki.rules.actions import Action
from kalooki.rules.view import SeatView
from kalooki.seat import Seat, TableStatus
from kalooki.shell.group_loader import load_group
from kalooki.shell.interfaces import chosen, interfaces
from kalooki.verify import Verdict, verify_transcript
from kalooki_cli.club import Against, Card, Hosting, Joining, Opened, Wish
from kalooki_cli.commands import _onward
from kalooki_cli.commands._club import Club
from kalooki_cli.commands._seeking import Place
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.messages import prompts
from kalooki_cli.moment import Ask
from kalooki_cli.plain import PlainClient
from kalooki_cli.plan import again
from kalooki_cli.taste import Taste
from kalooki_cli.terminal import Terminal
from support.lobby_table import ADDRESS, CODE, FakeClub, LobbySeat, full, house
from support.open_table import OpenTable, simple
from support.processes import program
from support.scripted_console import IDLE, ScriptedConsole, Typist, typing
from support.terminals import Typewriter

HERE = ("--bind", "127.0.0.1", "--interface", "lo")


def loses(then: str) -> Typist:
    """Throw the first card away until the game is over, and type this then."""
    return lambda prompt, _fresh: next(line for asked, line in answers(then).items() if prompt.startswith(asked))


def answers(then: str) -> dict[str, str]:
    """What is typed at which prompt."""
    asked = prompts.PROMPTS
    return {
        asked[Ask.DRAW]: "d",
        asked[Ask.PLAY]: "x 1",
        asked[Ask.READY]: "",
        asked[Ask.BEGIN]: "begin",
        asked[Ask.BUY_IN]: "n",
        asked[Ask.OVER]: then,
        prompts.NEXT_DEAL: "",
        prompts.AGAIN_OR_LEAVE: then,
        prompts.PICK_SEAT.format(seats=2): "seat 1",
    }


async def sits(seat: Seat, typist: Typist, *, plays_again: bool = True) -> tuple[Ending, str]:
    console = ScriptedConsole(typist)
    ending = await PlainClient(seat, console, simple, Habits(ready_at_once=True, plays_again=plays_again)).run()
    return ending, " ".join(" ".join(console.shown).split())


def table() -> OpenTable:
    """A game that is over soon."""
    greedy, chance = bot_named("greedy"), Random(1)
    assert greedy is not None
    choose = greedy.choose

    def other(view: SeatView) -> Action:
        return choose(view, chance)

    return OpenTable(b"first", names=("Ann", "Bea"), phase="lobby", house={"initial_min": 0}, others=other)


@pytest.mark.parametrize(("typed", "ending", "closed"), [("again", Ending.AGAIN, "again"), ("", Ending.OVER, "")])
async def test_who_hosts_is_offered_the_next_table_when_the_game_is_over(
    typed: str, ending: Ending, closed: str
) -> None:
    at = table()
    ended, shown = await sits(at, loses(typed))
    assert ended is ending
    assert at.game.winners
    assert at.status().closed == closed
    assert prompts.PLAY_AGAIN["again"] in shown


async def test_where_nobody_knows_the_way_it_is_not_offered() -> None:
    ended, shown = await sits(table(), loses(""), plays_again=False)
    assert ended is Ending.OVER
    assert prompts.PLAY_AGAIN["again"] not in shown


async def test_before_the_end_there_is_no_next_table() -> None:
    at = table()
    ended, shown = await sits(at, typing("again", "q", "y"))
    assert ended is Ending.LEFT
    assert prompts.NO_AGAIN in shown
    assert at.status().closed == "left"


@pytest.mark.parametrize(("typed", "ending"), [("again", Ending.AGAIN), ("", Ending.OVER)])
async def test_a_guest_is_asked_when_the_host_plays_again(typed: str, ending: Ending) -> None:
    seat = full(me=1, phase="over", join_code="")

    def types(prompt: str, _fresh: list[str]) -> str:
        if prompt == prompts.AGAIN_OR_LEAVE:
            return typed
        seat.end("again")
        return "status"

    ended, shown = await sits(seat, types)
    assert ended is ending
    assert prompts.PLAY_AGAIN["wait"].format(who="Ann") in shown
    assert prompts.PLAY_AGAIN["follow"] in shown


@pytest.mark.parametrize("reason", ["left", "enough"])
async def test_a_guest_of_a_table_that_just_closes_is_asked_nothing(reason: str) -> None:
    seat = LobbySeat(full(me=1, phase="over", join_code="").status)

    def types(_prompt: str, _fresh: list[str]) -> str:
        seat.end(reason)
        return "again"

    ended, shown = await sits(seat, types)
    assert ended is Ending.CLOSED
    assert prompts.PLAY_AGAIN["follow"] not in shown


class Tables(FakeClub):
    """Tables one after the other, of which one sits at the first."""

    def __init__(self, *seats: Seat, wish: Wish) -> None:
        super().__init__()
        first, *self.seats = seats
        self.habits = Habits(ready_at_once=True, plays_again=True)
        self.opened: Opened | None = Opened(first, self.habits, simple, wish)

    async def open(self, wish: Wish) -> Opened:
        self.opened = await super().open(wish)
        return self.opened


class Desk(ScriptedConsole):
    """A console of somebody who likes what is usual."""

    taste = Taste()

    def ask(self, prompt: str) -> None:
        """Between two tables nothing is asked."""
        super().ask(prompt or IDLE)


async def stays(tables: Tables, typist: Typist) -> tuple[Ending, str, list[PlainClient]]:
    """Sit at the first table, and at those that follow it."""
    desk, took = Desk(typist), list[PlainClient]()
    assert tables.opened is not None
    client = PlainClient(tables.opened.seat, desk, simple, tables.habits)
    ending = await client.run()
    if ending is Ending.AGAIN:
        ending = await _onward.go_on(cast("Club", tables), cast("Terminal", desk), client, ending, took.append)
    return ending, " ".join(" ".join(desk.shown).split()), took


async def test_two_whole_games_are_played_in_lines_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = table(), table()
    tables = Tables(first, second, wish=Against(bots=1))
    then = iter(("again", ""))

    def types(prompt: str, fresh: list[str]) -> str:
        line = loses("over")(prompt, fresh)
        return next(then) if line == "over" else str(line)

    ending, _shown, took = await stays(tables, types)
    assert ending is Ending.OVER
    assert first.game.winners
    assert second.game.winners
    assert (first.status().closed, second.status().closed) == ("again", "")
    assert tables.wishes == [Against(bots=1)]
    assert (tables.closed, len(took)) == (1, 1)
    assert "The signed record" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("limit", "agrees", "ending", "joins"),
    [(150, "?", Ending.LEFT, True), (100, "y", Ending.LEFT, True), (100, "n", Ending.OVER, False)],
)
async def test_a_guest_goes_on_and_sees_rules_that_are_others_first(
    limit: int, agrees: str, ending: Ending, joins: bool
) -> None:
    first, second = full(me=1, phase="over", join_code=""), full(me=1)
    tables = Tables(first, second, wish=Joining(CODE, ADDRESS))
    tables.habits = Habits(agreed=True, plays_again=True)
    tables.cards[ADDRESS] = Card("cd" * 32, "Kitchen", 3, house(limit=limit), None)
    lines = iter(("status", "again", *([agrees] if limit != 150 else []), "q", "y"))

    def types(prompt: str, _fresh: list[str]) -> str:
        if prompt == prompts.PROMPTS[Ask.OVER]:
            first.end("again")
        return next(lines)

    ended, shown, _took = await stays(tables, types)
    assert ended is ending
    assert tables.followed == [("00" * 32, 0)]
    assert (tables.wishes == [Joining(CODE, ADDRESS, "cd" * 32)]) == joins
    assert ("Limit: 100 points" in shown) == (limit == 100)


async def test_a_next_table_that_does_not_come_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    first = full(me=1, phase="over", join_code="")
    tables = Tables(first, wish=Joining(CODE, ADDRESS))
    tables.problems = ["The next table was not found."]

    def types(prompt: str, _fresh: list[str]) -> str:
        if prompt == prompts.AGAIN_OR_LEAVE:
            return "again"
        first.end("again")
        return "status"

    ended, _shown, took = await stays(tables, types)
    assert (ended, took) == (Ending.OVER, [])
    assert "The next table was not found." in capsys.readouterr().out


async def test_a_bot_that_was_lent_comes_along_where_the_same_people_play_again(tmp_path: Path) -> None:
    found = chosen(interfaces(), (), "127.0.0.1")
    place = Place("Ann", str(tmp_path / "ann"), "127.0.0.1", 0, ("lo",), lambda: found)
    async with Club(place) as ann:
        wish = Hosting(seats=2, open=True)
        hosted = await ann.open(wish)
        lent = (sys.executable, "-m", "kalooki_cli", "bot", "--open", hosted.address, *HERE)
        async with program(*lent, "--name", "Bea", "--data-dir", str(tmp_path / "bea")) as bea:
            status = await seated(hosted)
            assert (await hosted.seat.close("again")).code == ""
            await ann.close()
            following = await ann.open(again(wish, status))
            assert [one.name for one in (await seated(following)).taken] == ["Ann", "Bea"]
            assert (await following.seat.close("left")).code == ""
            assert bea.stdout is not None
            said = (await bea.stdout.read()).decode()
            assert await bea.wait() == 0
            assert said.count("The signed record of the game") == 2


async def seated(opened: Opened) -> TableStatus:
    """Wait until two sit there."""
    async for update in opened.seat.updates():
        if len(update.status.taken) == 2:
            return update.status
    raise AssertionError("the table closed")


ANSWERS = {
    prompts.PROMPTS[Ask.DRAW]: "d",
    prompts.PROMPTS[Ask.PLAY]: "x 1",
    prompts.NEXT_DEAL: "",
    prompts.PICK_SEAT.format(seats=2): "seat 1",
}


def lose(person: Typewriter) -> None:
    """Throw the first card away until the game is over: who never lays keeps a hand of more than fifty points."""
    while not (came := person.wait(*ANSWERS, prompts.AGAIN_OR_LEAVE)).endswith(prompts.AGAIN_OR_LEAVE):
        asked = next(prompt for prompt in ANSWERS if came.endswith(prompt))
        person.type(f"{ANSWERS[asked]}\r")


@pytest.mark.slow
def test_two_whole_games_are_played_with_real_nodes_in_lines_of_text(tmp_path: Path) -> None:
    quick = ("--pace", "none", "--bots", "1", "--house", "initial_min=0", "--house", "limit=50")
    command = (
        sys.executable,
        "-m",
        "kalooki_cli",
        "play",
        "--plain",
        "--name",
        "Ann",
        "--data-dir",
        str(tmp_path),
        *quick,
    )
    with Typewriter(surroundings={"TERM": "dumb", "LANG": "C.UTF-8"}, program=command) as person:
        lose(person)
        person.type("again\r")
        lose(person)
        person.type("\r")
        assert person.process.wait(timeout=30) == 0
    records = sorted((tmp_path / "transcripts").iterdir())
    assert len(records) == 2
    first, second = (verify_transcript(one.read_bytes(), load_group(), bytes(32)) for one in records)
    for report in (first, second):
        assert report.verdict is Verdict.VALID
        assert report.summary.deals >= 1
    assert [one.name for one in first.summary.people] == [one.name for one in second.summary.people]
    assert first.summary.table != second.summary.table
