"""`kalooki best`: the best legal lay from a hand."""

import click

from kalooki_cli.commands import _options


@click.command(name="best")
@click.argument("hand")
@_options.RULES
@click.option("--hand", "number", type=int, default=1, show_default=True, help="The number of the deal in the game.")
@click.option("--table", multiple=True, metavar='"m1: 5H 6H 7H"', help="A meld on the table; p1: for your own.")
@click.option("--first/--laid", default=None, help="Is it your first lay? It is, unless melds are on the table.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(  # noqa: PLR0913 - each is an option
    *,
    hand: str,
    variant: str,
    house: tuple[str, ...],
    number: int,
    table: tuple[str, ...],
    first: bool | None,
    as_json: bool,
) -> None:
    """Find the best lay from HAND, as "7S 7H 7D KC": your cards after the draw. It leaves the fewest points.

    Exit codes: 0 found (perhaps nothing can be laid), 2 not understood.
    """
    import json

    from kalooki.rules.errors import RulesError
    from kalooki.rules.files.hand_question import read_hand
    from kalooki.rules.files.setting import FIRST
    from kalooki.solver import best_turn
    from kalooki_cli.commands import _files
    from kalooki_cli.messages import verdicts

    asked = _files.Question(as_json=as_json)
    rules = asked.variant(variant, house)
    number = asked.deal_number(rules, number)
    laid = bool(table) if first is None else not first
    try:
        question = read_hand(hand, table, rules, number=number, laid=laid)
        view = question.set_out().view(FIRST)
    except RulesError as error:
        asked.fault(error)
    plan = best_turn(view)
    if as_json:
        click.echo(json.dumps(verdicts.plan_values(plan, question)))
    else:
        for line in verdicts.plan(plan, question):
            click.echo(line)
