"""How a person likes it from evening to evening, as a value."""

from dataclasses import dataclass, replace

from kalooki_cli.settings_file import CHOICES, entries


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was chosen."""

    suits: str = "unicode"
    """`unicode`: symbols where the terminal has them."""
    colors: str = "two"
    theme: str = "dark"
    animations: str = "on"
    bell: str = "off"
    """The terminal rings when one is asked for something."""
    notify: str = "off"
    """Likewise a notice: by the terminal, or of the desktop."""
    sort: str = "suit"
    language: str = "auto"
    others: tuple[tuple[str, str], ...] = ()
    """What is not known here."""

    def value(self, name: str) -> str:
        """What is chosen for a name of `CHOICES`."""
        return str(getattr(self, name))

    def with_value(self, name: str, value: str) -> "Preferences":
        """Choose otherwise."""
        assert value in CHOICES[name], "one of its choices"
        return replace(self, **{name: value})  # type: ignore[arg-type]  # its names are those of the fields


USUAL = Preferences()


def read(text: str) -> Preferences:
    """Read a file.

    Raises:
        UnreadableError: A line is no setting, or a setting cannot be what it says.
    """
    found, others = USUAL, dict[str, str]()
    for name, value in entries(text):
        if name in CHOICES:
            found = found.with_value(name, value)
        else:
            others[name] = value
    return replace(found, others=tuple(others.items()))


def written(preferences: Preferences) -> str:
    """Write a file: what is not as usual, and what is not known here."""
    chosen = [(name, preferences.value(name)) for name in CHOICES]
    kept = [(name, value) for name, value in chosen if value != USUAL.value(name)]
    lines = [f'{name} = "{value}"' for name, value in (*kept, *preferences.others)]
    return "\n".join(["# kalooki settings lists what there is, and changes it.", *lines, ""])
