"""The language of what people read: chosen once, before the first sentence is made, from the environment.

Sentences are made where they stand, many of them when their module is imported, so the choice is made by importing
this module. What people type, codes and JSON are the same in every language.
"""

import os
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
"""`scripts/catalogue.py` writes what stands here: English is the source, and `kalooki.pot` all of it."""

VARIABLES = ("KALOOKI_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first of them that says anything decides, as everywhere; ours says it for Kalooki alone."""


def wanted(environment: Mapping[str, str]) -> str:
    """Name the language that a person wants: `de` for `de_AT.UTF-8`."""
    said = next((value for name in VARIABLES if (value := environment.get(name))), "")
    return said.replace("-", "_").split(".")[0].split("@")[0].split("_")[0].lower()


def translations(language: str) -> NullTranslations:
    """Read the catalogue of a language; English where there is none."""
    if not language.isalpha():
        return NullTranslations()
    try:
        with (LOCALE / language / "LC_MESSAGES" / "kalooki.mo").open("rb") as file:
            return GNUTranslations(file)
    except OSError:
        return NullTranslations()


_CHOSEN = translations(wanted(os.environ))

gettext = _CHOSEN.gettext
"""Say it in the language of the reader; imported as `_`."""
ngettext = _CHOSEN.ngettext
"""Likewise, in the form that the number asks for."""
