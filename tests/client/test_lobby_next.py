"""The next table with the same people, on screen."""

from dataclasses import replace
from random import Random

from kalooki.bots import bot_named
from kalooki_cli.club import Against, Card, Hosting, Joining, Resuming
from kalooki_cli.inbox import Habits
from kalooki_cli.messages import prompts
from kalooki_cli.moment import Ask
from support.lobby_pilot import Visitor, coming_in
from support.lobby_table import ADDRESS, CODE, FakeClub, full, house, seated_at
from support.open_table import OpenTable

MOST_QUESTIONS = 400


async def test_the_host_plays_again_with_the_same_rules_and_the_same_code() -> None:
    seat, following = full(phase="over"), full()
    club = seated_at(seat, following)
    async with coming_in(club) as one:
        await one.press("t", "home", "down", "down", "right", "B")
        assert "m plays again at a new table" in one.said
        await one.press("m")
        assert seat.asked == [("close", "again")]
        before, after = club.wishes
        assert isinstance(before, Hosting)
        assert after == replace(before, code=CODE)
        assert club.closed == 1
        assert "How others come in" in one.text


async def test_a_guest_joins_the_next_table_with_one_key() -> None:
    seat, following = full(me=1, phase="over", join_code=""), full(me=1)
    club = seated_at(seat, following, club=FakeClub(may=True))
    club.cards[ADDRESS] = Card("cd" * 32, "Kitchen", 3, house(), None)
    async with coming_in(club) as one:
        await one.press("g")
        assert "play again" not in one.text
        seat.end("again")
        await one.settle()
        assert "m joins it" in one.said
        await one.press("m")
        assert club.followed == [("00" * 32, 0)]
        assert club.wishes == [Resuming(), Joining(CODE, ADDRESS, "cd" * 32)]


async def test_a_next_table_with_other_rules_shows_them_first() -> None:
    seat = full(me=1, phase="over", join_code="")
    club = seated_at(seat, full(), club=FakeClub(may=True))
    club.cards[ADDRESS] = Card("cd" * 32, "Kitchen", 3, house(limit=100), None)
    async with coming_in(club) as one:
        await one.press("g")
        seat.end("again")
        await one.settle()
        await one.click(" join the next table ")
        assert "Limit: 100 points" in one.text
        assert club.wishes == [Resuming()]
        await one.press("escape")
        assert "New game against bots" in one.text


async def test_a_next_table_that_does_not_come_is_one_line() -> None:
    seat = full(me=1, phase="over", join_code="")
    club = seated_at(seat, club=FakeClub(may=True))
    async with coming_in(club) as one:
        await one.press("g")
        seat.end("again")
        await one.settle()
        club.problems = ["The next table was not found."]
        await one.press("m")
        assert one.said == "The next table was not found."


async def test_a_table_that_goes_on_elsewhere_is_followed_by_itself_and_one_is_ready_there() -> None:
    seat, following = full(phase="playing"), full(phase="lobby")
    club = seated_at(seat, following, club=FakeClub(may=True))
    async with coming_in(club) as one:
        await one.press("g")
        seat.end("continued")
        await one.settle()
        assert club.wishes == [Resuming(), Resuming(ready=True)]
        assert club.closed == 1
        assert one.app.sitting is not None
        assert prompts.MOVES in one.app.sitting.desk.log


async def test_where_the_table_that_goes_on_does_not_come_that_is_one_line() -> None:
    seat = full(phase="playing")
    club = seated_at(seat, club=FakeClub(may=True))
    async with coming_in(club) as one:
        await one.press("g")
        club.problems.append("Nothing to resume.")
        seat.end("continued")
        await one.settle()
        assert club.wishes == [Resuming(), Resuming(ready=True)]
        assert "Nothing to resume." in one.text


async def lose_game(one: Visitor) -> int:
    """Throw away what is pointed at until the game is over; how many deals that took."""
    assert one.app.stay is not None
    sitting, deals = one.app.stay.sitting, set[int]()
    keys = {Ask.READY: "enter", Ask.PICK: "1", Ask.DRAW: "d", Ask.PLAY: "x", Ask.BUY_IN: "n"}
    for _ in range(MOST_QUESTIONS):
        if sitting.moment.ask is Ask.OVER:
            return len(deals)
        if sitting.view is not None:
            deals.add(sitting.view.number)
        await one.press(keys[sitting.moment.ask])
    raise AssertionError(one.text)


def quick(seed: bytes) -> OpenTable:
    """A table against a bot that goes out soon, and at which two deals put the other out of the game."""
    greedy, house = bot_named("greedy"), {"limit": 150, "initial_min": 0}
    assert greedy is not None
    choose, chance = greedy.choose, Random(1)
    return OpenTable(seed, names=("Ann", "Bea"), phase="lobby", house=house, others=lambda view: choose(view, chance))


async def test_a_second_whole_game_is_played_with_the_same_people_by_one_key() -> None:
    first, second = quick(b"first"), quick(b"second")
    club = seated_at(first, second)
    club.habits = Habits(ready_at_once=True, plays_again=True)
    async with coming_in(club, (80, 24)) as one:
        await one.press("n", "B")
        assert await lose_game(one) == 2
        assert first.game.winners
        assert "m plays again at a new table" in one.said
        await one.press("m")
        assert club.closed == 1
        assert await lose_game(one) == 2
        assert second.game.winners
        assert club.wishes == [Against(), Against()]
        await one.press("enter")
        assert "New game against bots" in one.text
