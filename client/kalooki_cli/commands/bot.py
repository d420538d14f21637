"""`kalooki bot`: a bot that sits down at somebody's table, without a person."""

from typing import TYPE_CHECKING

import click

from kalooki_cli.commands import _options
from kalooki_cli.language import gettext as _

if TYPE_CHECKING:
    from kalooki_cli.commands._headless import Choose, Voice


@click.command(name="bot")
@_options.CODE
@click.option("--join", "wanted", metavar="TABLE|CODE|ADDRESS", help="The table by its title, its code or its address.")
@click.option("--any", "any_table", is_flag=True, help="Sit down at any open table on the network.")
@_options.BOT
@click.option("--program", default="", metavar="COMMAND", help="Start COMMAND, which plays over the SeatService.")
@click.option(
    "--games",
    type=click.IntRange(0),
    help="How many; 0: without end. Without it: one, and those that the same people play after it.",
)
@click.option("--explain", is_flag=True, help="Say why, for each move.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each thing that happens.")
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
    wanted: str | None,
    any_table: bool,
    bot: str,
    program: str,
    games: int | None,
    explain: bool,
    as_json: bool,
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
    It needs no terminal. Ctrl-C takes it away from the table; --resume brings it back. With --games it looks for
    another table after each game, and goes on by itself at the one it was torn from.

    --bot takes one of ours or a Python file that defines BOT; --program, any program that speaks gRPC.

    Exit codes: 0 the games were played or left, 1 something failed, 2 the arguments are wrong, 130 stopped by Ctrl-C.
    """
    from pathlib import Path

    from kalooki.shell.errors import ShellError
    from kalooki.shell.launch import Join, NodeOptions, Resume
    from kalooki.shell.tables import has_kept
    from kalooki_cli.commands import _common, _headless, _network

    voice = _headless.Voice(_common.terminal(suits, color, data_dir).look, as_json=as_json)
    called = "" if name is None else _common.player_name(name)
    try:
        key, choose = _player(bot, program, voice, explain=explain)
    except ShellError as error:
        raise click.UsageError(_common.shell_sentence(error)) from error
    over = _network.choice(interface)
    goes_on = resume or (games not in {None, 1} and has_kept(_common.home(data_dir)))
    named: Join | None = None
    if not any_table and wanted is None and (code or not goes_on):
        named = _network.located(_common.way_in(code, address, code_file, no_code=no_code), over)
    first = Resume() if goes_on else named
    if named is not None and named.code and games not in {None, 1}:
        raise click.UsageError(_("A code is for one game; with --games name an open table, by --join or --any."))
    kept = _common.code_in(code_file) if code_file and (any_table or wanted) else ""
    table = named.address if named is not None else wanted
    find = _headless.finder(over, table, kept, any_table=any_table)
    own = NodeOptions(
        name=called,
        table=first or Resume(),
        data_dir=Path(data_dir) if data_dir else None,
        bot=key,
        outside=choose is not None or bool(program),
        owner=_common.player_name(None),
        bind=bind,
        port=port,
        announce=True,
        interfaces=interface,
    )
    service = _headless.Service(own, find, voice, 1 if games is None else games, choose, program, follows=games is None)
    _common.run(service.run(first))


def _player(bot: str, program: str, voice: "Voice", *, explain: bool) -> "tuple[str, Choose | None]":
    """What the bot is called at the table, and who plays it, if not the node itself.

    Raises:
        ShellError: Its file cannot be used.
    """
    from kalooki.advice import Advice
    from kalooki.shell import own_bot
    from kalooki.shell.choosers import chooser, found_bot
    from kalooki_cli.commands import _common, _headless

    if program:
        return "program", None
    if not own_bot.is_file(bot):
        _common.bot_key(bot)
    found = found_bot(bot)
    if explain:
        advise, chance = found.advise, _common.SYSTEM
        if advise is None:
            return found.key, _headless.explained(lambda view: Advice(found.choose(view, chance), ""), voice)
        return found.key, _headless.explained(lambda view: advise(view, chance), voice)
    return found.key, chooser(bot) if own_bot.is_file(bot) else None
