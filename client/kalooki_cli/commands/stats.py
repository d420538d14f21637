"""`kalooki stats`: what came of all games that this computer keeps."""

from typing import TYPE_CHECKING

import click

from kalooki_cli.commands import _options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kalooki.shell.statistics import Figures, Statistics

SIDES = 4
"""Columns that a page on screen leaves free, where a sentence is not to be broken a second time."""


@click.command(name="stats")
@_options.HOME
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
@_options.PLAIN
@_options.LOOK
def command(*, data_dir: str | None, as_json: bool, plain: bool, suits: str | None, color: str | None) -> None:
    """Count your games, deals, points, kalookis and money, by game and by opponent, from the records kept here.

    Each record is verified first, which takes a second or more. One that is damaged, or in which your key did not
    play, is named and not counted. Nothing is written. At a terminal they stand on a screen; --plain prints them.

    Exit codes: 0 done, 1 the data folder fails, 2 the arguments are wrong.
    """
    import json
    import sys

    from kalooki.shell.acquaintances import own_identity
    from kalooki.shell.group_loader import load_verifier_group
    from kalooki.shell.statistics import PLACE, records, statistics
    from kalooki_cli.commands import _common, _single
    from kalooki_cli.messages import records as say

    home = _common.home(data_dir)

    async def show() -> int:
        files, own = records(home), own_identity(home)
        if files and sys.stderr.isatty():
            click.echo(say.checking(len(files)), err=True)
        found = statistics(files, own, load_verifier_group())
        lines = [] if as_json else list(stats_lines(found, str(home / PLACE)))

        def printed() -> None:
            for line in lines:
                click.echo(line)

        if as_json:
            click.echo(json.dumps(_document(found)))
        elif sys.stdin.isatty() and _single.has_screen(plain=plain):
            from kalooki_cli.tui.screens.reading import ReadingScreen

            console = _common.terminal(suits, color)
            await _single.show(lambda carrier: ReadingScreen(carrier, say.TITLE, lines), console, otherwise=printed)
        else:
            printed()
        return 0

    _common.run(show())


def stats_lines(found: "Statistics", place: str) -> "Iterator[str]":
    """Say what came of all games, by game and by opponent."""
    from kalooki_cli.messages import records as say
    from kalooki_cli.messages.board import variant_name
    from kalooki_cli.taste import columns
    from kalooki_cli.text import wrap

    room = columns() - SIDES

    def rows(name: str, of: "Figures") -> "Iterator[str]":
        money = [(unit, value) for unit, value in sorted(of.money.items()) if value]
        counts = (of.games, of.ended, of.won, of.deals, of.deals_won, of.kalookis)
        return say.rows(name, counts, _average(of), money, room)

    if found.total.games:
        yield say.head()
        for key, of in sorted(found.variants.items()):
            yield from rows(variant_name(key), of)
        yield from rows(say.ALL, found.total)
        yield from wrap(say.POINTS, room, "  ")
        yield ""
        yield from wrap(say.AGAINST, room, "  ")
        yield say.head()
        known = sorted(found.opponents.values(), key=lambda one: (bool(one.bot), -one.figures.games, one.name))
        for one in known:
            yield from rows(say.opponent(one.name, one.label, one.bot), one.figures)
    else:
        yield from wrap(say.nothing(place), room, "  ")
    for line in say.skipped((one.file, one.code, one.reason) for one in found.skipped):
        yield from wrap(line, room, "  ")


def _document(found: "Statistics") -> dict[str, object]:
    return {
        "total": _values(found.total),
        "variants": [{"variant": key, **_values(of)} for key, of in sorted(found.variants.items())],
        "opponents": [
            {"name": one.name, "label": one.label, "bot": one.bot, **_values(one.figures)}
            for one in found.opponents.values()
        ],
        "skipped": [{"file": one.file, "code": one.code, "reason": one.reason} for one in found.skipped],
    }


def _values(of: "Figures") -> dict[str, object]:
    return {
        "games": of.games,
        "ended": of.ended,
        "won": of.won,
        "deals": of.deals,
        "deals_won": of.deals_won,
        "points": of.points,
        "points_per_deal": _average(of),
        "kalookis": of.kalookis,
        "money": dict(of.money),
    }


def _average(of: "Figures") -> float | None:
    return round(of.points / of.deals, 1) if of.deals else None
