"""The tables on this network, kept up to date, and a line for a code or an address."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict

from kalooki.lookalike import skeleton
from kalooki_cli.board.form import Field
from kalooki_cli.board.scene import Chip
from kalooki_cli.club import Found, Joining, Listed, Mistyped
from kalooki_cli.messages import lobby as say
from kalooki_cli.messages import network
from kalooki_cli.messages.board import variant_name
from kalooki_cli.text import inert
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.form import FormScreen
from kalooki_cli.tui.screens.setup import BACK

CODE = "code"
MOST_KEYS = 9
TITLE = 22


def row_field(number: int, row: Listed, *, twice: bool) -> Field:
    """A table as a line; where two are called alike their addresses tell them apart."""
    title = inert(row.title, TITLE) if row.title else say.NO_NAME
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
    return Field(
        f"table {row.table} {row.address}", title, value, about, key=str(number) if number <= MOST_KEYS else ""
    )


class TablesScreen(FormScreen[tuple[Joining, str] | None], inherit_bindings=False):
    """Gives back where one would like to sit down: what is known of the way, and what is still to be found out."""

    hint = say.LIST_HINT

    def __init__(
        self,
        carrier: Carrier,
        rows: Found | None,
        mistyped: Callable[[str], Mistyped | None] = lambda _text: None,
        *,
        typing: bool = False,
    ) -> None:
        super().__init__(carrier)
        self._mistyped = mistyped
        self.title_words = say.CODE_TITLE if typing else say.TABLES_TITLE
        self.found = rows
        self._wanted = ""
        """The address of the table whose code is asked for."""
        if typing:
            self._typed = ""
        self.point(CODE)

    def take(self, found: Found) -> None:
        """The list has changed; the cursor stays at its table."""
        pointed = self.pointed
        self.found = found
        if pointed is not None:
            self.point(pointed.name)
        if self.is_current:
            self.draw()

    @property
    def _rows(self) -> Sequence[Listed]:
        return self.found.rows if self.found is not None else ()

    def fields(self) -> tuple[Field, ...]:
        """Every table, and the line for a code."""
        alike = Counter(skeleton(row.title) for row in self._rows)
        made = [
            row_field(number, row, twice=alike[skeleton(row.title)] > 1) for number, row in enumerate(self._rows, 1)
        ]
        return (
            *made,
            Field(
                CODE,
                say.FIELDS[CODE],
                "" if self._typed is not None else say.VALUES["type_it"],
                (say.ABOUT[CODE],),
                types=True,
            ),
        )

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

    def chosen(self, one: Field) -> None:
        """Sit down at a table of the list, if one can."""
        number, row = next(
            ((at, row) for at, row in enumerate(self._rows, 1) if one.name == f"table {row.table} {row.address}"),
            (0, None),
        )
        problem = network.not_joined(number, asdict(row) if row is not None else None)
        if problem or row is None:
            self.notice = problem
        elif row.needs_code:
            self.ask_code(row.title, row.address)
        else:
            self.dismiss((Joining("", row.address), ""))

    def ask_code(self, title: str, address: str) -> None:
        """Ask for the code of one table."""
        self._wanted, self._typed = address, ""
        self.point(CODE)
        self.notice = say.code_of(title)

    def typed(self, one: Field, text: str) -> None:
        """Go where the code or the address leads."""
        del one
        clean = text.strip()
        wrong = self._mistyped(clean) if clean else None
        if wrong is not None:
            self._typed = clean
            self.notice = wrong.why if wrong.at is None else say.wrong_at(wrong.why, clean, wrong.at)
            return
        wanted, self._wanted = self._wanted, ""
        if clean:
            self.dismiss((Joining("", wanted), clean))
