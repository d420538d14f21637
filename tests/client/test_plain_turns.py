"""Single things that a person does at the plain client: staging, undo, sorting, asking, leaving, typing too much."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from kalooki.advice import Advice
from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, Discard, Draw, Take
from kalooki.rules.view import SeatView
from kalooki.seat import CONTINUED, Outcome, TableStatus, Update
from kalooki_cli import goodbye
from kalooki_cli.inbox import Ending, Habits
from kalooki_cli.look import Look
from kalooki_cli.messages import prompts
from kalooki_cli.plain import PlainClient
from kalooki_cli.proposing import Proposed, proposed
from kalooki_cli.typed import UnclearError
from support.open_table import OpenTable, simple
from support.scripted_console import ScriptedConsole, Typist, typing


async def at(table: OpenTable, typist: Typist, habits: Habits | None = None) -> tuple[Ending, str, OpenTable]:
    console = ScriptedConsole(typist)
    client = PlainClient(table, console, simple, habits)
    ending = await client.run()
    return ending, "\n".join(console.shown), table


def in_turn(*lines: str, before: str = "d") -> Typist:
    """Draw, type these lines while one may lay, then end the input."""
    rest = iter(lines)

    def answer(prompt: str, _fresh: list[str]) -> str | None:
        if prompt.startswith("Lay"):
            return next(rest, None)
        return {"Draw > ": before}.get(prompt, "")

    return answer


async def test_a_second_draw_typed_at_once_draws_one_card() -> None:
    console = ScriptedConsole(typing("d", "d", "d"))
    table = OpenTable(b"twice")
    await PlainClient(table, console, simple).run()
    assert [action for action in table.played if isinstance(action, Draw)] == [Draw()]


class SlowTable(OpenTable):
    """Answers an action only after more was typed."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.typed = asyncio.Event()
        self.acts = 0

    async def act(self, move: int, action: Action) -> Outcome:
        self.acts += 1
        await self.typed.wait()
        return await super().act(move, action)


class EagerConsole(ScriptedConsole):
    """Types without waiting to be asked."""

    def __init__(self, table: SlowTable, lines: tuple[str, ...]) -> None:
        super().__init__(typing())
        self._table = table
        self._lines = lines

    async def lines(self) -> AsyncIterator[str]:
        await self.until("Draw > ")
        for line in self._lines:
            yield line
        await self.until("on its way")
        self._table.typed.set()


async def test_while_a_move_is_on_its_way_no_second_one_is_sent() -> None:
    table = SlowTable(b"slow")
    console = EagerConsole(table, ("d", "d", "d", "d"))
    await PlainClient(table, console, simple).run()
    assert table.acts == 1
    assert "Your last move is still on its way." in console.shown


class StaleTable(OpenTable):
    """Something always happens first."""

    async def act(self, move: int, action: Action) -> Outcome:
        del move, action
        return Outcome("stale", "it was chosen for move 3, and this is move 4")


async def test_a_stale_move_is_said_and_can_be_repeated() -> None:
    _, text, table = await at(StaleTable(b"stale"), typing("", "d"))
    assert "Something happened while you typed" in text
    assert table.played == []


async def test_what_is_staged_can_be_taken_back_and_what_was_sent_cannot() -> None:
    _, text, table = await at(OpenTable(b"undo"), in_turn("s 1 2 3", "undo", "s 1", "u", "x 1", "undo"))
    assert "cannot be undone" in text
    assert [type(action) for action in table.played[:2]] == [Draw, Discard]


LAYER = b"undo0"
"""With this seed the person can lay soon."""


