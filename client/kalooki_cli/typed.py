"""What a person typed, understood: short keys and card numbers become the notation, other words become requests."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kalooki.rules.actions import Shown

VERBS = {
    "d": "draw",
    "t": "take",
    "r": "return",
    "l": "lay",
    "s": "stage",
    "g": "send",
    "u": "undo",
    "x": "discard",
    "b": "buy-in",
    "n": "decline",
    "h": "hint",
    "?": "help",
    "q": "quit",
    "c": "call",
    "p": "pass",
    "a": "allow",
    "f": "refuse",
    "k": "cut",
    "!": "challenge",
    "e": "end",
    "v": "table",
    "w": "hand",
    "o": "sort",
    "exit": "quit",
    "buyin": "buy-in",
    "view": "table",
}
"""Short keys, and other names for the same."""

MOVES = frozenset(
    [
        "draw",
        "take",
        "return",
        "lay",
        "discard",
        "end",
        "call",
        "pass",
        "allow",
        "refuse",
        "challenge",
        "show",
        "seat",
        "cut",
        "buy-in",
        "decline",
    ]
)
"""The verbs of the notation."""

REQUESTS = frozenset(
    [
        "stage",
        "send",
        "undo",
        "hint",
        "help",
        "quit",
        "table",
        "hand",
        "sort",
        "score",
        "legal",
        "rules",
        "log",
        "auto",
        "ready",
        "begin",
        "status",
        "trust",
        "words",
        "close",
        "leave",
        "wait",
        "without",
        "adjourn",
        "again",
        "kick",
        "backup",
        "back",
        "bot",
        "continue",
        "chat",
        "mute",
        "unmute",
    ]
)
"""What the client does itself."""

NAMING = frozenset({"allow", "challenge"})
"""Moves that name a player, and no card."""

_CARDLIKE = re.compile(r"\d+(=\S+)?$|(10|[A2-9TJQKatjqk])([SHDCshdc♠♥♦♣])$|JK(=\S+)?$|jk(=\S+)?$|\*$")
_NUMBER = re.compile(r"(\d+)(=\S+)?$")
_SAID = re.compile(r"\s*(?:\"(.*)|say(?:\s+(.*))?)$", re.IGNORECASE | re.DOTALL)
"""What is said to the others is nobody's move, whatever stands in it."""
_PLAYER = re.compile(r"p\d+$")


class UnclearError(Exception):
    """What was typed makes no sense; `code` says why, `text` is what it is about."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class Move:
    """A move in the notation, without a player."""

    notation: str


@dataclass(frozen=True, slots=True)
class Stage:
    """Items to lay together later."""

    items: str


@dataclass(frozen=True, slots=True)
class Request:
    """Something that the client does itself."""

    verb: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """An empty line."""


Typed = Move | Stage | Request | Nothing


def understand(line: str, hand: Sequence[Shown]) -> Typed:
    """Read a line; numbers count the cards of `hand` as it was last shown.

    Raises:
        UnclearError: It is no move and no request, or a number names no card.
    """
    said = _SAID.match(line)
    if said is not None:
        return Request("say", (said[1] or said[2] or "",))
    words = line.replace(";", " ; ").split()
    if words and _PLAYER.match(words[0].lower()):
        words = words[1:]
    if not words:
        return Nothing()
    first = words[0].lower()
    return _without_cards(VERBS.get(first, first), words[1:]) or _with_cards(words, hand)


def _without_cards(verb: str, words: Sequence[str]) -> Move | Request | None:
    """What names no card: a request, a word about calls, a move that names a player."""
    if verb == "pass" and words:
        return Request("passing", tuple(word.lower() for word in words))
    if verb in REQUESTS - {"stage"}:
        return Request(verb, tuple(word.lower() for word in words))
    return Move(" ".join([verb, *words])) if verb in NAMING else None


def _with_cards(words: Sequence[str], hand: Sequence[Shown]) -> Move | Stage | Request:
    first = words[0].lower()
    verb = VERBS.get(first, first)
    if verb in MOVES or verb == "stage":
        words = words[1:]
    elif _CARDLIKE.match(words[0]):
        verb = "lay"
        if len(words) == 1:
            raise UnclearError("single_card", words[0])
    else:
        raise UnclearError("unknown_word", words[0])
    _check_cards(verb, first, words)
    text = " ".join(_cards(verb, words, hand))
    if verb == "stage":
        return Stage(text)
    if verb == "lay" and not text:
        return Request("send")
    return Move(f"{verb} {text}".rstrip().replace(" ;", ";"))


def _check_cards(verb: str, typed: str, words: Sequence[str]) -> None:
    """Moves that have no card, and the one that has exactly one."""
    if verb in {"draw", "take", "return", "call", "refuse", "buy-in", "decline"} and words:
        raise UnclearError("takes_no_cards", verb)
    if verb != "discard":
        return
    if not words:
        raise UnclearError("names_no_card", typed)
    if len([word for word in words if word == ";" or _CARDLIKE.match(word)]) > 1 + ("count" in map(str.lower, words)):
        raise UnclearError("one_card", " ".join([typed, *words]).replace(" ;", ";"))


def _cards(verb: str, words: Sequence[str], hand: Sequence[Shown]) -> list[str]:
    """Put cards in the place of their numbers, and a meld's name in the place of its number."""
    result: list[str] = []
    before = verb
    for word in words:
        number = _NUMBER.match(word)
        lowered = word.lower()
        if number is None:
            result.append(lowered if lowered in {"on", "in", "for", "count", "up"} else word)
        elif before in {"on", "in"}:
            result.append(f"m{word}")
        elif before in {"count", "seat", "cut"}:
            result.append(word)
        else:
            result.append(_numbered(int(number[1]), number[2] or "", hand))
        before = lowered
    return result


def with_key(move: str) -> str:
    """Write a move of the notation with its short key."""
    verb, _, rest = move.partition(" ")
    key = next((key for key, word in VERBS.items() if word == verb and len(key) == 1), verb)
    return f"{key} {rest}".rstrip()


def _numbered(number: int, declared: str, hand: Sequence[Shown]) -> str:
    if not 1 <= number <= len(hand):
        raise UnclearError("no_such_number", str(number))
    return f"{hand[number - 1].card}{declared}"
