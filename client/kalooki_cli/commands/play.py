"""`kalooki play`: a person against bots on one computer, or bots alone as an exhibition."""

import click

from kalooki_cli.commands import _options


@click.command(name="play")
@_options.RULES
@_options.RULES_FILE
@click.option("--bots", type=click.IntRange(1, 7), default=3, show_default=True, help="How many bots sit with you.")
@_options.BOT
@_options.PACE
@click.option("--exhibition", is_flag=True, help="Bots alone play a deal, and its record is verified.")
@_options.PERSON
@_options.PLAIN
@click.option("--web", is_flag=True, help="Show the table in a browser on this computer.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="With --web: the port; 0: any free one.")
@click.option("--open", "opens", is_flag=True, help="With --web: start a browser, too.")
@click.pass_context
def command(  # noqa: PLR0913 - each is an option
    ctx: click.Context,
    *,
    variant: str,
    house: tuple[str, ...],
    rules_file: str | None,
    bots: int,
    bot: str,
    pace: str,
    exhibition: bool,
    name: str | None,
    data_dir: str | None,
    suits: str | None,
    color: str | None,
    plain: bool,
    web: bool,
    port: int,
    opens: bool,
) -> None:
    """Play against bots on this computer, each seat a node of its own.

    Without a terminal, or with --exhibition, bots alone play until somebody goes out;
    the record of it is then verified by a separate process.

    Exit codes: 0 the game was played or left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C;
    where bots alone play, those of kalooki verify.
    """
    import sys
    from pathlib import Path

    from kalooki.shell.launch import Bot, Found, NodeOptions, launch
    from kalooki_cli.commands import _agreement, _browser, _choices, _common, _exhibition
    from kalooki_cli.inbox import Habits
    from kalooki_cli.messages import prompts
    from kalooki_cli.messages.exhibition import starting
    from kalooki_cli.rulecard import summary

    _browser.refuse(web=web, plain=plain, exhibition=exhibition, port=port, opens=opens)
    rules, options = _agreement.rules_of(ctx, variant, house, rules_file)
    seats = _choices.seats_for(rules, bots + 1)
    console = _common.terminal(suits, color, data_dir)
    alone = exhibition or not (web or (sys.stdin.isatty() and sys.stdout.isatty()))
    listening = _browser.listen(port) if web else None
    own_name = _common.player_name(name)
    own = NodeOptions(
        name="Ann" if alone else own_name,
        table=Found(
            rules.key, options, seats=seats, bots_vote=alone, begin_when_full=True, title="Loopback", hurried=False
        ),
        data_dir=Path(data_dir) if data_dir else None,
        bot=_common.bot_key(bot) if alone else "",
        pace="none" if alone else pace,
    )
    others = [Bot(each, _common.bot_key(bot)) for each in _common.bot_names(bots, own.name)]

    async def play() -> int:
        async with launch(own, others, begun=lambda: _common.say([starting(seats)])) as launched:
            if alone:
                return await _exhibition.show(launched, console.look)
            _common.say([*summary(rules, console.look.width), ""])
            habits = Habits(ready_at_once=True)
            pages = None
            if listening is not None:
                pages = _browser.Pages(
                    listening, _browser.look(suits, color, console.taste.kept), opens, _options.ASCII in ctx.meta
                )
            return await _common.play_at(launched, console, habits, prompts.go_on(data_dir), plain=plain, pages=pages)

    _common.run(play())