async def test_a_lay_is_staged_in_parts_and_sent_as_one() -> None:
    first: list[str] = []

    def by_parts(prompt: str, fresh: list[str]) -> str | None:
        hint = next((line.removeprefix("Hint: ") for line in fresh if line.startswith("Hint: ")), "")
        if prompt.startswith("Enter"):
            return ""
        if hint.startswith("l ") and not first:
            first.extend(hint.removeprefix("l ").split("; "))
            return f"s {first[0]}"
        if first and any(line.startswith("Staged:") for line in fresh):
            done = next(line for line in fresh if line.startswith("Staged:")).count(";") + 1
            return f"stage {first[done]}" if done < len(first) else "g"
        if first and any("You lay m" in line for line in fresh):
            return None
        return hint or "h"

    _, text, _ = await at(OpenTable(LAYER), by_parts)
    assert first
    assert "Staged: " in text
    assert "Still missing: These melds are worth" in text or len(first) == 1
    assert "That is your first lay:" in text


async def test_staged_cards_of_one_face_are_two_cards() -> None:
    """A face that is held twice can be staged twice; a third time it is not held."""
    _, text, _ = await at(OpenTable(b"pair"), in_turn("s 2C 3C 4C", "s 2C 3C 4C", "s 2C 3C 4C", "s 2C 3C 4C"))
    assert "You do not hold" in text


async def test_the_hand_is_sorted_on_request_and_numbers_follow_what_is_shown() -> None:
    _, text, _ = await at(OpenTable(b"sort"), in_turn("sort rank", "sort drawn", "sort", "sort up"))
    assert text.count("Your hand: 14 cards") == 4
    assert "sort suit, sort rank or sort drawn." in text


async def test_everything_that_can_be_asked_is_answered() -> None:
    asked = ("help", "table", "hand", "score", "legal", "rules", "log", "status", "hint", "auto", "auto off")
    _, text, _ = await at(OpenTable(b"ask"), in_turn(*asked))
    for words in (
        "Cards are named as",
        "The pool holds 20 units.",
        "You may type:",
        "British Kalooki",
        "You draw",
        "kalooki verify /tmp/kitchen.kalooki",
        "Hint: ",
        "Your card counts are announced for you.",
        "You announce your card counts yourself",
    ):
        assert words in text


async def test_before_the_first_deal_there_is_a_lobby_and_no_cards() -> None:
    typist = typing("hand", "d", "score", "rules", "table", "hint", "log")
    ending, text, _ = await at(OpenTable(b"lobby", phase="lobby"), typist)
    assert ending is Ending.LEFT
    assert "Kitchen: 4 of 4 seats are taken." in text
    assert "There are no cards yet" in text
    assert "The first deal has not begun." in text
    assert text.index("British Kalooki") < text.index("To be ready is to agree")


async def test_at_a_table_where_all_is_agreed_nothing_is_asked_before_the_seat_draw() -> None:
    prompts: list[str] = []

    def listen(prompt: str, _fresh: list[str]) -> str | None:
        prompts.append(prompt)
        return None

    await at(OpenTable(b"agreed", phase="lobby"), listen, Habits(ready_at_once=True))
    assert prompts == ["seat 1 to 4 > "]


async def test_a_seat_that_is_not_there_cannot_be_picked() -> None:
    _, text, _ = await at(OpenTable(b"seats", phase="pick_seat"), typing("seat 9", "seat", "seat two", "seat 0"))
    assert "There is no seat 9 to choose now." in text
    assert "There is no seat 0 to choose now." in text


async def test_a_number_alone_is_a_seat_where_one_is_asked_for() -> None:
    _, text, table = await at(OpenTable(b"seats", phase="pick_seat"), typing("9", "3"))
    assert "There is no seat 9 to choose now." in text
    assert table.status().phase == "playing"


async def test_a_void_deal_is_asked_for_and_dealt_again() -> None:
    table = OpenTable(b"void")
    prompts: list[str] = []

    def voiding(prompt: str, _fresh: list[str]) -> str | None:
        prompts.append(prompt)
        if prompt == "Draw > " and table.game.attempt == 1:
            table.void()
            return "v"
        return "" if prompt.startswith("Enter") else None

    _, text, _ = await at(table, voiding)
    assert prompts[-2:] == ["Enter for the next deal > ", "Draw > "]
    assert "Deal 1 does not count: the stock ran out a second time." in text
    assert "--- Deal 1, dealt again: " in text


