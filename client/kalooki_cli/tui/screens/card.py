"""The rule card of a table, before one sits down: house rules are marked, and one agrees or goes back."""

from collections.abc import Sequence

from kalooki_cli import rulecard
from kalooki_cli.board.ink import Row, beside, fitted_row
from kalooki_cli.board.layout import HEADER
from kalooki_cli.board.prompt import SENTENCES, chip_places, keys_row, said
from kalooki_cli.board.scene import Chip
from kalooki_cli.club import Card
from kalooki_cli.messages import board, clock
from kalooki_cli.messages import lobby as say
from kalooki_cli.text import fitted
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.drawn import DrawnScreen

MOST = 10_000
"""More lines than any card has."""

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}


class CardScreen(DrawnScreen[bool], inherit_bindings=False):
    """Gives back whether one agrees."""

    def __init__(self, carrier: Carrier, card: Card, *, asks: bool = True) -> None:
        super().__init__(carrier)
        self._card = card
        self._asks = asks
        """Whether there is something to agree to; else it is only shown."""
        self._all = False
        self._first = 0

    def _lines(self, columns: int) -> list[str]:
        variant = self._card.variant
        if self._all:
            return rulecard.details(variant, columns - 4)
        head, *facts = rulecard.facts(variant, columns - 4)
        house = rulecard.house_lines(variant, columns - 4)  # what is unusual comes first
        return [head, *house, *([""] if house else []), *facts, *clock.agreed(self._card.clock)]

    def _chips(self) -> tuple[Chip, ...]:
        agree = (Chip("Enter", say.KEYS["agree"], "agree"),) if self._asks else ()
        word = say.KEYS["card" if self._all else "all"]
        return (*agree, Chip("r", word, "all"), Chip("Esc", say.KEYS["back"], "back"))

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Make the rows."""
        glyphs, card = self.carrier.glyphs, self._card
        height = rows - HEADER - SENTENCES - 1
        lines = fitted(map(glyphs.safe, self._lines(columns)), columns - 4)
        self._first = max(min(self._first, len(lines) - height), 0)
        below = len(lines) - height - self._first
        left = ((f" {say.CARD_TITLE} ", "title"),)
        right = ((f"{glyphs.safe(say.of_table(card.title, card.seats))} ", "header"),)
        head = tuple((text, role or "header") for text, role in beside(left, right, columns))
        body = [fitted_row([(f"  {line}", "seat")], columns) for line in lines[self._first : self._first + height]]
        body += [fitted_row((), columns)] * (height - len(body))
        if below > 0:
            mark = f" {glyphs.more_down} {board.MORE_LINES.format(count=below)} "
            body[-1] = beside(body[-1], ((mark, "more"),), columns)
        hint = say.CARD_HINT if self._asks else say.CARD_KEYS
        return [head, *body, *said(glyphs.safe(hint), columns, "asked"), keys_row(self._chips(), columns)]

    def pressed(self, key: str, character: str | None) -> None:
        """Scroll, agree, or go back."""
        page = max(self.app.size.height - HEADER - SENTENCES - 2, 1)
        match key:
            case "up" | "k" | "down" | "j":
                self._first += STEPS[key]
            case "pagedown" | "space" | "right_square_bracket":
                self._first += page
            case "pageup" | "left_square_bracket":
                self._first -= page
            case "home":
                self._first = 0
            case "end":
                self._first = MOST
            case "enter" | "y" if self._asks:
                self.do("agree")
            case "r" | "R":
                self.do("all")
            case "escape" | "q" | "n":
                self.do("back")
            case _:
                del character

    def do(self, name: str) -> None:
        """Do what a key is for."""
        match name:
            case "agree":
                self.dismiss(result=True)
            case "all":
                self._all, self._first = not self._all, 0
            case _:
                self.dismiss(result=False)

    def clicked(self, column: int, row: int) -> None:
        """Do what the key does that was clicked."""
        if row == self.app.size.height - 1:
            places = chip_places(self._chips(), self.app.size.width)
            found = next((one.chip.does for one in places if one.left <= column < one.right), None)
            if found is not None:
                self.do(found)

    def scrolled(self, by: int) -> None:
        """Scroll."""
        self._first += by
