"""`kalooki score`: the score sheet of a table where real cards are used."""

import click

from kalooki_cli.commands import _examples


@click.command(name="score")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
@_examples.example(_examples.SHEET)
@click.pass_context
def command(ctx: click.Context, *, file: str, as_json: bool) -> None:
    """Keep the score sheet FILE (- is standard input): totals, money, who is out, who may buy in, who has won.

    What FILE looks like: --example prints one.

    Exit codes: 0 the sheet holds, 1 it says what the rules do not allow, 2 it cannot be understood.
    """
    import json

    from kalooki.rules.files.errors import FileFaultError
    from kalooki.rules.files.score_file import read_scores
    from kalooki.rules.files.score_sheet import score_sheet
    from kalooki_cli.commands import _files
    from kalooki_cli.messages import sheets

    desk = _files.Desk(file, as_json=as_json)
    try:
        found = score_sheet(read_scores(desk.text()))
    except FileFaultError as fault:
        desk.fault(fault)
    if as_json:
        click.echo(json.dumps(sheets.sheet_values(found)))
    else:
        for line in sheets.sheet(found, desk.name):
            click.echo(line)
    ctx.exit(_files.LEGAL if found.wrong is None else _files.NOT_LEGAL)
