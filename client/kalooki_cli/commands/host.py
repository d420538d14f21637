"""`kalooki host`: found a table that others join over the LAN."""

import click

from kalooki_cli.commands import _options
from kalooki_cli.language import gettext as _


@click.command(name="host")
@_options.RULES
@_options.RULES_FILE
@click.option("--seats", type=click.IntRange(2, 8), default=4, show_default=True, help="How many seats the table has.")
@click.option("--bots", type=click.IntRange(0, 7), default=0, help="How many of them bots take, on this computer.")
@_options.BOT
@_options.PACE
@click.option(
    "--grace",
    type=click.IntRange(5, 3600),
    default=60,
    show_default=True,
    help="After so many seconds without somebody the others are asked whether they wait for him.",
)
@click.option(
    "--turn-time",
    type=click.IntRange(0, 3600),
    default=0,
    show_default=True,
    help="How many seconds each turn may take; 0: as long as its player likes.",
)
@click.option(
    "--bank",
    type=click.IntRange(0, 3600),
    default=0,
    show_default=True,
    help="How many seconds more each player may think in a deal, all turns together.",
)
@click.option(
    "--time-out",
    type=click.Choice(["play", "wait"]),
    default="play",
    show_default=True,
    help="When a player's time is over: his own computer draws and discards for him, or he is missed after --grace.",
)
@click.option(
    "--election",
    type=click.IntRange(1, 60),
    default=2,
    show_default=True,
    help="After so many seconds, up to twice as many, without the computer that hosts the others elect another one.",
)
@click.option("--title", default="", help="What the table is called.")
@click.option("--open", "no_code", is_flag=True, help="Let anybody in who reaches your computer, without a code.")
@_options.LAN
@_options.INTERFACE
@_options.PERSON
@_options.PLAIN
@click.pass_context
def command(  # noqa: PLR0913 - each is an option
    ctx: click.Context,
    *,
    variant: str,
    house: tuple[str, ...],
    rules_file: str | None,
    seats: int,
    bots: int,
    bot: str,
    pace: str,
    title: str,
    grace: int,
    election: int,
    turn_time: int,
    bank: int,
    time_out: str,
    no_code: bool,
    bind: str,
    port: int,
    interface: tuple[str, ...],
    name: str | None,
    data_dir: str | None,
    suits: str | None,
    color: str | None,
    plain: bool,
) -> None:
    """Found a table, which others find on this network. It prints a join code; they join with it.

    Exit codes: 0 the game was played or left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    from pathlib import Path

    from kalooki.shell.launch import Bot, Found, NodeOptions, launch
    from kalooki_cli.commands import _agreement, _choices, _common, _network
    from kalooki_cli.inbox import Habits
    from kalooki_cli.messages import prompts, table

    rules, options = _agreement.rules_of(ctx, variant, house, rules_file)
    if bots >= _choices.seats_for(rules, seats):
        raise click.UsageError(
            _("One of the {seats} seats is yours: at most {most} bots.").format(seats=seats, most=seats - 1)
        )
    own_name = _common.player_name(name)
    if interface:
        _network.choice(interface)
    _common.needs_terminal("host")
    if bank and not turn_time:
        raise click.UsageError(_("--bank is time on top of a turn's: say how long a turn is with --turn-time."))
    console = _common.terminal(suits, color, data_dir)
    own = NodeOptions(
        name=own_name,
        table=Found(
            rules.key,
            options,
            title=title,
            seats=seats,
            open=no_code,
            grace_ms=grace * 1000,
            silence_ms=election * 1000,
            turn_ms=turn_time * 1000,
            bank_ms=bank * 1000,
            plays_on=time_out == "play",
        ),
        data_dir=Path(data_dir) if data_dir else None,
        bind=bind,
        port=port,
        announce=True,
        interfaces=interface,
        pace=pace,
    )
    others = [Bot(each, _common.bot_key(bot)) for each in _common.bot_names(bots, own.name)]

    async def host() -> int:
        async with launch(own, others) as launched:
            near = _network.is_near(launched.address)
            _common.say(table.invitation(launched.join_code, launched.address, near=near))
            return await _common.play_at(launched, console, Habits(), prompts.go_on(data_dir), plain=plain)

    _common.run(host())