async def test_who_took_a_card_under_a_duty_is_not_told_that_a_discard_would_end_the_turn() -> None:
    def takes(prompt: str, fresh: list[str]) -> str | None:
        text = " ".join(" ".join(fresh).split())
        if "You took" in text:
            return None
        if prompt == "Draw > ":
            return "t" if "but only into your first lay" in text else "d"
        return {"Lay or discard > ": "x 1"}.get(prompt, "")

    _, text, table = await at(OpenTable(b"duty"), takes)
    assert Take() in table.played
    said = " ".join(text[text.rindex("You took") :].split())
    assert "it must go into your next lay, or r gives it back" in said
    assert "Only then can you discard (x)." in said
    assert "ends the turn" not in said


async def test_who_holds_no_joker_is_told_when_a_turn_may_end_without_a_discard() -> None:
    _, text, _ = await at(OpenTable(b"undo"), in_turn("e"))
    assert "only when nothing but jokers is left in your hand" in " ".join(text.split())


@pytest.mark.parametrize(
    ("phase", "founder", "for_good", "words"),
    [
        ("lobby", False, False, "Your seat is kept, and kalooki resume brings you back"),
        ("lobby", False, True, "You give your seat up"),
        ("lobby", True, False, "it closes for everybody"),
        ("playing", True, False, "it closes for everybody"),
        ("playing", False, False, "kalooki resume brings you back; with leave they could play on"),
        ("playing", False, True, "your hand is counted"),
        ("over", False, False, "The game is over."),
    ],
)
def test_before_one_leaves_it_is_said_what_that_means(phase: str, founder: bool, for_good: bool, words: str) -> None:
    meant, asked = prompts.sure(replace(OpenTable().status(), phase=phase), founder=founder, for_good=for_good)
    assert words in meant
    assert asked == "Really leave? Type y or n."


def test_a_table_that_goes_on_elsewhere_is_not_said_to_be_over() -> None:
    status = replace(OpenTable().status(), phase="closed", closed=CONTINUED)
    meant, _ = prompts.sure(status, founder=True, for_good=False)
    assert meant == "The game goes on at a new table."


async def test_leaving_is_asked_twice_and_closes_the_table_that_one_founded() -> None:
    _, text, _ = await at(OpenTable(b"quit"), typing("q", "no", "d"))
    assert "You stay." in text
    ending, text, table = await at(OpenTable(b"quit"), typing("q", "y"))
    assert ending is Ending.LEFT
    assert "Really leave?" in text
    assert table.status().closed == "left"


async def test_who_leaves_for_good_is_asked_and_lets_the_others_play_on() -> None:
    _, text, _ = await at(OpenTable(b"leave"), typing("leave", "no", "d"))
    assert "You stay." in text
    ending, text, table = await at(OpenTable(b"leave"), typing("leave", "y"))
    assert (ending, table.status().closed) == (Ending.LEFT, "")
    assert "the others play on without you" in text
    kept = OpenTable(b"leave")
    kept.parting = Outcome("host_stays", "")
    _, text, _ = await at(kept, typing("leave", "y", "d"))
    assert "the host cannot leave alone" in text


@pytest.mark.parametrize(
    ("lines", "for_good"), [(("leave", "y"), True), (("q", "y"), False), (("leave", "n", "q", "y"), False)]
)
async def test_only_who_left_for_good_does_not_come_back(lines: tuple[str, ...], for_good: bool) -> None:
    client = PlainClient(OpenTable(b"leave"), ScriptedConsole(typing(*lines)), simple)
    assert await client.run() is Ending.LEFT
    assert client.gave_up == for_good


async def test_when_the_game_is_over_to_leave_for_good_is_to_leave() -> None:
    table = OpenTable(b"leave", phase="over")
    table.parting = Outcome("not_playing", "")
    ending, text, _ = await at(table, typing("leave", "y"))
    assert ending is Ending.LEFT
    assert "The game is over. Really leave?" in " ".join(text.split())
    assert "You do not play any more" not in text


