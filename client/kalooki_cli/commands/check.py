"""`kalooki check`: whether melds are legal and what they are worth."""

import click

from kalooki_cli.commands import _options
from kalooki_cli.language import gettext as _


@click.command(name="check")
@click.argument("melds", nargs=-1, required=True)
@_options.RULES
@click.option("--hand", type=int, default=1, show_default=True, help="The number of the deal in the game.")
@click.option("--first", is_flag=True, help="Also as a first lay: enough points, or the contract of the hand.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
@click.pass_context
def command(  # noqa: PLR0913 - each is an option
    ctx: click.Context,
    *,
    melds: tuple[str, ...],
    variant: str,
    house: tuple[str, ...],
    hand: int,
    first: bool,
    as_json: bool,
) -> None:
    """Check MELDS, as "7S 8S JK=9S"; several are parted by a semicolon.

    Quote them where there is a semicolon, which ends a command of the shell.

    Exit codes: 0 legal, 1 not legal, 2 not understood.
    """
    import json

    from kalooki.rules.errors import RulesError
    from kalooki.rules.files.meld_check import check_melds, lays_everything, parse_melds
    from kalooki_cli.commands import _files
    from kalooki_cli.messages import verdicts

    asked = _files.Question(as_json=as_json)
    rules = asked.variant(variant, house)
    number = asked.deal_number(rules, hand)
    text = " ".join(melds)
    if "," in text:
        raise click.UsageError(_('Cards are parted by spaces and melds by a semicolon: "7S 8S 9S; QH QD QC".'))
    try:
        faces = parse_melds(text)
    except RulesError as error:
        asked.fault(error)
    verdict = check_melds(faces, rules, first=first, number=number)
    if as_json:
        click.echo(json.dumps(_files.verdict_values(verdict)))
    else:
        everything = lays_everything(rules, number)
        for line in verdicts.melds(verdict, first=first, contracts=bool(rules.contracts), everything=everything):
            click.echo(line)
    ctx.exit(_files.LEGAL if verdict.legal else _files.NOT_LEGAL)
