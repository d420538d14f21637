"""What every sentence needs: the reader, everybody's name, how cards look."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext
from kalooki_cli.look import Look


@dataclass(frozen=True, slots=True)
class Talk:
    """What a sentence needs to know: the reader, everybody's name, how cards look."""

    names: Mapping[SeatNumber, str]
    """Made inert already."""
    me: SeatNumber | None
    look: Look
    unit: str
    contracts: bool = False
    """Contracts are laid, so the points of a meld say nothing."""

    def name(self, seat: SeatNumber) -> str:
        """Name a seat in the middle of a sentence."""
        return _("you") if seat == self.me else self.other(seat)

    def other(self, seat: SeatNumber) -> str:
        """Name a seat as the others see it."""
        return self.names.get(seat) or _("seat {number}").format(number=seat + 1)

    def say(self, seat: SeatNumber, mine: str, others: str, **parts: object) -> str:
        """Say it to the one whom it concerns, or about somebody else."""
        if seat == self.me:
            return mine.format(**parts)
        return others.format(name=self.other(seat), **parts)

    def owner(self, seat: SeatNumber) -> str:
        """Say whose something is."""
        return _("your") if seat == self.me else _("{name}'s").format(name=self.other(seat))

    def money(self, amount: int) -> str:
        """Write an amount of money."""
        return f"{amount} {money_unit(amount, self.unit)}"


def money_unit(amount: int, unit: str) -> str:
    """Name the unit of the stakes after an amount; a house has its own word for it."""
    one, many = UNITS.get(unit, (unit, f"{unit}s"))
    return plural(amount, one, many)


UNITS = {"unit": (_("unit"), _("units")), "cent": (_("cent"), _("cents"))}


def plural(count: int, one: str, many: str) -> str:
    """Choose the form of a word."""
    return one if abs(count) == 1 else many


def cards_left(count: int) -> str:
    """Count cards in words that fit into a sentence."""
    return ngettext("{count} card", "{count} cards", count).format(count=count) if count else _("no cards")


def points(count: int) -> str:
    """Count points."""
    return ngettext("{count} point", "{count} points", abs(count)).format(count=count)


def listed(names: Iterable[str]) -> str:
    """Join names as in a sentence."""
    *most, last = names
    return _("{names} and {last}").format(names=", ".join(most), last=last) if most else last
