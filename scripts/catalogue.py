#!/usr/bin/env python3
"""Collect every sentence of the client for translators, and compile what they wrote.

.venv/bin/python scripts/catalogue.py           writes kalooki.pot anew, and each kalooki.po with what it compiles to
.venv/bin/python scripts/catalogue.py --check   writes nothing, and fails where one of them is not up to date

It is run whenever a sentence changed. What is new stands in kalooki.po with an empty msgstr, and is said in English
until somebody translates it there; what has gone is taken out.
"""

import os
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

os.environ["KALOOKI_LANG"] = "en"  # what is collected is the source
from kalooki_cli.program import helps

TOP = Path(__file__).resolve().parent.parent
CLIENT = TOP / "client" / "kalooki_cli"
NODE = TOP / "node" / "kalooki"
TOLD = (NODE / "bots", NODE / "rules", NODE / "shell", NODE / "verify")
"""How bots play and why they move as they do, why something is refused, and what is wrong with a record."""
LOCALE = CLIENT / "locale"
TEMPLATE = LOCALE / "kalooki.pot"
TEMPLATES = {"_false": (2,), "_nothing": None}
"""Makers of texts in `verify`."""
KEYWORDS = {
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "Reason": None,
    "Bot": (2,),
    "Worded": None,
    **TEMPLATES,
}
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""No date is kept, so that the same sentences make the same files."""


def main() -> int:
    """Write the catalogues, or say which are not up to date."""
    late = []
    for path, content in sorted(wanted().items()):
        if path.exists() and path.read_bytes() == content:
            continue
        late.append(path)
        if "--check" not in sys.argv[1:]:
            path.write_bytes(content)
            print(f"written: {path.relative_to(LOCALE)}")
    if late and "--check" in sys.argv[1:]:
        print("not up to date:", *(path.relative_to(LOCALE) for path in late))
        print("Run scripts/catalogue.py, and translate what is new.")
        return 1
    return 0


def wanted() -> dict[Path, bytes]:
    """Make what should stand in every file."""
    template = extracted()
    files = {TEMPLATE: as_po(template)}
    for path in LOCALE.glob("*/LC_MESSAGES/kalooki.po"):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parent.parent.name)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        plain(catalogue)
        files[path] = as_po(catalogue)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        files[path.with_suffix(".mo")] = compiled.getvalue()
    return files


def extracted() -> Catalog:
    """Find every sentence in the source."""
    template = Catalog(project="Kalooki", charset="utf-8")
    for place in (CLIENT, *TOLD):
        for _file, _line, message, _comments, context in extract_from_dir(place, keywords=KEYWORDS):
            template.add(message, context=context)
    for text in helps():
        template.add(text)
    plain(template)
    return template


def plain(catalogue: Catalog) -> None:
    """Leave out what would change by itself: dates, and the versions of tools."""
    catalogue.header_comment = (
        "# What Kalooki's client says. English is the source; scripts/catalogue.py keeps this file."
    )
    catalogue.creation_date = catalogue.revision_date = NEVER
    catalogue.version = "1"
    catalogue.last_translator = catalogue.language_team = "Kalooki"
    catalogue.fuzzy = False


def as_po(catalogue: Catalog) -> bytes:
    """Write a catalogue as text."""
    written = BytesIO()
    write_po(written, catalogue, width=0, no_location=True, sort_output=True)
    lines = [line for line in written.getvalue().splitlines(keepends=True) if not line.startswith(b'"Generated-By')]
    return b"".join(lines)


if __name__ == "__main__":
    sys.exit(main())
