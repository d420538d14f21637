"""Keys and names, as `kalooki id` shows them."""

from collections.abc import Iterable, Sequence

from kalooki_cli.language import gettext as _
from kalooki_cli.text import inert, pad

NO_IDENTITY = _("This computer has no key yet; it makes one at its first table.")
NOBODY = _("Nobody else is known yet.")
BLOCKED = _("blocked")


def own(label: str, key: str) -> list[str]:
    """Say how others know this computer."""
    return [
        _("Your key: {label}").format(label=label),
        _("(the whole of it: {key})").format(key=key),
        _("Others see it where your name looks like another's. Read it to them, and they know that it is you."),
    ]


def known(people: Iterable[tuple[str, str, bool, Sequence[str]]]) -> list[str]:
    """List whom this computer has met: name, label, whether he may come in, earlier names."""
    rows = [
        pad(inert(name, 30), 32) + label + (f"  {BLOCKED}" if blocked else "") + _earlier(names)
        for name, label, blocked, names in people
    ]
    return [_("Known by their keys:"), *(f"  {row}" for row in rows)] if rows else [NOBODY]


def _earlier(names: Sequence[str]) -> str:
    text = _("  earlier: {names}").format(names=", ".join(inert(name, 30) for name in names))
    return text if names else ""


def forgotten(name: str, label: str) -> str:
    """Say that somebody will be met as new."""
    return _("{name} ({label}) is forgotten.").format(name=inert(name, 30), label=label)


def barred(name: str, label: str, *, blocked: bool) -> str:
    """Say that somebody may come to one's tables no more, or again."""
    if blocked:
        text = _("{name} ({label}) is blocked: that key comes to no table that you host.")
    else:
        text = _("{name} ({label}) may come to your tables again.")
    return text.format(name=inert(name, 30), label=label)
