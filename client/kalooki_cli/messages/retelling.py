"""What is said when a record is told again, move by move."""

from collections.abc import Iterator, Sequence

from kalooki.verify import Report, Verdict
from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext
from kalooki_cli.messages.errors import told
from kalooki_cli.text import inert

HIDDEN = "??"
"""A card that nobody ever had to show."""

HANDS = _("Hands, as the deal has shown them by its end ({hidden} was never shown):").format(hidden=HIDDEN)
PROMPT = _("{number} of {last} (Enter: next, p: back, a number: go there, q: end) > ")
HANDS_SHORT = _("Hands, as the deal has shown them by its end ({hidden}: never shown)").format(hidden=HIDDEN)
FIRST = _("This is the first move.")
LAST = _("This is the last move.")
GO_TO = _("To move {number} (Enter goes there, any other key not)")
KEYS_THERE = _("Enter next, p back, 0-9 to a move, [ ] deals, S score, v does it hold, q end.")
VERDICT_TITLE = _("Does it hold?")
KEYS = {
    "next": _("next"),
    "back": _("back"),
    "deal_before": _("deal before"),
    "deal_after": _("deal after"),
    "go": _("a move"),
    "verdict": _("does it hold?"),
}
UNCLEAR = _("Enter or n: next; p: back; a number from {first} to {last}: go there; q: end.")


def where(number: int, last: int, entry: int) -> str:
    """Say which move it is, in few words."""
    return _("move {number} of {last} (entry {entry})").format(number=number, last=last, entry=entry)


def heading(number: int, last: int, deal: int, entry: int) -> str:
    """Say which move it is."""
    return _("--- Move {number} of {last}, deal {deal} (entry {entry}) ---").format(
        number=number, last=last, deal=deal, entry=entry
    )


def hand(name: str, cards: Sequence[str], hidden: int) -> str:
    """Show somebody's hand."""
    return _("  {name}: {cards}").format(name=name, cards=" ".join([*cards, *[HIDDEN] * hidden]) or "-")


def prompt(number: int, last: int) -> str:
    """Ask where to go."""
    return PROMPT.format(number=number, last=last)


def unclear(first: int, last: int) -> str:
    """Say what can be typed."""
    return UNCLEAR.format(first=first, last=last)


def no_deal(number: int, last: int) -> str:
    """Refuse the number of a deal."""
    if not last:
        return _("There is no deal {number}: in this record nothing was dealt.").format(number=number)
    return _("There is no deal {number}, but 1 to {last}.").format(number=number, last=last)


def no_move(number: int, moves: Sequence[int]) -> str:
    """Refuse the number of a move."""
    if not moves:
        return _("There is no move {number}: in this record nothing was dealt.").format(number=number)
    return _("There is no move {number} here, but {first} to {last}.").format(
        number=number, first=moves[0], last=moves[-1]
    )


def unreadable(file: str, reason: str) -> str:
    """Say why a file was not read."""
    return _("{file}: It cannot be read: {reason}.").format(file=inert(file, 80), reason=inert(reason))


def verdict(report: Report, moves: int) -> Iterator[str]:
    """Say how far the record holds, and what is shown of it."""
    word = report.verdict.value
    shown = ngettext("{count} move can be shown", "{count} moves can be shown", moves).format(count=moves)
    match report.verdict:
        case Verdict.VALID:
            yield _("{word}: every check passed; {shown}.").format(word=word, shown=shown)
        case Verdict.INCOMPLETE:
            yield _(
                "{word}: nothing contradicts what is here, but not all of it is shown to be agreed; {shown}."
            ).format(word=word, shown=shown)
        case _ if moves:
            yield _("{word}: it holds only at first; {shown}, up to there and no further.").format(
                word=word, shown=shown
            )
        case _:
            yield _("{word}: none of it can be shown.").format(word=word)
    for finding in report.findings:
        where = "" if finding.entry is None else _("Entry {entry}: ").format(entry=finding.entry)
        yield _("  {where}{text} [{code}]").format(where=where, text=told(finding.text), code=finding.code)
