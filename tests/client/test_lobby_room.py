"""The waiting room on screen: who is there, who is let in or sent away, and how the game begins."""

import asyncio
from dataclasses import replace

import pytest

from kalooki.seat import Outcome, Proposal
from kalooki_cli.inbox import Habits
from support.lobby_pilot import SIZES, coming_in, in_room
from support.lobby_table import ADDRESS, CODE, FakeClub, LobbySeat, full, person, seated_at, standing


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mouse", [False, True])
async def test_the_founder_gets_ready_lets_others_in_and_begins(size: tuple[int, int], mouse: bool) -> None:
    seat = LobbySeat(standing(seats=2))
    async with coming_in(seated_at(seat), size) as one:
        await in_room(one)
        assert " ".join(CODE) in one.text
        assert f"At {ADDRESS}." in one.text
        assert "1 of 2 seats are taken" in one.text
        assert "you are ready" in one.said
        await (one.click(" ready ") if mouse else one.press("enter"))
        assert seat.asked == [("ready", 0)]
        assert "when every seat is taken" in one.said
        people = (person(0, "Ann", ready=True), person(1, "Bea"))
        seat.change(players=people)
        await one.settle()
        assert "Not ready yet: Bea." in one.said
        seat.change(players=(people[0], replace(people[1], ready=True)))
        await one.settle()
        assert "Everybody is ready: Enter begins the game." in one.said
        await (one.click(" begin ") if mouse else one.press("enter"))
        assert seat.asked[1:] == [("begin",)]
        seat.change(phase="seat_draw")
        await one.settle()
        assert "How others come in" not in one.text
        assert "The seats are drawn" in one.text


@pytest.mark.parametrize("mouse", [False, True])
async def test_the_founder_begins_without_the_free_seats(mouse: bool) -> None:
    seat = LobbySeat(standing(seats=3, players=(person(0, "Ann"), person(1, "Bea", ready=True))))
    async with coming_in(seated_at(seat)) as one:
        await in_room(one)
        await one.press("B")
        assert seat.asked == []  # one is not ready oneself
        await one.press("enter")
        seat.change(players=(person(0, "Ann", ready=True), person(1, "Bea", ready=True)))
        await one.settle()
        assert "B begins without the free ones" in one.said
        await (one.click(" begin ") if mouse else one.press("B"))
        assert seat.asked == [("ready", 0), ("begin",)]


async def test_nobody_begins_alone_or_at_somebody_elses_table_or_where_it_begins_by_itself() -> None:
    alone = LobbySeat(standing(seats=3, players=(person(0, "Ann", ready=True),)))
    both = (person(0, "Ann", ready=True), person(1, "Bea", ready=True))
    guest = LobbySeat(standing(seats=3, players=both, me=1, join_code=""))
    by_itself = seated_at(LobbySeat(standing(seats=3, players=both)))
    by_itself.habits = Habits(ready_at_once=True)
    for club in (seated_at(alone), seated_at(guest), by_itself):
        async with coming_in(club) as one:
            await one.press("t", "B")
            assert "seats are taken" in one.text
            assert "B begins" not in one.said
            await one.press("B")
    assert ("begin",) not in [*alone.asked, *guest.asked]


async def test_a_guest_agrees_is_ready_and_waits_for_the_founder() -> None:
    seat = full(me=1, join_code="")
    club = seated_at(seat, club=FakeClub(may=True))
    club.habits = Habits()
    async with coming_in(club) as one:
        await one.press("g")
        assert "you agree to these rules" in one.said
        assert "How others come in" not in one.text
        assert "bot easy, on Bea's computer" in one.text
        await one.press("enter")
        assert one.said == "You are ready. Ann begins the game."


@pytest.mark.parametrize("mouse", [False, True])
async def test_somebody_is_sent_away_by_a_wish_that_can_be_taken_back(mouse: bool) -> None:
    seat = full()
    async with coming_in(seated_at(seat)) as one:
        await in_room(one)
        await one.press("K")
        assert "Nobody sends himself away" in one.said
        await (one.click("● Bea") if mouse else one.press("down"))
        await (one.click(" send Bea away ") if mouse else one.press("K"))
        assert seat.asked == [("propose", "remove", 1, False)]
        seat.change(proposals=(Proposal("remove", 1, (0,)),))
        await one.settle()
        assert "1 wants them gone" in one.text
        await (one.click(" let Bea stay ") if mouse else one.press("K"))
        assert seat.asked[1:] == [("propose", "remove", 1, True)]


async def test_who_hosts_cannot_be_sent_away() -> None:
    seat = full(me=1)
    club = seated_at(seat, club=FakeClub(may=True))
    async with coming_in(club) as one:
        await one.press("g", "K")
        assert "Who hosts the table cannot be sent away" in one.said
        assert seat.asked == []


