"""`kalooki rules`: the variants, the rule card of one, and its house rules."""

import click


@click.command(name="rules")
@click.argument("variant", required=False)
@click.option("--house", multiple=True, metavar="OPTION=VALUE", help="A house rule; may be repeated.")
@click.option("--options", is_flag=True, help="List the house rules of VARIANT: what each is, may be and decides.")
@click.option("--errors", is_flag=True, help="List the codes of all refusals with their sentences.")
def command(variant: str | None, house: tuple[str, ...], *, options: bool, errors: bool) -> None:
    """Show the rules of VARIANT, with the house rules in force; without one, list the variants.

    With --house or --options alone it is about british. Every house rule that a
    variant has is listed by --options, and set by --house here and where a game begins.

    Exit codes: 0 shown, 2 the arguments are wrong.
    """
    from kalooki_cli.commands import _choices
    from kalooki_cli.messages.errors import ERRORS
    from kalooki_cli.rulecard import details, facts, option_lines, variant_lines
    from kalooki_cli.taste import columns

    if errors:
        for code, sentence in sorted(ERRORS.items()):
            click.echo(f"{code}: {sentence}")
        return
    if variant is None and not house and not options:
        lines = variant_lines(columns())
    else:
        chosen = _choices.variant(variant or "british", house)
        lines = option_lines(chosen, columns()) if options else facts(chosen, columns()) + details(chosen, columns())
    for line in lines:
        click.echo(line)
