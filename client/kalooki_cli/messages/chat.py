"""What people say to each other, with who says it."""

from collections.abc import Sequence

from kalooki_cli.language import gettext as _
from kalooki_cli.messages.talk import listed
from kalooki_cli.text import CHAT_BYTES, inert

BEFORE = _("What was said before you came:")
MUTED = _("You hear nothing of {name} any more; unmute {name} changes that.")
UNMUTED = _("You hear what {name} says again.")
TITLE = _("Talk")
NOTHING = _("Nobody has said anything yet. say hello, or a quotation mark before it, speaks to all at the table.")
PROMPT = _("Say")
HINT = _("All here read it. /mute Bea hides Bea's lines, /unmute Bea shows them again.")
ASKED_THERE = _("You are asked something at the table: Esc goes back to it.")
NOT_HERE = _("Who only watches has no part in the talk.")
UNREAD = _("{count} new")
KEYS = {"send": _("say"), "scroll": _("scroll"), "back": _("back"), "chat": _("talk"), "unread": _("talk ({count})")}


def line(name: str, text: str, *, mine: bool) -> str:
    """Write what somebody said; it may hold anything, and nobody else's words may be taken for it."""
    safe = inert(text, CHAT_BYTES)
    return _("You say: {text}").format(text=safe) if mine else _("{name} says: {text}").format(name=name, text=safe)


def muted(names: Sequence[str]) -> str:
    """Say who is not heard."""
    if not names:
        return _("You hear everybody. mute Bea, by name or by the number that status shows, changes that.")
    return _("You do not hear {names}.").format(names=listed(names))
