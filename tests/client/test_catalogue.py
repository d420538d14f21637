"""One catalogue of all sentences: up to date, whole in German, the same in what is typed and filled in."""

import ast
import json
import os
import re
import string
import subprocess
import sys
from gettext import NullTranslations
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from kalooki_cli.board.ledger import NUMBER
from kalooki_cli.language import LOCALE, translations, wanted, writable
from kalooki_cli.look import SYMBOLS
from kalooki_cli.messages import board, board_help, help  # noqa: A004 - the word that is typed
from kalooki_cli.text import width, wrap
from support.contract_presets import ALL_GAMES
from support.terminals import environment
from support.vector_files import TRANSCRIPTS

ROOT = Path(__file__).parents[2]
KALOOKI = (sys.executable, "-m", "kalooki_cli")
TAG = re.compile(r"<\w(?::\w+)?>")
"""A key of the client, for who types keys."""


def german() -> Catalog:
    with (Path(LOCALE) / "de" / "LC_MESSAGES" / "kalooki.po").open("rb") as file:
        return read_po(file, locale="de")


def pairs() -> list[tuple[str, str]]:
    """What stands there in English, and in German."""
    both: list[tuple[str, str]] = []
    for message in german():
        if message.id:
            both += zip(forms(message.id), forms(message.string), strict=True)
    return both


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def fields(text: str) -> set[tuple[str, str, str]]:
    return {
        (name, spec or "", how or "") for _before, name, spec, how in string.Formatter().parse(text) if name is not None
    }


def run(*arguments: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*KALOOKI, *arguments], capture_output=True, text=True, env=environment(**surroundings), timeout=50, check=False
    )


