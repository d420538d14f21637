"""Settings: kept whole or not at all, refused by line, overruled by flags and surroundings, and each with an effect."""

import asyncio
import json
import os
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.shell.datadir import default_data_dir
from kalooki_cli import calling, preferences
from kalooki_cli.board.fan import RISE
from kalooki_cli.calling import BELL, YOUR_TURN, notify, signal
from kalooki_cli.commands._settings import ASIDE, Kept
from kalooki_cli.inbox import Habits
from kalooki_cli.language import LOCALE, wanted
from kalooki_cli.messages import settings as say
from kalooki_cli.moment import Ask, Moment, calls
from kalooki_cli.plain import PlainClient
from kalooki_cli.preferences import USUAL, Preferences
from kalooki_cli.settings_file import CHOICES, FILE, MOST_BYTES, UnreadableError, folder, language_of
from kalooki_cli.taste import Taste, Wishes
from kalooki_cli.tui import risen, sight
from kalooki_cli.tui.settings import Settings, settings_for
from support.open_table import OpenTable, simple
from support.pilot import sitting_down
from support.scripted_console import ScriptedConsole, typing
from support.terminals import OPEN_CLIENT, Typewriter, environment

LONG = b'#%s\ntheme = "light"\n' % (b"a" * (MOST_BYTES - len('#\ntheme = "light"\n') + 1))
"""A byte more than may be, and what is chosen stands at the end."""

KALOOKI = (sys.executable, "-m", "kalooki_cli")

chosen = st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in CHOICES.items()})
unknown = st.dictionaries(
    st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True).filter(lambda name: name not in CHOICES),
    st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters='"\\\x7f'), max_size=20),
    max_size=3,
)


# --- the file ---------------------------------------------------------------------------------------------------------


@given(chosen, unknown)
def test_what_was_chosen_comes_back_and_what_a_later_version_wrote_stays(
    values: Mapping[str, str], others: Mapping[str, str]
) -> None:
    kept = Preferences(others=tuple(others.items()))
    for name, value in values.items():
        kept = kept.with_value(name, value)
    text = preferences.written(kept)
    assert preferences.read(text) == kept
    assert preferences.read(text.replace("\n", "\r\n")) == kept


