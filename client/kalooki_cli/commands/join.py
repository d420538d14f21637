"""`kalooki join`: sit down at somebody's table."""

import click

from kalooki_cli.commands import _options


@click.command(name="join")
@click.argument("code", required=False)
@click.argument("address", required=False, default="")
@click.option("--resume", is_flag=True, help="Go on at the table that you left last, without a code.")
@_options.LAN
@_options.PERSON
def command(  # noqa: PLR0913 - each is an option
    *,
    code: str | None,
    address: str,
    resume: bool,
    bind: str,
    port: int,
    name: str | None,
    data_dir: str | None,
    suits: str | None,
    color: str | None,
) -> None:
    """Join a table with its CODE (and its ADDRESS, host:port, where the code has none)."""
    from pathlib import Path

    from kalooki.shell.launch import NodeOptions, Resume, launch
    from kalooki_cli.commands import _common
    from kalooki_cli.messages import prompts
    from kalooki_cli.plain import Habits

    wanted = Resume() if resume else _common.way_in(code, address)
    own_name = _common.player_name(name)
    _common.needs_terminal("join")
    console = _common.terminal(suits, color)
    own = NodeOptions(
        name=own_name,
        table=wanted,
        data_dir=Path(data_dir) if data_dir else None,
        bind=bind,
        port=port,
    )

    async def join() -> int:
        async with launch(own) as launched:
            if resume and name is not None:
                _common.say([prompts.OLD_NAME])
            return await _common.play_at(launched, console, Habits(), prompts.go_on(data_dir))

    _common.run(join())
