"""`kalooki join`: sit down at somebody's table."""

import click

from kalooki_cli.commands import _options


@click.command(name="join")
@_options.CODE
@click.option("--resume", is_flag=True, help="Go on at the table that you left last, without a code.")
@_options.LAN
@_options.INTERFACE
@_options.ACCEPT
@_options.PERSON
@_options.PLAIN
def command(  # noqa: PLR0913 - each is an option
    *,
    code: str | None,
    address: str,
    code_file: str | None,
    no_code: bool,
    resume: bool,
    bind: str,
    port: int,
    interface: tuple[str, ...],
    accept_rules: bool,
    name: str | None,
    data_dir: str | None,
    suits: str | None,
    color: str | None,
    plain: bool,
) -> None:
    """Join a table: one on this network, the one whose code you have, or the one at an ADDRESS (host:port).

    Without arguments the tables on this network are listed. The code is asked for; do not type it as CODE on a
    computer that others use, who would see it in the list of processes. Before you take a seat you see the rules of
    the table, and are asked whether you agree to them.

    Exit codes: 0 the game was played or left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    from pathlib import Path

    from kalooki.shell.launch import Join, NodeOptions, Resume, launch
    from kalooki_cli.commands import _agreement, _common, _network
    from kalooki_cli.inbox import Habits
    from kalooki_cli.messages import prompts

    own_name = _common.player_name(name)
    given = resume or code_file or no_code or (code and (address or ":" not in code))
    if not given:  # a code from standard input would be of no use, since nobody could type there afterwards
        _common.needs_terminal("join")
    listed = not (given or code)
    wanted = Resume() if resume or listed else _common.way_in(code, address, code_file, no_code=no_code)
    _common.needs_terminal("join")
    console = _common.terminal(suits, color, data_dir)
    if listed:
        wanted = _network.choose(_network.choice(interface))
    elif isinstance(wanted, Join):
        wanted = _network.located(wanted, _network.choice(interface))
    if isinstance(wanted, Join):
        wanted = _agreement.agreed(wanted, console.look, accept=accept_rules)
    own = NodeOptions(
        name=own_name,
        table=wanted,
        data_dir=Path(data_dir) if data_dir else None,
        bind=bind,
        port=port,
        announce=True,
        interfaces=interface,
    )

    async def join() -> int:
        async with launch(own) as launched:
            if resume and name is not None:
                _common.say([prompts.OLD_NAME])
            return await _common.play_at(
                launched, console, Habits(agreed=not resume), prompts.go_on(data_dir), plain=plain
            )

    _common.run(join())