def test_a_file_may_be_written_by_hand() -> None:
    read = preferences.read('# mine\n\n  theme="light" # by day\nbell   =   "on"\n')
    assert read == Preferences(theme="light", bell="on")
    assert preferences.read("") == USUAL


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ('theme = "pink"', 1, "theme"),
        ('bell = "on"\nsort = ""', 2, "sort"),
        ("theme = light", 1, ""),
        ('theme "light"', 1, ""),
        ('[looks]\ntheme = "light"', 1, ""),
        ('bell = "on"\n\x00\x01', 2, ""),
        ('bell = "on" theme = "light"', 1, ""),
    ],
)
def test_what_cannot_be_is_refused_by_its_line(text: str, line: int, name: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        preferences.read(text)
    assert (refused.value.line, refused.value.name) == (line, name)


@pytest.mark.parametrize("surroundings", [{}, {"XDG_DATA_HOME": "/somewhere"}, {"XDG_DATA_HOME": " "}])
def test_the_folder_is_the_one_of_the_nodes(monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str]) -> None:
    for name in ("KALOOKI_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert folder((), os.environ) == str(default_data_dir())
    monkeypatch.setenv("KALOOKI_HOME", "/elsewhere")
    assert folder(("play",), os.environ) == str(default_data_dir()) == "/elsewhere"


@pytest.mark.parametrize("words", [("play", "--data-dir", "/mine"), ("--data-dir=/mine", "play")])
def test_a_command_may_name_another_folder(words: tuple[str, ...]) -> None:
    assert folder(words, {"KALOOKI_HOME": "/elsewhere"}) == "/mine"
    assert folder(("play", "--data-dir"), {"KALOOKI_HOME": "/elsewhere"}) == "/elsewhere"


def test_a_change_is_kept_for_its_owner_alone_and_the_rest_stays(tmp_path: Path) -> None:
    home = tmp_path / "home"
    kept = Kept(home)
    assert (kept.values, kept.problem) == (USUAL, "")
    assert kept.keep(USUAL.with_value("theme", "light")) == ""
    assert kept.keep(kept.values.with_value("bell", "on")) == ""
    assert Kept(home).values == Preferences(theme="light", bell="on")
    assert stat.S_IMODE((home / FILE).stat().st_mode) == 0o600
    assert [path.name for path in home.iterdir()] == [FILE]


@pytest.mark.parametrize("content", [b'theme = "pink"\n', b"\xff\xfe", b"no setting", LONG])
def test_a_damaged_file_is_named_not_used_and_not_lost(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    tmp_path.chmod(0o700)
    kept = Kept(tmp_path)
    assert kept.values == USUAL
    assert kept.problem.startswith(str(tmp_path / FILE))
    assert "usual settings are used" in kept.problem
    assert kept.keep(USUAL.with_value("bell", "on")) == ""
    assert (tmp_path / ASIDE).read_bytes() == content
    assert Kept(tmp_path).values.bell == "on"


def test_where_nothing_can_be_written_the_old_file_stays_and_the_reason_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('theme = "light"\n', "utf-8")
    tmp_path.chmod(0o755)  # others can read it, so nothing of ours goes there
    kept = Kept(tmp_path)
    assert kept.keep(USUAL).startswith("It cannot be kept")
    assert Kept(tmp_path).values.theme == "light"
    assert Kept(tmp_path / FILE).problem == ""
    assert Kept(tmp_path / FILE).keep(USUAL).startswith("It cannot be kept")


def test_a_file_that_is_as_long_as_may_be_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(LONG.replace(b"a", b"", 1))
    assert (Kept(tmp_path).problem, Kept(tmp_path).values.theme) == ("", "light")
    assert language_of(["--data-dir", str(tmp_path)], {}) == ""
    (tmp_path / FILE).write_bytes(LONG)
    assert "too long" in Kept(tmp_path).problem
    assert language_of(["--data-dir", str(tmp_path)], {}) == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_a_pipe_in_place_of_the_file_keeps_no_command_from_beginning(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    tmp_path.chmod(0o700)
    asked = (*KALOOKI, "--version")
    surroundings = {**os.environ, "KALOOKI_HOME": str(tmp_path)}
    done = subprocess.run(asked, env=surroundings, capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    kept = Kept(tmp_path)
    assert (kept.values, kept.problem) == (USUAL, "")
    assert kept.keep(USUAL.with_value("bell", "on")) == ""
    assert Kept(tmp_path).values.bell == "on"


# --- the command ------------------------------------------------------------------------------------------------------


async def kalooki(*arguments: str, home: Path, **surroundings: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *KALOOKI,
        *arguments,
        env=environment(KALOOKI_HOME=str(home), **surroundings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_the_command_lists_shows_and_changes(tmp_path: Path) -> None:
    home = tmp_path / "home"
    code, listed, err = await kalooki("settings", home=home)
    assert (code, err) == (0, "")
    assert [line for line in listed.splitlines() if line[0] != " "] == [
        f"{name} = {choices[0]}" for name, choices in CHOICES.items()
    ]
    assert not home.exists()
    assert (await kalooki("settings", "theme", "light", home=home))[0] == 0
    code, shown, _ = await kalooki("settings", "theme", home=home, KALOOKI_THEME="dark")
    assert code == 0
    assert shown.startswith("theme = light\n")
    assert "KALOOKI_THEME decides here, not theme." in shown
    code, shown, _ = await kalooki("settings", "--json", home=home)
    assert json.loads(shown) == {**{name: choices[0] for name, choices in CHOICES.items()}, "theme": "light"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("volume",), "There is no setting volume, but: suits, colors,"),
        (("theme", "pink"), "theme can be dark, light, contrast or mono, not pink."),
        (("theme", "light", "too"), "unexpected extra argument"),
    ],
)
async def test_the_command_refuses_what_cannot_be(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = await kalooki("settings", *arguments, home=tmp_path)
    assert (code, out) == (2, "")
    assert said in err
    assert not (tmp_path / FILE).exists()


async def test_a_damaged_file_is_one_line_and_the_command_goes_on(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('language = "de"\ntheme = "pink"\n', "utf-8")
    code, out, err = await kalooki("settings", "bell", home=tmp_path)
    assert code == 0
    assert out.startswith("bell = off\n")
    said = "theme can be dark, light, contrast or mono, not pink; the usual settings are used."
    assert err == f"kalooki: {tmp_path / FILE}, line 2: {said}\n"


async def test_the_language_is_the_one_that_was_chosen_unless_the_surroundings_say_it_for_kalooki(
    tmp_path: Path,
) -> None:
    assert (await kalooki("settings", "language", "de", home=tmp_path, LANG="C.UTF-8"))[0] == 0
    assert "Aufruf: " in (await kalooki("--help", home=tmp_path, LANG="en_GB.UTF-8"))[1]
    assert "Usage: " in (await kalooki("--help", home=tmp_path, KALOOKI_LANG="en"))[1]
    assert "Usage: " in (await kalooki("rules", "--help", home=tmp_path / "other", LANG="C.UTF-8"))[1]
    assert json.loads((await kalooki("settings", "language", "--json", home=tmp_path))[1]) == {"language": "de"}


def test_a_language_that_was_chosen_comes_before_the_computers(tmp_path: Path) -> None:
    here = {"KALOOKI_HOME": str(tmp_path)}
    assert language_of((), here) == ""
    for text, language in (('language = "de"', "de"), ('language = "auto"', ""), ("damaged", "")):
        (tmp_path / FILE).write_text(text, "utf-8")
        assert language_of((), here) == language
    assert wanted({"LANG": "fr_FR"}, lambda: "de") == "de"
    assert wanted({"LANG": "fr_FR"}, lambda: "") == "fr"
    assert wanted({"LANG": "fr_FR", "KALOOKI_LANG": "en"}, lambda: "de") == "en"


def test_every_language_that_there_is_can_be_chosen() -> None:
    there = {place.name for place in Path(LOCALE).iterdir() if place.is_dir()}
    assert {"auto", "en", *there} == set(CHOICES["language"])


def test_every_setting_is_explained_and_every_choice_has_a_word() -> None:
    assert set(say.LABELS) == set(say.ABOUT) == set(CHOICES)
    assert {value for choices in CHOICES.values() for value in choices} == set(say.VALUES)
    assert all(USUAL.value(name) == choices[0] for name, choices in CHOICES.items())


# --- what holds -------------------------------------------------------------------------------------------------------


class Screen:
    """A terminal that can write everything."""

    encoding = "utf-8"

    @staticmethod
    def isatty() -> bool:
        return True


XTERM = {"TERM": "xterm"}


@pytest.mark.parametrize(
    ("kept", "wishes", "surroundings", "symbols", "colour", "theme"),
    [
        (USUAL, Wishes(), XTERM, True, "two", "dark"),
        (Preferences(suits="letters", colors="four", theme="light"), Wishes(), XTERM, False, "four", "light"),
        (Preferences(suits="letters"), Wishes(symbols=True), XTERM, True, "two", "dark"),
        (Preferences(colors="four"), Wishes(colour="two"), XTERM, True, "two", "dark"),
        (Preferences(colors="four"), Wishes(), {**XTERM, "NO_COLOR": "1"}, True, "off", "mono"),
        (Preferences(theme="light"), Wishes(), {**XTERM, "KALOOKI_THEME": "contrast"}, True, "two", "contrast"),
        (Preferences(theme="light"), Wishes(), {**XTERM, "KALOOKI_THEME": "pink"}, True, "two", "light"),
        (Preferences(colors="off"), Wishes(), XTERM, True, "off", "mono"),
    ],
)
def test_flags_come_first_then_the_surroundings_then_what_was_kept(  # noqa: PLR0913, PLR0917 - a table
    kept: Preferences,
    wishes: Wishes,
    surroundings: dict[str, str],
    symbols: bool,
    colour: str,
    theme: str,
) -> None:
    taste = Taste(kept, wishes=wishes, environment=surroundings, stream=Screen())  # type: ignore[arg-type]
    look = taste.look()
    assert (look.symbols, look.colour) == (symbols, colour)
    assert settings_for(taste, look).theme == theme


IDLE, DRAW = Moment(Ask.NOTHING, 0), Moment(Ask.DRAW, 4)


@pytest.mark.parametrize(
    ("before", "now", "called"),
    [
        (IDLE, DRAW, True),
        (IDLE, Moment(Ask.READY, 2), True),
        (IDLE, Moment(Ask.CALL, 3), True),
        (Moment(Ask.DOUBT, 3), DRAW, True),
        (Moment(Ask.NOTHING, -1), DRAW, False),
        (DRAW, DRAW, False),
        (DRAW, Moment(Ask.PLAY, 5), False),
        (Moment(Ask.OPEN, 4), DRAW, False),
        (DRAW, IDLE, False),
        (IDLE, Moment(Ask.OVER, 0), False),
    ],
)
def test_one_is_called_when_something_is_asked_and_not_for_what_follows_from_it(
    before: Moment,
    now: Moment,
    called: bool,
) -> None:
    assert calls(before, now) is called


@pytest.mark.parametrize(
    ("kept", "surroundings", "written"),
    [
        (USUAL, XTERM, ""),
        (Preferences(bell="on"), XTERM, BELL),
        (Preferences(notify="terminal"), XTERM, f"\x1b]9;Kalooki: {YOUR_TURN}\x1b\\"),
        (Preferences(notify="terminal"), {"TERM": "foot"}, f"\x1b]777;notify;Kalooki;{YOUR_TURN}\x1b\\"),
        (
            Preferences(notify="terminal", bell="on"),
            {"VTE_VERSION": "1"},
            f"{BELL}\x1b]777;notify;Kalooki;{YOUR_TURN}\x1b\\",
        ),
        (Preferences(notify="desktop"), {**XTERM, "PATH": "/nowhere"}, f"\x1b]9;Kalooki: {YOUR_TURN}\x1b\\"),
    ],
)
def test_a_call_is_a_bell_or_a_notice_of_the_terminal(
    kept: Preferences, surroundings: dict[str, str], written: str
) -> None:
    assert signal(kept, surroundings) == written


async def test_a_notice_of_the_desktop_is_sent_by_its_own_program_and_holds_no_card(tmp_path: Path) -> None:
    sender, sent = tmp_path / "notify-send", tmp_path / "sent"
    await asyncio.to_thread(sender.write_text, f'#!/bin/sh\nprintf "%s|" "$@" > {sent}\n', "utf-8")
    await asyncio.to_thread(sender.chmod, 0o700)
    here = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "DISPLAY": ":7"}
    await notify(Preferences(notify="terminal"), here)
    await notify(Preferences(notify="desktop"), {**here, "DISPLAY": ""})
    assert not await asyncio.to_thread(sent.exists)
    await notify(Preferences(notify="desktop"), here)
    said = await asyncio.to_thread(sent.read_text, "utf-8")
    assert said == f"--app-name|Kalooki|--expire-time|10000|Kalooki|{YOUR_TURN}|"
    assert signal(Preferences(notify="desktop"), here) == ""


async def test_a_desktop_that_hangs_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sender = tmp_path / "notify-send"
    await asyncio.to_thread(sender.write_text, "#!/bin/sh\nexec sleep 60\n", "utf-8")
    await asyncio.to_thread(sender.chmod, 0o700)
    monkeypatch.setattr(calling, "SECONDS", 0.05)
    await notify(Preferences(notify="desktop"), {"PATH": f"{tmp_path}:{os.environ['PATH']}", "WAYLAND_DISPLAY": "w"})


async def test_the_plain_client_rings_when_one_is_asked_and_not_for_ones_own_draw() -> None:
    console = ScriptedConsole(typing("d", "x 1", "d"))
    await PlainClient(OpenTable(b"ring"), console, simple).run()
    assert len(console.rung) == 2  # at the beginning of each turn
    assert not any(shown.startswith("l lays") for shown in console.rung)


async def test_the_plain_client_shows_a_hand_in_the_order_that_was_chosen() -> None:
    shown = {}
    for order in ("suit", "rank", "drawn"):
        console = ScriptedConsole(typing())
        await PlainClient(OpenTable(b"order"), console, simple, Habits(order=order)).run()
        shown[order] = next(line for line in console.shown if line.strip().startswith("1:"))
    assert len(set(shown.values())) == 3


def test_a_real_terminal_rings_only_where_that_was_chosen(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    for bell in ("off", "on"):
        (tmp_path / FILE).write_text(f'bell = "{bell}"\n', "utf-8")
        here = {"TERM": "xterm", "LANG": "C.UTF-8", "KALOOKI_HOME": str(tmp_path)}
        with Typewriter(surroundings=here, program=OPEN_CLIENT) as screen:
            screen.wait("Draw > ")
            screen.type("d\n")
            screen.wait("Lay or discard > ")
            screen.type("x 1\n")
            screen.wait("Draw > ")
            screen.type("q\ny\n")
            screen.wait("ended: ")
        assert screen.seen.count(b"\a") == (2 if bell == "on" else 0)


def test_the_table_on_a_real_terminal_rings_and_shows_a_notice_and_the_terminal_is_whole(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / FILE).write_text('bell = "on"\nnotify = "terminal"\nanimations = "off"\n', "utf-8")
    here = {"TERM": "xterm", "LANG": "C.UTF-8", "KALOOKI_HOME": str(tmp_path)}
    with Typewriter(surroundings=here, program=(sys.executable, "-m", "support.table_client")) as screen:
        screen.wait("draw a card")
        screen.type("d")
        screen.wait("discard")
        screen.type("x")
        screen.wait(signal(Preferences(notify="terminal", bell="on"), here))
        screen.type("qy")
        screen.wait("ended: left")


# --- on screen --------------------------------------------------------------------------------------------------------


async def test_a_change_on_screen_is_seen_at_once_and_kept() -> None:
    kept: list[Preferences] = []

    def keep(values: Preferences) -> str:
        kept.append(values)
        return ""

    async with sitting_down(OpenTable(b"looks")) as person:
        person.app.taste = Taste(keep=keep, environment=XTERM, stream=Screen())  # type: ignore[arg-type]
        assert "\u2660" in person.text
        await person.press("comma")
        assert person.page.startswith(f" {say.TITLE}")
        await person.press("right")
        assert kept == [Preferences(suits="letters")]
        await person.press("down", "down", "right")
        assert kept[-1] == Preferences(suits="letters", theme="light")
        await person.press("left", "left")
        assert kept[-1].theme == "mono"
        await person.press("escape")
        assert "\u2660" not in person.text
        assert person.app.paint.theme == "mono"


async def test_what_cannot_be_kept_is_said_and_holds_all_the_same() -> None:
    async with sitting_down(OpenTable(b"looks")) as person:
        surroundings = {**XTERM, "KALOOKI_THEME": "light"}
        person.app.taste = Taste(
            keep=lambda _: "It cannot be kept.",
            environment=surroundings,
            stream=Screen(),  # type: ignore[arg-type]
        )
        await person.press("comma", "down", "down", "right")
        assert "It cannot be kept." in person.page
        assert "KALOOKI_THEME" in person.page
        assert person.app.taste.kept.theme == "light"


async def test_a_new_hand_is_sorted_as_was_chosen() -> None:
    orders = set()
    for sort in CHOICES["sort"]:
        async with sitting_down(OpenTable(b"t45"), settings=Settings(sort=sort, animations=False)) as person:
            orders.add(tuple(one.slot for one in person.app.sitting.fingers.hand.all))
    assert len(orders) == len(CHOICES["sort"])


async def test_a_drawn_card_rises_and_falls_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(risen, "RISEN_SECONDS", 3600.0)
    async with sitting_down(OpenTable(b"rise"), settings=Settings(animations=True)) as person:
        before = person.app.sitting.fingers.hand.all
        await person.press("d")
        (drawn,) = (one.slot for one in person.app.sitting.fingers.hand.all if one not in before)
        assert sight.scene(person.app.sitting).risen == {drawn}
        high = person.drawn.rows
        person.app.sitting.risen.fall()
        await person.settle()
        assert sight.scene(person.app.sitting).risen == frozenset()
        top = len(high) - 3 - RISE - 5
        assert high[top] != person.drawn.rows[top]


async def test_without_animations_nothing_moves_by_itself() -> None:
    async with sitting_down(OpenTable(b"rise"), settings=Settings(animations=False)) as person:
        await person.press("d")
        assert sight.scene(person.app.sitting).risen == frozenset()