async def test_who_leaves_a_table_that_can_take_no_note_of_it_is_told_so_and_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(goodbye, "LEAVE_SECONDS", 0)
    table = OpenTable(b"leave")

    async def never() -> Outcome:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(table, "leave", never)
    ending, text, _ = await at(table, typing("leave", "y", "q", "y"))
    assert "The others could not take note of it" in text
    assert ending is Ending.LEFT


async def test_what_one_wants_of_a_player_who_is_missed_is_a_word() -> None:
    _, _, table = await at(OpenTable(b"missed"), typing("wait", "without", "backup", "d"))
    assert table.wishes == ["wait", "void", "backup"]


async def test_to_stop_for_today_is_a_word_and_ends_the_client_when_all_agree() -> None:
    _, _, table = await at(OpenTable(b"adjourn"), typing("adjourn", "adjourn no", "d"))
    assert table.proposed == [("adjourn", None, False), ("adjourn", None, True)]
    ending, text, _ = await at(OpenTable(b"adjourn", agreeing=True), typing("adjourn"))
    assert ending is Ending.ADJOURNED
    assert "All have agreed to stop for today." in text


async def test_who_was_adjourned_when_he_came_back_is_not_sent_home_at_once() -> None:
    ending, _, _ = await at(OpenTable(b"adjourn", adjourned=7), typing("adjourn", "d"))
    assert ending is Ending.LEFT


async def test_somebody_is_sent_away_by_name_or_number() -> None:
    _, text, table = await at(OpenTable(b"kick"), typing("kick Bea", "kick 3", "kick bea no", "kick Nobody", "kick"))
    assert table.proposed == [("remove", 1, False), ("remove", 2, False), ("remove", 1, True)]
    assert text.count("Say whom, by name") == 2
    _, text, table = await at(OpenTable(b"kick"), typing("adjourn Bea"))
    assert table.proposed == []
    assert "adjourn no takes it back" in text


def test_one_of_those_whose_names_look_alike_is_named_with_the_number_or_where_only_one_can_be_meant() -> None:
    now = OpenTable(b"alike").status()
    alike = tuple(replace(one, name=name) for one, name in zip(now.players, ("Ann", "Bea", "bea", "Dot"), strict=True))
    now = replace(now, players=alike)
    for words in (["bea", "#3"], ["3"], ["#3"]):
        assert proposed(now, "kick", words).whom == 2
    with pytest.raises(UnclearError):
        proposed(now, "kick", ["bea"])
    left = replace(now, players=(*alike[:2], replace(alike[2], gone=True, seat=None), alike[3]))
    assert proposed(left, "kick", ["bea"]).whom == 1
    assert proposed(left, "back", ["bea", "no"]) == Proposed("return", 2, withdrawn=True)
    with pytest.raises(UnclearError):
        proposed(left, "bot", ["bea", "hard"])  # neither seat is lost


async def test_who_wants_a_bot_may_say_which() -> None:
    _, _, table = await at(OpenTable(b"lost"), typing("bot Bea hard", "bot 2 easy no", "bot Bea"))
    assert table.proposed == [("stand_in", 1, False), ("stand_in", 1, True), ("stand_in", 1, False)]
    assert table.bots_wanted == ["hard", "easy"]
    _, text, table = await at(OpenTable(b"lost"), typing("bot hard", "bot Nobody hard"))
    assert table.proposed == []
    assert text.count("Say whose lost seat") == 2


async def test_who_wants_to_go_on_at_a_new_table_says_so_alone() -> None:
    _, text, table = await at(OpenTable(b"lost"), typing("continue", "continue no", "continue Bea"))
    assert table.proposed == [("continue", None, False), ("continue", None, True)]
    assert "nobody is named" in text


