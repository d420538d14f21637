"""The games of which records are kept on this computer."""

from collections.abc import Sequence

from kalooki_cli.board.form import Field
from kalooki_cli.board.scene import Chip
from kalooki_cli.club import Recorded
from kalooki_cli.messages import lobby as say
from kalooki_cli.text import inert
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.form import FormScreen


class RecordsScreen(FormScreen[str], inherit_bindings=False):
    """Gives the name of the one that is to be seen; None: none of them."""

    hint = say.RECORDS_HINT
    title_words = say.MENU["records"]

    def __init__(self, carrier: Carrier, found: Sequence[Recorded]) -> None:
        super().__init__(carrier)
        self._found = tuple(found)

    def fields(self) -> tuple[Field, ...]:
        """One line for each."""
        return tuple(Field(one.name, one.when, inert(one.name, 40)) for one in self._found)

    def chips(self, pointed: Field | None) -> tuple[Chip, ...]:
        """The keys that do something now."""
        del pointed
        return (Chip("Enter", say.KEYS["open"], "enter"), Chip("Esc", say.KEYS["back"], "back"))

    def chosen(self, one: Field) -> None:
        """Show it."""
        self.dismiss(one.name)
