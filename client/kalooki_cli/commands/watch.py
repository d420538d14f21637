"""`kalooki watch`: follow somebody's table without a seat, and check it."""

import click

from kalooki_cli.commands import _options


@click.command(name="watch")
@_options.CODE
@click.option("--save", metavar="FILE", help="Keep what was seen as a transcript, which kalooki verify checks again.")
@_options.INTERFACE
@_options.LOOK
@_options.PLAIN
def command(  # noqa: PLR0913 - each is an option
    *,
    code: str | None,
    address: str,
    code_file: str | None,
    no_code: bool,
    save: str | None,
    interface: tuple[str, ...],
    suits: str | None,
    color: str | None,
    plain: bool,
) -> None:
    """Watch a table: one on this network, the one whose code you have, or the one at an ADDRESS (host:port).

    You take no seat and see what everybody at the table sees, no hand; of you nothing is kept here, no key and no
    record but what --save writes. Every signature, proof, move and score is
    checked as it comes. At a terminal, without arguments, the tables on this network are listed. Ctrl-C ends it.

    Exit codes: 0 all of it held, 1 something did not, or nobody answers, 2 the arguments are wrong.
    """
    import sys
    from pathlib import Path

    from kalooki.shell.group_loader import load_verifier_group
    from kalooki.shell.joincode import parse
    from kalooki.shell.spectator import Spectator
    from kalooki_cli import leaving
    from kalooki_cli.commands import _common, _network
    from kalooki_cli.messages import watching

    console = _common.terminal(suits, color)
    if not (code or address or code_file or no_code) and sys.stdin.isatty():
        wanted = _network.choose(_network.choice(interface), watching=True)
    else:
        wanted = _common.way_in(code, address, code_file, no_code=no_code)
        wanted = _network.located(wanted, _network.choice(interface))

    async def watch() -> int:
        spectator = Spectator(load_verifier_group(), parse(wanted.code) if wanted.code else None, wanted.address)
        try:
            last = await _common.watch_at(spectator.updates, console, [watching.BEGINS], plain=plain)
        finally:
            if spectator.witness is not None:
                _common.say(watching.summary(spectator.witness.head, spectator.witness.deals))
                if save is not None and spectator.save(Path(save)):
                    _common.say([watching.saved(save)])
        return leaving.FAILED if last is not None and last.status.fault else 0

    _common.run(watch())
