"""The lobby on screen: every screen by keyboard and by mouse, at every size."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from rich.cells import cell_len

from kalooki.lookalike import skeleton
from kalooki.seat import Outcome, Proposal, TurnClock
from kalooki.shell.group_loader import load_verifier_group
from kalooki.shell.records import updates
from kalooki.verify import retell
from kalooki_cli.board.glyphs import ASCII, glyphs_for
from kalooki_cli.board.ink import text_of
from kalooki_cli.club import Against, Card, Hosting, Joining, Recorded, Resuming
from kalooki_cli.inbox import Habits
from kalooki_cli.look import Look
from kalooki_cli.retelling import Scenes
from support.lobby_pilot import Visitor, coming_in
from support.lobby_table import ADDRESS, CODE, FakeClub, LobbySeat, house, listed, person, standing
from support.open_table import OpenTable
from support.vector_files import TRANSCRIPTS

SIZES = [(80, 24), (100, 30), (120, 40)]
BELL = Habits(ready_at_once=True, plays_again=True)


def seated_at(*seats: LobbySeat | OpenTable, club: FakeClub | None = None) -> FakeClub:
    club = club or FakeClub()
    club.seats = list(seats)
    return club


def full(**changes: object) -> LobbySeat:
    people = (person(0, "Ann", ready=True), person(1, "Bea"), person(2, "Cid", bot="easy", computer="Bea", ready=True))
    return LobbySeat(standing(*people, seats=3, **changes))


# --- the start screen ---


@pytest.mark.parametrize("size", SIZES)
async def test_every_line_of_the_start_screen_opens_by_keyboard_and_by_mouse(size: tuple[int, int]) -> None:
    opened = {
        "New game against bots": "A new game against bots",
        "Host a table": "Somebody stays away",
        "Tables on this network": "Looking for tables on eth0",
        "Join by code or address": "Code or address",
    }
    async with coming_in(FakeClub(), size) as one:
        for at, (line, words) in enumerate(opened.items()):
            await one.press("home", *["down"] * at, "enter")
            assert words in one.text
            await one.press("escape", "escape")
            assert line in one.text
            await one.click(line)
            assert words in one.text
            await one.press("escape", "escape")
        for key, words in zip("ntsc", opened.values(), strict=True):
            await one.press(key)
            assert words in one.text
            await one.press("escape", "escape")


async def test_escape_leads_nowhere_from_the_start_screen_and_q_leaves() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("escape")
        assert one.app.is_running
        await one.press("q")
        assert one.has_left


async def test_a_table_that_was_left_is_offered_only_where_there_is_one() -> None:
    async with coming_in(FakeClub()) as one:
        assert "Go on at the last table" not in one.text
    club = seated_at(full(), club=FakeClub(may=True))
    async with coming_in(club) as one:
        await one.click("Go on at the last table")
        assert club.wishes == [Resuming()]


# --- what was played ---


@pytest.mark.parametrize("size", SIZES)
async def test_figures_are_read_and_put_away(size: tuple[int, int]) -> None:
    club = FakeClub()
    async with coming_in(club, size) as one:
        await one.press("f")
        assert "Kalookis  7" in one.text
        await one.press("escape")
        await one.click("Your games in figures")
        assert "Kalookis  7" in one.text
        await one.press("escape")
        club.problems.append("The disk is away.")
        await one.press("f")
        assert one.said.startswith("The disk is away.")


async def test_where_no_game_is_kept_that_is_said() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("p")
        assert one.said.startswith("No game is kept here yet")


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_that_is_kept_is_looked_at_again(size: tuple[int, int]) -> None:
    club = FakeClub()
    club.kept = [Recorded("new.kalooki", "2026-11-30 20:15"), Recorded("b\x1b[2Jad.kalooki", "2026-11-29 19:00")]
    told = retell((TRANSCRIPTS / "game_british.kalooki").read_bytes(), load_verifier_group(), bytes(32)).told
    club.scenes = Scenes(told, tuple(updates(told)))
    async with coming_in(club, size) as one:
        await one.press("p")
        assert "2026-11-29 19:00" in one.text
        assert "\x1b" not in one.text
        await one.press("down", "enter")
        assert club.retold == ["b\x1b[2Jad.kalooki"]
        assert f"1 of {club.scenes.last}" in one.text
        await one.press("q")
        await one.click("Games that are kept")
        await one.click("2026-11-30 20:15")
        assert club.retold[-1] == "new.kalooki"
        await one.press("q")
        await one.press("p", "escape")
        assert "New game against bots" in one.text


# --- a new game ---


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_against_bots_is_set_up_by_keyboard(size: tuple[int, int]) -> None:
    club = seated_at(OpenTable(b"t45"))
    club.habits = BELL
    async with coming_in(club, size) as one:
        await one.press("n", "home", "down", "enter")
        assert "House rules of British Kalooki" in one.text
        await one.press("end", "left")
        assert "* dropout" in one.text
        await one.press("escape", "down", "left", "j", "l", "B")
        assert club.wishes == [Against("british", (("dropout", "key_backup"),), bots=2, bot="hard")]
        assert "Your turn: draw a card" in one.text
        await one.press("q", "y")
        assert club.closed == 1
        assert "The signed record of the game" in one.said


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_against_bots_is_set_up_by_mouse(size: tuple[int, int]) -> None:
    club = seated_at(OpenTable(b"t45"))
    club.habits = BELL
    async with coming_in(club, size) as one:
        await one.click("New game against bots")
        await one.click("◀ British")
        assert "Swedish Kalooki" in one.text
        await one.click("Kalooki ▶", last=True)
        await one.click("House rules ")
        await one.click("◀ 40 ▶", last=True)
        await one.click(" Esc ")
        assert "1 changed" in one.text
        await one.click("◀ easy")
        await one.click(" begin ")
        assert club.wishes == [Against("british", (("initial_min", "42"),), bot="hard")]
        assert "Your turn: draw a card" in one.text


async def test_the_seats_and_bots_stay_within_what_the_game_allows() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("t", "home", *["right"] * 3)
        assert "Jamaican Baby" in one.text
        await one.press("down", "down", "down", *["left"])
        assert "Seats                ◀ 3 ▶" in one.text
        await one.press("left")
        assert "Seats                ◀ 8 ▶" in one.text
        await one.press("down", "left")
        assert "Bots                 ◀ 7 ▶" in one.text
        await one.press("home", "right", "right")
        assert "South African" in one.text
        assert "Seats                ◀ 5 ▶" in one.text
        assert "Bots                 ◀ 4 ▶" in one.text


async def test_what_was_wished_for_is_there_the_next_time() -> None:
    club = FakeClub()
    club.problems = ["Port 4040 is taken."]
    async with coming_in(club) as one:
        await one.press("n", "home", "right", "B")
        assert one.said.startswith("Port 4040 is taken.")
        await one.press("n")
        assert "European Kalooki" in one.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("abc", "A whole number from 0 to 65535 is needed, not abc."),
        ("99999", "A whole number from 0 to 65535 is needed, not 99999."),
        ("", "A whole number from 0 to 65535 is needed, not nothing."),
    ],
)
async def test_a_port_that_is_none_is_refused_in_one_line(typed: str, said: str) -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("t", "up", "enter")
        await one.write(typed)
        await one.press("enter")
        assert one.said == said
        assert "any free one" in one.text


@pytest.mark.parametrize(
    ("option", "typed", "said"),
    [
        ("stakes", "1-2-3", "four whole numbers"),
        ("initial_min", "101", "0 to 100"),
        ("low_ace_meld_value", "11", "ace_low"),
    ],
)
async def test_a_house_rule_that_cannot_be_is_refused_in_one_line(option: str, typed: str, said: str) -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("n", "home", "down", "enter")
        one.app.screen.point(option)  # type: ignore[attr-defined]
        if option == "low_ace_meld_value":
            await one.press("right")
        else:
            await one.press("enter")
            await one.write(typed)
            await one.press("enter")
        assert said in one.said
        assert "*" not in one.text.replace("* dropout", "")


async def test_a_house_rule_is_put_back_by_one_key() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("n", "home", "down", "enter", "right")
        assert "* max_players" in one.text
        await one.press("u")
        assert "* max_players" not in one.text


# --- hosting ---


@pytest.mark.parametrize("size", SIZES)
async def test_a_table_is_set_up_for_others_by_keyboard(size: tuple[int, int]) -> None:
    club = seated_at(full())
    async with coming_in(club, size) as one:
        await one.press("t", "home", "down", "down", "right", "right")
        assert "key_backup" in one.text
        await one.press("down", "right", "down", "right", "down", "right", "down", "enter")
        await one.write("Kitchen")
        await one.press("enter", "down", "right", "down", "right", "down", "right", "down", "right", "down", "right")
        await one.press("down", "right", "down", "enter")
        await one.write("4040")
        await one.press("enter", "down", "enter")
        assert club.wishes == [
            Hosting(
                house=(("dropout", "key_backup"),),
                seats=5,
                bots=1,
                bot="hard",
                title="Kitchen",
                open=True,
                turn_time=15,
                bank=30,
                plays_on=False,
                grace=65,
                election=3,
                port=4040,
            )
        ]
        assert "3 of 3 seats are taken" in one.text


async def test_a_table_is_set_up_for_others_by_mouse() -> None:
    club = seated_at(full())
    async with coming_in(club) as one:
        await one.click("Host a table")
        await one.click("◀ 4 ▶", last=True)
        await one.click("◀ with the code ▶", last=True)
        await one.click("◀ as long as one likes ▶", last=True)
        await one.click(" open the table ")
        assert club.wishes == [Hosting(seats=5, open=True, turn_time=15)]


async def test_what_is_pasted_goes_into_the_line_that_is_typed() -> None:
    async with coming_in(FakeClub()) as one:
        await one.press("t")
        one.app.screen.point("title")  # type: ignore[attr-defined]
        await one.paste("Kitchen\x1b[2J\ntable")
        assert "Kitchen[2J table_" in one.text
        await one.press("backspace", "escape")
        assert "Ann's table" in one.text


# --- the tables of the network ---


@pytest.mark.parametrize("size", SIZES)
async def test_the_list_follows_the_network(size: tuple[int, int]) -> None:
    club = FakeClub()
    async with coming_in(club, size) as one:
        await one.press("s")
        assert "Looking for tables" in one.text
        club.tell()
        await one.settle()
        assert "No table was found on eth0" in one.text
        club.tell(listed("Garden"), listed("Kitchen", needs_code=False))
        await one.settle()
        await one.press("home", "down")
        assert "no code needed" in one.text
        club.tell(listed("Attic"), listed("Garden"), listed("Kitchen", needs_code=False))
        await one.settle()
        assert "no code needed" in one.text, "the cursor stays at its table"
        club.tell(listed("Attic"))
        await one.settle()
        assert "Garden" not in one.text
        await one.press("escape")
    assert club.listening == 0


@pytest.mark.parametrize("mouse", [False, True])
async def test_one_sits_down_at_an_open_table_once_one_agrees_to_its_rules(mouse: bool) -> None:
    club = seated_at(full(), club=FakeClub(listed("Garden", needs_code=False)))
    club.cards[ADDRESS] = Card("cd" * 32, "Garden", 4, house(limit=100), TurnClock(60_000, 0, plays_on=True))
    async with coming_in(club) as one:
        await one.press("s")
        await (one.click("Garden") if mouse else one.press("1"))
        assert "limit = 100" in one.text
        assert club.wishes == []
        await one.press("end")
        assert "Turn clock: 60 seconds" in one.text
        await (one.click(" all rules ") if mouse else one.press("r"))
        assert "more" in one.text
        await one.press("r")
        await (one.click(" agree and sit down ") if mouse else one.press("enter"))
        assert club.wishes == [Joining("", ADDRESS, "cd" * 32)]


@pytest.mark.parametrize("mouse", [False, True])
async def test_who_does_not_agree_takes_no_seat(mouse: bool) -> None:
    club = FakeClub(listed("Garden", needs_code=False))
    async with coming_in(club) as one:
        await one.press("s", "1")
        await (one.click(" back ") if mouse else one.press("n"))
        assert club.wishes == []
        assert "New game against bots" in one.text


async def test_a_table_with_a_code_asks_for_it() -> None:
    club = seated_at(full(), club=FakeClub(listed("Garden")))
    async with coming_in(club) as one:
        await one.press("s", "1")
        assert "The code of Garden?" in one.said
        await one.write(CODE.lower())
        await one.press("enter", "enter")
        assert club.located == [(CODE.lower(), ADDRESS)]
        assert club.wishes == [Joining(CODE.lower(), ADDRESS, "ab" * 32)]


async def test_an_address_whose_table_needs_a_code_asks_for_it() -> None:
    club = seated_at(full())
    club.cards["10.0.0.9:4040"] = Card("ab" * 32, "Attic", 4, house(), None, needs_code=True)
    async with coming_in(club) as one:
        await one.press("c")
        await one.write("10.0.0.9:4040")
        await one.press("enter")
        assert "The code of Attic?" in one.said
        await one.paste(CODE)
        await one.press("enter", "y")
        assert club.wishes == [Joining(CODE, "10.0.0.9:4040", "ab" * 32)]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (listed("Garden", state="full"), "That table is full."),
        (listed("Garden", state="playing"), "The game has begun there."),
        (listed("Garden", same_protocol=False, protocol=9), "protocol version 9"),
    ],
)
async def test_a_table_at_which_one_cannot_sit_down_says_why(row: object, said: str) -> None:
    async with coming_in(FakeClub(row)) as one:  # type: ignore[arg-type]
        await one.press("s", "1")
        assert said in one.said
        assert "Tables on this network" in one.text


@pytest.mark.parametrize("problem", ["That is no join code: it is far too long.", "Nobody answers at 10.0.0.9:1."])
async def test_what_goes_wrong_on_the_way_is_one_line(problem: str) -> None:
    club = FakeClub()
    club.problems = [problem]
    async with coming_in(club) as one:
        await one.press("c")
        await one.write("K-123")
        await one.press("enter")
        assert one.said == problem
        assert club.wishes == []


async def test_the_names_of_tables_are_inert_and_those_that_look_alike_are_told_apart() -> None:
    rows = (
        listed("Garden\x1b[2J"),
        listed("G\u0430rden", address="10.0.0.7:1"),
        listed("Garden", address="10.0.0.8:1"),
    )
    assert skeleton(rows[1].title) == skeleton(rows[2].title)
    async with coming_in(FakeClub(*rows)) as one:
        await one.press("s")
        assert "\x1b" not in one.text
        assert "10.0.0.7:1" in one.text
        assert "10.0.0.8:1" in one.text


# --- what takes a moment ---


@pytest.mark.parametrize("mouse", [False, True])
async def test_what_takes_a_moment_can_be_stopped(mouse: bool) -> None:
    club = FakeClub()
    club.hold = asyncio.Event()
    async with coming_in(club) as one:
        await one.press("n", "B")
        assert "The computers of the bots start" in one.text
        await (one.click(" stop ") if mouse else one.press("x", "escape"))
        assert club.stopped == 1
        assert "New game against bots" in one.text


async def test_leaving_the_program_stops_what_takes_a_moment() -> None:
    club = FakeClub()
    club.hold = asyncio.Event()
    async with coming_in(club) as one:
        await one.press("n", "B", "ctrl+c")
        assert one.app.interrupted
    assert club.stopped == 1


# --- the waiting room ---


async def in_room(one: Visitor) -> None:
    """Found a table."""
    await one.press("t", "B")
    assert "How others come in" in one.text


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
        assert "1 sends away" in one.text
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


# --- the next table ---


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
        assert "limit = 100" in one.text
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


# --- every screen ---


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
    await go("escape")
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
