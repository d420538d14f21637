"""Which key does what. A key that answers a question comes before one that moves the cursor."""

from collections.abc import Mapping

from kalooki.cards import Rank
from kalooki_cli.moment import Ask

ALWAYS: Mapping[str, str] = {
    "enter": "enter",
    "escape": "clear",
    "space": "pick",
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "h": "left",
    "l": "right",
    "k": "up",
    "j": "down",
    "home": "first",
    "end": "last",
    "shift+left": "shift_left",
    "shift+right": "shift_right",
    "less_than_sign": "shift_left",
    "greater_than_sign": "shift_right",
    "d": "draw",
    "t": "take",
    "r": "return",
    "x": "discard",
    "delete": "discard",
    "g": "send",
    "u": "undo",
    "backspace": "undo",
    "e": "end",
    "c": "call",
    "p": "pass",
    "a": "allow",
    "f": "refuse",
    "b": "buy_in",
    "n": "decline",
    "w": "show",
    "exclamation_mark": "challenge",
    "i": "hint",
    "o": "sort",
    "question_mark": "help",
    "f1": "help",
    "D": "history",
    "L": "log",
    "S": "score",
    "v": "trust",
    "R": "rules",
    "P": "without",
    "B": "backup",
    "W": "wait",
    "m": "chat",
    "quotation_mark": "chat",
    "comma": "settings",
    "colon": "type",
    "slash": "type",
    "pageup": "scroll_up",
    "pagedown": "scroll_down",
    "left_square_bracket": "scroll_up",
    "right_square_bracket": "scroll_down",
    "q": "quit",
    "ctrl+c": "interrupt",
    "ctrl+z": "suspend",
    "ctrl+l": "redraw",
}
"""The names of what keys do; `tui/deeds` does it."""

INSTEAD: Mapping[Ask, Mapping[str, str]] = {
    Ask.OFFER: {"c": "cut", "k": "cut"},
    Ask.CUT: {"c": "cut", "k": "cut"},
    Ask.OVER: {"m": "again"},
}
"""What a key does where a certain question is asked."""

RANKS: Mapping[str, Rank] = {
    "1": Rank.ACE,
    "A": Rank.ACE,
    **{str(number): Rank(number) for number in range(2, 10)},
    "0": Rank.TEN,
    "T": Rank.TEN,
    "J": Rank.JACK,
    "Q": Rank.QUEEN,
    "K": Rank.KING,
}
"""A rank picks the next card of it."""

JOKER = "asterisk"


def deed(key: str, ask: Ask) -> str | None:
    """What a key does now; nothing for one that has no meaning."""
    return INSTEAD.get(ask, {}).get(key) or ALWAYS.get(key)
