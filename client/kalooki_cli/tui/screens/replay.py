"""A recorded game on screen: forward and back, to a deal, to a move."""

from collections.abc import Sequence

from kalooki_cli.board.ink import Row
from kalooki_cli.board.ledger import ledger_rows
from kalooki_cli.board.prompt import chip_places
from kalooki_cli.board.retold import Retold, draw_move
from kalooki_cli.board.scene import Chip
from kalooki_cli.board.scroll import Scroll
from kalooki_cli.messages import board, lobby
from kalooki_cli.messages import ledger as words
from kalooki_cli.messages import retelling as say
from kalooki_cli.retelling import Scenes
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.drawn import DrawnScreen
from kalooki_cli.tui.screens.reading import ReadingScreen
from kalooki_cli.tui.screens.scrolled import ScrolledScreen

STEPS = {
    "right": 1,
    "l": 1,
    "n": 1,
    "enter": 1,
    "space": 1,
    "left": -1,
    "h": -1,
    "p": -1,
    "backspace": -1,
    "pagedown": 10,
    "pageup": -10,
}
DEALS = {"right_square_bracket": 1, "greater_than_sign": 1, "left_square_bracket": -1, "less_than_sign": -1}
SCROLLS = {"down": 1, "j": 1, "up": -1, "k": -1}
DEEDS = {"home": "first", "end": "last", "S": "score", "v": "verdict", "q": "quit", "escape": "quit"}


class ReplayScreen(DrawnScreen[None], inherit_bindings=False):
    """One record, move by move."""

    def __init__(self, carrier: Carrier, scenes: Scenes, moves: Sequence[int], at: int, verdict: Sequence[str]) -> None:
        super().__init__(carrier)
        self._scenes = scenes
        self._moves = tuple(moves)
        self._verdict = tuple(verdict)
        self.at = at
        """The move that is seen."""
        self._scroll = 0
        self._typed = ""
        """A number that is not finished."""
        self._notice = verdict[0] if verdict else ""

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The keys that do something."""
        return (
            Chip("Enter", say.KEYS["next"], "next"),
            Chip("p", say.KEYS["back"], "back"),
            Chip("[", say.KEYS["deal_before"], "deal_before"),
            Chip("]", say.KEYS["deal_after"], "deal_after"),
            Chip("0-9", say.KEYS["go"], ""),
            Chip("S", board.KEYS["score"], "score"),
            Chip("v", say.KEYS["verdict"], "verdict"),
            Chip("q", board.KEYS["quit"], "quit"),
        )

    def made(self, columns: int, rows: int) -> Sequence[Row]:
        """Draw the move."""
        look, glyphs, told = self.carrier.look, self.carrier.glyphs, self._scenes.told[self.at - 1]
        hands = tuple((seat, tuple(cards)) for seat, cards in self._scenes.hands(self.at, look))
        retold = Retold(
            self._scenes.scene(self.at, look, glyphs),
            hands,
            say.where(self.at, self._scenes.last, told.index),
            say.GO_TO.format(number=self._typed) if self._typed else self._notice,
            self.chips,
        )
        drawn = draw_move(retold, columns, rows, self._scroll)
        self._scroll = drawn.scroll
        return drawn.rows

    # --- keys and mouse ---

    def pressed(self, key: str, character: str | None) -> None:
        """Go somewhere, or back."""
        if character is not None and character.isascii() and character.isdecimal():
            self._typed = (self._typed + character)[: len(str(self._scenes.last))]
            return
        typed, self._typed, self._notice = self._typed, "", ""
        if typed and key == "backspace":
            self._typed = typed[:-1]
        elif typed:
            if key == "enter":
                self._go(int(typed))
        elif key in STEPS:
            self._step(STEPS[key])
        elif key in DEALS:
            self._to(self._scenes.deal_from(self.at, DEALS[key]))
        elif key in SCROLLS:
            self._scroll += SCROLLS[key]
        elif key in DEEDS:
            self.do(DEEDS[key])
        else:
            self._notice = say.KEYS_THERE

    def do(self, name: str) -> None:
        """Do what a key or a click is for."""
        match name:
            case "next" | "back":
                self._step(1 if name == "next" else -1)
            case "deal_before" | "deal_after":
                self._to(self._scenes.deal_from(self.at, -1 if name == "deal_before" else 1))
            case "first" | "last":
                self._to(self._moves[0] if name == "first" else self._moves[-1])
            case "score":
                self.app.push_screen(RecordedScore(self.carrier, self._scenes, self.at))
            case "verdict":
                self.app.push_screen(ReadingScreen(self.carrier, say.VERDICT_TITLE, self._verdict))
            case "quit":
                self.dismiss()
            case _:
                pass

    def _step(self, by: int) -> None:
        if self.at + by < self._moves[0] and self.at == self._moves[0]:
            self._notice = say.FIRST
        elif self.at + by > self._moves[-1] and self.at == self._moves[-1]:
            self._notice = say.LAST
        else:
            self._to(self.at + by)

    def _go(self, number: int) -> None:
        if number in self._moves:
            self._to(number)
        else:
            self._notice = say.no_move(number, self._moves)

    def _to(self, number: int) -> None:
        """Show a move; of one deal only, where only that was asked for."""
        self.at = max(min(number, self._moves[-1]), self._moves[0])
        self._scroll = 0

    def clicked(self, column: int, row: int) -> None:
        """Do what the key does that was clicked; a click on the table goes on."""
        self._typed, self._notice = "", ""
        if row < self.app.size.height - 1:
            self._step(1)
            return
        places = chip_places(self.chips, self.app.size.width)
        self.do(next((one.chip.does for one in places if one.left <= column < one.right), ""))

    def scrolled(self, by: int) -> None:
        """Go on or back, as in a film."""
        self._typed, self._notice = "", ""
        self._step(1 if by > 0 else -1)


class RecordedScore(ScrolledScreen[None], inherit_bindings=False):
    """The score sheet as it was then."""

    def __init__(self, carrier: Carrier, scenes: Scenes, at: int) -> None:
        super().__init__(carrier)
        self._ledger = scenes.ledger(at, carrier.look, carrier.glyphs)

    def around(self) -> Scroll:
        """A title, and how to go back."""
        return Scroll(words.TITLE, board.PAGE_KEYS, (Chip("Esc", lobby.KEYS["back"], "back"),))

    def body(self, columns: int) -> Sequence[Row]:
        """All deals so far."""
        return ledger_rows(self._ledger, columns)
