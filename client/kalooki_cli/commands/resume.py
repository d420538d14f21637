"""`kalooki resume`: go on at the table that one left, another day."""

import click

from kalooki_cli.commands import _options


@click.command(name="resume")
@click.argument("address", required=False, default="")
@click.option("--bind", help="The address to listen on; the same as before if you do not say.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port to listen on; 0: the same if it is free."
)
@_options.INTERFACE
@_options.HOME
@_options.LOOK
@_options.PLAIN
def command(  # noqa: PLR0913 - each is an option
    *,
    address: str,
    bind: str | None,
    port: int,
    interface: tuple[str, ...],
    data_dir: str | None,
    suits: str | None,
    color: str | None,
    plain: bool,
) -> None:
    """Go on at the table that you left last, where it stopped, with the bots that your computer ran there.

    Whoever starts first waits for the others. On one network they find each other though their addresses have changed;
    where multicast is blocked, say at which ADDRESS (host:port) one of them listens now.

    Exit codes: 0 the game was played or left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    from kalooki.shell.channels import split_address
    from kalooki.shell.errors import ShellError
    from kalooki.shell.evening import Evening, kept
    from kalooki.shell.launch import Bot, NodeOptions, Resume, launch
    from kalooki.shell.tables import check_kept
    from kalooki_cli.commands import _common, _network
    from kalooki_cli.inbox import Habits
    from kalooki_cli.messages import prompts

    _common.needs_terminal("resume")
    home = _common.home(data_dir)

    async def resume() -> int:
        table = check_kept(home).hex()
        ran = kept(home, table) or Evening(table, _network.ANYWHERE, announce=True, interfaces=(), bots=())
        own = NodeOptions(
            name=_common.player_name(None),
            table=Resume(address),
            data_dir=home,
            bind=bind or ran.bind,
            port=port,
            announce=ran.announce,
            interfaces=interface or ran.interfaces,
            pace=ran.pace,
        )
        async with launch(own, [Bot(name, key) for name, key in ran.bots]) as launched:
            return await _common.play_at(launched, console, Habits(), prompts.go_on(data_dir), plain=plain)

    if interface:
        _network.choice(interface)
    if address:
        try:
            split_address(address)
        except ShellError as error:
            raise click.UsageError(_common.shell_sentence(error)) from error
    console = _common.terminal(suits, color, data_dir)
    _common.run(resume())
