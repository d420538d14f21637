"""The settings: each change is seen and kept at once."""

from kalooki_cli.board.form import Field
from kalooki_cli.board.scene import Chip
from kalooki_cli.messages import settings as say
from kalooki_cli.settings_file import CHOICES
from kalooki_cli.tui.screens.form import FormScreen


class SettingsScreen(FormScreen[None], inherit_bindings=False):
    """From the start screen, the waiting room and the table."""

    title_words = say.TITLE
    hint = say.HINT

    def fields(self) -> tuple[Field, ...]:
        """Every setting."""
        taste = self.carrier.taste
        overruled = taste.overruled()
        return tuple(
            Field(
                name,
                say.LABELS[name],
                say.VALUES[taste.kept.value(name)],
                about=(
                    say.ABOUT[name],
                    *([say.overruled(say.LABELS[name], overruled[name])] if name in overruled else []),
                ),
                turns=True,
            )
            for name in CHOICES
        )

    def chips(self, pointed: Field | None) -> tuple[Chip, ...]:
        """The keys that do something now."""
        del pointed
        return (Chip("Enter", say.KEYS["change"], "enter"), Chip("Esc", say.KEYS["back"], "back"))

    def turned(self, one: Field, by: int) -> None:
        """Choose the next, or the one before."""
        choices, taste = CHOICES[one.name], self.carrier.taste
        at = choices.index(taste.kept.value(one.name))
        problem = self.carrier.choose(one.name, choices[(at + by) % len(choices)])
        self.notice = problem or (say.NEXT_START if one.name == "language" else "")
