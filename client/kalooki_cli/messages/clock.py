"""The turn clock in words: what a table has agreed on, and what is left."""

from kalooki.seat import TableStatus, TurnClock
from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext

THOUSAND = 1000
LONG = 90
"""From so many seconds on minutes are said."""


def span(milliseconds: int) -> str:
    """A stretch of time, roughly."""
    count = max(1, round(milliseconds / THOUSAND))
    if count < LONG:
        return ngettext("{count} second", "{count} seconds", count).format(count=count)
    minutes = round(count / 60)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def agreed(clock: TurnClock | None) -> list[str]:
    """What is to be known before one sits down; nothing where turns have no limit."""
    if clock is None:
        return []
    text = _("Turn clock: {turn} for each turn")
    bank = _(", and a bank of {bank} for each deal") if clock.bank_ms else ""
    end = _("; then the others are asked whether they play on without you.")
    if clock.plays_on:
        end = _("; then your own computer draws and throws your dearest card away for you.")
    return [(text + bank + end).format(turn=span(clock.turn_ms), bank=span(clock.bank_ms))]


def begins(clock: TurnClock, left: int, bank: int) -> str:
    """One's own time has begun to run, or one's bank."""
    if clock.on_bank:
        return _("The time of your turn is over. Your bank runs: {left}.").format(left=span(left))
    text = (
        _("You have {left} for this turn.")
        if not bank
        else _("You have {left} for this turn, and {bank} in your bank.")
    )
    return text.format(left=span(left), bank=span(bank))


def passes(clock: TurnClock, left: int, bank: int) -> str:
    """Some time of one's own has passed; nothing where the bank is about to run."""
    if left:
        text = _("{left} left in your bank.") if clock.on_bank else _("{left} left for this turn.")
        return text.format(left=span(left))
    if bank and not clock.on_bank:
        return ""
    if clock.plays_on:
        return _("Your time is over: your computer plays for you.")
    return _("Your time is over: the others may choose to play on without you.")


def standing(status: TableStatus, name: str, elapsed: int) -> list[str]:
    """What is left to whoever is in turn."""
    clock = status.clock
    if clock is None:
        return []
    lines = agreed(clock)
    if status.limit != "turn" or not status.waiting_for:
        return lines
    bank = next((one.bank_ms for one in status.players if one.player == status.waiting_for[0]), 0)
    left = status.left_ms if clock.stands_still else status.left_ms - elapsed
    if status.overdue or left <= 0:
        lines.append(_("{name} is in turn, and the time is over.").format(name=name))
    elif clock.on_bank:
        text = _("{name} is in turn, with {left} left in the bank.")
        lines.append(text.format(name=name, left=span(left + bank)))
    else:
        text = (
            _("{name} is in turn, with {left} left, and {bank} in the bank.")
            if bank
            else _("{name} is in turn, with {left} left.")
        )
        lines.append(text.format(name=name, left=span(left), bank=span(bank)))
    return lines
