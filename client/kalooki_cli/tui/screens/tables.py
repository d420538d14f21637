"""A line for a code or an address, and the tables on this network, kept up to date."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict

from kalooki.lookalike import skeleton
from kalooki_cli.board.form import Field
from kalooki_cli.board.scene import Chip
from kalooki_cli.club import Found, Joining, Mistyped
from kalooki_cli.messages import lobby as say
from kalooki_cli.messages import network
from kalooki_cli.messages.board import variant_name
from kalooki_cli.places import Place, Places
from kalooki_cli.text import inert
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.form import FormScreen
from kalooki_cli.tui.screens.setup import BACK

CODE = "code"
MOST_KEYS = 9
TITLE = 22


def row_field(place: Place, *, twice: bool) -> Field:
    """A table as a line; where two are called alike their addresses tell them apart."""
    row = place.row
    title = inert(row.title, TITLE) if row.title else say.NO_NAME
    key = str(place.number) if place.number <= MOST_KEYS else ""
    if place.gone:
        return Field(row.table, title, say.GONE, (say.gone(row.title),), key=key)
    taken = f"{row.players}/{row.seats}"
    words = [network.STATES.get(row.state, inert(row.state, 12))]
    if row.state == "open":
        words.append(say.NEEDS_CODE if row.needs_code else say.NO_CODE)
    if not row.same_protocol:
        words.append(say.OTHER_VERSION)
    value = inert(row.address, 24) if twice else f"{inert(row.variant, 14)} {taken} {words[0]}"
    about = say.about_table(variant_name(inert(row.variant, 24)), taken, f"{', '.join(words)}.", row.address)
    if row.names:
        about = (*about, network.goes_on(row.names))
        value = inert(", ".join(row.names), 24) if twice else value
    return Field(row.table, title, value, about, key=key)


class TablesScreen(FormScreen[None], inherit_bindings=False):
    """Stays open until one sits, so that whatever fails on the way is said where one may try again."""

    hint = say.LIST_HINT

    def __init__(
        self,
        carrier: Carrier,
        goes: Callable[[Joining, str], None],
        mistyped: Callable[[str], Mistyped | None] = lambda _text: None,
        *,
        typing: bool = False,
    ) -> None:
        """Show the list.

        Args:
            carrier: The application.
            goes: Is told where one would like to sit down: what is known of the way, and what is still to be found out.
            mistyped: Looks at what is typed before anybody is asked about it.
            typing: A code is typed at once.
        """
        super().__init__(carrier)
        self._goes = goes
        self._mistyped = mistyped
        self.title_words = say.CODE_TITLE if typing else say.TABLES_TITLE
        self.found: Found | None = None
        self._places = Places()
        self._wanted = ""
        """The address of the table whose code is asked for."""
        if typing:
            self._typed = ""
        self.point(CODE)

    def take(self, found: Found) -> None:
        """The list has changed; every table that is still there stays where it was, and so does the cursor."""
        self.found = found
        self._places = self._places.heard(found.rows)
        if self.is_current:
            self.draw()

    def fields(self) -> tuple[Field, ...]:
        """The line for a code, which nothing that comes moves, then every table."""
        places = self._places.each
        alike = Counter(skeleton(one.row.title) for one in places)
        made = (row_field(one, twice=alike[skeleton(one.row.title)] > 1) for one in places)
        value = "" if self._typed is not None else say.VALUES["type_it"]
        return (Field(CODE, say.FIELDS[CODE], value, (say.ABOUT[CODE],), types=True), *made)

    @property
    def below(self) -> tuple[str, ...]:
        """That it is still looked for tables, or why there may be none."""
        found = self.found
        if found is None or (not found.rows and not found.settled):
            return (network.looking(found.interfaces if found is not None else ()),)
        if found.rows:
            return ()
        return tuple(network.none_found(network.LOOKED_FOR, found.interfaces, asked=True))

    def chips(self, pointed: Field | None) -> tuple[Chip, ...]:
        """The keys that do something now."""
        word = say.KEYS["type"] if pointed is not None and pointed.types and self._typed is None else say.KEYS["join"]
        return (Chip("Enter", word, "enter"), BACK)

    def pressed(self, key: str, character: str | None) -> None:
        """Do what a key does, then close up what tables have left empty: only who presses keys moves lines."""
        super().pressed(key, character)
        self._forget_whose()
        pointed = self.pointed
        if pointed is not None:
            self._places = self._places.closed_up(pointed.name)
            self.point(pointed.name)

    def clicked(self, column: int, row: int) -> None:
        """Do what a click does."""
        super().clicked(column, row)
        self._forget_whose()

    def _forget_whose(self) -> None:
        """Whose code was asked for counts no more once nothing is typed."""
        if self._typed is None:
            self._wanted = ""

    def typing(self, one: Field) -> str:
        """What is typed from here on is anybody's code."""
        self._wanted = ""
        return super().typing(one)

    def chosen(self, one: Field) -> None:
        """Sit down at a table of the list, if one can."""
        place = self._places.of(one.name)
        assert place is not None, "its line was made from it"
        row = place.row
        if place.gone:
            self.notice = say.gone(row.title)
            return
        problem = network.not_joined(place.number, asdict(row))
        if problem:
            self.notice = problem
        elif row.needs_code:
            self.ask_code(row.title, row.address)
        else:
            self._goes(Joining("", row.address), "")

    def ask_code(self, title: str, address: str) -> None:
        """Ask for the code of one table."""
        self._wanted, self._typed = address, ""
        self.point(CODE)
        self.notice = say.code_of(title)

    def typed(self, one: Field, text: str) -> None:
        """Go where the code or the address leads; it stays in its line, for it may lead nowhere."""
        del one
        clean = text.strip()
        if not clean:
            return
        self._typed, self.notice = clean, ""
        wrong = self._mistyped(clean)
        if wrong is not None:
            self.notice = wrong.why if wrong.at is None else say.wrong_at(wrong.why, clean, wrong.at)
        else:
            self._goes(Joining("", self._wanted), clean)
