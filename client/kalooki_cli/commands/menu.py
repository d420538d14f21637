"""`kalooki menu`: the start screen, which `kalooki` alone opens too."""

import click

from kalooki_cli.commands import _options


@click.command(name="menu")
@_options.LAN
@_options.INTERFACE
@_options.PERSON
@click.option("--web", is_flag=True, help="Show it in a browser on this computer.")
@click.option(
    "--web-port", type=click.IntRange(0, 65535), default=0, help="With --web: the port of the page; 0: any free one."
)
@click.option("--open", "opens", is_flag=True, help="With --web: start a browser, too.")
@click.pass_context
def command(  # noqa: PLR0913 - each is an option
    ctx: click.Context,
    *,
    bind: str,
    port: int,
    interface: tuple[str, ...],
    name: str | None,
    data_dir: str | None,
    suits: str | None,
    color: str | None,
    web: bool,
    web_port: int,
    opens: bool,
) -> None:
    """Open the start screen: games against bots, tables on this network, one's own. It is what kalooki alone opens.

    Exit codes: 0 the program was left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    from kalooki_cli.commands import _browser, _club, _common, _seeking
    from kalooki_cli.messages import lobby
    from kalooki_cli.tui import start

    if not web:
        _browser.only_with_web({"--web-port": bool(web_port), "--open": opens})
        said = start.why_not()
        if said is not None:
            raise click.UsageError(" ".join([*(said[:1] or [lobby.NO_TERMINAL]), lobby.no_screen()]))
    console = _common.terminal(suits, color, data_dir)
    place = _seeking.place_of(name, data_dir, bind, port, interface)
    pages = None
    if web:
        look = _browser.look(suits, color, console.taste.kept)
        pages = _browser.Pages(_browser.listen(web_port), look, opens, _options.ASCII in ctx.meta)

    async def evening() -> int:
        async with _club.Club(place) as club:
            return await _club.spend(club, console, pages)

    _common.run(evening())
