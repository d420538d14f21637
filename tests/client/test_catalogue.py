"""One catalogue of all sentences: up to date, whole in German, the same in what is typed and filled in."""

import re
import string
import subprocess
import sys
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from kalooki_cli.language import LOCALE, translations, wanted
from support.terminals import environment

ROOT = Path(__file__).parents[2]
KALOOKI = (sys.executable, "-m", "kalooki_cli")
TAG = re.compile(r"<\w(?::\w+)?>")
"""A key of the client, for who types keys."""


def german() -> Catalog:
    with (LOCALE / "de" / "LC_MESSAGES" / "kalooki.po").open("rb") as file:
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


def test_what_is_filled_in_and_what_is_typed_is_the_same_in_german() -> None:
    for english, said in pairs():
        if said:
            assert fields(english) == fields(said), english
            assert sorted(TAG.findall(english)) == sorted(TAG.findall(said)), english
            assert (english[:1] == " ", english[-1:] == " ") == (said[:1] == " ", said[-1:] == " "), english


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


def test_what_is_not_translated_is_said_in_english() -> None:
    assert translations("de").gettext("Nobody ever said this.") == "Nobody ever said this."


def test_what_a_program_reads_is_english_everywhere() -> None:
    arguments = ("check", "--variant", "british", "7S 8S 2H", "--json")
    english, german = run(*arguments, KALOOKI_LANG="en"), run(*arguments, KALOOKI_LANG="de")
    assert english.stdout
    assert (english.returncode, english.stdout) == (german.returncode, german.stdout)
