"""What each role looks like: a style for every word of a role, added up in their order."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rich.style import Style

Words = Mapping[str, Style]

BLACK = "#14181c"


def _s(color: str | None = None, bgcolor: str | None = None, *, bold: bool = False) -> Style:
    return Style(color=color, bgcolor=bgcolor, bold=bold or None)


@dataclass(frozen=True, slots=True)
class _Suits:
    """The colours of cards, dark enough for every card that is picked, staged or advised."""

    red: str
    blue: str
    green: str
    joker: str


_USUAL = _Suits(red="#b80f1c", blue="#1350a8", green="#1a642b", joker="#7326b3")
_DEEP = _Suits(red="#86000c", blue="#0a3576", green="#0b431a", joker="#4b008c")


def _suits(suits: _Suits, *, four: bool) -> dict[str, Style]:
    return {
        "spade": _s(BLACK, bold=True),
        "heart": _s(suits.red, bold=True),
        "diamond": _s(suits.blue if four else suits.red, bold=True),
        "club": _s(suits.green if four else BLACK, bold=True),
        "joker": _s(suits.joker, bold=True),
    }


@dataclass(frozen=True, slots=True)
class _Colours:
    """The colours of one theme, by what they are for."""

    felt: str
    text: str
    dim: str
    strong: str
    bar: str
    bar_text: str
    card: str
    edge: str
    suits: _Suits
    lit: str
    lit_text: str
    gold: str
    warn: str
    good: str
    panel: str
    back: str
    back_edge: str
    stack: str


_DARK = _Colours(
    felt="#0f2a1e",
    text="#d6e4d9",
    dim="#7f9c8b",
    strong="#ffffff",
    bar="#08180f",
    bar_text="#cfe0d4",
    card="#f6f1e3",
    edge="#6e664f",
    suits=_USUAL,
    lit="#ffd166",
    lit_text="#241c00",
    gold="#ffd166",
    warn="#ff8c5a",
    good="#7bd88f",
    panel="#17402d",
    back="#7f1d2d",
    back_edge="#d9a5a5",
    stack="#a83246",
)
_LIGHT = _Colours(
    felt="#dfeee4",
    text="#17301f",
    dim="#466050",
    strong="#000000",
    bar="#c3dccb",
    bar_text="#12261a",
    card="#ffffff",
    edge="#6a634f",
    suits=_USUAL,
    lit="#ffbf3c",
    lit_text="#241c00",
    gold="#8a4b00",
    warn="#a3201a",
    good="#146327",
    panel="#f2f8f0",
    back="#8c2337",
    back_edge="#f0d7d7",
    stack="#a83246",
)
_CONTRAST = _Colours(
    felt="#000000",
    text="#ffffff",
    dim="#d0d0d0",
    strong="#ffffff",
    bar="#000000",
    bar_text="#ffffff",
    card="#ffffff",
    edge="#000000",
    suits=_DEEP,
    lit="#ffff00",
    lit_text="#000000",
    gold="#ffff00",
    warn="#ff9a9a",
    good="#90ff90",
    panel="#000000",
    back="#0000c0",
    back_edge="#ffffff",
    stack="#6f6fff",
)


def _coloured(c: _Colours, *, four: bool) -> dict[str, Style]:
    return {
        "": _s(c.text, c.felt),
        "header": _s(c.bar_text, c.bar),
        "title": _s(c.gold, c.bar, bold=True),
        "trust": _s(c.good, c.bar, bold=True),
        "checked": _s(),
        "checking": _s(c.gold),
        "look": _s(c.lit_text, c.lit, bold=True),
        "alarm": _s(c.warn, bold=True),
        "sign": _s(bold=True),
        "good": _s(c.good),
        "wait": _s(c.gold),
        "open": _s(c.dim),
        "spoken": _s(c.gold, bold=True),
        "head": _s(c.dim),
        "seat": _s(c.text),
        "me": _s(c.strong),
        "turn": _s(c.gold, bold=True),
        "gone": _s(c.dim),
        "here": _s(c.good),
        "away": _s(c.warn, bold=True),
        "laid": _s(c.good, bold=True),
        "dealer": _s(c.gold),
        "said": _s(c.warn, bold=True),
        "hosting": _s(c.gold),
        "words": _s(c.dim),
        "caption": _s(c.dim),
        "chat": _s(c.strong),
        "owner": _s(c.gold, bold=True),
        "label": _s(c.dim),
        "card": _s(BLACK, c.card),
        "mini": _s(BLACK, c.card),
        "edge": _s(c.edge),
        **_suits(c.suits, four=four),
        "staged": _s(bgcolor="#cfe8d5" if c is not _CONTRAST else "#a0ffa0"),
        "picked": _s(bgcolor="#fff3c4"),
        "hinted": _s(bgcolor="#cfe3ff"),
        "pointed": _s(),
        "stacked": _s(c.stack, c.felt),
        "back": _s(c.back_edge, c.back),
        "lit": _s(c.lit_text, c.lit, bold=True),
        "chosen": _s(c.lit_text, "#ffffff", bold=True),
        "cursor": _s(c.gold, bold=True),
        "more": _s(c.gold, c.panel),
        "panel": _s(c.text, c.panel),
        "frame": _s(c.gold),
        "choice": _s(c.text, c.panel),
        "now": _s(c.gold, bold=True),
        "time": _s(c.good, c.panel, bold=True),
        "hurry": _s(c.warn, c.panel, bold=True),
        "log": _s(c.dim),
        "new": _s(c.text),
        "asked": _s(c.strong, c.bar, bold=True),
        "waits": _s(c.dim, c.bar),
        "key": _s(c.lit_text, c.gold, bold=True) if c is not _LIGHT else _s("#ffffff", "#3d5a48", bold=True),
        "keys": _s(c.bar_text, c.bar),
    }


_MONO = {
    "look": Style(bold=True, reverse=True),
    "alarm": Style(bold=True),
    "spoken": Style(bold=True),
    "title": Style(bold=True),
    "turn": Style(bold=True),
    "me": Style(bold=True),
    "mini": Style(reverse=True),
    "edge": Style(),
    "picked": Style(bold=True),
    "pointed": Style(bold=True),
    "staged": Style(italic=True),
    "hinted": Style(underline=True),
    "lit": Style(bold=True, underline=True),
    "chosen": Style(bold=True, reverse=True),
    "owner": Style(bold=True),
    "asked": Style(bold=True),
    "key": Style(reverse=True),
    "new": Style(bold=True),
    "now": Style(bold=True, reverse=True),
    "away": Style(bold=True),
    "hurry": Style(bold=True),
    "cursor": Style(bold=True),
}
"""Where no colour is wanted: nothing is told by colour, and the terminal keeps its own."""

_NAMES = frozenset(_coloured(_DARK, four=False))

THEMES = ("dark", "light", "contrast", "mono")


class Paint:
    """The styles of one theme."""

    def __init__(self, theme: str = "dark", *, four: bool = False) -> None:
        self.theme = theme
        colours = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST}.get(theme)
        self._words: Words = _MONO if colours is None else _coloured(colours, four=four)
        self.style = lru_cache(maxsize=None)(self._style)
        self.felt = colours.felt if colours else None

    def _style(self, role: str) -> Style:
        style = self._words.get("", Style())
        for word in role.split():
            style += self._words.get(word, Style())
        return style


def knows(role: str) -> bool:
    """Whether every word of a role has a meaning; where there are no colours, many mean nothing special."""
    return all(word in _NAMES for word in role.split())
