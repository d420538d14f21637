"""What a bot without a person says."""

from kalooki_cli.language import gettext as _
from kalooki_cli.text import inert

WAITING = _("No such table with a free seat is found; it looks again from time to time.")

WRONG = {
    "bot_failed": _("The bot failed ({detail}); a safe move takes the place of its answer."),
    "bot_refused": _("The table refused what the bot did ({detail})."),
    "program_ended": _("The program that plays has ended (exit code {detail}); it is started again."),
}


def wrong(code: str, detail: str) -> str:
    """Say what a bot did wrong."""
    return WRONG[code].format(detail=inert(detail, 200))


def why(reason: str) -> str:
    """Say why a bot moves so."""
    return _("  ({reason})").format(reason=reason)
