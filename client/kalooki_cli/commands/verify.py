"""`kalooki verify`: check a transcript without having been there, without a network, without gRPC."""

import click

UNREADABLE = 4


class _ArgumentError(click.UsageError):
    """A mistake in the arguments exits with 4, since 2 says that a transcript is incomplete."""

    exit_code = UNREADABLE


class _Command(click.Command):
    """Has an exit code of its own for mistakes in the arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise _ArgumentError(error.format_message(), error.ctx or ctx) from error


@click.command(name="verify", cls=_Command)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
@click.pass_context
def command(ctx: click.Context, file: str, *, as_json: bool) -> None:
    """Replay the transcript FILE (- is standard input) and check every proof, signature, move and score.

    The last line begins with the verdict. Exit codes: 0 valid, 1 invalid, 2 incomplete,
    3 of an unknown version, 4 unreadable.
    """
    import json
    import secrets

    from kalooki.shell.group_loader import GroupUnavailableError, load_verifier_group
    from kalooki.verify import Verdict, report_values, verify_transcript
    from kalooki_cli.commands import _records
    from kalooki_cli.messages import verification
    from kalooki_cli.text import inert

    try:
        content = _records.read(file)
        group = load_verifier_group()
    except (OSError, GroupUnavailableError) as error:
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        text = f"{inert(file, 80)}: {inert(reason)}"
        if as_json:
            failed = {"verdict": Verdict.UNREADABLE.value, "exit": UNREADABLE, "findings": [{"text": text}]}
            click.echo(json.dumps(failed))
        else:
            click.echo(f"{Verdict.UNREADABLE.value}: {text}")
        ctx.exit(UNREADABLE)
    report = verify_transcript(content, group, secrets.token_bytes(32))
    if as_json:
        click.echo(json.dumps(report_values(report)))
    else:
        lines = list(verification.lines(report))
        nothing_read = report.verdict is Verdict.UNREADABLE and not report.summary.table
        for line in lines[-1:] if nothing_read else lines:
            click.echo(line)
    ctx.exit(report.verdict.exit_code)
