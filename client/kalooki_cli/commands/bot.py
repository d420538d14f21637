"""`kalooki bot`: a bot that sits down at somebody's table, without a person."""

import click

from kalooki_cli.commands import _options


@click.command(name="bot")
@_options.CODE
@_options.BOT
@click.option("--resume", is_flag=True, help="Go on at the table that it left last, without a code.")
@_options.LAN
@_options.INTERFACE
@_options.PERSON
def command(  # noqa: PLR0913 - each is an option
    *,
    code: str | None,
    address: str,
    code_file: str | None,
    no_code: bool,
    bot: str,
    resume: bool,
    bind: str,
    port: int,
    interface: tuple[str, ...],
    name: str | None,
    data_dir: str | None,
    suits: str | None,
    color: str | None,
) -> None:
    """Let a bot join a table (at its ADDRESS), and print what happens until the table closes.

    The code is asked for, or read from standard input; typed as CODE it is seen in this computer's list of processes.
    It needs no terminal. Ctrl-C takes it away from the table; --resume brings it back.

    Exit codes: 0 the game was played or left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    import asyncio
    from pathlib import Path

    from kalooki.shell.errors import ShellError
    from kalooki.shell.launch import Join, NodeOptions, Resume, launch
    from kalooki_cli import leaving, proposing
    from kalooki_cli.commands import _common, _network
    from kalooki_cli.messages import prompts

    console = _common.terminal(suits, color)
    called = "" if name is None else _common.player_name(name)
    wanted = Resume() if resume else _common.way_in(code, address, code_file, no_code=no_code)
    key = _common.bot_key(bot)
    if isinstance(wanted, Join):
        wanted = _network.located(wanted, _network.choice(interface))
    own = NodeOptions(
        name=called,
        table=wanted,
        data_dir=Path(data_dir) if data_dir else None,
        bot=key,
        owner=_common.player_name(None),
        bind=bind,
        port=port,
        announce=True,
        interfaces=interface,
    )

    async def play() -> int:
        async with launch(own) as launched:
            _common.say([prompts.back() if resume else prompts.seated(await _common.own_seat(launched), bot)])
            again = prompts.bot_goes_on(data_dir)
            try:
                stopped = proposing.Stopped()
                last = await _common.watch(launched.watcher.updates(), console.look, stopped)
            except asyncio.CancelledError:
                _common.say([*prompts.transcript(str(launched.transcript)), *again])
                raise
            except ShellError as error:
                for line in again:
                    error.add_note(line)
                raise
            _common.say(prompts.transcript(str(await launched.finish())))
            if last is None or not last.status.closed:
                _common.say(again)
            return leaving.FAILED if last is not None and last.status.fault else 0

    _common.run(play())
