"""The words of the command line's library that a reader may meet: it finds them in our catalogue (`language`).

It asks for them by the English text, so they stand here as its versions write them; a word that a later one writes
otherwise is said in English.
"""

from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext


def words() -> tuple[str, ...]:
    """All of them, for the catalogue."""
    return (
        # the help of a command
        _("Usage:"),
        _("Options"),
        _("Commands"),
        _("Positional arguments"),
        _("default: {default}"),
        _("required"),
        _("Show this message and exit."),
        _("Show the version and exit."),
        # what is wrong with a command
        _("Error: {message}"),
        _("Try '{command} {option}' for help."),
        _("Missing command."),
        _("Missing argument"),
        _("Missing option"),
        _("Missing parameter"),
        _("Missing {param_type}"),
        _("Missing parameter: {param_name}"),
        _("Invalid value: {message}"),
        _("Invalid value for {param_hint}: {message}"),
        _("No such command {name!r}."),
        _("No such option {name!r}."),
        _("No such option: {name}"),
        ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1),
        ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1),
        ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1),
        _("Option {name!r} does not take a value."),
        _("Choose from:\n\t{choices}"),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
        _("{value!r} is not a valid {number_type}."),
        _("{value} is not in the range {range}."),
        _("{value!r} is not a valid boolean. Recognized values: {states}"),
        _("file"),
        _("directory"),
        _("path"),
        _("{name} {filename!r} does not exist."),
        _("{name} {filename!r} is a file."),
        _("{name} {filename!r} is a directory."),
        _("{name} {filename!r} is not readable."),
        _("{name} {filename!r} is not writable."),
        _("Could not open file {filename!r}: {message}"),
        _("unknown error"),
        # questions
        _("Error: invalid input"),
        _("Aborted!"),
    )
