"""What is said about melds and hands that somebody asks about."""

from gettext import gettext as _

from kalooki.rules.files.meld_check import MeldVerdict, Verdict
from kalooki.rules.names import format_faces
from kalooki_cli.messages.errors import refusal
from kalooki_cli.messages.talk import points
from kalooki_cli.text import inert

KINDS = {"set": _("set"), "run": _("run")}


def melds(verdict: Verdict, *, first: bool) -> list[str]:
    """Say of each meld what it is, and of all of them whether they are right."""
    lines = [_meld(one) for one in verdict.melds]
    if len(lines) > 1:
        lines.append(_("Together: {worth}.").format(worth=points(verdict.points)))
    if verdict.error is not None:
        lines.append(f"{verdict.error.code}: {refusal(verdict.error, {})}")
    if not verdict.legal:
        lines.append(_("Not legal."))
    else:
        lines.append(_("Legal, and enough for a first lay.") if first else _("Legal."))
    return lines


def _meld(one: MeldVerdict) -> str:
    cards = inert(format_faces(one.cards), 120)
    if one.error is not None or one.kind is None:
        assert one.error is not None
        return f"{cards}: {one.error.code}: {refusal(one.error, {})}"
    return _("{cards}: a {kind}, {worth}").format(cards=cards, kind=KINDS[one.kind], worth=points(one.points))