async def test_the_code_is_copied_by_a_key_and_by_a_click() -> None:
    async with coming_in(seated_at(full())) as one:
        await in_room(one)
        await one.press("c")
        assert "It is copied" in one.said
        assert one.app.clipboard == CODE
        one.app.copy_to_clipboard("")
        await one.click("A - B F")
        assert one.app.clipboard == CODE


async def test_of_an_open_table_the_address_is_copied() -> None:
    async with coming_in(seated_at(full(join_code="", open=True))) as one:
        await in_room(one)
        assert f"kalooki join --open {ADDRESS}" in " ".join(one.text.replace("│", " ").split())
        await one.press("c")
        assert one.app.clipboard == ADDRESS


async def test_a_guest_of_an_open_table_is_shown_no_address_since_nobody_is_let_in_at_his_computer() -> None:
    seat = full(join_code="", open=True)
    async with coming_in(seated_at(seat)) as one:
        await in_room(one)
        seat.change(host=1)
        await one.settle()
        assert "join --open" not in one.text
        assert "copy the address" not in one.text


async def test_who_was_sent_away_is_told_so_and_asked_for_nothing() -> None:
    seat = full(host=1)
    async with coming_in(seated_at(seat)) as one:
        await in_room(one)
        me, *others = seat.status.players
        seat.change(players=(replace(me, gone=True, ready=False), *others))
        await one.settle()
        assert "You have no seat at this table any more" in one.said
        await one.press("q")
        assert "the others play without you" in " ".join(one.said.split())


@pytest.mark.parametrize(
    ("key", "words"), [("R", "The rules of this table"), ("L", "What has"), ("question_mark", "Keys")]
)
async def test_pages_open_over_the_room_and_go_back(key: str, words: str) -> None:
    async with coming_in(seated_at(full())) as one:
        await in_room(one)
        await one.press(key)
        assert words in one.text
        assert "How others come in" not in one.text
        await one.press("escape")
        assert "How others come in" in one.text


async def test_a_page_over_the_room_gives_way_when_the_game_begins() -> None:
    seat = full()
    async with coming_in(seated_at(seat)) as one:
        await in_room(one)
        await one.press("R")
        seat.change(phase="seat_draw")
        await one.settle()
        assert "The seats are drawn" in one.text


@pytest.mark.parametrize(("key", "asked"), [("y", [("close", "left")]), ("g", [("leave",)])])
async def test_leaving_the_room_is_asked_once_more(key: str, asked: list[tuple[str, ...]]) -> None:
    seat = full()
    club = seated_at(seat)
    async with coming_in(club) as one:
        await in_room(one)
        await one.press("q")
        assert "You host this table" in one.said
        await one.press("n")
        assert "You stay." in one.said
        await one.press("q", key)
        assert seat.asked == asked
        assert club.closed == 1
        assert "New game against bots" in one.text


async def test_a_table_that_is_closed_says_why_and_leads_back() -> None:
    seat = full(me=1)
    club = seated_at(seat, club=FakeClub(may=True))
    async with coming_in(club) as one:
        await one.press("g")
        seat.end("left")
        await one.settle()
        assert "The table is closed: the host has left." in one.said
        await one.press("enter")
        assert club.closed == 1
        assert "New game against bots" in one.text


async def test_what_the_nodes_report_is_said_in_the_room() -> None:
    club = seated_at(full())
    async with coming_in(club) as one:
        await in_room(one)
        club.notice("Others cannot find this table in a list.")
        await one.settle()
        assert "Others cannot find this table in a list." in one.text


async def test_a_refusal_is_one_line_and_the_room_goes_on() -> None:
    seat = LobbySeat(standing(seats=2))
    seat.answer = Outcome("not_now", "phase=draw")
    async with coming_in(seated_at(seat)) as one:
        await in_room(one)
        await one.press("enter")
        assert one.said
        assert "Traceback" not in one.text
        assert "How others come in" in one.text


async def test_hostile_names_are_inert_and_lookalikes_carry_their_keys() -> None:
    people = (person(0, "Ann"), person(1, "B\u0435a\x1b[31m\u202e"), person(2, "Bea"), person(3, "\u0412ea"))
    async with coming_in(seated_at(LobbySeat(standing(*people)))) as one:
        await in_room(one)
        assert "\x1b" not in one.text
        assert "\u202e" not in one.text
        assert "key KEY2" in one.text
        assert "key KEY3" in one.text


@pytest.mark.parametrize("rounds", [0, 6, 12, 20])
async def test_a_table_that_closes_just_before_one_leaves_it_leads_back_all_the_same(rounds: int) -> None:
    class Slow(LobbySeat):
        async def close(self, reason: str) -> Outcome:
            self.asked.append(("close", reason))
            self.change(closed=reason, phase="closed")  # the end of it all comes later
            for _ in range(rounds):
                await asyncio.sleep(0)
            return self.answer

    club = seated_at(Slow(full().status))
    async with coming_in(club) as one:
        await in_room(one)
        await one.press("q", "y")
        while not (club.closed or one.has_left):
            await one.settle()
        await one.settle()
        assert club.closed == 1
        assert "New game against bots" in one.text
