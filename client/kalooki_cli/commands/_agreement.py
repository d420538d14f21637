"""What a table plays by: said by who founds it, accepted by who comes; imported only by a command that runs."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace

import click
from click.core import ParameterSource

from kalooki.rules.files.errors import FileFaultError
from kalooki.rules.files.rules_file import read_rules
from kalooki.rules.variant import Variant
from kalooki.shell.errors import ShellError
from kalooki.shell.joincode import parse
from kalooki.shell.launch import Join
from kalooki.shell.terms import Terms, terms
from kalooki_cli import leaving, rulecard
from kalooki_cli.commands import _choices, _common, _files, _network
from kalooki_cli.language import gettext as _
from kalooki_cli.look import Look
from kalooki_cli.messages import clock, prompts


def rules_of(
    ctx: click.Context, key: str, house: Sequence[str], file: str | None
) -> tuple[Variant, tuple[tuple[str, str], ...]]:
    """The variant and its house rules as text, from the options or from a file.

    Raises:
        UsageError: There is no such variant, or a house rule that cannot be; or both ways are used at once.
    """
    if file is None:
        return _choices.variant(key, house), _choices.house_rules(house)
    if house or ctx.get_parameter_source("variant") is not ParameterSource.DEFAULT:
        raise click.UsageError(_("The rules stand in the file of --rules; leave --variant and --house out."))
    desk = _files.Desk(file, as_json=False)
    try:
        found = read_rules(desk.text())
    except FileFaultError as fault:
        desk.fault(fault)
    return found.variant, found.house


def agreed(wanted: Join, look: Look, *, accept: bool) -> Join:
    """Show the rules of a table to who comes, and go on only if they are accepted; no seat is taken before.

    Args:
        wanted: The table.
        look: How to write.
        accept: They are, without a question.
    """
    try:
        found = asyncio.run(_terms(wanted))
    except ShellError as error:
        click.echo(f"kalooki: {_common.shell_sentence(error)}", err=True)
        sys.exit(leaving.FAILED)
    except KeyboardInterrupt:
        leaving.stopped()
    _common.say(
        [
            prompts.table_of(found.title, found.seats),
            "",
            *rulecard.summary(found.variant, look.width),
            *clock.agreed(found.clock),
            "",
        ]
    )
    if accept:
        _common.say([prompts.ACCEPTED])
    elif not _accepts(found, look):
        _common.say([prompts.DECLINED])
        sys.exit(0)
    return replace(wanted, table=found.table)


async def _terms(wanted: Join) -> Terms:
    """Ask for the rules, of a table that one can come to.

    Raises:
        ShellError: One cannot; or what `terms` raises.
    """
    found = await terms(parse(wanted.code) if wanted.code else None, wanted.address)
    if found.needs_code and not wanted.code:
        raise ShellError("needs_code", address=wanted.address)
    return found


def _accepts(found: Terms, look: Look) -> bool:
    while True:
        match _network.ask(prompts.ACCEPT).lower():
            case "y" | "yes":
                return True
            case "n" | "no" | "q" | "quit":
                return False
            case "r" | "rules":
                _common.say([*rulecard.details(found.variant, look.width), ""])
            case _:
                pass