def test_the_catalogues_hold_what_the_source_says_now_and_are_compiled() -> None:
    command = [sys.executable, "scripts/catalogue.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_sentence_comes_from_the_catalogue() -> None:
    around = [
        str(file)
        for file in (ROOT / "client").rglob("*.py")
        if file.name != "language.py"
        and re.search(r"^\s*(from|import) gettext\b", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert around == []


def test_a_word_that_is_two_words_in_german_is_told_apart_by_what_it_is_for() -> None:
    there = translations("de")
    assert (there.gettext("open"), there.pgettext("what a key does", "open")) == ("offen", "öffnen")
    assert len(there.pgettext("the head of a narrow column", "Deal")) < NUMBER


@pytest.mark.parametrize(
    "meant",
    [
        "You host this table: it closes for everybody, and cannot be opened again.",
        "The others wait for you, and {kalooki} resume brings you back; with leave they could play on.",
        "Your seat is kept, and {kalooki} resume brings you back to it; leave gives it up.",
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_leaving_means_has_room_on_the_narrowest_screen(language: str, meant: str) -> None:
    there = translations(language)
    text = f"{there.gettext(meant).format(kalooki='kalooki')} {there.gettext(board.QUIT_ASKED)}"
    assert len(wrap(text, 78)) <= 2


def test_no_sentence_hides_in_another_string_where_it_is_not_collected() -> None:
    """What stands in an f-string is found by some versions of Python only."""
    hidden = [
        (file.name, ast.unparse(inner))
        for file in (ROOT / "client").rglob("*.py")
        for outer in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(outer, ast.JoinedStr)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.Call) and ast.unparse(inner.func) in {"_", "ngettext"}
    ]
    assert hidden == []


def test_what_is_filled_in_and_what_is_typed_is_the_same_in_german() -> None:
    for english, said in pairs():
        if said:
            assert fields(english) == fields(said), english
            assert sorted(TAG.findall(english)) == sorted(TAG.findall(said)), english
            assert (english[:1] == " ", english[-1:] == " ") == (said[:1] == " ", said[-1:] == " "), english


def test_everything_is_said_in_german() -> None:
    assert [english for english, said in pairs() if not said] == []


def test_nothing_in_german_is_a_guess_of_a_tool() -> None:
    assert not [message.id for message in german() if message.id and message.fuzzy]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, ""),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "de-DE"}, "de"),
        ({"LANG": "C.UTF-8"}, "c"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "de_DE", "LC_MESSAGES": "en_US"}, "de"),
        ({"LC_ALL": "de_DE.UTF-8", "KALOOKI_LANG": "en"}, "en"),
        ({"LC_ALL": "", "KALOOKI_LANG": "", "LANG": "de"}, "de"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert wanted(environment) == language


@pytest.mark.parametrize("language", ["", "c", "en", "xx", "..", "../de", "de/LC_MESSAGES"])
def test_a_language_that_is_not_there_is_english(language: str) -> None:
    found = translations(language)
    assert type(found) is NullTranslations
    assert found.gettext("Nothing is wrong.") == "Nothing is wrong."


def test_why_a_bot_moves_as_it_does_is_said_in_german() -> None:
    program = """
from kalooki.advice import Reason
from kalooki_cli.messages import turns
print(turns.reason(Reason("Over all cards that may come, it promises {points} points.", points="+2.0")))
print(turns.reason("Somebody's own bot says this."))
"""
    said = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(LANG="de", PYTHONUTF8="1"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.splitlines() == [
        "Über alle Karten, die kommen können, verspricht es +2.0 Punkte.",
        "Somebody's own bot says this.",
    ]


def test_a_record_is_judged_in_german_and_its_values_are_those_of_every_language() -> None:
    cut = str(TRANSCRIPTS / "cut_off.kalooki")
    said = run("verify", cut, LANG="de_AT.UTF-8", PYTHONUTF8="1")
    assert said.returncode == 2
    text = " ".join(said.stdout.split())
    for words in (
        "Spiel: british, 2 Spieler Spieler 1 P0.0 (ein Mensch, Knoten 0)",
        "Prüfung 1: Das Ende fehlt [truncated]. Prüfung 18, Eintrag 8: die Einträge 1 bis 8 sind nicht bestätigt:",
        "INCOMPLETE: was da ist, stimmt, aber es ist nicht alles da",
    ):
        assert words in text
    assert not {"the", "and", "not", "is", "of", "they"} & set(text.split())
    german, english = (json.loads(run("verify", cut, "--json", LANG=lang).stdout) for lang in ("de_DE", "C"))
    assert german == english
    assert german["findings"][0]["text"] == "byte 2912: 83 bytes of a record; 361 would be right"


def test_what_is_not_translated_is_said_in_english() -> None:
    assert translations("de").gettext("Nobody ever said this.") == "Nobody ever said this."


@pytest.mark.parametrize(
    ("encoding", "said"),
    [("utf-8", "Größe ♠"), ("latin-1", "Groesse ♠"), ("ascii", "Groesse ♠"), ("no such encoding", "Größe ♠")],
)
def test_a_terminal_without_the_letters_gets_them_spelled(encoding: str, said: str) -> None:
    assert writable("Größe ♠", encoding) == said


def test_every_sentence_can_be_spelled_with_ascii_alone() -> None:
    cards = str.maketrans(dict.fromkeys(SYMBOLS.values(), "S"))
    for sentence in chain.from_iterable(pairs()):
        assert writable(sentence.translate(cards), "ascii").isascii(), sentence


def test_letters_that_an_encoding_has_stay() -> None:
    assert writable("Größe", "cp437") == writable("Größe", "latin-1") == "Größe"


def test_a_german_rule_card_can_be_read_on_any_terminal() -> None:
    card = run("rules", "british", LANG="de_DE.UTF-8", PYTHONIOENCODING="utf-8")
    assert (card.returncode, card.stderr) == (0, "")
    assert "Eröffnung  40 Punkte oder mehr in neuen Figuren" in card.stdout
    spelled = run("rules", "british", LC_ALL="de", PYTHONIOENCODING="ascii")
    assert "Eroeffnung 40 Punkte oder mehr in neuen Figuren" in spelled.stdout
    assert "?" not in spelled.stdout


SAME_IN_ANY_LANGUAGE = (
    "test_board_screens.py::test_every_screen_of_a_game_is_whole",
    "test_board_screens.py::test_letters_are_as_wide_as_symbols",
    "test_plain_games.py::test_no_line_is_wider_than_the_terminal",
    "test_render.py::test_no_line_is_wider_than_the_screen_and_all_cards_of_a_big_hand_are_on_it",
    "test_rulecard.py::test_a_card_is_one_screen_and_everything_follows_it",
    "test_rulecard.py::test_every_house_rule_changes_the_words_of_the_card",
    "test_catalogue.py::test_help_has_room_for_its_words",
    "test_plain_games.py::test_a_deal_is_played_in_the_language_of_the_reader",
    "test_table_games.py::test_a_deal_is_played_at_the_table_in_the_language_of_the_reader",
)
"""What tests find out without a word of English: whether lines fit, and whether a table can be played."""


@pytest.mark.skipif("KALOOKI_TESTED_LANG" in os.environ, reason="this is the run in the other language")
def test_german_fits_wherever_english_does() -> None:
    asked = [f"tests/client/{test}" for test in SAME_IN_ANY_LANGUAGE]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", *asked]
    surroundings = {**os.environ, "KALOOKI_TESTED_LANG": "de"}
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "failed" not in done.stdout


@pytest.mark.parametrize("game", [*ALL_GAMES, None])
def test_help_has_room_for_its_words(game: str | None) -> None:
    variant = ALL_GAMES[game] if game else None
    assert max(map(width, help.help_lines(40, variant))) <= 40
    on_screen = board_help.help_lines(80, variant)  # which has no smaller one
    assert max(map(width, [*help.help_lines(80, variant), *on_screen])) <= 80


COMMANDS = sorted(file.stem for file in (ROOT / "client/kalooki_cli/commands").glob("[a-z]*.py"))
LIBRARYS = re.compile(r"Usage|Options|Commands|Positional|Show |default|Error|Try |Missing|Invalid|No such|Did you")
"""Words of the command line's library."""


def test_the_help_of_every_command_is_german_where_the_reader_is() -> None:
    english, german = run("--help", KALOOKI_LANG="en"), run("--help", KALOOKI_LANG="de")
    assert german.stdout.startswith("Aufruf: kalooki")
    assert [line for line in german.stdout.splitlines() if LIBRARYS.search(line)] == []
    assert set(german.stdout.splitlines()) & set(english.stdout.splitlines()) == {""}
    assert [line.split()[0] for line in german.stdout.split("Befehle:\n")[1].splitlines() if line[2] != " "] == COMMANDS


@pytest.mark.parametrize("command", ["play", "bot", "arena"])
def test_a_command_says_in_german_what_its_options_do(command: str) -> None:
    said = run(command, "--help", KALOOKI_LANG="de", PYTHONIOENCODING="ascii").stdout
    assert said.startswith(f"Aufruf: kalooki {command}")
    assert [line for line in said.splitlines() if LIBRARYS.search(line)] == []
    assert "Rueckgabewerte: 0" in said
    assert "?" not in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonsense",), "Es gibt keinen Befehl 'nonsense'."),
        (("play", "--nonsense"), "Es gibt keine Option"),
        (("play", "--bots", "99"), "99 liegt nicht im Bereich 1<=x<=7."),
        (("play", "--suits", "runes"), "'runes' ist keins von 'letters', 'unicode'."),
        (("check",), "Es fehlt das Argument 'MELDS...'."),
        (("rules", "a", "b"), "(b)"),
        (("rules", "--house"), "Die Option '--house' braucht einen Wert."),
    ],
)
def test_what_is_wrong_with_a_command_is_said_in_german(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments, KALOOKI_LANG="de", PYTHONIOENCODING="utf-8")
    assert done.returncode == 2
    assert said in done.stderr
    assert "Fehler: " in done.stderr
    assert LIBRARYS.search(done.stderr) is None


def test_what_a_program_reads_is_english_everywhere() -> None:
    arguments = ("check", "--variant", "british", "7S 8S 2H", "--json")
    english, german = run(*arguments, KALOOKI_LANG="en"), run(*arguments, KALOOKI_LANG="de")
    assert english.stdout
    assert (english.returncode, english.stdout) == (german.returncode, german.stdout)
