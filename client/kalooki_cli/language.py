"""The language of what people read: chosen once, before the first sentence is made, from settings and environment.

Sentences are made where they stand, many of them when their module is imported, so the choice is made by importing
this module. What people type, codes and JSON are the same in every language.
"""

import gettext as libraries
import os
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations

from kalooki_cli.settings_file import language_of

LOCALE = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120 - pathlib costs 5 ms of every start
"""`scripts/catalogue.py` writes what stands here: English is the source, and `kalooki.pot` all of it."""

OURS = "KALOOKI_LANG"
"""Says it for Kalooki alone, before what the person chose once and for all."""

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of them that says anything decides, as everywhere."""


def wanted(environment: Mapping[str, str], kept: Callable[[], str] = lambda: "") -> str:
    """Name the language that a person wants: `de` for `de_AT.UTF-8`; `kept` is what he chose in the settings."""
    said = (
        environment.get(OURS) or kept() or next((value for name in VARIABLES if (value := environment.get(name))), "")
    )
    return said.replace("-", "_").split(".")[0].split("@")[0].split("_")[0].lower()


def translations(language: str) -> NullTranslations:
    """Read the catalogue of a language; English where there is none."""
    if not language.isalpha():
        return NullTranslations()
    try:
        path = os.path.join(LOCALE, language, "LC_MESSAGES", "kalooki.mo")  # noqa: PTH118 - as above
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            return GNUTranslations(file)
    except OSError:
        return NullTranslations()


SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "±": "+-"})
"""How letters and signs are written where a terminal has none but those of English."""


def writable(text: str, encoding: str) -> str:
    """Spell a sentence so that this encoding has its letters."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(SPELLED)
    except LookupError:
        pass
    return text


KEPT = 4096
"""Sentences that need not be looked up again: a screen says the same ones with every key."""

_CHOSEN = translations(wanted(os.environ, lambda: language_of(sys.argv, os.environ)))
IS_SOURCE = not isinstance(_CHOSEN, GNUTranslations)
"""Whether what stands in the source is what the reader reads."""

_ENCODING = getattr(sys.stdout, "encoding", None) or "utf-8"


@lru_cache(maxsize=KEPT)
def gettext(message: str) -> str:
    """Say it in the language of the reader; imported as `_`."""
    return writable(_CHOSEN.gettext(message), _ENCODING)


@lru_cache(maxsize=KEPT)
def ngettext(one: str, many: str, count: int) -> str:
    """Likewise, in the form that the number asks for."""
    return writable(_CHOSEN.ngettext(one, many, count), _ENCODING)


@lru_cache(maxsize=KEPT)
def pgettext(context: str, message: str) -> str:
    """Likewise, for a word that is another word elsewhere."""
    return writable(_CHOSEN.pgettext(context, message), _ENCODING)


def teach_libraries() -> None:
    """Let libraries that take their words from Python's `gettext` take ours: before they are imported.

    The command line's library does; `messages/command_line` names its words.
    """
    if not IS_SOURCE:
        libraries.gettext, libraries.ngettext = gettext, ngettext
