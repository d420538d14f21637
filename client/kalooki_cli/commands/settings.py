"""`kalooki settings`: how a person likes it, from evening to evening."""

import click

from kalooki_cli.commands import _options


@click.command(name="settings")
@click.argument("name", required=False)
@click.argument("value", required=False)
@_options.HOME
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(*, name: str | None, value: str | None, data_dir: str | None, as_json: bool) -> None:
    """List the settings, show the one called NAME, or let it be VALUE from now on.

    They are kept in settings.toml in the data folder. What a command's options or the environment say holds instead,
    for that time.

    Exit codes: 0 done, 1 the data folder fails, 2 the arguments are wrong.
    """
    import json
    import sys
    from pathlib import Path

    from kalooki.shell.datadir import default_data_dir
    from kalooki_cli import leaving
    from kalooki_cli.commands import _settings
    from kalooki_cli.messages import settings as say
    from kalooki_cli.settings_file import CHOICES
    from kalooki_cli.taste import Taste, columns
    from kalooki_cli.text import whole

    if name is not None and name not in CHOICES:
        raise click.UsageError(say.no_setting(name))
    if name is not None and value is not None and value not in CHOICES[name]:
        raise click.UsageError(say.no_choice(name, value))
    kept = _settings.Kept((Path(data_dir) if data_dir else default_data_dir()).absolute())
    if kept.problem:
        click.echo(f"kalooki: {kept.problem}", err=True)
    if name is not None and value is not None:
        problem = kept.keep(kept.values.with_value(name, value))
        if problem:
            click.echo(f"kalooki: {problem}", err=True)
            sys.exit(leaving.FAILED)
    shown = [name] if name is not None else list(CHOICES)
    if as_json:
        click.echo(json.dumps({each: kept.values.value(each) for each in shown}))
        return
    overruled = Taste(kept.values).overruled()
    for each in shown:
        lines = [f"{each} = {kept.values.value(each)}", f"    {say.ABOUT[each]} ({say.either(each)})"]
        if each in overruled:
            lines.append(f"    {say.overruled(each, overruled[each])}")
        for line in whole(lines, columns()) if sys.stdout.isatty() else lines:
            click.echo(line)
