"""`kalooki referee`: replay a deal that was written by hand."""

import click

from kalooki_cli.commands import _examples


@click.command(name="referee")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--keep-going", is_flag=True, help="Leave an illegal action out and go on with the next.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
@_examples.example(_examples.DEAL)
@click.pass_context
def command(ctx: click.Context, *, file: str, keep_going: bool, as_json: bool) -> None:
    """Play the actions of the deal FILE (- is standard input), and say which of them are legal.

    What FILE looks like: --example prints one.

    Exit codes: 0 all were legal, 1 one was not, 2 the file cannot be understood.
    """
    import json

    from kalooki.rules.files.deal_file import read_deal
    from kalooki.rules.files.errors import FileFaultError
    from kalooki.rules.files.referee import referee
    from kalooki_cli.commands import _files
    from kalooki_cli.messages import deals

    desk = _files.Desk(file, as_json=as_json)
    try:
        report = referee(read_deal(desk.text()), keep_going=keep_going)
    except FileFaultError as fault:
        desk.fault(fault)
    if as_json:
        click.echo(json.dumps(deals.report_values(report)))
    else:
        for line in deals.report(report, desk.name):
            click.echo(line)
    ctx.exit(_files.LEGAL if report.all_legal else _files.NOT_LEGAL)
