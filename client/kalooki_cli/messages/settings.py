"""What a person may choose, and what each choice is."""

from collections.abc import Mapping

from kalooki_cli.language import gettext as _
from kalooki_cli.settings_file import CHOICES, UnreadableError
from kalooki_cli.text import inert

TITLE = _("Settings")
ENTRY = _("Settings")
ABOUT_ENTRY = _("Colours, cards, a bell when you are asked, the language; kept from evening to evening.")
HINT = _("Left and right change what is pointed at, and it is kept at once.")
NEXT_START = _("The language changes when the program is started again.")
KEYS = {"back": _("back"), "change": _("change")}

LABELS: Mapping[str, str] = {
    "suits": _("Suits"),
    "colors": _("Colours of the suits"),
    "theme": _("Colours of the table"),
    "animations": _("Animations"),
    "bell": _("Bell"),
    "notify": _("Notices"),
    "sort": _("Order of the hand"),
    "language": _("Language"),
}

ABOUT: Mapping[str, str] = {
    "suits": _("Symbols where the terminal has them, or always letters."),
    "colors": _("Two colours for the suits, four, or none at all."),
    "theme": _("Dark, light, high contrast, or no colours of its own: of the table on screen."),
    "animations": _("A card that you draw rises for a moment, on screen."),
    "bell": _("The terminal rings when you are asked for something."),
    "notify": _(
        "A notice when you are asked: from the terminal, if it knows how, or of the desktop. No card is in it."
    ),
    "sort": _("How a new hand is sorted: by suit, by rank, by what belongs together, or as it was drawn."),
    "language": _("As the computer says, English or German."),
}

VALUES: Mapping[str, str] = {
    "unicode": _("symbols"),
    "letters": _("letters"),
    "two": _("two"),
    "four": _("four"),
    "off": _("off"),
    "on": _("on"),
    "dark": _("dark"),
    "light": _("light"),
    "contrast": _("high contrast"),
    "mono": _("no colours"),
    "terminal": _("terminal"),
    "desktop": _("desktop"),
    "suit": _("by suit"),
    "rank": _("by rank"),
    "melds": _("what belongs together"),
    "drawn": _("as drawn"),
    "auto": _("as the computer"),
    "en": "English",
    "de": "Deutsch",
}


def unreadable(path: str, error: UnreadableError) -> str:
    """Say which line is wrong, and what would be right."""
    shown = inert(path, 300)
    if not error.name:
        text = _('{path}, line {line} is no setting, as theme = "light" is one; the usual settings are used.')
        return text.format(path=shown, line=error.line)
    text = _("{path}, line {line}: {name} can be {choices}, not {value}; the usual settings are used.")
    choices, value = either(error.name), inert(error.value, 40)
    return text.format(path=shown, line=error.line, name=error.name, choices=choices, value=value)


def no_text(path: str) -> str:
    """Say that a file is no text."""
    return _("{path} is no text; the usual settings are used.").format(path=inert(path, 300))


def too_long(path: str) -> str:
    """Say that a file is longer than settings are."""
    return _("{path} is too long for settings; the usual settings are used.").format(path=inert(path, 300))


def no_file(path: str, reason: str) -> str:
    """Say that a file cannot be read."""
    text = _("{path} cannot be read: {reason}. The usual settings are used.")
    return text.format(path=inert(path, 300), reason=inert(reason, 80))


def not_kept(path: str, reason: str) -> str:
    """Say that a choice holds for this time only."""
    text = _("It cannot be kept, {path} cannot be written: {reason}.")
    return text.format(path=inert(path, 300), reason=inert(reason, 80).rstrip("."))


def either(name: str) -> str:
    """The choices of a setting, as they are typed."""
    *most, last = CHOICES[name]
    return _("{choices} or {last}").format(choices=", ".join(most), last=last)


def overruled(name: str, variable: str) -> str:
    """Say what the surroundings decide."""
    return _("{variable} decides here, not {name}.").format(variable=variable, name=name)


def no_setting(name: str) -> str:
    """Say that there is no such setting."""
    text = _("There is no setting {name}, but: {known}.")
    return text.format(name=inert(name, 40), known=", ".join(CHOICES))


def no_choice(name: str, value: str) -> str:
    """Say what a setting may be."""
    return _("{name} can be {choices}, not {value}.").format(name=name, choices=either(name), value=inert(value, 40))
