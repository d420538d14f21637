"""How cards are written and coloured on this console: the suit is always readable without colour."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.cards import Card, Joker
from kalooki.rules.events import Face

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_CARD = re.compile(r"(?<![\w=♠♥♦♣])(JK=)?(?:10|[A2-9TJQK])([SHDC♠♥♦♣])(?!\w)")

_TWO = {"H": "31", "D": "31"}
_FOUR = {"H": "31", "D": "36", "C": "32"}

COLOURS: Mapping[str, Mapping[str, str]] = {"off": {}, "two": _TWO, "four": _FOUR}
"""The colour of each suit; a suit that is not named keeps the colour of the text."""

_LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()}


@dataclass(frozen=True, slots=True)
class Look:
    """What the console can show. Everything that is drawn is fitted to it."""

    width: int = 80
    symbols: bool = False
    """Suits as symbols; letters otherwise."""
    colour: str = "off"

    def card(self, card: Card) -> str:
        """Write a card; always two columns wide."""
        if isinstance(card, Joker) or not self.symbols:
            return str(card)
        return card.rank.letter + SYMBOLS[card.suit.value]

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Write several cards."""
        return " ".join(map(self.card, cards))

    def face(self, face: Face) -> str:
        """Write a card of the table, and what a joker is there."""
        if face.stands_for is None:
            return self.card(face.card)
        return f"{self.card(face.card)}={self.card(face.stands_for)}"

    def faces(self, faces: tuple[Face, ...]) -> str:
        """Write a meld."""
        return " ".join(map(self.face, faces))

    def restyle(self, text: str) -> str:
        """Write the cards in a text of plain letters as they are written here."""
        return _CARD.sub(self._restyled, text) if self.symbols else text

    def _restyled(self, found: re.Match[str]) -> str:
        return found.group()[:-1] + SYMBOLS.get(found.group(2), found.group(2))

    def paint(self, line: str) -> str:
        """Colour the cards of a finished line; it stays as wide as it was."""
        colours = COLOURS[self.colour]
        return _CARD.sub(lambda found: _coloured(found, colours), line) if colours else line


def _coloured(found: re.Match[str], colours: Mapping[str, str]) -> str:
    suit = found.group(2)
    code = colours.get(_LETTERS.get(suit, suit))
    return found.group() if code is None else f"\x1b[{code}m{found.group()}\x1b[0m"