async def test_a_lost_seat_is_asked_for_or_given_to_a_bot_by_a_word() -> None:
    lines = ("back", "back Bea", "bot 3", "bot bea no", "back Nobody", "bot")
    _, text, table = await at(OpenTable(b"lost"), typing(*lines))
    assert table.proposed == [
        ("return", 0, False),
        ("return", 1, False),
        ("stand_in", 2, False),
        ("stand_in", 1, True),
    ]
    assert text.count("Say who may come back") == text.count("Say whose lost seat") == 1


async def test_when_the_input_ends_the_person_leaves() -> None:
    ending, text, _ = await at(OpenTable(b"end"), typing())
    assert ending is Ending.LEFT
    assert "The input has ended" in text


async def test_a_count_is_announced_where_one_is_due_unless_the_person_wants_to() -> None:
    house = {"declare": "always"}
    _, _, table = await at(OpenTable(b"count", house=house), in_turn("x 1"))
    assert [action.count for action in table.played if isinstance(action, Discard)] == [13]
    _, text, table = await at(OpenTable(b"count", house=house), in_turn("auto off", "x 1", "x 1", "x 1 count 12"))
    assert next(action.count for action in table.played if isinstance(action, Discard)) is None
    assert "You did not announce your 13 cards" in text


async def test_of_a_count_that_is_due_and_wrong_or_missing_one_is_warned_before_it_is_sent() -> None:
    house = {"declare": "always"}
    typed = ("auto off", "x 1", "x 1 count 5", "x 1 count 13")
    _, text, table = await at(OpenTable(b"count", house=house), in_turn(*typed))
    assert [action.count for action in table.played if isinstance(action, Discard)] == [13]
    said = " ".join(text.split())
    assert said.count("barred from going out next turn") == 2
    assert "Add count 13" in said
    assert "You did not announce" not in text


async def test_a_lay_before_the_draw_is_told_to_draw_first_and_a_missing_card_how_often_it_is_held() -> None:
    held = await drawn(b"undo")
    once = next(card for card in held if held.count(card) == 1)
    none = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C", "8C") if card not in held)
    typist = iter([f"l {none} {none} {none}", "d", f"l {none} 9S 9S", f"l {once} {once} {once}", "x", "x 1;2"])
    console = ScriptedConsole(lambda prompt, _fresh: "" if prompt.startswith("Enter") else next(typist, None))
    await PlainClient(OpenTable(b"undo"), console, simple).run()
    text = " ".join(" ".join(console.shown).split())
    for words in (
        "Draw first: d takes",
        f"You do not hold {none}.",
        f"You hold {once} only once.",
        "x needs a card",
        "x 1; 2: one card is discarded at a time",
    ):
        assert words in text


async def drawn(seed: bytes) -> list[str]:
    """The person's cards after the first draw, as the screen shows them."""
    _, text, _ = await at(OpenTable(seed), in_turn())
    return re.findall(r"\b\d+:(\w\w)", text[text.index("Your hand: 14 cards") :])


async def test_a_refusal_writes_cards_as_the_screen_does() -> None:
    held = await drawn(b"undo")
    none = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C", "8C") if card not in held)
    console = ScriptedConsole(in_turn(f"x {none}"), Look(symbols=True))
    await PlainClient(OpenTable(b"undo"), console, simple).run()
    assert f"You do not hold {none[0]}♣." in console.shown


async def test_a_hint_gives_the_key_and_a_reason() -> None:
    _, text, _ = await at(OpenTable(b"ask"), in_turn("h", before="d"))
    assert "It ends the turn and takes" in text or "It makes your first lay, worth" in text
    assert "\nHint: x " in text or "\nHint: l " in text


async def test_a_hint_says_what_the_bot_itself_says_of_its_move() -> None:
    table, console = OpenTable(b"ask"), ScriptedConsole(in_turn("h", before="d"))

    def advise(view: SeatView) -> Advice:
        return Advice(simple(view), "A bot of somebody's says\x1b[2J this.")

    await PlainClient(table, console, advise).run()
    assert "A bot of somebody's says?[2J this." in console.shown


