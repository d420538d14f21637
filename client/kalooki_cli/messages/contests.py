"""What a contest of bots has shown: a table for people, and the same in JSON."""

from collections.abc import Iterator, Sequence
from statistics import fmean, quantiles
from typing import TYPE_CHECKING, Protocol

from kalooki_cli.language import gettext as _
from kalooki_cli.text import inert, pad, width

if TYPE_CHECKING:
    from kalooki.arena.contest import Contest
    from kalooki.arena.summary import Duel, Mean, Standing, Summary

NOTHING = _("No deal was played.")
HUNDRED = 100
PLUS_MINUS = _("±")


class Rated(Protocol):
    """A rating and half of its interval."""

    @property
    def value(self) -> float:
        """The middle."""

    @property
    def half(self) -> float:
        """To each side."""


def lines(found: "Summary", rated: Sequence[Rated], times: Sequence[Sequence[float]]) -> Iterator[str]:
    """The table, and a sentence for each pair."""
    contest = found.contest
    names = _names(contest)
    heads = ["", _("better by"), _("points"), _("wins"), _("kalookis"), _("rating"), _("ms a decision (99 %)")]
    rows = [[names[one.bot], *_row(one), _rating(rated[one.bot]), _time(times, one.bot)] for one in found.standings]
    yield from (inert(each, 300) for each in _heading(found))
    yield ""
    widths = [max(width(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    for row in [heads, *rows]:
        cells = [
            pad(row[0], widths[0]),
            *(" " * (size - width(cell)) + cell for cell, size in zip(row[1:], widths[1:], strict=True)),
        ]
        yield "  ".join(cells).rstrip()
    yield ""
    for duel in found.duels:
        yield _duel(duel, names, contest)
    faults = [(names[one.bot], one.faults) for one in found.standings if one.faults]
    for name, count in faults:
        yield _("{name} gave {count} answers that were illegal or none; a safe move took their place.").format(
            name=name, count=count
        )


def _heading(found: "Summary") -> Iterator[str]:
    contest = found.contest
    house = "".join(f", {name}={value}" for name, value in contest.house)
    what = _("games") if contest.unit == "game" else _("deals")
    yield _("{variant}{house}, {seats} seats: {units} {what} in {seatings} seatings each, seed {seed}.").format(
        variant=contest.variant,
        house=house,
        seats=contest.seats,
        units=found.units,
        what=what,
        seatings=len(contest.seatings()),
        seed=contest.seed,
    )
    yield _("{voids} of {deals} hands void; {turns:.1f} turns a hand. Intervals: 95 %, over deals.").format(
        voids=found.voids, deals=found.voids + found.deals, turns=found.turns
    )


def _names(contest: "Contest") -> list[str]:
    return [f"{number} {inert(bot, 30)}" for number, bot in enumerate(contest.bots, 1)]


def _row(one: "Standing") -> list[str]:
    return [
        _signed(one.edge),
        f"{one.points.value:.2f}",
        _percent(one.wins),
        f"{one.kalookis * HUNDRED:.1f} %",
    ]


def _signed(mean: "Mean") -> str:
    return f"{mean.value:+.2f}{_half(mean, 1, 2)}"


def _percent(mean: "Mean") -> str:
    return f"{mean.value * HUNDRED:.1f}{_half(mean, HUNDRED, 1)} %"


def _half(mean: "Mean", factor: int, digits: int) -> str:
    return "" if mean.half is None else f" {PLUS_MINUS}{mean.half * factor:.{digits}f}"


def _rating(rated: Rated) -> str:
    return f"{rated.value:.1f} {PLUS_MINUS}{rated.half:.1f}"


def _time(times: Sequence[Sequence[float]], bot: int) -> str:
    worst = _slowest(times, bot)
    return "-" if worst is None else f"{fmean(times[bot]) * 1000:.2f} ({worst * 1000:.2f})"


def _slowest(times: Sequence[Sequence[float]], bot: int) -> float | None:
    """The time that one decision in a hundred takes longer than; None where there are too few."""
    if not times or len(times[bot]) < HUNDRED:
        return None
    return quantiles(times[bot], n=HUNDRED)[-1]


def _duel(duel: "Duel", names: Sequence[str], contest: "Contest") -> str:
    even = _("clear of even") if duel.edge.clear_of(0) else _("not clear of even")
    text = _("{one} against {other}: {edge} points a {unit}, {wins} of the wins; {even}. Swept {swept} to {lost}.")
    return text.format(
        one=names[duel.one],
        other=names[duel.other],
        edge=_signed(duel.edge),
        unit=_("game") if contest.unit == "game" else _("deal"),
        wins=_percent(duel.wins),
        even=even,
        swept=duel.swept[0],
        lost=duel.swept[1],
    )


def drawn(path: str) -> str:
    """Say where a picture is."""
    return _("Drawn: {path}").format(path=inert(path))


def go_on(out: str) -> str:
    """Say how what was stopped goes on."""
    return _("Kept in {path}; the same command with --resume goes on.").format(path=inert(out))


def values(found: "Summary", rated: Sequence[Rated], times: Sequence[Sequence[float]]) -> dict[str, object]:
    """The same in JSON."""
    contest = found.contest
    return {
        "variant": contest.variant,
        "house": dict(contest.house),
        "seats": contest.seats,
        "unit": contest.unit,
        "seed": contest.seed,
        "units": found.units,
        "hands": found.hands,
        "deals": found.deals,
        "voids": found.voids,
        "turns": found.turns,
        "bots": [
            {
                "bot": contest.bots[one.bot],
                "hands": one.hands,
                "edge": _mean(one.edge),
                "points": _mean(one.points),
                "wins": _mean(one.wins),
                "kalookis": one.kalookis,
                "faults": one.faults,
                "rating": {"value": rated[one.bot].value, "half": rated[one.bot].half},
                "seconds": _seconds(times, one.bot),
            }
            for one in found.standings
        ],
        "duels": [
            {
                "one": duel.one,
                "other": duel.other,
                "edge": _mean(duel.edge),
                "wins": _mean(duel.wins),
                "swept": list(duel.swept),
                "chance": duel.chance,
                "clear": duel.edge.clear_of(0),
            }
            for duel in found.duels
        ],
    }


def _mean(mean: "Mean") -> dict[str, float | None]:
    return {"value": mean.value, "half": mean.half}


def _seconds(times: Sequence[Sequence[float]], bot: int) -> dict[str, float] | None:
    worst = _slowest(times, bot)
    return None if worst is None else {"mean": fmean(times[bot]), "p99": worst}
