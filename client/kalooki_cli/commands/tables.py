"""`kalooki tables`: the tables on this network."""

import click

from kalooki_cli.commands import _options


@click.command(name="tables")
@_options.INTERFACE
@click.option("--wait", type=click.FloatRange(0.1, 600), help="Look for so many seconds, whatever is found.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(*, interface: tuple[str, ...], wait: float | None, as_json: bool) -> None:
    """List the tables on this network, each asked whether it is still there.

    It ends soon after something is found, else after 4 seconds.

    Exit codes: 0 there are tables, 1 there are none, 2 the arguments are wrong.
    """
    import json
    import time

    from kalooki.shell.finding import find
    from kalooki_cli.commands import _common, _network
    from kalooki_cli.messages import network
    from kalooki_cli.taste import columns

    over = _network.choice(interface)
    seconds = network.LOOKED_FOR if wait is None else wait

    async def look() -> int:
        began = time.monotonic()
        rows = await find(over, seconds, _network.SETTLED if wait is None else None)
        looked = round(time.monotonic() - began, 3)
        names = [each.name for each in over()]
        if as_json:
            click.echo(json.dumps({"tables": _network.plain(rows), "interfaces": names, "seconds": looked}))
        else:
            found = network.tables(_network.plain(rows), columns()) if rows else network.none_found(seconds, names)
            _network.show(found)
        return 0 if rows else 1

    _common.run(look())
