"""`kalooki menu`: the start screen, which `kalooki` alone opens too."""

import click

from kalooki_cli.commands import _options


@click.command(name="menu")
@_options.LAN
@_options.INTERFACE
@_options.PERSON
def command(  # noqa: PLR0913 - each is an option
    *,
    bind: str,
    port: int,
    interface: tuple[str, ...],
    name: str | None,
    data_dir: str | None,
    suits: str | None,
    color: str | None,
) -> None:
    """Open the start screen: games against bots, tables on this network, one's own. It is what kalooki alone opens.

    Exit codes: 0 the program was left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    from kalooki_cli.commands import _club, _common, _seeking
    from kalooki_cli.messages import lobby
    from kalooki_cli.tui import start

    said = start.why_not()
    if said is not None:
        raise click.UsageError(" ".join([*(said[:1] or [lobby.NO_TERMINAL]), lobby.no_screen()]))
    console = _common.terminal(suits, color, data_dir)
    place = _seeking.place_of(name, data_dir, bind, port, interface)

    async def evening() -> int:
        async with _club.Club(place) as club:
            return await _club.spend(club, console)

    _common.run(evening())
