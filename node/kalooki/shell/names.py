"""Names and titles as people type them: cleaned of what cannot be seen, or refused."""

import unicodedata

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import MAX_NAME, MAX_TITLE
from kalooki.codec.reading import text
from kalooki.shell.errors import ShellError
from kalooki.worded import Worded

LONGEST_TYPED = 1000

GUESTS = ("Joy", "Kim", "Lou", "Max", "Ned", "Pip", "Ray", "Sue")
"""Bots that nobody named and that somebody lends to a table; the founder's own have other names."""


def guest_name(number: int) -> str:
    """Name a bot by the number of its node, which no other has: so no two at a table are called the same."""
    again, which = divmod(number, len(GUESTS))
    return GUESTS[which] + (f" {again + 1}" if again else "")


def clean_name(typed: str) -> str:
    """Make a player's name of what was typed.

    Raises:
        ShellError: `bad_name`: nothing visible is left, or it is too long.
    """
    name = clean(typed, MAX_NAME)
    if not name:
        raise ShellError("bad_name", reason=Worded("it has no character that can be seen"))
    return name


def clean_title(typed: str) -> str:
    """Make a table's title of what was typed; it may be empty.

    Raises:
        ShellError: `bad_name`.
    """
    return clean(typed, MAX_TITLE)


def clean(typed: str, most: int) -> str:
    """Take out control, format and private characters, blanks at the ends and runs of blanks.

    Raises:
        ShellError: `bad_name`: it is too long, or holds what cannot be written.
    """
    if len(typed) > LONGEST_TYPED:
        raise ShellError("bad_name", reason=Worded("it may have {most} bytes", most=most))
    # A surrogate is a byte of the command line that is no UTF-8.
    seen = "".join(" " if sign.isspace() else sign for sign in typed if sign.isspace() or not _is_unseen(sign))
    name = unicodedata.normalize("NFC", " ".join(seen.split()))
    try:
        return text(name, "name", most)
    except MalformedError as error:
        raise ShellError("bad_name", reason=error.what) from None


def shorten(typed: str, most: int) -> str:
    """Make what others wrote fit to be shown: cleaned, cut to so many bytes, or else dropped."""
    seen = "".join(" " if sign.isspace() else sign for sign in typed if sign.isspace() or not _is_unseen(sign))
    name = unicodedata.normalize("NFC", " ".join(seen.split()))
    while len(name.encode()) > most:
        name = name[:-1]
    try:
        return text(name.rstrip(), "name", most)
    except MalformedError:
        return ""


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn"}