async def test_only_on_and_off_are_words_for_the_announcing() -> None:
    _, text, _ = await at(OpenTable(b"count"), in_turn("auto maybe", "auto off", "auto"))
    assert "auto on or auto off." in text
    assert text.count("You announce your card counts yourself") == 2


class LaterTable(OpenTable):
    """One comes back to it while another is to play."""

    async def updates(self) -> AsyncIterator[Update]:
        await self.ready(1)
        async for update in super().updates():
            if update.view is not None and update.view.hand:
                yield replace(update, view=replace(update.view, turn=SeatNumber(1)), events=())
                return


async def test_who_comes_back_out_of_turn_sees_the_whole_table() -> None:
    _, text, _ = await at(LaterTable(b"later"), typing())
    for words in ("Deal 1, dealt by", "Cards   Total  Money", "Your hand: 13 cards", "Bea is to play."):
        assert words in text


async def test_in_the_game_all_rules_are_shown() -> None:
    _, text, _ = await at(OpenTable(b"rules"), in_turn("rules"))
    assert "In the very first turn of a deal the upcard may be taken freely." in text
    assert "whoever begins a deal may take the upcard" in text


async def test_a_table_that_closes_under_one_ends_the_client_and_says_why() -> None:
    table = OpenTable(b"closed")

    def closing(_prompt: str, _fresh: list[str]) -> str:
        table.accuse(2, "invalid_shuffle_proof")
        return "v"

    ending, text, _ = await at(table, closing)
    assert ending is Ending.FAULT
    assert "!!! Cid made a false statement" in text


class BrokenTable(OpenTable):
    """Its node dies."""

    async def act(self, move: int, action: Action) -> Outcome:
        del move, action
        raise ConnectionError("the node is gone")


async def test_a_node_that_dies_is_no_silence() -> None:
    with pytest.raises(ConnectionError, match="the node is gone"):
        await at(BrokenTable(b"dead"), in_turn(before="d"))


class WaitingTable(OpenTable):
    """Opens no card."""

    async def updates(self) -> AsyncIterator[Update]:
        async for update in super().updates():
            waiting = replace(update.status, doing="shares", waiting_for=(1,))
            yield replace(update, status=waiting)


async def test_a_long_wait_is_explained_and_a_short_one_is_not() -> None:
    table = WaitingTable(b"wait", phase="lobby")
    console = ScriptedConsole(lambda _prompt, _fresh: "v" if len(console.shown) < 200 else None)
    client = PlainClient(table, console, simple, Habits(patience=0))
    running = asyncio.create_task(client.run())
    await console.until("waiting for Bea's part of the key")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_a_notice_is_shown_between_the_lines() -> None:
    console = ScriptedConsole(typing())
    client = PlainClient(OpenTable(b"note"), console, simple)
    client.tell("Bea is back at the table.")
    await client.run()
    assert "Bea is back at the table." in console.shown


async def test_at_60_columns_what_is_said_of_a_player_stays_together() -> None:
    console = ScriptedConsole(in_turn(), Look(60))
    await PlainClient(OpenTable(b"sixty"), console, simple).run()
    assert any(line.endswith(", dealt, has not laid") for line in console.shown)
    assert not any(line.strip() == "has not laid" for line in console.shown)


class AwayTable(OpenTable):
    """Somebody is away whose part of a card's key is needed, and each update says so again."""

    def status(self) -> TableStatus:
        """Tell it."""
        status = super().status()
        away = tuple(replace(one, connected=one.player != 1) for one in status.players)
        return replace(status, players=away, phase="playing", doing="shares", waiting_for=(1,))


async def test_for_whom_one_waits_is_said_once_and_not_with_each_update() -> None:
    table = AwayTable(b"away")
    console = ScriptedConsole(typing("say one", "say two", "status", "q", "y"))
    client = PlainClient(table, console, simple, Habits(patience=0))
    table.hear(2, "so")
    table.hear(2, "am I")
    await client.run()
    assert "\n".join(console.shown).count("waiting for Bea's part of the key") == 2  # by itself, and for `status`
