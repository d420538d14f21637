"""`kalooki rules`: the rule card of a variant."""

import click


@click.command(name="rules")
@click.argument("variant", default="british")
@click.option("--house", multiple=True, metavar="OPTION=VALUE", help="A house rule; may be repeated.")
@click.option("--errors", is_flag=True, help="List the codes of all refusals with their sentences.")
def command(variant: str, house: tuple[str, ...], *, errors: bool) -> None:
    """Show the rules of VARIANT (british), with the house rules in force."""
    from kalooki_cli.commands import _choices
    from kalooki_cli.messages.errors import ERRORS
    from kalooki_cli.rulecard import details, facts
    from kalooki_cli.terminal import columns

    if errors:
        for code, sentence in sorted(ERRORS.items()):
            click.echo(f"{code}: {sentence}")
        return
    chosen = _choices.variant(variant, house)
    for line in [*facts(chosen, columns()), *details(chosen, columns())]:
        click.echo(line)
