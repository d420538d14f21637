"""`kalooki arena`: bots against each other, over many deals."""

from typing import TYPE_CHECKING

import click

from kalooki_cli.commands import _options
from kalooki_cli.language import gettext as _

if TYPE_CHECKING:
    from kalooki.arena.contest import Contest
    from kalooki.shell.arena.running import Keeping, Run


class _Shard(click.ParamType[tuple[int, int]]):
    name = "K/N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Read `3/8`."""
        if isinstance(value, tuple):
            return value
        part, slash, of = str(value).partition("/")
        if not (slash and part.isdecimal() and of.isdecimal() and 1 <= int(part[:6]) <= int(of[:6])):
            self.fail(_("write K/N, with K from 1 to N, as in 3/8"), param, ctx)
        return int(part[:6]), int(of[:6])


@click.command(name="arena")
@click.argument("bots", nargs=-1, metavar="BOT BOT [BOT...]")
@_options.RULES
@click.option("--seats", type=click.IntRange(2, 8), help="How many play at a table; as few as the game is for.")
@click.option("--deals", type=click.IntRange(1, 10_000_000), default=200, show_default=True, help="How many deals.")
@click.option("--games", is_flag=True, help="Play whole games; --deals says how many.")
@click.option("--seed", default="kalooki", show_default=True, help="Other words are other deals.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="Processes; as many as there are cores, if not said.")
@click.option("--engine", type=click.Choice(["processes", "ray"]), default="processes", show_default=True)
@click.option("--shard", type=_Shard(), default="1/1", help="Play the K-th of N parts, here; --report joins them.")
@click.option("--out", type=click.Path(dir_okay=False), help="Keep the results in this file, one line of JSON a deal.")
@click.option("--resume", is_flag=True, help="Go on with what --out holds already.")
@click.option("--report", multiple=True, type=click.Path(dir_okay=False), metavar="FILE", help="Play nothing; report.")
@click.option("--chart", type=click.Path(dir_okay=False), metavar="NAME", help="Draw NAME.png and NAME.svg.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(  # noqa: PLR0913 - each is an option
    *,
    bots: tuple[str, ...],
    variant: str,
    house: tuple[str, ...],
    seats: int | None,
    deals: int,
    games: bool,
    seed: str,
    jobs: int | None,
    engine: str,
    shard: tuple[int, int],
    out: str | None,
    resume: bool,
    report: tuple[str, ...],
    chart: str | None,
    as_json: bool,
) -> None:
    """Let bots play many deals against each other, and say who is better and how sure that is.

    Each deal is played in every rotation of the seats, so that good cards go to each bot in turn. What comes of it
    depends on the bots, the rules, --seats and --seed, not on --jobs, --engine or the computer. Ctrl-C stops it; what
    was played is kept in --out, and --resume goes on.

    Exit codes: 0 played, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    from pathlib import Path

    from kalooki.shell.arena.results_file import kept
    from kalooki.shell.arena.running import Keeping, Run
    from kalooki.shell.errors import ShellError
    from kalooki_cli import leaving
    from kalooki_cli.commands import _common
    from kalooki_cli.messages import contests

    if report and (bots or out):
        raise click.UsageError(_("--report plays nothing: name no bots and no --out with it."))
    if resume and not out:
        raise click.UsageError(_("--resume needs the file: --out FILE."))
    so_far = Run()
    try:
        if report:
            contest, so_far.units = kept([Path(each) for each in report])
            _report(contest, so_far, chart, as_json=as_json)
            return
        contest = _contest(bots, variant, house, seats, unit="game" if games else "deal", seed=seed)
        keeping = Keeping(Path(out) if out else None, resume=resume)
        stopped = _play(contest, (deals, shard, engine, jobs), keeping, so_far)
        _report(contest, so_far, chart, as_json=as_json)
    except ShellError as error:
        raise click.ClickException(_common.shell_sentence(error)) from error
    if stopped:
        if out:
            click.echo(contests.go_on(out), err=True)
        leaving.stopped()


def _report(contest: "Contest", so_far: "Run", chart: str | None, *, as_json: bool) -> None:
    import json
    from pathlib import Path

    from kalooki.arena.summary import summary
    from kalooki.shell.arena.chart import draw
    from kalooki.shell.arena.ratings import ratings
    from kalooki_cli.messages import contests

    if not so_far.units:
        click.echo(contests.NOTHING, err=True)
        return
    units = [unit for _, unit in sorted(so_far.units.items())]
    found, rated = summary(contest, units), ratings(contest, units)
    told = [json.dumps(contests.values(found, rated, so_far.times))] if as_json else None
    for line in told or contests.lines(found, rated, so_far.times):
        click.echo(line)
    if chart:
        for path in draw(found, rated, Path(chart)):
            click.echo(contests.drawn(str(path)), err=True)


def _contest(  # noqa: PLR0913 - as the command line has it
    bots: tuple[str, ...], variant: str, house: tuple[str, ...], seats: int | None, *, unit: str, seed: str
) -> "Contest":
    from kalooki.arena.contest import FEWEST, Contest
    from kalooki.rules.options import parse_option
    from kalooki.shell.choosers import found_bot
    from kalooki.shell.errors import ShellError
    from kalooki_cli.commands import _choices, _common

    if len(bots) < FEWEST:
        raise click.UsageError(_("Name two bots or more, as in: kalooki arena easy beginner."))
    try:
        for bot in bots:
            found_bot(bot)
    except ShellError as error:
        raise click.UsageError(_common.shell_sentence(error)) from error
    rules = _choices.variant(variant, house)
    at_table = _choices.seats_for(rules, seats or rules.min_players)
    options = tuple((name, parse_option(name, text)) for name, text in _choices.house_rules(house))
    return Contest(bots, variant, options, at_table, unit, seed)


def _play(
    contest: "Contest", how: tuple[int, tuple[int, int], str, int | None], keeping: "Keeping", so_far: "Run"
) -> bool:
    """Play, with a bar for people; True if somebody stopped it."""
    import os
    import sys

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kalooki.arena.contest import shares
    from kalooki.shell.arena.engines import ENGINES
    from kalooki.shell.arena.running import run

    deals, shard, engine, jobs = how
    numbers = shares(deals, shard)
    shown = Progress(
        TextColumn(contest.unit + "s"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with shown:
        task = shown.add_task(contest.unit, total=len(numbers))
        try:
            run(
                contest,
                numbers,
                ENGINES[engine],
                jobs or os.cpu_count() or 1,
                keeping,
                lambda done: shown.update(task, completed=done),
                so_far,
            )
        except KeyboardInterrupt:
            return True
    return False
