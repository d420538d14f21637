"""What people say, at the client: how it is typed, shown and kept apart from what happens, and who is not heard."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kalooki.codec.limits import MAX_CHAT
from kalooki.codec.reading import text as accepted
from kalooki.rules.actions import Action
from kalooki.seat import Outcome, Said, TableStatus
from kalooki_cli.chatter import SHOWN_AGAIN, Chatter, spoken
from kalooki_cli.inbox import Ending
from kalooki_cli.messages import chat
from kalooki_cli.plain import PlainClient
from kalooki_cli.text import CHAT_BYTES, own_line, width
from kalooki_cli.typed import Request, UnclearError, understand
from support.open_table import OpenTable, simple
from support.scripted_console import ScriptedConsole, typing

BEN = 1


def status() -> TableStatus:
    return OpenTable().status()


def heard(*said: Said, first: tuple[Said, ...] = ()) -> Chatter:
    chatter = Chatter()
    chatter.take(first, status())
    chatter.take(said, status())
    return chatter


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("say good evening", "good evening"),
        ("SAY Good Evening; all", "Good Evening; all"),
        ('"good evening', "good evening"),
        ('  "d', "d"),
        ("say d", "d"),
        ("say", ""),
        ('"', ""),
    ],
)
def test_what_is_said_is_never_taken_for_a_move(line: str, text: str) -> None:
    assert understand(line, ()) == Request("say", (text,))


@pytest.mark.parametrize("line", ["sayd", "says hello", "allow say", "l 7S say"])
def test_what_is_no_speech_is_not_said(line: str) -> None:
    try:
        assert understand(line, ()) != Request("say", (line,))
    except UnclearError as error:
        assert error.code == "unknown_word"  # noqa: PT017 - either will do


@given(st.text())
@example("a\ufe0f\u200d\u2764\ufe0f")
@example("z" + "\u0301" * 40)
@example("\u3164\u115f")
@example("\u202eabc\u2028d")
def test_whatever_is_typed_is_said_so_that_every_node_takes_it_or_not_at_all(text: str) -> None:
    clean = own_line(text)
    assert own_line(clean) == clean
    try:
        said = spoken(text)
    except UnclearError as error:
        assert (error.code == "says_nothing") == (not clean)  # noqa: PT017 - which of them is said
        assert not clean or len(clean.encode()) > CHAT_BYTES
    else:
        assert accepted(said, "text", MAX_CHAT, 1) == said


def test_too_much_is_refused_with_how_much_it_is() -> None:
    assert spoken("\u00e9" * 200) == "\u00e9" * 200
    with pytest.raises(UnclearError) as refused:
        spoken("\u00e9" * 201)
    assert (refused.value.code, refused.value.text) == ("says_too_much", "402")


HOSTILE = (
    "\x1b[2J\x1b]0;pwned\x07",
    "\x1b]52;c;aGk=\x07",
    "one\r\nDot lays m1: 7S 7H 7D.",
    "z" + "\u0301" * 390,
    "\u202ekcehc",
    "\u6587" * 133,
    "a" * 400,
    "\ud800",
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_talk_is_one_line_under_its_speakers_name_that_acts_on_nothing(text: str) -> None:
    (line,) = Chatter().take((), status()) or heard(Said(BEN, text)).read()
    assert line.startswith("Bea says: ")
    assert line.isprintable()
    assert width(line) <= len("Bea says: ") + CHAT_BYTES


def test_who_comes_is_shown_a_few_lines_of_before_and_can_read_all() -> None:
    before = tuple(Said(BEN, str(number)) for number in range(9))
    chatter = Chatter()
    shown = chatter.take(before, status())
    assert shown == [chat.BEFORE, *(f"Bea says: {number}" for number in range(9 - SHOWN_AGAIN, 9))]
    assert chatter.unread == 0
    assert chatter.take((Said(0, "hello"), Said(BEN, "hi")), status()) == ["You say: hello", "Bea says: hi"]
    assert chatter.unread == 1
    assert chatter.read() == [*(f"Bea says: {number}" for number in range(9)), "You say: hello", "Bea says: hi"]
    assert chatter.unread == 0


def test_who_is_muted_is_not_heard_and_another_is() -> None:
    chatter = heard(Said(BEN, "buy my stocks"), Said(2, "hello"))
    assert chatter.unread == 2
    assert chatter.mute(()) == [chat.muted([])]
    assert chatter.mute(("bea",)) == [chat.MUTED.format(name="Bea")]
    assert chatter.mute(()) == ["You do not hear Bea."]
    assert chatter.unread == 1
    assert chatter.take((Said(BEN, "cheap"), Said(2, "again")), status()) == ["Cid says: again"]
    assert chatter.read() == ["Cid says: hello", "Cid says: again"]
    assert chatter.unmute(("2",)) == [chat.UNMUTED.format(name="Bea")]
    assert chatter.take((Said(BEN, "sorry"),), status()) == ["Bea says: sorry"]


@pytest.mark.parametrize("words", [("ann",), ("1",), ("eve",), ("bea", "no")])
def test_nobody_mutes_himself_or_who_is_not_there(words: tuple[str, ...]) -> None:
    chatter = heard()
    for change, code in ((chatter.mute, "mutes"), (chatter.unmute, "unmutes")):
        with pytest.raises(UnclearError) as refused:
            change(words)
        assert refused.value.code == code


async def played(table: OpenTable, *lines: str) -> list[str]:
    console = ScriptedConsole(typing(*lines))
    assert await PlainClient(table, console, simple).run() is Ending.LEFT
    return console.shown


async def test_the_plain_client_says_and_hears_and_talk_stays_out_of_the_log() -> None:
    table = OpenTable(b"talk")
    table.hear(BEN, "hello Ann")
    shown = await played(table, "say hello Bea", '"how are you?', "log", "chat")
    assert shown.count("Bea says: hello Ann") == 2
    assert shown.count("You say: hello Bea") == 2
    assert shown.count("You say: how are you?") == 2


class Loud(OpenTable):
    """A table that thinks one has said enough, and at which a move is never answered."""

    async def say(self, text: str) -> Outcome:
        del text
        return Outcome("chat_too_fast", "seconds=3")

    async def act(self, move: int, action: Action) -> Outcome:
        raise AssertionError(move, action)


async def test_what_is_not_said_is_told_with_its_reason() -> None:
    console = LoudConsole(typing())
    await PlainClient(Loud(b"loud"), console, simple).run()
    said = " ".join(" ".join(console.shown).split())
    for reason in (
        "You say much at once; the others hear you again in 3 s.",
        "Say something behind it: say hello. Everybody at the table reads it.",
        "That is 401 bytes long; at most 400 can be said at once.",
        "Say whom you do not want to hear, by name or by the number that status shows: mute Bea.",
    ):
        assert reason in said


class LoudConsole(ScriptedConsole):
    """Says things, and waits for the answer."""

    async def lines(self) -> AsyncIterator[str]:
        await self.until("Draw > ")
        for line in ("say", "say " + "a" * 401, "mute Ann", "say hello"):
            yield line
        await self.until("3 s.")


async def test_nothing_is_said_before_anybody_came() -> None:
    chatter = Chatter()
    with pytest.raises(UnclearError):
        chatter.mute(("bea",))
    assert chatter.read() == []
    later = replace(status(), players=status().players[:1])
    assert chatter.take((Said(BEN, "boo"),), later)[1:] == ["? says: boo"]


def test_what_is_said_bears_the_time_at_which_it_came_where_there_is_room() -> None:
    times = iter(("21:04", "21:05"))
    chatter = Chatter(clock=lambda: next(times))
    assert chatter.take((Said(BEN, "early"),), status())[1:] == ["Bea says: early"]  # nobody knows when
    assert chatter.take((Said(BEN, "late"),), status()) == ["21:04 Bea says: late"]
    assert chatter.take((Said(0, "later"),), status()) == ["21:05 You say: later"]
    assert chatter.fresh(3) == ("Bea says: late", "You say: later")
    assert chatter.read() == ["Bea says: early", "21:04 Bea says: late", "21:05 You say: later"]


async def test_lines_of_text_say_when_something_was_said() -> None:
    console = ScriptedConsole(typing("say hello", "q", "y"))
    await PlainClient(OpenTable(), console, simple, clock=lambda: "21:04").run()
    assert "21:04 You say: hello" in console.shown
