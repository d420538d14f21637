"""The start screen: everything that one can do here."""

from collections.abc import Callable

from kalooki.cards import JOKER, Card, Natural, Rank, Suit
from kalooki_cli.board.fan import BigCard
from kalooki_cli.board.form import Field
from kalooki_cli.board.scene import Chip
from kalooki_cli.messages import lobby as say
from kalooki_cli.text import inert
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.entries import ENTRIES
from kalooki_cli.tui.screens.form import FormScreen

CROWN: tuple[Card, ...] = (
    Natural(Rank.KING, Suit.SPADES),
    Natural(Rank.ACE, Suit.HEARTS),
    JOKER,
    Natural(Rank.QUEEN, Suit.CLUBS),
    Natural(Rank.KING, Suit.DIAMONDS),
)
KEYS = {"new": "n", "host": "t", "tables": "s", "code": "c", "resume": "g", "figures": "f", "records": "p", "quit": "q"}


class StartScreen(FormScreen[None], inherit_bindings=False):
    """Tells the application what was chosen; it is never left."""

    hint = say.START_HINT
    title_words = say.TITLE

    def __init__(self, carrier: Carrier, name: str, does: Callable[[str], None], may: Callable[[str], bool]) -> None:
        super().__init__(carrier)
        self._person = name
        self._does = does
        self._may = may
        self.crown = tuple(BigCard(card) for card in CROWN)

    @property
    def corner(self) -> str:
        """Under which name one plays."""
        return inert(self._person, 24)

    def fields(self) -> tuple[Field, ...]:
        """What can be done."""
        tables = [self._line(name) for name in ("new", "host", "tables", "code", "resume") if self._may(name)]
        kept = [self._line(name) for name in ("figures", "records")]
        more = [Field(one.name, one.words, about=(one.about,), key=one.key) for one in ENTRIES if self._may(one.name)]
        return (*tables, *kept, *more, self._line("quit"))

    @staticmethod
    def _line(name: str) -> Field:
        return Field(name, say.MENU[name], about=(say.ABOUT_MENU[name],), key=KEYS[name])

    def chips(self, pointed: Field | None) -> tuple[Chip, ...]:
        """The keys that do something now."""
        del pointed
        return (Chip("Enter", say.KEYS["open"], "enter"), Chip("q", say.KEYS["quit"], "quit"))

    def done(self, name: str) -> None:
        """Leave the program."""
        self._does(name)

    def chosen(self, one: Field) -> None:
        """Do it."""
        entry = next((each for each in ENTRIES if each.name == one.name), None)
        if entry is not None:
            self.app.push_screen(entry.opens(self.carrier))
        else:
            self._does(one.name)

    def back(self) -> None:
        """Escape leads nowhere from here: who goes back once too often shall not be outside."""
