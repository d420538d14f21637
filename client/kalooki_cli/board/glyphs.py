"""The signs with which the table is drawn: those of Unicode, or such as every code page has."""

import codecs
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One sign for each purpose, each one column wide."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str
    back: str
    """The pattern of a card that lies face down."""
    stacked: str
    """One of many cards that somebody holds, seen from behind."""
    turn: str
    here: str
    away: str
    host: str
    asked: str
    """An answer is awaited, though it is another's turn."""
    dealer: str
    laid: str
    joker: str
    dot: str
    """Between two words of a line."""
    more_up: str
    more_down: str
    full: str
    empty: str
    """Of a bar that runs out."""
    left: str
    right: str
    checked: str
    checking: str
    look: str
    """Of the lamp: all was checked, is being checked, something is wrong."""
    cursor: str
    encoding: str = "utf-8"

    def safe(self, text: str) -> str:
        """The text with a question mark for each character that the terminal cannot write."""
        return text if self.encoding == "utf-8" else text.encode(self.encoding, "replace").decode(self.encoding)


UNICODE = Glyphs(
    top_left="╭",
    top_right="╮",
    bottom_left="╰",
    bottom_right="╯",
    across="─",
    down="│",
    back="░",
    stacked="▌",
    turn="▶",
    here="●",
    away="○",
    host="◆",
    asked="?",
    dealer="D",
    laid="✓",
    joker="★",
    dot="·",
    more_up="▲",
    more_down="▼",
    full="█",
    empty="░",
    left="◀",
    right="▶",
    checked="✓",
    checking="~",
    look="!",
    cursor="▲",
)
ASCII = Glyphs(
    top_left="+",
    top_right="+",
    bottom_left="+",
    bottom_right="+",
    across="-",
    down="|",
    back="#",
    stacked="|",
    turn=">",
    here="*",
    away="-",
    host="@",
    asked="?",
    dealer="D",
    laid="+",
    joker="*",
    dot="-",
    more_up="^",
    more_down="v",
    full="#",
    empty=".",
    left="<",
    right=">",
    checked="+",
    checking="~",
    look="!",
    cursor="^",
    encoding="ascii",
)


def glyphs_for(encoding: str) -> Glyphs:
    """Signs that a terminal of this encoding can write."""
    try:
        known = codecs.lookup(encoding or "ascii").name
    except LookupError:
        return ASCII
    return UNICODE if known.startswith("utf") else ASCII
